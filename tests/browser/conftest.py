"""A browser, pages and short matches of every game."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from lanista.core.errors import LanistaError
from lanista.game import get_game
from lanista.match.pins import read_pin
from lanista.match.pins.moment import bring_back
from lanista.match.planning import plan_match
from lanista.match.terms import MatchTerms
from lanista.web.chromium import find_chromium
from lanista.web.gallery import Gallery
from lanista.web.server import ViewerServer
from lanista.web.show import ReplayShow

FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"]
QUIET = ["--disable-component-update", "--disable-sync", "--js-flags=--expose-gc"]

# Few turns, so that a whole match can be watched and played.
SHORT: dict[str, dict[str, int]] = {
    "overdrive": {"max_rounds": 40},
    "rampage": {"max_turns": 40},
    "sproutopia": {"MaxTicks": 60},
    "tanks": {"max_turns": 40},
    "tower_defence": {"max_rounds": 40},
}

HOSTILE = "</script><img src=x onerror=alert(1)>"
TALKER = """
import sys

class Bot:
    def __init__(self, start):
        self.turns = 0

    def move(self, view):
        self.turns += 1
        print("log of turn", self.turns, file=sys.stderr)
        return {"move": %r, "say": f"turn {self.turns} </script><b>bold</b>",
                "draw": [[3, 2, "here"], {"x": 1, "y": 1, "to": [4, 2], "color": "#ff00ff"}, "nonsense", None]}
"""


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """Debian's Chromium or another one that is installed."""
    playwright = pytest.importorskip("playwright.sync_api", reason="browser tests need playwright")
    try:
        program = find_chromium()
    except LanistaError as error:
        pytest.skip(f"browser tests need Chromium: {error}")
    with playwright.sync_playwright() as driver:
        running = driver.chromium.launch(executable_path=program, args=[*FLAGS, *QUIET])
        yield running
        running.close()


@pytest.fixture
def errors() -> Iterator[list[str]]:
    """Errors on pages; a test ends with none."""
    found: list[str] = []
    yield found
    assert found == []


@pytest.fixture
def page(browser: Any, errors: list[str]) -> Iterator[Any]:
    """An empty page whose errors and dialogues are noted."""
    with listening(browser, errors) as made:
        yield made


class listening:
    """A page for the time of a block."""

    def __init__(self, browser: Any, errors: list[str], **context: Any) -> None:
        self.context = browser.new_context(**{"viewport": {"width": 1280, "height": 900}, **context})
        self.errors = errors

    def __enter__(self) -> Any:
        page = self.context.new_page()
        page.set_default_timeout(60_000)  # a busy machine may take its time
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("dialog", lambda dialog: self.errors.append(f"a dialogue: {dialog.message}"))
        page.on("console", lambda said: self.errors.append(said.text) if said.type == "error" else None)
        return page

    def __exit__(self, *_: object) -> None:
        self.context.close()


@cache
def short_match(folder: Path, name: str) -> Path:
    """A short match of a game: a bot that talks, draws and logs against the built-in ones."""
    game = get_game(name)
    state = game.start(game.configure("standard", SHORT[name]), 1, game.default_seats)
    talker = folder / f"{name}-talker.py"
    talker.write_text(
        textwrap.dedent(TALKER) % game.write(game.learning.decode(state, 0, int(game.legal(state, 0).argmax())))
    )
    bots = [str(talker), *[game.bots[-1]] * (game.default_seats - 1)]
    path = folder / f"{name}.jsonl.gz"
    plan = plan_match(name, bots, MatchTerms(settings=SHORT[name]), seed=5)
    plan.bots[0] = replace(plan.bots[0], name=HOSTILE)
    plan.play([], path)
    return path


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the matches of a run are kept."""
    return tmp_path_factory.mktemp("browser")


@pytest.fixture
def served(folder: Path) -> Iterator[Any]:
    """Serve replays by their games' names: gives the address of the first one's page."""
    with ExitStack() as servers:
        yield lambda *names: servers.enter_context(serving(folder, *names))


@contextmanager
def serving(folder: Path, *names: str) -> Iterator[str]:
    """The address of a page with the match of the first game; other games are in the gallery."""
    gallery = Gallery(lambda plan: folder / f"new-{len(list(folder.iterdir()))}.jsonl.gz")
    shows = [gallery.add(ReplayShow(short_match(folder, name), trusted=True)) for name in names]
    with ViewerServer(gallery) as server:
        yield server.page_url(shows[0])


def opened(page: Any, url: str) -> Any:
    """The page once its match is shown and stands still."""
    page.goto(url)
    page.wait_for_function("() => globalThis.viewer && !document.getElementById('page').hidden")
    return page


def turn(page: Any) -> int:
    """The turn that is shown."""
    shown: int = page.evaluate("viewer.playback.turn")
    return shown


def settle(page: Any) -> None:
    """Wait until the page has drawn what was asked for, all parts of large grounds included."""
    page.evaluate(
        """async () => {
            const frame = () => new Promise(requestAnimationFrame);
            await frame();
            do await frame(); while (globalThis.viewer?.stale);
        }"""
    )


def check_saved_pin(page: Any, game: str) -> None:
    """A page without a server saves the moment of turn 4 as a pin, which brings that moment back."""
    page.click("#pinning summary")
    with page.expect_download() as saving:
        page.click("#pin")
    pin = read_pin(saving.value.path())
    assert (saving.value.suggested_filename, pin.turn, pin.seat) == (f"{game}-turn-4-A.pin.json", 4, 0)
    assert page.input_value("#pinmove") in (pin.source.played, *pin.avoid)
    assert bring_back(pin).game.name == game

"""A whole contest in real browsers: an organiser makes it, three teams join by a link, and the ladder settles."""

from __future__ import annotations

import io
import re
import time
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.browser.conftest import listening
from tests.programs import need
from tests.serve.ops.servers import RunningServer, serving

pytestmark = pytest.mark.long
SECONDS = 240
PASSPHRASE = "four words that differ"
PHONE = {"width": 390, "height": 844}
BROKEN = b"def move(view)\n    return 'NOTHING'\n"
MENDED = b"def move(view):\n    return 'ACCELERATE'\n"
HOSTILE = """\
for file in ../* ../../* /proc/*/environ /etc/shadow; do cat "$file" >>/tmp/loot; done 2>/dev/null
kill -9 -1 2>/dev/null
(exec 3<>/dev/tcp/127.0.0.1/{port}) 2>/dev/null
while read -r line; do yes "</script><script>alert(1)</script>" | head -c 100000000; done
"""
MANIFEST = 'name = "hostile"\ngames = ["overdrive"]\ncommand = "sh bot.sh"\n'


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    need("node")
    with serving(tmp_path_factory.mktemp("contest") / "data") as running:
        yield running


@pytest.fixture
def people(browser: Any, errors: list[str]) -> Iterator[Callable[..., Any]]:
    """Opens browsers of different people; none of their pages may fail."""
    opened: list[listening] = []

    def open_browser(**context: Any) -> Any:
        opened.append(listening(browser, errors, accept_downloads=True, **context))
        return opened[-1].__enter__()

    yield open_browser
    for each in opened:
        each.__exit__()


def test_a_contest_from_the_first_link_to_the_winners_page(
    server: RunningServer, people: Callable[..., Any], tmp_path: Path
) -> None:
    organiser = people()
    address = make_contest(organiser, server.facts["organiser_link"])
    link = invite(organiser, address)
    sharks, snails, spiders = people(), people(viewport=PHONE), people(color_scheme="dark")
    for page, name in ((sharks, "Sharks"), (snails, "Snails"), (spiders, "Spiders")):
        join(page, link, name)

    upload(sharks, address, starter(sharks, address, "javascript", tmp_path))
    upload(snails, address, bot_file(tmp_path / "bot.py", BROKEN))
    upload(spiders, address, hostile_bot(tmp_path, server.url))
    assert "plays on the ladder" in state_of(sharks, "active")
    assert "refused" in state_of(snails, "refused")
    assert "SyntaxError" in snails.inner_text(".checks")
    assert "refused" in state_of(spiders, "refused")
    assert spiders.locator("script", has_text="alert").count() == 0
    snails.goto(f"{address}/team")
    upload(snails, address, bot_file(tmp_path / "bot.py", MENDED))
    state_of(snails, "active")

    table = settled(organiser, address)
    assert {"Sharks", "Snails"} <= set(table)
    assert "Spiders" not in table
    winner = next(name for name in table if name in ("Sharks", "Snails"))
    organiser.goto(f"{address}/table")
    organiser.get_by_role("link", name=winner, exact=True).first.click()
    organiser.wait_for_url("**/bots/*")
    see_as_a_stranger(people(), organiser.url, winner)
    organiser.goto(f"{address}/desk")
    assert (
        organiser.locator("[data-part=work] tbody tr").count() >= 2
    )  # lanes of the runner, which all of this left alive


def make_contest(page: Any, first_link: str) -> str:
    """Become the organiser, and make a contest; returns its address."""
    page.goto(first_link)
    register(page, "Olga")
    page.get_by_role("link", name=re.compile("Make (a contest|one)")).first.click()
    page.select_option("#game", "overdrive")
    page.get_by_role("button", name="Show its rulesets and maps").click()
    page.fill("#title", "Autumn Cup")
    page.fill("#matches_per_day", "100000")
    page.get_by_role("button", name="Make the contest").click()
    page.wait_for_url("**/settings")
    address: str = page.url.removesuffix("/settings")
    page.fill("#check_seconds", "5")
    page.get_by_role("button", name="Save").first.click()
    page.get_by_text("The settings are saved.").wait_for()
    for box in page.locator("input[name=bots]").all():
        box.uncheck()
    page.get_by_role("checkbox", name="random").check()
    page.get_by_role("button", name="Save").last.click()
    page.wait_for_load_state()
    return address


def register(page: Any, name: str) -> None:
    """Make an account on the page of an invitation."""
    page.fill("input[name=name]", name)
    page.fill("input[name=passphrase]", PASSPHRASE)
    page.fill("input[name=again]", PASSPHRASE)
    page.get_by_role("button", name=re.compile("Make (an|the) account")).click()
    page.get_by_role("link", name=name, exact=True).wait_for()


def invite(page: Any, address: str) -> str:
    """A link by which many people join."""
    page.goto(f"{address}/people")
    page.get_by_role("button", name="Make an invitation").click()
    links: list[str] = page.locator("code.secret").all_inner_texts()
    return next(text for text in links if text.startswith("http"))


def join(page: Any, link: str, team: str) -> None:
    """Join by a link, and make a team."""
    page.goto(link)
    register(page, f"{team} captain")
    if "/team/new" not in page.url:
        page.goto(re.sub(r"(/c/[^/]+).*", r"\1/team/new", page.url))
    page.fill("input[name=name]", team)
    page.get_by_role("button", name=re.compile("Make the team|Go on")).click()
    page.wait_for_load_state()


def starter(page: Any, address: str, language: str, folder: Path) -> Path:
    """Download a starter, as the page of a team offers it."""
    page.goto(f"{address}/team")
    with page.expect_download() as download:
        page.get_by_role("link", name=language, exact=True).click()
    path: Path = folder / download.value.suggested_filename
    download.value.save_as(path)
    return path


def bot_file(path: Path, source: bytes) -> Path:
    path.write_bytes(source)
    return path


def hostile_bot(folder: Path, url: str) -> Path:
    """A shell script that reads what it can, kills what it can, and floods."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        archive.writestr("hostile/lanista.toml", MANIFEST)
        archive.writestr("hostile/bot.sh", HOSTILE.format(port=url.rpartition(":")[2]))
    return bot_file(folder / "hostile.zip", data.getvalue())


def upload(page: Any, address: str, path: Path) -> None:
    """Upload a version on the page of a team."""
    page.goto(f"{address}/team")
    page.set_input_files("input[name=files]", path)
    page.get_by_role("button", name="Upload").click()
    page.wait_for_url("**/uploads/*")


def state_of(page: Any, state: str) -> str:
    """Wait until a version is in a state, which its page says by itself; what it says then."""
    page.locator(f"h1 .tag[data-state={state}]").wait_for(timeout=SECONDS * 1000)
    text: str = page.inner_text("main")
    return text


def settled(page: Any, address: str) -> list[str]:
    """Wait until all bots have intervals of a rating; their names, the best first."""
    until = time.monotonic() + SECONDS
    while time.monotonic() < until:
        page.goto(f"{address}/table")
        names: list[str] = page.locator("tbody [data-column=bot] a").all_inner_texts()
        played = [int(text.replace(",", "")) for text in page.locator("td[data-column=matches]").all_inner_texts()]
        if len(names) >= 3 and min(played) >= 10 and page.locator("svg.interval").count() == len(names):
            return names
        time.sleep(1)
    raise AssertionError(f"the ladder did not settle: {page.inner_text('main')}")


def see_as_a_stranger(page: Any, address: str, name: str) -> None:
    """The page of the winner, shared with somebody without an account, and one of its matches."""
    page.goto(address)
    assert name in page.inner_text("h1")
    page.locator("[data-part=matches] table a").first.click()
    page.get_by_role("link", name="Open the replay").click()
    page.wait_for_function("() => globalThis.viewer && !document.getElementById('page').hidden")

"""The list of matches: cards with pictures, filters, new files, and files that are dropped on a page."""

import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from lanista.web import shelf
from lanista.web.gallery import Gallery
from lanista.web.server import ViewerServer
from tests.browser.conftest import HOSTILE, SHORT, opened, short_match

COPIES = 60
DROP = """([name, bytes]) => {
  const carried = new DataTransfer();
  carried.items.add(new File([Uint8Array.from(bytes)], name));
  for (const kind of ["dragover", "drop"]) {
    document.body.dispatchEvent(new DragEvent(kind, { dataTransfer: carried, bubbles: true, cancelable: true }));
  }
}"""
PICTURES = """() => {
  const shown = [...document.querySelectorAll("#cards canvas")].slice(0, 5);
  return shown.length === 5 && shown.every((canvas) => canvas.dataset.state === "drawn");
}"""
COLOURS = """() => [...document.querySelectorAll("#cards canvas")].slice(0, 5).map((canvas) => {
  const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
  return new Set(new Uint32Array(data.buffer)).size;
})"""


@pytest.fixture(scope="module")
def replays(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a match of each game, copies of one, and a file that is no replay."""
    made = tmp_path_factory.mktemp("gallery")
    (made / "bad.gz").write_text("hello")
    for number in range(COPIES):
        shutil.copy(short_match(folder, "rampage"), made / f"copy-{number}.gz")
    for name in SHORT:
        shutil.copy(short_match(folder, name), made / f"{name}.gz")
    return made


@pytest.fixture
def address(replays: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A server of the folder."""
    monkeypatch.setattr(shelf, "LOOK_SECONDS", 0.1)
    with ViewerServer(Gallery(folders=[replays])) as server:
        yield server.url


def listed(page: Any, url: str, count: int) -> Any:
    """The page once it has read all files."""
    page.goto(url)
    page.wait_for_function("(n) => globalThis.gallery?.cards.size === n && !gallery.waiting", arg=count)
    return page


def look_until(page: Any, condition: str) -> None:
    """Come back to the page, as often as it takes until it has what is new."""
    script = f"(n) => {{ dispatchEvent(new Event('focus')); return {condition}; }}"
    page.wait_for_function(script, arg=COPIES + 6, polling=100)


def names(page: Any) -> list[str]:
    """The files that are shown, in order."""
    found: list[str] = page.evaluate("() => [...document.querySelectorAll('.card')].map((card) => card.title)")
    return found


def test_matches_are_listed_found_and_opened(address, page):
    listed(page, address, COPIES + 6)
    page.wait_for_function(PICTURES)
    assert min(page.evaluate(COLOURS)) > 20, "the boards of all games are drawn"
    assert HOSTILE in page.locator(".name").all_inner_texts(), "names are text"
    assert 40 < page.locator(".card").count() < COPIES, "cards are added as they are needed"
    page.locator("#more").scroll_into_view_if_needed()
    page.wait_for_function("(n) => document.querySelectorAll('.card').length === n", arg=COPIES + 6)
    assert names(page)[-1] == "bad.gz"
    assert "not a replay" in page.locator("[data-kind=broken]").inner_text()

    page.locator(".card").nth(COPIES).click()
    page.wait_for_url(re.compile("/m/"))
    page.go_back()
    page.wait_for_function("(n) => document.querySelectorAll('.card').length === n", arg=COPIES + 6)
    page.wait_for_function("() => scrollY > 1000")

    page.get_by_label("Search").fill("tanks.gz")
    assert names(page) == ["tanks.gz"]
    page.get_by_label("Search").fill("")
    page.get_by_label("Game").select_option("sproutopia")
    page.get_by_label("Sort").select_option("longest")
    assert page.evaluate("location.hash") == "#game=sproutopia&sort=longest"
    page.reload()
    page.wait_for_function("() => document.querySelectorAll('.card').length === 1")
    assert (page.get_by_label("Game").input_value(), page.get_by_label("Sort").input_value()) == (
        "sproutopia",
        "longest",
    )
    page.locator(".card").focus()
    page.keyboard.press("Enter")
    page.wait_for_function("() => globalThis.viewer && !document.getElementById('page').hidden")
    page.get_by_text("all matches").click()
    page.wait_for_function("() => globalThis.gallery?.loaded")
    page.goto(f"{address}#which=%E0%A4%A&sort=__proto__&text=")
    page.reload()
    page.wait_for_function("() => document.querySelectorAll('.card').length > 40")


def test_new_and_removed_files_show_while_it_is_open(address, page, replays):
    listed(page, address, COPIES + 6)
    (replays / "new").write_bytes((replays / "tanks.gz").read_bytes())
    (replays / "new").rename(replays / "just-now.gz")
    look_until(page, "gallery.cards.size === n + 1")
    first = page.locator(".card").first
    assert first.get_attribute("title") == "just-now.gz"
    first.locator("canvas[data-state=drawn]").wait_for()
    (replays / "just-now.gz").unlink()
    look_until(page, "gallery.cards.size === n")
    assert names(page)[0] != "just-now.gz"
    assert page.locator("#about").inner_text() == f"{COPIES + 6} matches"


def test_replays_are_dropped_anywhere(address, page, replays, errors):
    listed(page, address, COPIES + 6)
    page.evaluate(DROP, ["odd.gz", list(b"hello")])
    page.wait_for_function("() => document.getElementById('banner').textContent.includes('odd.gz: not a replay')")
    page.set_input_files("#file", replays / "overdrive.gz")
    page.wait_for_url(re.compile("/m/"))
    page.wait_for_function("() => globalThis.viewer")
    page.evaluate(DROP, ["empty.gz", []])
    page.wait_for_function("() => document.getElementById('message').textContent.startsWith('empty.gz: ')")
    before = page.url
    page.evaluate(DROP, ["mine.gz", list((replays / "tanks.gz").read_bytes())])
    page.wait_for_function(
        "(before) => location.href !== before && globalThis.viewer?.film.data.game === 'tanks'", arg=before
    )
    assert [error for error in errors if "422" not in error] == []
    errors.clear()


def test_one_replay_is_a_match_without_a_list(page, served):
    opened(page, served("tanks"))
    assert page.locator("#home").is_hidden()

"""Long matches are shown at once and come in parts; animations are made beside the page; nothing piles up."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from lanista.core.errors import ReplayError
from lanista.match.planning import plan_match
from lanista.match.replay import read_replay
from lanista.match.terms import MatchTerms
from lanista.web import engine_routes, rerun, show
from lanista.web.film import MatchHistory
from lanista.web.gallery import Gallery
from lanista.web.page import export_html
from lanista.web.server import ViewerServer
from lanista.web.show import ReplayShow
from tests.browser.conftest import listening, opened, settle

TURNS = 150


@pytest.fixture(scope="module")
def long_match(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A match of several parts."""
    path = tmp_path_factory.mktemp("opening") / "long.gz"
    plan_match("overdrive", ["random", "random"], MatchTerms(settings={"max_rounds": TURNS}), seed=5).play(
        replay=path
    )
    return path


@pytest.fixture(scope="module")
def server(long_match: Path) -> Iterator[ViewerServer]:
    """The match twice, as 1 and 2."""
    gallery = Gallery()
    for name in ("1", "2"):
        show = ReplayShow(long_match)
        show.name = name
        gallery.add(show)
    with ViewerServer(gallery) as running:
        yield running


@pytest.fixture
def small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Turns come ten at a time."""
    monkeypatch.setattr(engine_routes, "MAX_PART_TURNS", 10)
    monkeypatch.setattr(show, "FIRST_TURNS", 10)


def held(page: Any, turn: int) -> list[Any]:
    """Requests for turns from some turn on, which wait until they are let through."""
    waiting: list[Any] = []

    def hold(route: Any) -> None:
        if int(route.request.url.rpartition("=")[2]) < turn:
            route.continue_()
        else:
            waiting.append(route)

    page.route("**/turns.json?*", hold)
    return waiting


def test_a_match_is_shown_before_all_of_it_is_there(page, server, small_parts):
    waiting = held(page, 50)
    opened(page, f"{server.url}m/1/#turn=120")
    page.wait_for_function("() => viewer.film.loaded === 50")
    assert page.evaluate("[viewer.film.last, viewer.film.loading, viewer.playback.turn]") == [TURNS, 120, 120]
    assert page.evaluate("viewer.film.frame(120) === viewer.film.frame(50)"), "what is there so far"
    page.wait_for_function("() => document.getElementById('timeline').value === '50'")  # the page learns it soon
    assert page.inner_text("#where") == f"50 / {TURNS}, loading 120"
    assert "turn=120" in page.evaluate("location.hash"), "what is wanted stays wanted"
    page.evaluate("void viewer.film.ready(120).then(() => (globalThis.isThere = true))")
    for route in waiting:
        route.continue_()
    page.unroute("**/turns.json?*")
    page.wait_for_function("() => globalThis.isThere && viewer.film.loading === null")
    page.wait_for_function("() => document.getElementById('timeline').value === '120'")
    page.wait_for_function(f"() => viewer.film.loaded === {TURNS} && viewer.film.searched === {TURNS}")
    assert page.evaluate("viewer.film.moments().every(({ turn }, i, all) => turn >= (all[i - 1]?.turn ?? 1))")
    assert page.evaluate(
        "Object.values(viewer.film.data.numbers).every((rows) => rows.length === viewer.film.last + 1)"
    )


ADDRESSES = [
    ("#turn=10&seat=9", 10, "There is no seat 9: the match has seats 0 to 1, and everything is shown."),
    ("?seat=9#turn=10", 10, "There is no seat 9: the match has seats 0 to 1, and everything is shown."),
    ("#turn=999", TURNS, f"There is no turn 999: the last one, {TURNS}, is shown."),
    ("#turn=x&seat=-1", None, "There is no turn x: the match is shown from its start. There is no seat -1"),
    ("#turn=3&follow=7", 3, "The camera cannot follow seat 7: the match has seats 0 to 1."),
    ("#turn=3&camera=1,2", 3, "The camera cannot stand at 1,2."),
    ("#turn=3&camera=NaN,2,1e999", 3, "The camera cannot stand at NaN,2,1e999."),
    ("#turn=3&seat=1&follow=0&camera=4,5,2&unknown=1", 3, ""),
    ("#%E0%A4%A&turn", None, "There is no turn : the match is shown from its start."),
    ("?with=nothing#turn=3", 3, "Cannot compare with nothing: no match 'nothing'"),
]


@pytest.mark.parametrize(("address", "turn", "said"), ADDRESSES, ids=[address for address, _, _ in ADDRESSES])
def test_an_address_that_asks_in_vain_shows_what_there_is_and_says_so(browser, server, address, turn, said):
    crashes: list[str] = []
    with listening(browser, []) as page:  # the browser itself reports the refusal of a film as an error
        page.on("pageerror", lambda error: crashes.append(str(error)))
        opened(page, f"{server.page_url(server.gallery.shows()[0])}{address}")
        assert page.inner_text("#message").startswith(said)
        assert bool(page.inner_text("#message")) == bool(said)
        if turn is not None:
            page.wait_for_function("(turn) => viewer.playback.turn === turn", arg=turn)
        page.evaluate("location.hash = '#turn=7&seat=5'")
        page.wait_for_function("() => document.getElementById('message').textContent.includes('no seat 5')")
        assert page.evaluate("viewer.playback.turn") == 7
        page.evaluate("location.hash = '#turn=7&seat=1'")
        page.wait_for_function("() => viewer.film.data.seat === 1")
    assert crashes == []


def test_an_unknown_match_has_a_page_that_leads_to_the_others(browser, server):
    with listening(browser, []) as page:
        assert page.goto(f"{server.url}m/77/").status == 404
        assert page.inner_text("h1") == "Not found"
        page.click("text=All matches of this server")
        page.wait_for_selector("#cards li")


def test_a_server_that_refuses_the_rest_says_why(browser, server, small_parts, monkeypatch):
    def refuse(*_: Any) -> None:
        raise ReplayError("the file is damaged")

    with listening(browser, []) as page:
        waiting = held(page, 30)
        opened(page, f"{server.url}m/2/#turn=0")
        page.wait_for_function("() => viewer.film.loaded === 30")
        monkeypatch.setattr(rerun.ReplayTape, "part", refuse)
        waiting[0].continue_()
        page.wait_for_function(
            "() => document.getElementById('message').textContent.includes('the file is damaged')"
        )
        assert page.evaluate("viewer.film.loading") is None
        assert page.evaluate("viewer.film.frame(100) === viewer.film.frame(30)"), "what there is stays"


def test_another_future_comes_in_parts_too(page, server):
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    opened(page, f"{server.url}m/1/?with=2#turn=0")
    page.wait_for_function(f"() => viewer.film.loaded === {TURNS} && viewer.other.loaded === {TURNS}")
    assert f"{server.url}m/2/match.json?" in asked, "by whatever name it is asked for"


def size_of(path: Any) -> tuple[int, int]:
    """Width and height of a GIF."""
    with open(path, "rb") as file:
        head = file.read(10)
    assert head[:6] == b"GIF89a"
    width, height = struct.unpack("<HH", head[6:])
    return width, height


def test_an_animation_is_made_by_a_worker(browser, errors, server, long_match, tmp_path):
    """In a served page and in a file; it can be cancelled, and the page says how far it is."""
    file = tmp_path / "match.html"
    file.write_text(export_html(MatchHistory.of_replay(read_replay(long_match))), "utf-8")
    for address in (f"{server.url}m/1/", file.as_uri()):
        with listening(browser, errors, accept_downloads=True) as page:
            opened(page, f"{address}#turn={TURNS - 4}")
            with page.expect_event("worker"), page.expect_download() as gif:
                page.click("#gif")
            width, height = size_of(gif.value.path())
            assert width == 640
            board = page.evaluate("viewer.board.size(viewer.film.data.scene, 640)")
            assert height > 640 * board["height"] / board["width"] + 10, "a caption under the board"
            page.evaluate("viewer.playback.seek(0)")
            page.click("#gif")
            page.wait_for_function("() => document.getElementById('gif').textContent.includes('%')")
            page.click("#gif")
            page.wait_for_function("() => document.getElementById('message').textContent.includes('cancelled')")
            page.wait_for_function("() => !document.getElementById('gif').textContent.includes('%')")


def test_ten_passes_through_a_match_leave_nothing_behind(browser, errors, server):
    passes = """async (passes) => {
        const draw = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
        for (let pass = 0; pass < passes; pass += 1) {
            for (let turn = 0; turn <= viewer.film.last; turn += 3) {
                viewer.film.frame(turn);
                viewer.film.turn(turn);
            }
            viewer.playback.seek(17 * pass);
            viewer.stale = true;
            await draw();
        }
        for (let i = 0; i < 5; i += 1) { gc(); await draw(); }
        return performance.memory.usedJSHeapSize;
    }"""
    with listening(browser, errors) as page:
        opened(page, f"{server.url}m/1/#turn=0")
        page.wait_for_function("() => viewer.film.searched === viewer.film.last")
        before = page.evaluate(passes, 2)
        after = page.evaluate(passes, 10)
        settle(page)
        assert after - before < 1_000_000
        sizes = page.evaluate(
            "[viewer.film.kept.size, viewer.film.whole.size, viewer.film.rerun.playedTurns.size]"
        )
        assert max(sizes) <= 64

"""The viewer in a real browser, for every game."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from lanista.game import game_names, get_game
from tests.browser.conftest import (
    HOSTILE,
    SHORT,
    check_saved_pin,
    listening,
    opened,
    serving,
    settle,
    short_match,
    turn,
)
from tests.long_tests import others_long

GAMES = game_names()
STILL = "#turn=0"


@pytest.fixture(scope="module", params=GAMES)
def watched(request: pytest.FixtureRequest, browser: Any, folder: Path) -> Iterator[tuple[str, Any]]:
    """A game, and a page with a match of it that all tests use; errors on it fail the last of them."""
    errors: list[str] = []
    with serving(folder, request.param) as url, listening(browser, errors) as page:
        yield request.param, opened(page, url)
    assert errors == []


def stand(page: Any, at: int) -> None:
    """Show a turn to everyone, standing still."""
    see(page, "null")
    page.evaluate("(at) => viewer.scrub(at)", at)
    settle(page)


def see(page: Any, seat: str) -> None:
    """Choose who looks."""
    if page.evaluate("String(viewer.film.data.seat)") != seat:
        page.select_option("#view", "" if seat == "null" else seat)
        page.wait_for_function(f"() => String(viewer.film.data.seat) === '{seat}'")


def test_every_game_is_looked_at():
    assert sorted(SHORT) == GAMES


def test_a_match_plays_to_its_end(watched):
    _, page = watched
    stand(page, 0)
    page.select_option("#speed", "100")
    page.keyboard.press("Space")
    page.wait_for_function("() => viewer.playback.at >= viewer.playback.last")
    settle(page)
    assert "wins" in page.inner_text(".event.ended") or "draw" in page.inner_text(".event.ended")
    assert page.locator(".seat.winner").count() >= 1
    page.select_option("#speed", "0.25")  # at full speed a short match would be over again before anybody looks
    page.keyboard.press("Space")
    page.wait_for_function("() => viewer.playback.at < viewer.playback.last")


def test_any_turn_is_reached_by_key_slider_link_and_chart(watched):
    _, page = watched
    stand(page, 3)
    page.evaluate("location.hash = '#turn=7'")
    page.wait_for_function("() => viewer.playback.turn === 7")
    for key, expected in (("ArrowRight", 8), ("ArrowLeft", 7), ("Shift+ArrowRight", 17), ("Home", 0)):
        page.keyboard.press(key)
        settle(page)
        assert turn(page) == expected
    page.locator("#timeline").fill("12")
    settle(page)
    assert turn(page) == 12
    assert page.get_attribute("#timeline", "aria-valuetext").startswith("turn 12 of ")
    assert page.evaluate("location.hash").startswith("#turn=12")
    chart = page.locator(".chart:visible").first  # a flat curve is hidden
    chart.click(
        position={"x": page.evaluate("viewer.charts.charts.find((one) => !one.box.hidden).scale.x(5)"), "y": 40}
    )
    settle(page)
    assert turn(page) == 5


def test_the_board_changes_from_turn_to_turn(watched):
    _, page = watched
    stand(page, 0)
    pictures = set()
    for at in ("0", "5", "5.5", "viewer.playback.last"):
        page.evaluate(f"viewer.playback.at = {at}; viewer.stale = true")
        settle(page)
        pictures.add(page.evaluate("document.getElementById('stage').toDataURL()"))
    assert len(pictures) == 4
    assert len(page.get_attribute("#stage", "aria-label")) > 20


def test_words_logs_and_marks_of_bots_are_shown_inert(watched):
    _, page = watched
    stand(page, 1)  # the bot draws near the start
    assert page.locator(".say").first.inner_text().strip('"“”') == "turn 1 </script><b>bold</b>"
    assert page.locator(".log").first.inner_text().strip() == "log of turn 1"
    assert page.locator(".seat .name").first.inner_text() == HOSTILE
    assert page.locator("#answers b").count() == 0
    assert page.locator("#events li").count() >= 1
    with_marks = page.evaluate("document.getElementById('stage').toDataURL()")
    page.uncheck("#marks")
    settle(page)
    assert page.evaluate("document.getElementById('stage').toDataURL()") != with_marks
    page.check("#marks")


def test_a_seat_s_view_is_that_seat_s_film(watched):
    _, page = watched
    stand(page, 9)
    see(page, "1")
    settle(page)
    assert turn(page) == 9
    assert page.evaluate("viewer.film.data.turns[8].moves.map((move) => move === null)").count(False) <= 1
    assert page.evaluate("location.hash") == "#turn=9&seat=1"
    page.reload()
    page.wait_for_function("() => globalThis.viewer && viewer.film.data.seat === 1 && viewer.playback.turn === 9")
    see(page, "null")


def test_every_legal_move_can_be_made_by_a_button_or_a_cell(watched):
    """A person can play whatever a bot can: what is legal at the start belongs to a tool."""
    game, page = watched
    chosen = get_game(game)
    state = chosen.start(chosen.configure("standard", SHORT[game]), 5, chosen.default_seats)
    flat = [a for a, fine in enumerate(chosen.legal(state, 0)) if fine]
    legal = sorted({chosen.write(chosen.learning.decode(state, 0, action)) for action in flat})
    stand(page, 0)
    see(page, "0")
    settle(page)
    missing = page.evaluate(
        """(legal) => {
            const shot = viewer.shot();
            const tools = viewer.board.tools(shot, new Set(legal));
            const made = new Set(tools.flatMap((tool) => tool.move ?? []));
            for (const tool of tools.filter((tool) => tool.at)) {
                for (let px = 1; px < shot.width; px += 3) {
                    for (let py = 1; py < shot.height; py += 3) {
                        const cell = viewer.board.cell(shot, px, py);
                        if (cell) made.add(tool.at(cell.x, cell.y));
                    }
                }
            }
            return legal.filter((move) => !made.has(move));
        }""",
        legal,
    )
    assert missing == []


@pytest.mark.parametrize("game", others_long(["tower_defence"], GAMES))
def test_an_export_works_from_disk_with_the_network_off(browser, errors, folder, game):
    from lanista.match.replay import read_replay
    from lanista.web.film import MatchHistory
    from lanista.web.page import export_html

    file = folder / f"{game}.html"
    file.write_text(export_html(MatchHistory.of_replay(read_replay(short_match(folder, game)))))
    assert file.stat().st_size < 1_000_000
    with listening(browser, errors, offline=True) as page:
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        opened(page, file.as_uri() + "#turn=4")
        assert turn(page) == 4
        assert page.locator(".seat .name").first.inner_text() == HOSTILE
        check_saved_pin(page, game)
        page.select_option("#view", "0")
        page.wait_for_function("() => viewer.film.data.seat === 0")
        page.keyboard.press("End")
        settle(page)
        assert page.locator(".event.ended").count() == 1
        assert page.locator("#takeover").is_hidden()
        assert [url for url in asked if not url.startswith(("file:", "data:", "blob:"))] == []


@pytest.mark.parametrize("game", others_long(["sproutopia"], GAMES))
def test_a_phone_shows_it_without_scrolling_sideways(browser, errors, served, game):
    with listening(browser, errors, viewport={"width": 390, "height": 844}, color_scheme="dark") as page:
        opened(page, served(game) + "#turn=6")
        settle(page)
        assert page.evaluate("document.scrollingElement.scrollWidth") <= 390
        assert page.evaluate("viewer.palette.dark")
        page.click("#theme")
        assert not page.evaluate("viewer.palette.dark")


def test_nothing_is_left_behind_by_a_hundred_seeks_and_restarts(page, served):
    opened(page, served("overdrive") + STILL)
    measure = """async (rounds) => {
        const draw = () => new Promise((done) => requestAnimationFrame(done));
        for (let i = 0; i < rounds; i += 1) {
            viewer.playback.seek((i * 17) % (viewer.playback.last + 1));
            viewer.stale = true;
            await draw();
            viewer.playback.seek(viewer.playback.last);
            viewer.playback.toggle();
            await draw();
            viewer.playback.playing = false;
        }
        for (let i = 0; i < 5; i += 1) { gc(); await draw(); }
        return [performance.memory.usedJSHeapSize, document.querySelectorAll("*").length];
    }"""
    before, elements = page.evaluate(measure, 20)
    after, elements_after = page.evaluate(measure, 100)
    assert elements_after - elements < 20
    assert after - before < 2_000_000


def test_every_control_has_a_name_and_can_be_reached_by_keyboard(page, served):
    opened(page, served("overdrive") + STILL)
    unnamed = """() => [...document.querySelectorAll("button, select, input")]
        .filter((e) => e.offsetParent)
        .filter((e) => !(e.getAttribute("aria-label") || e.textContent.trim() || e.labels?.length))
        .map((e) => e.id)"""
    assert page.evaluate(unnamed) == []
    reached = set()
    for _ in range(30):
        page.keyboard.press("Tab")
        reached.add(page.evaluate("document.activeElement.id"))
    assert {"stage", "timeline", "play", "forward", "speed", "view", "theme", "copy"} <= reached
    assert page.get_attribute("#spoken", "aria-live") == "polite"
    page.focus("#forward")
    page.keyboard.press("Enter")
    settle(page)
    assert page.inner_text("#spoken").startswith("Turn 1. A ")


def test_a_picture_and_an_animation_can_be_saved(page, served):
    opened(page, served("overdrive") + "#turn=30")
    with page.expect_download() as png:
        page.click("#png")
    assert png.value.suggested_filename == "overdrive-30.png"
    with page.expect_download() as gif:
        page.click("#gif")
    with open(gif.value.path(), "rb") as file:
        assert file.read(6) == b"GIF89a"


def test_full_screen_shows_the_board(page, served):
    opened(page, served("overdrive") + STILL)
    page.keyboard.press("f")
    page.wait_for_function("() => document.fullscreenElement?.id === 'theatre'")

"""The stage in a real browser: camera, inspection, moments, keys, trouble, and two futures."""

from __future__ import annotations

from urllib.parse import urlsplit

import pytest

from lanista.game import game_names
from lanista.match.planning import plan_match
from lanista.match.terms import MatchTerms
from lanista.web.gallery import Gallery
from lanista.web.server import ViewerServer
from lanista.web.show import ReplayShow
from tests.browser.conftest import listening, opened, settle, turn
from tests.long_tests import others_long

GAMES = game_names()
STAGE = "document.getElementById('stage')"
PINCH = """([x, y]) => {
    const stage = document.getElementById('stage');
    const touch = (type, id, dx) => stage.dispatchEvent(new PointerEvent(type, {
        pointerId: id, pointerType: 'touch', clientX: x + dx, clientY: y, bubbles: true, isPrimary: id === 1 }));
    touch('pointerdown', 1, -20); touch('pointerdown', 2, 20);
    touch('pointermove', 1, -60); touch('pointermove', 2, 60);
    touch('pointerup', 1, -60); touch('pointerup', 2, 60);
}"""


CELL = """() => {
    const { stage, board, camera } = viewer, { shot } = stage, { field } = camera, area = stage.area(shot);
    for (const part of [0.5, 0.45, 0.4, 0.55, 0.6, 0.35]) {
        const at = { x: field.x + field.width * part, y: field.y + field.height * part };
        const inside = camera.under(at), cell = board.cell(shot, inside.x, inside.y);
        const pixels = area.width / shot.width;
        const found = [area.left + at.x * pixels, area.top + at.y * pixels];
        if (cell && board.inspect(shot, cell.x, cell.y)) return found;
    }
    return null;
}"""
LOOK = "[viewer.camera.x, viewer.camera.y, viewer.camera.zoom]"


def near_the_middle(page) -> tuple[float, float]:
    """A cell near the middle of the field, on the screen."""
    x, y = page.evaluate(CELL)
    return x, y


def test_futures_on_boards_of_different_sizes_stand_side_by_side(page, tmp_path):
    """Each is played by the rules for its own records."""
    gallery = Gallery()
    for size, ticks in ((24, 12), (90, 16)):
        terms = MatchTerms(settings={"Rows": size, "Cols": size, "MaxTicks": ticks})
        plan_match("sproutopia", ["random"] * 4, terms, seed=1).play(replay=tmp_path / f"{size}.gz")
        gallery.add(ReplayShow(tmp_path / f"{size}.gz"))
    with ViewerServer(gallery) as server:
        first, second = gallery.shows()
        opened(page, f"{server.page_url(first)}?with={second.id}#turn=9")
        page.wait_for_function("() => viewer.other?.loaded === viewer.other.last")
        settle(page)
        sizes = page.evaluate("[viewer.film, viewer.other].map((film) => film.frame(film.last).land.length)")
        assert sizes == [24 * 24, 90 * 90]
        assert page.locator("canvas.stage:visible").count() == 2
        assert page.inner_text("#message") == ""


@pytest.mark.parametrize("game", others_long(["tanks"], GAMES))
def test_a_board_is_explored(page, served, game):
    url = served(game)
    opened(page, url + "#turn=9")
    link = look_around(page)
    shown = page.evaluate(LOOK)
    page.goto("about:blank")
    opened(page, url + link)
    assert page.evaluate(LOOK) == pytest.approx(shown, abs=2e-3)
    page.keyboard.press("0")
    settle(page)
    assert page.evaluate("viewer.camera.fits")
    assert not page.is_visible("#minimap")
    assert "camera" not in page.evaluate("location.hash")
    ask_about_cells_and_seats(page)
    jump_between_moments(page)


def look_around(page) -> str:
    """Move the camera by wheel, drag, keys and a double click; gives the link."""
    x, y = near_the_middle(page)
    page.mouse.move(x, y)
    page.mouse.wheel(0, -700)
    page.wait_for_function("() => viewer.camera.zoom > 1.5")
    settle(page)
    assert page.is_visible("#minimap")
    before = page.evaluate("viewer.camera.x")
    page.mouse.down()
    page.mouse.move(x - 60, y, steps=3)
    page.mouse.up()
    assert page.evaluate("viewer.camera.x") > before
    page.keyboard.press("a")
    page.keyboard.press("+")
    zoom = page.evaluate("viewer.camera.zoom")
    page.mouse.dblclick(x, y)
    assert page.evaluate("viewer.camera.zoom") > zoom
    link = page.evaluate("location.hash")
    assert "camera=" in link
    return str(link)


def ask_about_cells_and_seats(page) -> None:
    page.mouse.click(*near_the_middle(page))
    settle(page)
    assert page.is_visible("#facts.pinned")
    assert len(page.inner_text("#facts")) > 4
    page.keyboard.press("Escape")
    page.keyboard.press("i")
    settle(page)
    assert len(page.inner_text("#facts").splitlines()) >= 2
    page.keyboard.press("1")
    settle(page)
    assert page.evaluate("viewer.camera.follow") == 0
    assert page.locator(".seat-row[aria-pressed=true]").count() == 1
    assert "follow=0" in page.evaluate("location.hash")


def jump_between_moments(page) -> None:
    page.wait_for_function("() => viewer.film.searched >= viewer.film.last")
    turns = page.evaluate("[...new Set(viewer.film.moments().map(({ turn }) => turn))]")
    page.keyboard.press("Home")
    page.keyboard.press("n")
    settle(page)
    assert turn(page) == turns[0]
    page.keyboard.press("End")
    page.keyboard.press("p")
    settle(page)
    assert turn(page) in turns
    placed = "viewer.film.moments().find(({ at }) => at)?.turn ?? 1"  # moves, from turn 1 on, have places too
    page.evaluate(f"viewer.scrub({placed})")
    settle(page)
    page.locator("#events .where").first.click()
    settle(page)
    assert page.evaluate("viewer.stage.ring !== null")


def test_fingers_pinch_and_ask_by_a_long_press(browser, errors, served):
    with listening(browser, errors, viewport={"width": 390, "height": 844}, has_touch=True) as page:
        opened(page, served("rampage") + "#turn=9")
        page.evaluate(PINCH, near_the_middle(page))
        assert page.evaluate("viewer.camera.zoom") > 1.5
        assert page.evaluate(f"{STAGE}.style.touchAction") == "none"
        page.evaluate(
            """([x, y]) => document.getElementById('stage').dispatchEvent(new PointerEvent('pointerdown',
                { pointerId: 7, pointerType: 'touch', clientX: x, clientY: y, bubbles: true }))""",
            near_the_middle(page),
        )
        page.wait_for_selector("#facts.pinned")


def test_any_address_opens_and_keys_work_whatever_has_the_focus(page, served):
    url = served("tower_defence")
    for odd in ("#turn=abc", "#turn=-3&camera=a,b", "#turn=1e99", "#seat=99x&follow=77", "#%%%"):
        page.goto("about:blank")
        opened(page, url + odd)
        settle(page)
    opened(page, url + "#turn=5")
    page.evaluate("location.hash = '#turn=nonsense'")
    settle(page)
    assert turn(page) == 5
    page.select_option("#speed", "2")
    page.keyboard.press("ArrowRight")
    page.uncheck("#marks")
    page.keyboard.press("ArrowRight")
    page.click("#theme")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Space")
    settle(page)
    assert turn(page) >= 8
    assert page.evaluate("viewer.playback.playing")
    page.keyboard.press("Space")
    assert not page.evaluate("viewer.playback.playing")


def test_a_drawing_that_fails_is_said_and_the_page_goes_on(page, served):
    opened(page, served("rampage") + "#turn=5")
    page.evaluate(
        """() => {
            const { draw } = viewer.board;
            viewer.board.draw = (pen, shot) => {
                if (shot.to.turn === 6) throw new Error("no paint left");
                draw(pen, shot);
            };
        }"""
    )
    page.keyboard.press("ArrowRight")
    page.wait_for_selector("#trouble:visible")
    assert page.inner_text("#trouble") == "Turn 6 cannot be drawn: no paint left"
    page.keyboard.press("ArrowRight")
    page.wait_for_selector("#trouble", state="hidden")
    assert turn(page) == 7


def test_two_matches_are_compared_side_by_side_and_one_of_another_game_is_refused(page, served):
    url = served("tanks", "tanks", "rampage")
    opened(page, url + "?with=rampage.jsonl.gz#turn=4")
    assert "expected a match of Tanks (Rusty Battle Tanks), got one of Rampage" in page.inner_text("#message")
    assert page.evaluate("viewer.other === null")
    opened(page, url + "#turn=4")
    page.focus("#rivals")
    page.wait_for_function("() => document.getElementById('rivals').options.length === 2")
    copy = f"{urlsplit(url).path.split('/')[-2]}-2"  # of the same replay
    page.select_option("#rivals", copy)
    page.wait_for_url(f"**/?with={copy}#turn=4")
    page.wait_for_function("() => globalThis.viewer?.other")
    settle(page)
    assert page.locator("canvas.stage:visible").count() == 2
    assert page.locator(".future").all_inner_texts() == ["this match", "the other future"]
    x, y = near_the_middle(page)
    page.mouse.move(x, y)
    page.mouse.wheel(0, -700)
    page.wait_for_function("() => viewer.futures.second.camera.zoom > 1.5")
    page.keyboard.press("b")
    settle(page)
    assert page.locator("canvas.stage:visible").count() == 1

"""A person plays in the browser, and takes over a recorded match."""

from __future__ import annotations

import pytest

from lanista.game import game_names, get_game
from lanista.match import arrange
from lanista.replay import read_replay
from lanista.replay.verify import verify
from lanista.web.gallery import Gallery
from lanista.web.server import Server
from tests.browser.conftest import SHORT, opened, settle

TURNS = 6
FEWER = {
    "overdrive": {"max_rounds": TURNS},
    "rampage": {"max_turns": TURNS},
    "sproutopia": {"MaxTicks": TURNS},
    "tanks": {"max_turns": TURNS},
    "tower_defence": {"max_rounds": TURNS},
}

LOWEST = """() => Object.fromEntries(["#stage", "#person", "#desk", ".controls"].map(
    (name) => [name, document.querySelector(name).getBoundingClientRect().bottom]))"""


@pytest.mark.parametrize("game", game_names())
def test_a_whole_match_is_played_by_clicks(page, folder, game):
    chosen = get_game(game)
    path = folder / f"person-{game}.jsonl.gz"
    gallery = Gallery(lambda plan: path)
    bots = ["human", *[chosen.bots[0]] * (chosen.default_seats - 1)]
    with Server(gallery) as server:
        show = gallery.play(arrange(game, bots, seed=4, changes=FEWER[game]))
        page.set_viewport_size({"width": 1280, "height": 720})
        opened(page, server.person_url(show, 0))
        page.wait_for_function("() => viewer.person.question !== null")
        lowest = page.evaluate(LOWEST)
        assert max(lowest.values()) <= 720, f"board, tools and timeline fit without scrolling: {lowest}"
        assert page.evaluate("viewer.stage.area(viewer.stage.shot).height") > 250
        clicks = 0
        while not page.evaluate("viewer.film.data.outcome !== null"):
            page.wait_for_function("() => viewer.person.question !== null || viewer.film.data.outcome !== null")
            if page.evaluate("viewer.person.question === null"):
                break
            clicks += _click_something(page)
        settle(page)
        assert page.evaluate("viewer.film.data.live") is False
    replay = read_replay(path)
    assert verify(replay).identical
    asked = [line for line in replay.turns if line.moves[0] is not None]
    assert len(asked) == clicks > 0
    assert {line.verdicts[0] for line in asked} == {"ok"}


def _click_something(page) -> int:
    """Every other turn click a cell of the board, if a tool wants one; otherwise the first enabled button."""
    number = page.evaluate("viewer.person.question.turn")
    page.wait_for_function("() => viewer.playback.at >= viewer.playback.last")  # what moves is hard to click
    settle(page)
    cell = page.evaluate(
        """() => {
            const stage = viewer.stage, shot = stage.shot, area = stage.area(shot);
            const scale = area.width / shot.width;
            for (let py = 2; py < shot.height; py += 5) {
                for (let px = 2; px < shot.width; px += 5) {
                    const cell = viewer.board.cell(shot, px, py);
                    if (cell && viewer.person.offered(cell.x, cell.y)) {
                        return [area.left + px * scale, area.top + py * scale];
                    }
                }
            }
            return null;
        }"""
    )
    if cell and number % 2:
        page.mouse.click(*cell)
    else:
        page.locator("#person .tool[data-move]:not([aria-disabled])").first.click()
    page.wait_for_function("(number) => viewer.person.question?.turn !== number", arg=number)
    return 1


@pytest.mark.parametrize("game", ["overdrive", "sproutopia"])
def test_a_bot_takes_over_and_both_futures_are_compared(page, served, game):
    chosen = get_game(game)
    opened(page, served(game) + "#turn=9")
    last = page.evaluate("viewer.film.last")
    page.select_option("#overseat", "1")
    page.fill("#overbot", chosen.bots[0])
    page.click("#take")
    page.wait_for_url("**/?with=1")
    page.wait_for_function("() => globalThis.viewer && viewer.film.data.branch !== null")
    page.wait_for_function("() => viewer.film.data.outcome !== null", timeout=60_000)
    assert page.evaluate("viewer.film.data.branch.turn") == 9
    assert page.evaluate("viewer.other.last") == last
    same = "JSON.stringify(viewer.film.frame({0})) === JSON.stringify(viewer.other.frame({0}))"
    assert page.evaluate(same.format(9)), "until then it is the same match"
    page.click("#swap")
    settle(page)
    assert page.evaluate("viewer.shown === viewer.other")


def test_a_person_takes_over_and_sees_only_what_the_seat_sees(page, served):
    opened(page, served("overdrive") + f"#turn={SHORT['overdrive']['max_rounds'] - 4}")
    page.select_option("#overseat", "1")
    page.click("#take")
    page.wait_for_url("**/?seat=1&key=*")
    page.wait_for_function("() => globalThis.viewer && viewer.person.question !== null")
    assert page.evaluate("viewer.film.data.seat") == 1
    assert page.is_disabled("#view")
    assert page.request.get(page.url.partition("?")[0] + "film.json").status == 403
    for _ in range(4):
        page.wait_for_function("() => viewer.person.question !== null || viewer.film.data.outcome !== null")
        if page.evaluate("viewer.person.question === null"):
            break
        number = page.evaluate("viewer.person.question.turn")
        page.keyboard.press("ArrowRight")
        page.wait_for_function("(number) => viewer.person.question?.turn !== number", arg=number)
    page.wait_for_function("() => viewer.film.data.outcome !== null")
    assert page.locator("#compare").is_visible()
    page.click("#compare")
    page.wait_for_function("() => globalThis.viewer && viewer.other !== null")

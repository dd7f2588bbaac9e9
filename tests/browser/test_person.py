"""A person plays in the browser, and takes over a recorded match."""

from __future__ import annotations

from contextlib import ExitStack
from typing import Any

import pytest

from lanista.game import game_names, get_game
from lanista.match.planning import plan_match
from lanista.match.replay import read_replay
from lanista.match.replay.verify import verify
from lanista.match.terms import MatchTerms
from lanista.web.gallery import Gallery
from lanista.web.live_show import LiveShow
from lanista.web.server import ViewerServer
from tests.browser.conftest import SHORT, listening, opened, settle
from tests.long_tests import others_long
from tests.web.live_client import asked

TURNS = 6
DEADLY = 10  # a seed with which the first of four tanks is hit soon
FEWER = {
    "overdrive": {"max_rounds": TURNS},
    "rampage": {"max_turns": TURNS},
    "sproutopia": {"MaxTicks": TURNS},
    "tanks": {"max_turns": TURNS},
    "tower_defence": {"max_rounds": TURNS},
}

LOWEST = """() => Object.fromEntries(["#stage", "#person", "#desk", ".controls"].map(
    (name) => [name, document.querySelector(name).getBoundingClientRect().bottom]))"""


@pytest.mark.parametrize("game", others_long(["tanks"], game_names()))
def test_a_whole_match_is_played_by_clicks(page, folder, game):
    chosen = get_game(game)
    path = folder / f"person-{game}.jsonl.gz"
    gallery = Gallery(lambda plan: path)
    bots = ["human", *[chosen.bots[0]] * (chosen.default_seats - 1)]
    with ViewerServer(gallery) as server:
        show = gallery.play(plan_match(game, bots, MatchTerms(settings=FEWER[game]), seed=4))
        page.set_viewport_size({"width": 1280, "height": 720})
        opened(page, server.person_url(show, 0))
        page.wait_for_function("() => viewer.person.question !== null")
        lowest = page.evaluate(LOWEST)
        assert max(lowest.values()) <= 720, f"board, tools and timeline fit without scrolling: {lowest}"
        assert page.evaluate("viewer.stage.area(viewer.stage.shot).height") > 250
        check_keys(page)
        clicks = 0
        while not page.evaluate("viewer.film.data.outcome !== null"):
            page.wait_for_function("() => viewer.person.question !== null || viewer.film.data.outcome !== null")
            if page.evaluate("viewer.person.question === null"):
                break
            clicks += _click_something(page)
        settle(page)
        assert page.evaluate("viewer.film.data.live") is False
        page.wait_for_function("() => viewer.film.data.can.takeover")
        assert page.inner_text("#keys").startswith("space play · ←→ step"), "keys move the timeline again"
    replay = read_replay(path)
    assert verify(replay).identical
    asked = [line for line in replay.turns if line.moves[0] is not None]
    assert len(asked) == clicks > 0
    assert {line.verdicts[0] for line in asked} == {"ok"}


def check_keys(page) -> None:
    """The line of keys leaves out those of the game, which never move the timeline of somebody who plays."""
    taken = page.evaluate("[...viewer.person.keys]")
    line = page.inner_text("#keys")
    assert line.startswith("your moves: the keys on their buttons")
    names = {
        " ": "space play",
        "ArrowLeft": "step",
        "ArrowUp": "speed",
        "n": "moments",
        "w": "w a s d",
        "s": "w a s d",
    }
    assert [key for key in taken if names.get(key, "~") in line or (key.isdigit() and "1-9" in line)] == []
    asked = page.evaluate("viewer.person.question.turn")
    page.evaluate(
        "globalThis.before = viewer.person.question; viewer.person.question = null"
    )  # as between two turns
    at = page.evaluate("[viewer.playback.at, viewer.playback.playing, viewer.camera.follow]")
    for key in taken:
        page.keyboard.press(key)
    assert page.evaluate("[viewer.playback.at, viewer.playback.playing, viewer.camera.follow]") == at
    page.evaluate("viewer.person.question = before")
    assert page.evaluate("viewer.person.question.turn") == asked


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
    page.wait_for_url("**/?with=*")
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
    assert page.request.get(page.url.partition("?")[0] + "match.json").status == 403
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


# Several pages


def people(gallery: Gallery, game: str, *bots: str, **options: Any) -> LiveShow:
    """A match of people that has begun."""
    live = gallery.play(plan_match(game, list(bots), **options))
    assert isinstance(live, LiveShow)
    return live


def test_who_is_out_is_told_so_and_does_not_move_the_timeline(page):
    """A tank that is destroyed while the others fight on."""
    gallery = Gallery()
    with ViewerServer(gallery) as server:
        bots = ("human", "greedy", "greedy", "human")
        live = people(gallery, "tanks", *bots, seed=DEADLY, terms=MatchTerms(settings={"max_turns": 12}))
        opened(page, server.person_url(live, 0))
        while not page.inner_text("#person").startswith("You are out"):
            asked(live, 3)
            question = live.question(3)
            assert question is not None
            turn = question.turn
            if live.question(0) is not None:
                page.wait_for_function("() => viewer.person.question !== null")  # it may still be on its way
                page.keyboard.press(".")
                page.wait_for_function("() => viewer.person.question === null")
            live.answer(3, turn, "IDLE", live.persons.keys[3])
            page.wait_for_function("(turn) => viewer.film.last >= turn", arg=turn)
            settle(page)
        assert live.running
        assert page.inner_text("#person") == "You are out. The match continues without you."
        assert not page.inner_text("#keys").startswith("your moves")
        page.reload()
        page.wait_for_function("() => globalThis.viewer?.person.word.textContent.startsWith('You are out')")
        page.wait_for_function("() => viewer.playback.at === viewer.film.last")
        for key in ("ArrowLeft", "ArrowUp", "s", "."):
            page.keyboard.press(key)
        assert page.evaluate("viewer.playback.at === viewer.film.last && viewer.playback.speed === 1")
        page.goto("about:blank")  # a page that follows a live match notes that its server is gone


def test_a_resignation_is_told_to_the_others_and_on_all_pages(browser, errors):
    gallery = Gallery()
    with ViewerServer(gallery) as server, ExitStack() as tabs:
        live = people(
            gallery, "overdrive", "human", "human", seed=4, terms=MatchTerms(settings=FEWER["overdrive"])
        )
        first, second, third = (tabs.enter_context(listening(browser, errors)) for _ in range(3))
        for tab, seat in ((first, 0), (second, 1), (third, 1)):
            opened(tab, server.person_url(live, seat))
            tab.wait_for_function("() => viewer.person.question !== null")
        second.click("#desk >> text=resign")
        second.click("#desk >> text=resign for good?")
        told = "() => document.getElementById('message').textContent.includes('B human 2 resigned')"
        first.wait_for_function(told)
        first.reload()
        first.wait_for_function(told)
        third.wait_for_function("() => viewer.person.word.textContent.startsWith('You resigned')")
        assert third.is_hidden("#desk >> text=resign")
        assert third.inner_text("#keys").startswith("space play")


def test_a_second_tab_knows_that_the_first_one_moved(browser, errors):
    gallery = Gallery()
    with ViewerServer(gallery) as server, ExitStack() as tabs:
        live = people(
            gallery, "overdrive", "human", "human", seed=4, terms=MatchTerms(settings=FEWER["overdrive"])
        )
        first, second = (tabs.enter_context(listening(browser, errors)) for _ in range(2))
        for tab in (first, second):
            opened(tab, server.person_url(live, 0))
            tab.wait_for_function("() => viewer.person.question?.turn === 1")
        first.click("#person .tool[data-move='ACCELERATE']")
        second.wait_for_function("() => viewer.person.question === null")
        assert second.inner_text("#person") == "Turn 1 was answered in another tab. Waiting for the others."
        assert first.inner_text("#person") == "ACCELERATE - waiting for the others."
        live.answer(1, 1, "ACCELERATE", live.persons.keys[1])
        for tab in (first, second):
            tab.wait_for_function("() => viewer.person.word.textContent.startsWith('Your move, turn 2')")

"""People play in pages that are plain files, with the network off: every game, from the start or from a match."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

from lanista.engine import State
from lanista.game import Played, game_names, get_game
from lanista.match.replay import TurnLine, move_of, read_replay
from lanista.web.film import MatchHistory
from lanista.web.playable import playable_html
from lanista.web.site import make_site
from tests.browser.conftest import listening, opened, settle, short_match
from tests.long_tests import others_long

TURNS = 16
HIDING = [name for name in game_names() if not get_game(name).nothing_hidden]
WAITING = "() => viewer.person.question !== null || viewer.film.data.outcome !== null"
FIRST_BUTTON = "#person button[data-move]:not([aria-disabled])"


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A site of all games."""
    folder = tmp_path_factory.mktemp("site")
    made = make_site([get_game(name) for name in game_names()], {})
    assert made.left_out == []
    for name, data in made.files.items():
        (folder / name).write_bytes(data)
    return folder


@pytest.fixture
def offline(browser: Any, errors: list[str]) -> Iterator[Any]:
    """A page without a network."""
    with listening(browser, errors) as page:
        page.context.set_offline(True)
        yield page


def play_page(page: Any, site: Path, game: str) -> Any:
    """The page of a game."""
    return opened(page, (site / f"{game}.html").as_uri())


def play_on(page: Any, turns: int) -> int:
    """Play a person's moves: a button, or any legal move; returns how many."""
    played = 0
    while played < turns:
        page.wait_for_function(WAITING)
        if page.evaluate("viewer.person.question === null"):
            break
        number = page.evaluate("viewer.person.question.turn")
        if played % 2 and page.locator(FIRST_BUTTON).count():
            page.locator(FIRST_BUTTON).first.click()
        else:
            page.evaluate("viewer.person.send(viewer.person.question.legal.at(-1))")
        page.wait_for_function(
            f"() => viewer.film.data.outcome !== null || viewer.person.question?.turn > {number}"
        )
        played += 1
    return played


@pytest.mark.parametrize("game", others_long(["overdrive"], game_names()))
def test_a_person_plays_offline(offline, site, game):
    page = play_page(offline, site, game)
    page.click("#begin")
    played = play_on(page, TURNS)
    assert page.evaluate("viewer.film.last") >= played > 0
    assert page.evaluate("viewer.film.data.seats[0].name") == "you"
    assert page.evaluate(
        "viewer.film.data.turns.every((turn) => turn.verdicts.every((verdict) => verdict === 'ok'))"
    )
    settle(page)
    assert page.evaluate("viewer.film.data.turns[0].moves[0] !== null")
    if page.evaluate("viewer.film.data.outcome !== null"):
        assert page.inner_text("#person .word") != ""


def test_the_index_leads_to_every_game(offline, site):
    offline.goto((site / "index.html").as_uri())
    offline.wait_for_selector(".game canvas")
    assert offline.locator(".game").count() == len(game_names())
    blank = "(canvas) => new Set(canvas.getContext('2d').getImageData(0, 0, canvas.width, 200).data).size"
    for number in range(len(game_names())):
        assert offline.locator(".game canvas").nth(number).evaluate(blank) > 20, "a board was drawn"
    offline.locator(".game").first.click()
    offline.wait_for_function("() => globalThis.lobby")
    offline.click("a.home")
    offline.wait_for_selector(".game canvas")


def test_a_searcher_thinks_in_a_worker(offline, site):
    page = play_page(offline, site, "rampage")
    page.locator("select.kind").nth(1).select_option("search")
    page.locator(".seating label select").last.select_option("100")
    page.click("#begin")
    play_on(page, 3)
    assert page.evaluate("Promise.all(lobby.play.engine.workers.made).then((made) => made[0] instanceof Worker)")


def test_without_workers_a_searcher_thinks_in_the_page(offline, site):
    offline.add_init_script("globalThis.Worker = class { constructor() { throw new Error('no workers'); } };")
    page = play_page(offline, site, "rampage")
    page.locator("select.kind").nth(1).select_option("search")
    page.locator(".seating label select").last.select_option("100")
    page.click("#begin")
    assert play_on(page, 3) == 3


def test_moves_are_taken_back_and_matches_played_again(offline, site):
    page = play_page(offline, site, "overdrive")
    page.click("#begin")
    play_on(page, 3)
    page.click("text=take back")
    page.wait_for_function("() => viewer.person.question?.turn === 3")
    assert page.evaluate("viewer.film.last") == 2
    page.click("text=swap seats")
    page.wait_for_function("() => viewer.person.question?.turn === 1")
    assert page.evaluate("[viewer.film.data.seat, viewer.film.data.seats[1].name]") == [1, "you"]
    page.click("text=resign")
    page.wait_for_function("() => viewer.film.data.outcome !== null")
    assert page.is_hidden("text=resign")
    page.click("text=play again")
    page.wait_for_function("() => viewer.person.question?.turn === 1")


def test_a_refused_move_says_why(offline, site):
    page = play_page(offline, site, "overdrive")
    page.click("#begin")
    page.wait_for_function(WAITING)
    page.evaluate("viewer.person.send('FLY')")
    settle(page)
    assert "FLY" in page.inner_text("#person .word")
    assert page.evaluate("viewer.film.last") == 0


def test_choices_that_fit_each_other_are_offered(offline, site):
    page = play_page(offline, site, "tanks")
    page.locator("#lobby label.seats select").select_option("4")
    assert page.locator("select.kind").count() == 4
    page.locator("select.kind").nth(2).select_option("person")
    assert page.locator("select.kind").nth(0).input_value() == "greedy", "one person plays"
    page.click("#begin")
    page.wait_for_function(WAITING)
    assert page.evaluate("viewer.film.data.seat") == 2


# What is hidden


@pytest.mark.parametrize("game", HIDING)
def test_the_page_shows_a_person_what_the_seat_sees(offline, site, game):
    page = play_page(offline, site, game)
    page.click("#begin")
    play_on(page, 8)
    assert page.is_disabled("#view") == page.evaluate("viewer.film.data.live")
    shown = page.evaluate("[...Array(viewer.film.last + 1).keys()].map((turn) => viewer.film.frame(turn))")
    lines = page.evaluate("lobby.play.match.lines")
    packed = page.evaluate("lobby.chosen")
    assert shown == list(_frames(game, packed, lines, seat=0))
    assert shown != list(_frames(game, packed, lines, seat=None))


def _frames(name: str, packed: dict[str, Any], lines: list[dict[str, Any]], seat: int | None) -> Iterator[Any]:
    """The frames of a match, by Python."""

    game = get_game(name)
    parts = [bytearray(base64.b64decode(packed[part])) for part in ("state", "const")]
    kinds = (game.rules.state, game.rules.const)
    data, fixed = (np.frombuffer(part, kind.dtype) for part, kind in zip(parts, kinds, strict=True))
    state: State[Any, Any] = State(game.rules, data, fixed)
    played = None
    for line in [None, *lines]:
        if line is not None:
            before = state.clone()
            turn = TurnLine(line["turn"], line["moves"], line["verdicts"], [], "")
            played = Played(before, [move_of(game, before, place, turn) for place in range(state.seats)])
            game.step(state, played.moves)
        yield msgspec.json.decode(msgspec.json.encode(game.frame(state, seat, played)))


# From a match


@pytest.mark.parametrize("game", others_long(["rampage"], game_names()))
def test_a_seat_is_taken_over_in_an_exported_file(offline, folder, game):
    path = folder / f"{game}-playable.html"
    path.write_text(
        playable_html(MatchHistory.of_replay(read_replay(short_match(folder, game)))), encoding="utf-8"
    )
    page = opened(offline, f"{path.as_uri()}#turn=4")
    recorded = page.evaluate("[0, 1, 2, 3, 4].map((turn) => viewer.film.frame(turn))")
    page.click("text=play from this turn")
    page.wait_for_function("() => viewer.film.data.live && viewer.person.question !== null")
    assert page.evaluate("viewer.film.last") == 4
    assert page.evaluate("viewer.film.data.seat") == 0
    everything = "viewer.source.load(null).then((film) => [0, 1, 2, 3, 4].map((turn) => film.frame(turn)))"
    assert page.evaluate(everything) == recorded
    assert play_on(page, 4) > 0
    page.click("text=back to the recorded match")
    settle(page)
    assert page.evaluate("viewer.playback.turn") == 4
    assert page.evaluate("viewer.film.data.seat") is None


def test_a_served_match_is_played_on_in_the_page(page, served):
    opened(page, served("overdrive") + "#turn=5")
    page.click("text=play on in this page")
    page.locator("#whatif select.kind").nth(1).select_option("search")
    page.click("text=play from this turn")
    page.wait_for_function("() => viewer.film.data.live")
    assert play_on(page, 2) == 2
    assert page.evaluate("Promise.all(whatIf.play.engine.workers.made).then((made) => made[0] instanceof Worker)")
    assert page.evaluate("viewer.film.last") == 7

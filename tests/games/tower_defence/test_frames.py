"""Pictures of a match: boards and curves."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest

from lanista.game import Played
from lanista.games.tower_defence.game import TOWER_DEFENCE
from lanista.games.tower_defence.state import CELLS, WIDTH
from tests.games.tower_defence.matches import Moment, begin, next_round, played

WALL, TURRET, GENERATOR, TESLA = 1, 2, 3, 4
ENEMY_BASE, CURTAIN = -1, -2
TIE, UNDECIDED = -1, -2
RICH = {"start_energy": 1000}


def shown(state: Moment, seat: int | None = None, last: Played | None = None) -> dict[str, Any]:
    """A frame, which must be plain JSON."""
    frame = TOWER_DEFENCE.frame(state, seat, last)
    assert json.loads(json.dumps(frame)) == frame
    return frame


def buildings(frame: dict[str, Any]) -> dict[tuple[int, int], list[int]]:
    """The buildings of a frame by column and row: kind, health, rounds when it is finished and shoots next."""
    columns = zip(*(frame[name] for name in ("building", "health", "ready", "due")), strict=True)
    return {(i % WIDTH, i // WIDTH): list(numbers) for i, numbers in enumerate(columns) if numbers[0]}


def columns(state: Moment, seat: int, row: int) -> list[int]:
    """Where the missiles of a player in a row are."""
    first = CELLS * seat + WIDTH * row
    return [missile - first for missile in shown(state)["missiles"] if missile - first in range(WIDTH)]


def after_round(state: Moment, *texts: str) -> dict[str, Any]:
    """The frame after the next round."""
    last = next_round(state, *texts)
    return shown(state, last=last)


def bolts(frame: dict[str, Any]) -> list[Any]:
    """The lightning of a frame: seat, cell, and hits with the health that they took."""
    return [[bolt["seat"], bolt["cell"], [list(hit.values()) for hit in bolt["hits"]]] for bolt in frame["bolts"]]


def player(
    energy: int, health: int, score: int, income: int, curtain: tuple[int, int] = (0, -1)
) -> dict[str, int]:
    """A player in a frame; the curtain is whether one is available, and the rounds that one stays up."""
    numbers = {"energy": energy, "health": health, "score": score, "income": income}
    return {**numbers, "curtain_available": curtain[0], "curtain_left": curtain[1]}


# Scenes and frames


@pytest.mark.parametrize(
    ("ruleset", "width", "height", "rounds", "has_curtain"),
    [("standard", 8, 4, 1000, False), ("classic", 8, 4, 401, False), ("extended", 16, 8, 401, True)],
)
def test_the_scene_has_the_board_and_the_numbers_of_the_ruleset(
    ruleset: str, width: int, height: int, rounds: int, has_curtain: bool
) -> None:
    state = begin(ruleset)
    scene = TOWER_DEFENCE.scene(state)
    assert json.loads(json.dumps(scene)) == scene
    assert (scene["width"], scene["height"], scene["rounds"]) == (width, height, rounds)
    assert scene["price"] == [0, 30, 30, 20, 100]
    assert scene["full"] == [0, 20, 5, 5, 5]
    assert scene["time"] == [0, 3, 1, 1, 10]
    assert scene["curtain"] == ([100, 6, 30] if has_curtain else None)
    assert scene["deconstruction"] is has_curtain
    assert scene["income"] == [5, 3]
    assert scene["missiles_pass_unfinished"] is (ruleset != "standard")
    assert scene["cooldown_hidden_from_b"] is (ruleset == "classic")
    assert scene["owners"] == [0] * (width // 2) + [1] * (width // 2)
    frame = shown(state)
    assert [len(frame[name]) for name in ("building", "health", "ready", "due")] == [CELLS] * 4
    assert frame["players"] == [player(20, 100, 10_000 if ruleset == "classic" else 0, 5)] * 2
    assert [frame[name] for name in ("missiles", "fired", "ended", "bolts")] == [[]] * 4


# A script, and the buildings after it: kind, health, the round that finishes it, the round of its next shot
BUILT: list[tuple[list[Any], dict[tuple[int, int], list[int]]]] = [
    ([], {}),
    ([["0,0,2", ""]], {(0, 0): [GENERATOR, 5, 1, 0]}),
    ([["1,3,0", "1,3,0"]], {(1, 3): [WALL, 20, 3, 0], (6, 3): [WALL, 20, 3, 0]}),
    ([["", "0,2,1"]], {(7, 2): [TURRET, 5, 1, 0]}),
    ([["", "0,2,1"], 1], {(7, 2): [TURRET, 5, 1, 5]}),
    ([["3,0,1", ""], 2, ["", "3,0,0"]], {(3, 0): [TURRET, 5, 1, 5], (4, 0): [WALL, 20, 6, 0]}),
    ([["", "3,0,0"], 3, ["3,0,1", ""], 1], {(3, 0): [TURRET, 5, 5, 9], (4, 0): [WALL, 15, 3, 0]}),
]


@pytest.mark.parametrize(("script", "expected"), BUILT)
def test_a_frame_has_the_buildings(script: list[Any], expected: dict[tuple[int, int], list[int]]) -> None:
    state = played(script, changes=RICH)
    for seat in (None, 0, 1):
        assert buildings(shown(state, seat)) == expected, "the real board for every audience; the page mirrors it"


def test_a_frame_has_the_missiles_that_fly() -> None:
    state = played([["0,1,1", "0,2,1"], 1], changes=RICH)
    assert (columns(state, 0, 1), columns(state, 1, 2)) == ([1], [6])
    state = played([["0,1,1", "0,2,1"], 3], changes=RICH)
    assert (columns(state, 0, 1), columns(state, 1, 2)) == ([3], [4])
    assert len(shown(state)["missiles"]) == 2
    fast = played([["0,1,1", "0,2,1"], 3], "extended", RICH)
    assert (columns(fast, 0, 1), columns(fast, 1, 2)) == ([6], [9])


# Towers need ten rounds and a hundred energy a shot
LIGHTNING: list[tuple[str, list[Any], list[Any]]] = [
    ("a wall in reach", [["6,2,4", "7,2,0"], 9], [[0, 2 * 16 + 6, [[2 * 16 + 8, 20]]]]),
    (
        "the base from the front column, and walls in two rows",
        [["7,2,4", "7,3,0"], ["", "5,1,0"], 8],
        [[0, 2 * 16 + 7, [[ENEMY_BASE, 20], [3 * 16 + 8, 20], [1 * 16 + 10, 20]]]],
    ),
    ("B's tower", [["7,2,0", "6,2,4"], 9], [[1, 2 * 16 + 9, [[2 * 16 + 7, 20]]]]),
    ("a generator has less to lose", [["6,2,4", "7,2,2"], 9], [[0, 2 * 16 + 6, [[2 * 16 + 8, 5]]]]),
    ("nothing in reach", [["6,2,4", ""], 9], [[0, 2 * 16 + 6, []]]),
    (
        "an iron curtain",
        [25, ["6,2,4", "7,2,0"], 5, ["", "0,0,5"], 3],
        [[0, 2 * 16 + 6, [[CURTAIN, 0]]]],
    ),
]


@pytest.mark.parametrize(("what", "script", "expected"), LIGHTNING, ids=[case[0] for case in LIGHTNING])
def test_a_frame_has_the_lightning_of_its_round(what: str, script: list[Any], expected: list[Any]) -> None:
    state = played(script, "extended", RICH)
    assert bolts(after_round(state)) == expected
    assert bolts(after_round(state)) == []


# A script, the last orders, and the missiles that end then: whose, where, if fresh, cells flown, met, health lost
ENDED: list[tuple[str, str, list[Any], tuple[str, str], list[list[int]]]] = [
    ("a wall", "standard", [["", "3,1,0"], 3, ["2,1,1", ""], 1], ("", ""), [[0, 16 + 3, 0, 1, 16 + 4, 5]]),
    ("the base", "standard", [["", "3,1,1"], 4], ("", ""), [[1, 16, 0, 1, ENEMY_BASE, 5]]),
    ("D1: an unfinished wall", "standard", [["3,1,1", ""]], ("", "3,1,0"), [[0, 16 + 3, 1, 1, 16 + 4, 20]]),
    (
        "a curtain",
        "extended",
        [28, ["", "0,5,1"], 2, ["0,0,5", ""]],
        ("", ""),
        [[1, 5 * 16 + 9, 0, 2, CURTAIN, 0]],
    ),
]


@pytest.mark.parametrize(("what", "ruleset", "script", "orders", "ended"), ENDED, ids=[case[0] for case in ENDED])
def test_a_frame_has_the_missiles_that_ended(
    what: str, ruleset: str, script: list[Any], orders: tuple[str, str], ended: list[list[int]]
) -> None:
    frame = after_round(played(script, ruleset, RICH), *orders)
    assert [list(missile.values()) for missile in frame["ended"]] == ended


@pytest.mark.parametrize(("stops", "ended"), [(0, [[1, 20, 5]]), (1, [[1, 20, 5], [1, 20, 0]])])
def test_a_building_without_health_may_stop_a_missile(stops: int, ended: list[list[int]]) -> None:
    """D7: the second missile is spent and takes nothing, or flies on."""
    state = played([["2,1,1", "3,1,2"], ["3,1,1", ""]], changes={**RICH, "d7_dead_still_stops": stops})
    assert [list(missile.values())[3:] for missile in after_round(state)["ended"]] == ended


def test_a_curtain_shows_the_rounds_that_it_stays_up() -> None:
    state = played([28, ["", "0,5,1"], 2, ["0,0,5", ""], 1], "extended", RICH)
    curtains = [(one["curtain_available"], one["curtain_left"]) for one in shown(state)["players"]]
    assert curtains == [(0, 4), (1, -1)]


def test_players_show_energy_health_score_and_income() -> None:
    state = played([["3,0,1", "0,1,2"], 6], changes={"start_energy": 30})
    assert shown(state)["players"] == [player(35, 100, 0, 5), player(63, 95, 0, 8)]
    assert shown(state)["round"] == 7


def test_cooldowns_are_hidden_from_b_where_the_engine_hides_them() -> None:
    """D16, of which `classic` is the engine's side."""
    state = played([["3,0,1", ""], 2], "classic", RICH)
    due = {seat: buildings(shown(state, seat))[3, 0][3] for seat in (None, 0, 1)}
    assert due == {None: 5, 0: 5, 1: 0}
    state = played([["3,0,1", ""], 2], "extended", RICH)
    assert [buildings(shown(state, seat))[3, 0][3] for seat in (None, 0, 1)] == [5, 5, 5]


@pytest.mark.parametrize(
    ("script", "winner"),
    [([2], UNDECIDED), ([9], TIE), ([["3,0,1", ""], 8], 0), ([["", "3,0,1"], 8], 1)],
)
def test_the_last_frame_has_the_winner(script: list[Any], winner: int) -> None:
    state = played(script, "standard", {"max_rounds": 9, "start_energy": 30, "start_health": 5})
    assert shown(state)["winner"] == winner


def test_frames_are_quick() -> None:
    state = played(
        [*[[f"{x},{y},0", f"{x},{y},0"] for y in range(8) for x in range(8)]], "extended", {"start_energy": 5000}
    )
    began = time.process_time()
    for _ in range(200):
        TOWER_DEFENCE.frame(state)
    assert (time.process_time() - began) / 200 < 0.005, "usually less than 1 ms, with all 128 cells built"


# Curves


def test_curves_begin_with_the_score() -> None:
    state = played([["3,0,1", "3,0,2"], 1, ["", "2,2,0"]], changes=RICH)
    curves, *of_seats = (TOWER_DEFENCE.pictures.curves(state, seat) for seat in (None, 0, 1))
    assert of_seats == [curves] * 2, "nothing is hidden"
    assert list(curves) == ["score", "health", "energy", "income", "turrets", "walls"]
    assert curves == {
        "score": [20, 0],
        "health": [100, 100],
        "energy": [985, 965],
        "income": [5, 5],
        "turrets": [1, 0],
        "walls": [0, 1],
    }


def test_the_score_is_the_one_that_decides() -> None:
    """Final health counts under `classic`."""
    assert TOWER_DEFENCE.pictures.curves(begin("classic"))["score"] == [10_000, 10_000]


@pytest.mark.parametrize("points", [3 * 10**9, -3 * 10**9])
def test_scores_that_no_page_can_hold_are_cut(points: int) -> None:
    state = begin()
    state.record.players[0].score = points
    cut = max(-(2**31) + 1, min(2**31 - 1, points))
    assert shown(state)["players"][0]["score"] == cut
    assert TOWER_DEFENCE.pictures.curves(state)["score"] == [cut, 0]

"""What the browser gets: boards, curves and events."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest

from lanista.game import Played
from lanista.games.tower_defence.contest import recordings
from lanista.games.tower_defence.game import TOWER_DEFENCE
from lanista.web.patches import diff
from tests.games.tower_defence.matches import Moment, begin, played, rounds_of

WALL, TURRET, GENERATOR, TESLA = 1, 2, 3, 4
ENEMY_BASE, CURTAIN = -1, -2
RICH = {"start_energy": 1000}


def shown(state: Moment, seat: int | None = None, last: Played | None = None) -> dict[str, Any]:
    """A frame, which must be plain JSON."""
    frame = TOWER_DEFENCE.frame(state, seat, last)
    assert json.loads(json.dumps(frame)) == frame
    return frame


def buildings(frame: dict[str, Any]) -> dict[tuple[int, int], list[int]]:
    """The buildings of a frame by column and row."""
    return {(x, y): cell for y, row in enumerate(frame["cells"]) for x, cell in enumerate(row) if cell}


def columns(state: Moment, seat: int, row: int) -> list[int]:
    """Where the missiles of a row are, worked out of a frame as the page does."""
    frame, scene = shown(state), TOWER_DEFENCE.scene(state)
    flown = scene["speed"] * frame["round"]
    return [start - flown if seat else start + flown for start in frame["missiles"][seat][row]]


def next_round(state: Moment, *texts: str) -> Played:
    """Play a round: the state before it, and the moves."""
    before = state.clone()
    orders = enumerate(texts or ("", ""))
    moves = [recordings.read_move(TOWER_DEFENCE, state, seat, text) for seat, text in orders]
    TOWER_DEFENCE.step(state, moves)
    return Played(before, moves)


def happened(state: Moment, *texts: str) -> Any:
    """What the frame says of the next round."""
    last = next_round(state, *texts)
    return shown(state, last=last)["happened"]


def events_of(script: list[Any], last: tuple[str, str], ruleset: str = "standard", **changes: int) -> list[str]:
    """The events of the last round after a script."""
    state = played(script, ruleset, changes)
    round_played = next_round(state, *last)
    events = TOWER_DEFENCE.pictures.events(state, round_played)
    assert all(event.seats == () for event in events), "everything is seen by both"
    return [event.text for event in events]


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
    assert [len(row) for row in frame["cells"]] == [width] * height
    assert frame["players"] == [[20, 100, 10_000 if ruleset == "classic" else 0, 5, 0, -1]] * 2
    assert frame["happened"] == {"fired": [], "ended": [], "bolts": []}


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


def test_a_missile_keeps_its_number_while_it_flies() -> None:
    state = played([["0,1,1", "0,2,1"], 1], changes=RICH)
    first = shown(state)["missiles"]
    assert (columns(state, 0, 1), columns(state, 1, 2)) == ([1], [6])
    state = played([["0,1,1", "0,2,1"], 3], changes=RICH)
    assert (columns(state, 0, 1), columns(state, 1, 2)) == ([3], [4])
    assert shown(state)["missiles"] == first
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


@pytest.mark.parametrize(("what", "script", "bolts"), LIGHTNING, ids=[case[0] for case in LIGHTNING])
def test_a_frame_has_the_lightning_of_its_round(what: str, script: list[Any], bolts: list[Any]) -> None:
    state = played(script, "extended", RICH)
    assert happened(state)["bolts"] == bolts
    assert happened(state)["bolts"] == []


# A script, the last orders, and the missiles that end then: whose, where, if fresh, cells flown, met, health lost
ENDED: list[tuple[str, str, list[Any], tuple[str, str], list[list[int]]]] = [
    ("a wall", "standard", [["", "3,1,0"], 3, ["2,1,1", ""], 1], ("", ""), [[0, 11, 0, 1, 12, 5]]),
    ("the base", "standard", [["", "3,1,1"], 4], ("", ""), [[1, 8, 0, 1, ENEMY_BASE, 5]]),
    ("D1: an unfinished wall", "standard", [["3,1,1", ""]], ("", "3,1,0"), [[0, 11, 1, 1, 12, 20]]),
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
    assert happened(played(script, ruleset, RICH), *orders)["ended"] == ended


@pytest.mark.parametrize(("stops", "ended"), [(0, [[1, 12, 5]]), (1, [[1, 12, 5], [1, 12, 0]])])
def test_a_building_without_health_may_stop_a_missile(stops: int, ended: list[list[int]]) -> None:
    """D7: the second missile is spent and takes nothing, or flies on."""
    state = played([["2,1,1", "3,1,2"], ["3,1,1", ""]], changes={**RICH, "d7_dead_still_stops": stops})
    assert [missile[3:] for missile in happened(state)["ended"]] == ended


def test_a_curtain_shows_the_rounds_that_it_stays_up() -> None:
    state = played([28, ["", "0,5,1"], 2, ["0,0,5", ""], 1], "extended", RICH)
    assert [player[4:] for player in shown(state)["players"]] == [[0, 4], [1, -1]]


def test_players_show_energy_health_score_and_income() -> None:
    state = played([["3,0,1", "0,1,2"], 6], changes={"start_energy": 30})
    assert shown(state)["players"] == [[35, 100, 0, 5, 0, -1], [63, 95, 0, 8, 0, -1]]
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
    [([2], None), ([9], -1), ([["3,0,1", ""], 8], 0), ([["", "3,0,1"], 8], 1)],
)
def test_the_last_frame_has_the_winner(script: list[Any], winner: int | None) -> None:
    state = played(script, "standard", {"max_rounds": 9, "start_energy": 30, "start_health": 5})
    assert shown(state)["winner"] == winner


@pytest.mark.parametrize("ruleset", ["standard", "extended"])
def test_frames_change_little_from_round_to_round(ruleset: str) -> None:
    script = [*[[f"{x},{y},1", f"{x},{y},1"] for y in range(4) for x in range(3)], 30]
    state, sizes = begin(ruleset, RICH), []
    frame = shown(state)
    for texts in rounds_of(script):
        last = next_round(state, *texts)
        later = shown(state, last=last)
        sizes.append(len(json.dumps(diff(frame, later), separators=(",", ":"))))
        frame = later
    assert max(sizes) < 900
    assert sum(sizes) / len(sizes) < 450, "24 turrets that fire every fourth round"


def test_frames_are_quick() -> None:
    state = played(
        [*[[f"{x},{y},0", f"{x},{y},0"] for y in range(8) for x in range(8)]], "extended", {"start_energy": 5000}
    )
    began = time.perf_counter()
    for _ in range(200):
        TOWER_DEFENCE.frame(state)
    assert (time.perf_counter() - began) / 200 < 0.005, "0.2 ms on an idle machine, with all 128 cells built"


# Curves


def test_curves_begin_with_the_score() -> None:
    state = played([["3,0,1", "3,0,2"], 1, ["", "2,2,0"]], changes=RICH)
    curves = TOWER_DEFENCE.pictures.numbers(state)
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
    assert TOWER_DEFENCE.pictures.numbers(begin("classic"))["score"] == [10_000, 10_000]


# Events

WORDS: list[tuple[str, list[Any], tuple[str, str], dict[str, int], list[str]]] = [
    ("standard", [], ("", ""), {}, []),
    (
        "standard",
        [],
        ("0,0,2", "1,3,2"),
        {},
        ["A began a generator at 0,0 for 20 energy", "B began a generator at 1,3 for 20 energy"],
    ),
    (
        "standard",
        [],
        ("0,0,0", "9,3,2"),
        {},
        [
            "A's order was refused: DEFENSE costs 30 energy, and the player has 20",
            "B's order was refused: 9,3 is outside the player's half, which is 4 wide and 4 high",
        ],
    ),
    ("standard", [["", "2,1,1"]], ("", ""), RICH, ["B's turret at 2,1 is finished", "B fired 1 missile"]),
    (
        "standard",
        [["2,1,1", "3,1,0"], 4],
        ("3,0,1", ""),
        RICH,
        ["A began a turret at 3,0 for 30 energy", "A fired 1 missile"],
    ),
    ("standard", [["", "3,1,0"], 3, ["2,1,1", ""], 1], ("", ""), RICH, ["A hit B's wall at 3,1: health 20 to 15"]),
    (
        "standard",
        [["3,1,1", "3,1,2"]],
        ("", ""),
        RICH,
        [
            "A's turret at 3,1 is finished",
            "B's generator at 3,1 is finished",
            "A fired 1 missile",
            "A destroyed B's generator at 3,1, the last one: score +20",
        ],
    ),
    (
        "standard",
        [["3,1,1", ""]],
        ("", "3,1,0"),
        RICH,
        [
            "B began a wall at 3,1 for 30 energy",
            "A's turret at 3,1 is finished",
            "A fired 1 missile",
            "A destroyed B's wall at 3,1, the last one: score +30",
        ],
    ),
    ("standard", [["3,1,1", ""], 4], ("", ""), RICH, ["A fired 1 missile", "A hit B's base: health 100 to 95"]),
    (
        "standard",
        [["3,1,1", ""], 4],
        ("", ""),
        {**RICH, "start_health": 5},
        ["A fired 1 missile", "A hit B's base: health 5 to 0", "A base was destroyed: A wins, scores 0 to 0"],
    ),
    ("standard", [3], ("", ""), {"max_rounds": 4}, ["The round limit was reached: a tie, scores 0 to 0"]),
    (
        "extended",
        [["1,1,1", ""]],
        ("1,1,3", ""),
        RICH,
        ["A took down the turret at 1,1 for 5 energy"],
    ),
    ("extended", [30], ("", ""), {}, ["A has an iron curtain available", "B has an iron curtain available"]),
    ("extended", [31], ("0,0,5", ""), {}, ["A raised the iron curtain for 100 energy"]),
    (
        "extended",
        [60],
        ("0,0,5", ""),
        {},
        ["A raised the iron curtain for 100 energy", "A has an iron curtain available"],
    ),
    ("extended", [31, ["0,0,5", ""], 5], ("", ""), {}, ["A's iron curtain ended"]),
    (
        "extended",
        [28, ["", "0,5,1"], 2, ["0,0,5", ""]],
        ("", ""),
        RICH,
        ["A's iron curtain stopped 1 missile"],
    ),
    (
        "extended",
        [["7,2,4", "7,3,0"], ["", "5,1,0"], 8],
        ("", ""),
        RICH,
        [
            "A's tesla tower at 7,2 is finished",
            "A's tesla tower at 7,2 struck B's base and 2 buildings of B",
            "A destroyed B's wall at 5,1",
            "A destroyed B's wall at 7,3, the last one",
            "A hit B's base: health 100 to 80",
        ],
    ),
    (
        "extended",
        [["6,2,4", ""], 9],
        ("", ""),
        RICH,
        [
            "A's tesla tower at 6,2 is finished",
            "A's tesla tower at 6,2 struck nothing for 100 energy",
        ],
    ),
    (
        "extended",
        [25, ["6,2,4", ""], 5, ["", "0,0,5"], 3],
        ("", ""),
        RICH,
        ["A's tesla tower at 6,2 is finished", "A's tesla tower at 6,2 struck B's iron curtain"],
    ),
]


@pytest.mark.parametrize(("ruleset", "script", "last", "changes", "expected"), WORDS)
def test_a_round_events_of(
    ruleset: str, script: list[Any], last: tuple[str, str], changes: dict[str, int], expected: list[str]
) -> None:
    assert events_of(script, last, ruleset, **changes) == expected


# A ruleset, a script, the orders of a round, and its key events with their cells on the real board
KEY: list[tuple[str, list[Any], tuple[str, str], list[tuple[str, tuple[int, int] | None]]]] = [
    ("standard", [["3,1,1", "3,1,2"]], ("", ""), [("loss", (4, 1))]),
    ("standard", [["3,1,1", "3,1,2"], ["", "0,0,2"]], ("", ""), []),
    ("standard", [["", "3,1,1"], 4], ("", ""), [("hit", (0, 1))]),
    ("standard", [["3,2,1", ""], 4], ("", ""), [("hit", (7, 2))]),
    ("standard", [999], ("", ""), [("end", None)]),
    ("extended", [["6,1,1", ""], 3, ["7,5,1", ""], 4], ("", ""), [("hit", (15, 5))]),  # the younger one is nearer
    ("extended", [], ("", "1,2,4"), [("build", (14, 2))]),
    ("extended", [31], ("0,0,5", ""), [("gain", None)]),
    (
        "extended",
        [["7,2,4", "7,3,0"], ["", "5,1,0"], 8],
        ("", ""),
        [("attack", (7, 2)), ("loss", (8, 3)), ("hit", (15, 2))],
    ),
]


@pytest.mark.parametrize(("ruleset", "script", "last", "expected"), KEY)
def test_key_events_have_a_kind_and_a_cell(
    ruleset: str, script: list[Any], last: tuple[str, str], expected: list[Any]
) -> None:
    state = played(script, ruleset, RICH)
    events = TOWER_DEFENCE.pictures.events(state, next_round(state, *last))
    assert [(event.kind, event.at) for event in events if event.kind] == expected


def test_ordinary_events_have_a_cell_too() -> None:
    state = played([["3,1,1", "3,1,2"]], changes=RICH)
    events = TOWER_DEFENCE.pictures.events(state, next_round(state, "0,0,0", "0,3,0"))
    assert [event.at for event in events][:4] == [(0, 0), (7, 3), (3, 1), (4, 1)]


def test_nothing_is_told_after_the_end() -> None:
    assert events_of([4], ("0,0,2", ""), max_rounds=4) == []

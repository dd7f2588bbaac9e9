"""Rules that the scenarios do not cover: each switch alone, the end of a match, the referee, random positions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lanista.core.errors import ConfigError, InputError
from lanista.core.verdict import Verdict
from lanista.engine import over, zeros
from lanista.games.overdrive import rules, views
from lanista.games.overdrive.game import OVERDRIVE
from lanista.games.overdrive.settings import CLASSIC, STANDARD
from lanista.games.overdrive.state import LANES, LENGTH, MAX_ITEMS, Command, Powerup, Surface, Work
from tests.games.overdrive.positions import PARKED, Position, assert_holds, play, position, summary, surfaces
from tests.rows import every_row

FAR = {"pos": [4, 900], "speed": 0}
TWEETING = {"speed": 6, "items": ["TWEET"]}

# A switch, the rule in the text's words, the position, the rounds, and the results by the text and with the slip.
SWITCHES: list[tuple[str, str, dict[str, Any], list[tuple[str, str]], dict[str, Any], dict[str, Any]]] = [
    (
        "d1_invalid_is_free",
        "invalid commands cost 5 points",
        {"p1": {"pos": [1, 10], "speed": 6}},
        [("JUMP", "NOTHING")],
        {"p1": {"score": -5, "pos": [1, 16]}},
        {"p1": {"score": 0, "pos": [1, 16]}},
    ),
    (
        "d2_lizard_scores_nothing",
        "using a power-up gives 4 points, the lizard too",
        {"p1": {"pos": [1, 10], "speed": 6, "items": ["LIZARD"]}},
        [("USE_LIZARD", "NOTHING")],
        {"p1": {"score": 4}},
        {"p1": {"score": 0}},
    ),
    (
        "d3_pickup_is_not_listed",
        "a state for having picked up a power-up",
        {"p1": {"pos": [1, 10], "speed": 6}, "objects": [[1, 12, Surface.EMP]]},
        [("NOTHING", "NOTHING")],
        {"p1": {"states": ["NOTHING", "PICKED_UP_POWERUP"], "items": ["EMP"], "score": 4}},
        {"p1": {"states": ["NOTHING"], "items": ["EMP"], "score": 4}},
    ),
    (
        "d4_refund_every_round",
        "both tweet the same block: both are refunded, once",
        {"p1": {"pos": [1, 10], **TWEETING}, "p2": {"pos": [3, 10], **TWEETING}},
        [("USE_TWEET 2 500", "USE_TWEET 2 500"), ("NOTHING", "NOTHING")],
        {"p1": {"items": ["TWEET"], "score": 0}, "p2": {"items": ["TWEET"], "score": 0}},
        {"p1": {"items": ["TWEET"] * 2, "score": -4}, "p2": {"items": ["TWEET"] * 2, "score": -4}},
    ),
    (
        "d5_wreck_is_remembered",
        "a truck that was hit disappears; the next tweet leaves other trucks alone",
        {
            "p1": {"pos": [1, 10], **TWEETING},
            "p2": {"pos": [3, 10], **TWEETING},
            "trucks": [[1, 14, 1]],
        },
        [("NOTHING", "NOTHING"), ("NOTHING", "USE_TWEET 1 14"), ("USE_TWEET 4 800", "NOTHING")],
        {"trucks": [[1, 14], [4, 800]]},
        {"trucks": [[4, 800]]},
    ),
    (
        "d6_player_2_goes_back",
        "a jumping car that lands on an occupied block is put one back",
        {"p1": {"pos": [1, 10], "speed": 9, "items": ["LIZARD"]}, "p2": {"pos": [2, 14], "speed": 6}},
        [("USE_LIZARD", "TURN_LEFT")],
        {"p1": {"pos": [1, 18]}, "p2": {"pos": [1, 19]}},
        {"p1": {"pos": [1, 19]}, "p2": {"pos": [1, 18]}},
    ),
    (
        "d7_block_beside_is_skipped",
        "turning into a block with an obstacle affects the car, also if it then runs up to the other",
        {
            "p1": {"pos": [2, 10], "speed": 9},
            "p2": {"pos": [2, 12], "speed": 3},
            "objects": [[3, 10, Surface.MUD]],
        },
        [("TURN_RIGHT", "TURN_RIGHT")],
        {"p1": {"pos": [3, 13], "states": ["TURNING_RIGHT", "HIT_MUD"], "damage": 1, "speed": 8}},
        {"p1": {"pos": [3, 13], "states": ["TURNING_RIGHT"], "damage": 0, "speed": 9}},
    ),
    (
        "d8_own_oil_harms",
        "oil affects any car except the one that placed it",
        {
            "p1": {"pos": [3, 11], "speed": 6},
            "objects": [[2, 10, Surface.OIL_SPILL, 1]],
            "trucks": [[2, 11, 0]],
        },
        [("TURN_LEFT", "NOTHING")],
        {"p1": {"pos": [2, 10], "states": ["TURNING_LEFT", "HIT_CYBER_TRUCK"], "damage": 2}},
        {"p1": {"pos": [2, 10], "states": ["TURNING_LEFT", "HIT_CYBER_TRUCK", "HIT_OIL"], "damage": 3}},
    ),
    (
        "d9_start_block_counts_again",
        "items are collected when a car moves onto the block: a turn off the track starts past it",
        {"p1": {"pos": [1, 10], "speed": 6}, "objects": [[1, 10, Surface.BOOST]]},
        [("TURN_LEFT", "NOTHING")],
        {"p1": {"pos": [1, 15], "items": [], "states": ["NOTHING"]}},
        {"p1": {"pos": [1, 15], "items": ["BOOST"], "states": ["NOTHING", "PICKED_UP_POWERUP"]}},
    ),
    (
        "d12_truck_moves_both_back",
        "two cars behind one truck stay level with that block, each in its own lane",
        {"p1": {"pos": [2, 700], "speed": 5}, "p2": {"pos": [1, 702], "speed": 5}, "trucks": [[2, 706, 0]]},
        [("NOTHING", "TURN_RIGHT")],
        {"p1": {"pos": [2, 705]}, "p2": {"pos": [1, 705]}},
        {"p1": {"pos": [2, 704]}, "p2": {"pos": [1, 704]}},
    ),
    (
        "d12_truck_moves_both_back",
        "whichever of the two the truck stopped",
        {"p1": {"pos": [1, 702], "speed": 5}, "p2": {"pos": [2, 700], "speed": 5}, "trucks": [[2, 706, 0]]},
        [("TURN_RIGHT", "NOTHING")],
        {"p1": {"pos": [1, 705]}, "p2": {"pos": [2, 705]}},
        {"p1": {"pos": [1, 704]}, "p2": {"pos": [2, 704]}},
    ),
    (
        "d13_player_1_tweets_first",
        "neither player has precedence: a block that a truck leaves in this round is taken",
        {
            "p1": {"pos": [1, 10], **TWEETING},
            "p2": {"pos": [3, 10], **TWEETING},
            "trucks": [[2, 500, 1], [3, 700, 2]],
        },
        [("USE_TWEET 2 600", "USE_TWEET 2 500")],
        {"p2": {"items": ["TWEET"], "score": 0}, "trucks": [[2, 600], [3, 700]]},
        {"p2": {"items": [], "score": 4}, "trucks": [[2, 500], [2, 600]]},
    ),
    (
        "d14_off_track_is_a_turn",
        "the turning states come after a successful turn",
        {"p1": {"pos": [1, 10], "speed": 8}},
        [("TURN_LEFT", "NOTHING")],
        {"p1": {"pos": [1, 17], "states": ["NOTHING"], "score": -5}},
        {"p1": {"pos": [1, 17], "states": ["TURNING_LEFT"], "score": -5}},
    ),
    (
        "finished_twice",
        "round 600: the car in front has finished, and one entry says so",
        {"p1": {"pos": [1, 1495], "speed": 9}, "round": 599},
        [("NOTHING", "NOTHING")],
        {"p1": {"pos": [1, 1500], "states": ["NOTHING", "FINISHED"]}, "winner": 1},
        {"p1": {"pos": [1, 1500], "states": ["NOTHING", "FINISHED", "FINISHED"]}, "winner": 1},
    ),
]


@every_row("case", SWITCHES, ids=[f"{case[0]}: {case[1]}" for case in SWITCHES])
def test_each_switch_alone(case: Any) -> None:
    switch, _, setup, rounds, by_text, with_slip = case
    for value, expected in ((0, by_text), (1, with_slip)):
        state = position(**setup, changes={switch: value})
        for commands in rounds:
            play(state, *commands)
        assert_holds(expected, state)


def test_every_switch_is_shown() -> None:
    switches = {name for name in STANDARD if name not in ("max_rounds", "too_many_invalid")}
    assert switches == {case[0] for case in SWITCHES}
    assert {name for name in STANDARD if STANDARD[name] != CLASSIC[name]} == {*switches, "too_many_invalid"}


def test_stale_requests_are_carried_out_first() -> None:
    """D4: the next tweet sets off the requests that were refunded; the second finds the block taken."""
    state = position(
        {"pos": [1, 10], **TWEETING}, {"pos": [3, 10], **TWEETING}, changes={"d4_refund_every_round": 1}
    )
    play(state, "USE_TWEET 2 500", "USE_TWEET 2 500")
    play(state, "USE_TWEET 2 600", "NOTHING")
    assert_holds({"trucks": [[2, 600]], "p2": {"items": ["TWEET"] * 2, "score": -4}}, state)


def test_nothing_of_a_tweet_remains_once_it_is_answered() -> None:
    """D4: whether a truck moves or the tweet is refunded."""
    cars = {"pos": [1, 10], **TWEETING}, {"pos": [3, 10], **TWEETING}
    state = position(*cars, trucks=[[2, 500, 1], [3, 700, 2]])
    play(state, "USE_TWEET 2 600", "USE_TWEET 2 500")
    assert_holds({"trucks": [[2, 600], [3, 700]], "p2": {"items": ["TWEET"]}}, state)
    requests = OVERDRIVE.dump(state)["state"]["requests"]
    assert [value for request in requests for value in request.values() if value] == []


def test_the_first_truck_of_a_player_comes_from_nowhere() -> None:
    """Step 7: a first tweet removes no truck, not even from the last block."""
    state = position({"pos": [1, 10], **TWEETING}, trucks=[[LANES, LENGTH, 0]])
    play(state, "USE_TWEET 2 500", "NOTHING")
    assert_holds({"trucks": [[2, 500], [LANES, LENGTH]]}, state)


def test_a_truck_that_was_hit_is_nobodys() -> None:
    """D5: its player has no truck any more, on no lane and no block."""
    state = position({"pos": [1, 10], "speed": 6}, {"pos": [3, 10], "speed": 6}, trucks=[[1, 14, 1], [3, 700, 2]])
    play(state, "NOTHING", "NOTHING")
    assert_holds({"trucks": [[3, 700]]}, state)
    assert [(car.truck_lane, car.truck_block) for car in state.record.cars] == [(0, 0), (3, 700)]


@pytest.mark.parametrize("block", [9, 10, 11])
def test_oil_leaves_trucks_alone(block: int) -> None:
    """Oil lies under the car, whatever was there: a truck around it or on it stays, and none comes to be."""
    state = position({"pos": [2, 10], "speed": 0, "items": ["OIL"]}, trucks=[[2, block, 0]], objects=[[2, 9, 1]])
    rules.spill_oil(state.record, over(Work, zeros(Work).view(np.uint8)), 0)
    assert summary(state)["trucks"] == [[2, block]]
    assert [surfaces(state)[1, block - 1] for block in (9, 10, 11)] == [Surface.MUD, Surface.OIL_SPILL, 0]


# Speeds, damage and hits (section 2)

LADDER = {0: (3, 0, 0, 0), 3: (6, 0, 3, 3), 5: (6, 3, 3, 3), 6: (8, 3, 3, 3), 8: (9, 6, 6, 3), 9: (9, 8, 8, 3)}


@pytest.mark.parametrize("speed", LADDER)
def test_the_speed_ladder(speed: int) -> None:
    """ACCELERATE and DECELERATE go one step, mud and oil one step down but never below 3, a wall to 3."""
    faster, slower, muddied, crashed = LADDER[speed]
    for command, surface, expected in (
        ("ACCELERATE", Surface.EMPTY, faster),
        ("DECELERATE", Surface.EMPTY, slower),
        ("NOTHING", Surface.MUD, muddied),
        ("NOTHING", Surface.OIL_SPILL, muddied),
        ("NOTHING", Surface.WALL, crashed),
    ):
        state = position({"pos": [2, 50], "speed": speed}, objects=[[2, 51, surface]])
        play(state, command, "NOTHING")
        assert state.record.cars[0].speed == expected, (command, surface)


@pytest.mark.parametrize(("damage", "limit"), list(enumerate((15, 9, 8, 6, 3, 0))))
def test_damage_limits_the_speed(damage: int, limit: int) -> None:
    """A boost drives as fast as the damage allows; so does the end of a round."""
    state = position({"pos": [2, 50], "speed": 0, "damage": damage, "items": ["BOOST"]})
    play(state, "USE_BOOST", "NOTHING")
    assert_holds({"p1": {"speed": limit, "pos": [2, 50 + limit], "boost": 5}}, state)


HITS = [
    (Surface.MUD, 1, -3, "HIT_MUD"),
    (Surface.OIL_SPILL, 1, -4, "HIT_OIL"),
    (Surface.WALL, 2, -5, "HIT_WALL"),
]


@pytest.mark.parametrize(("surface", "damage", "score", "happening"), HITS, ids=[hit[3] for hit in HITS])
@pytest.mark.parametrize("block", [52, 56], ids=["on the path", "on the final block"])
def test_hits(surface: Surface, damage: int, score: int, happening: str, block: int) -> None:
    """Each hit costs damage and points and ends a boost."""
    state = position({"pos": [2, 50], "speed": 6, "boost": 3}, objects=[[2, block, surface]])
    play(state, "NOTHING", "NOTHING")
    assert_holds({"p1": {"damage": damage, "score": score, "boost": 0, "states": ["NOTHING", happening]}}, state)


@pytest.mark.parametrize("surface", [s for s in Surface if s.name in {*Powerup.__members__, "OIL_ITEM"}])
def test_items_are_collected_and_stay(surface: Surface) -> None:
    """Nothing is used up: the item lies there for the next car too (S3)."""
    name = surface.name.removesuffix("_ITEM")
    state = position({"pos": [2, 50], "speed": 6}, {"pos": [2, 40], "speed": 9}, objects=[[2, 53, surface]])
    play(state, "NOTHING", "NOTHING")
    play(state, "NOTHING", "NOTHING")
    assert_holds({"p1": {"items": [name], "score": 4}, "p2": {"items": [name], "score": 4}}, state)


PUT_BACK = {"pos": [1, 10], "speed": 6}, {"pos": [2, 13], "speed": 3}


@pytest.mark.parametrize("seat", [0, 1])
def test_a_turn_off_the_track_that_is_put_back_starts_past_the_start_block(seat: int) -> None:
    """D9, step 6.2: the engine's path begins at the start block only if the car was not put back."""
    cars = PUT_BACK if seat == 0 else PUT_BACK[::-1]
    state = position(*cars, objects=[[1, 10, Surface.BOOST]], changes={"d9_start_block_counts_again": 1})
    play(state, "TURN_LEFT", "TURN_LEFT")
    after = {"p1": {"pos": [1, 14], "items": []}, "p2": {"pos": [2, 14], "items": []}}
    assert_holds(after if seat == 0 else {"p1": after["p2"], "p2": after["p1"]}, state)


# The list of items


def test_a_full_list_of_items_takes_no_more() -> None:
    """The referee flags more than 1500 power-ups; a car stores 1536 and scores for what it finds beyond."""
    full = ["OIL"] * MAX_ITEMS
    state = position({"pos": [2, 50], "speed": 6, "items": full}, objects=[[2, 53, Surface.EMP]])
    play(state, "NOTHING", "NOTHING")
    assert_holds({"p1": {"items": full, "score": 4, "states": ["NOTHING", "PICKED_UP_POWERUP"]}}, state)
    play(state, "USE_OIL", "NOTHING")
    assert state.record.cars[0].n_items == MAX_ITEMS - 1


def test_using_a_power_up_takes_the_first_of_its_kind() -> None:
    state = position({"pos": [2, 50], "speed": 6, "items": ["EMP", "OIL", "EMP", "OIL"]})
    play(state, "USE_OIL", "NOTHING")
    assert_holds({"p1": {"items": ["EMP", "EMP", "OIL"]}}, state)


# Block 1 (S13)


def test_a_car_is_never_pushed_below_block_1() -> None:
    """A truck beside block 1: the engine crashes, we keep the car on block 1."""
    state = position({"pos": [2, 1], "speed": 3}, trucks=[[1, 1, 0]])
    play(state, "TURN_LEFT", "NOTHING")
    assert_holds({"p1": {"pos": [1, 1]}, "trucks": []}, state)


@pytest.mark.parametrize("rear", [0, 1])
@pytest.mark.parametrize("ruleset", ["standard", "classic"])
def test_two_cars_never_share_block_1(rear: int, ruleset: str) -> None:
    """The front car is pushed onto block 1, where the rear one stands: the one not put back goes to block 2."""
    cars = [{"pos": [1, 2], "speed": 0}, {"pos": [1, 2], "speed": 0}]
    cars[rear] = {"pos": [1, 1], "speed": 0}
    state = position(cars[0], cars[1], trucks=[[1, 2, 0]], ruleset=ruleset)
    play(state, "NOTHING", "NOTHING")
    blocks = [car.block for car in state.record.cars]
    assert blocks[rear] == 1
    assert blocks[1 - rear] == 2
    assert state.record.cars[1 - rear].damage == 2


def test_cars_pushed_apart_at_block_1_stay_on_it() -> None:
    state = position({"pos": [1, 1], "speed": 0}, {"pos": [2, 1], "speed": 3}, trucks=[[1, 2, 0]])
    play(state, "NOTHING", "TURN_LEFT")
    assert_holds({"p1": {"pos": [1, 1]}, "p2": {"pos": [2, 1]}}, state)


TWEETED = [
    (0, 1, False),
    (1, 0, False),
    (1, 1, True),
    (LANES, LENGTH, True),
    (LANES + 1, 1, False),
    (1, LENGTH + 1, False),
]


@pytest.mark.parametrize(("lane", "block", "valid"), TWEETED)
def test_a_tweet_must_name_a_block_of_the_track(lane: int, block: int, valid: bool) -> None:
    """Lanes 1 to 4, blocks 1 to 1500, for both players."""
    state = position({"pos": [1, 10], **TWEETING})
    car = state.record.cars[0]
    assert rules.is_valid(car, state.const, Command.USE_TWEET, lane, block) is valid


# The end of a match (section 7)


def race_to_the_line(ruleset: str = "standard", **changes: int) -> Position:
    """Both cars one round before the finish line, player 1 in front."""
    front, rear = {"pos": [1, 1495], "speed": 9}, {"pos": [3, 1400], "speed": 9}
    return position(front, rear, ruleset=ruleset, changes=changes)


def test_the_match_runs_until_a_car_has_finished() -> None:
    state = race_to_the_line()
    assert OVERDRIVE.outcome(state) is None
    assert rules.is_over(state.record, state.const) == 0
    play(state, "NOTHING", "NOTHING")
    outcome = OVERDRIVE.outcome(state)
    assert outcome is not None
    assert (outcome.rule_ranks, outcome.scores, outcome.reason) == ((1, 2), (0, 0), "finish line")
    assert (outcome.marks, outcome.forfeits) == ((), ())
    assert rules.is_over(state.record, state.const) == 1
    assert [OVERDRIVE.rules.reward(state.record, state.const, seat) for seat in range(2)] == [1000, -1000]


def test_the_round_limit_is_a_setting() -> None:
    state = position({"pos": [1, 10], "speed": 3}, {"pos": [3, 10], "speed": 6}, changes={"max_rounds": 2})
    play(state, "NOTHING", "NOTHING")
    assert OVERDRIVE.outcome(state) is None
    play(state, "NOTHING", "NOTHING")
    outcome = OVERDRIVE.outcome(state)
    assert outcome is not None
    assert (outcome.rule_ranks, outcome.reason) == ((2, 1), "round limit")
    assert OVERDRIVE.max_turns(state) == 2


@pytest.mark.parametrize("ruleset", ["standard", "classic"])
def test_after_the_end_nothing_happens(ruleset: str) -> None:
    state = race_to_the_line(ruleset)
    play(state, "NOTHING", "NOTHING")
    before = state.bytes()
    play(state, "ACCELERATE", "FIX")
    assert state.bytes() == before


DEAD_HEATS = [
    ({"speed": 9}, {"speed": 8}, 1, "higher speed"),
    ({"speed": 8}, {"speed": 9}, 2, "higher speed"),
    ({"speed": 9, "score": 4}, {"speed": 9, "score": 5}, 2, "then higher score"),
    ({"speed": 9, "score": -4}, {"speed": 9, "score": -5}, 1, "then higher score"),
    ({"speed": 9}, {"speed": 9}, 1, "then player 1"),
]


@every_row(("a", "b", "winner", "why"), DEAD_HEATS)
@every_row(("block", "played"), [(1495, 0), (100, 599)], ids=["at the line", "at round 600"])
def test_two_that_finish_together(
    a: dict[str, int], b: dict[str, int], winner: int, why: str, block: int, played: int
) -> None:
    """Speed, then score, then player 1 (S19, S21); level at round 600 means the same block after the round."""
    ahead = {"pos": [1, block - a["speed"]], **a}, {"pos": [3, block - b["speed"]], **b}
    if block + 9 > LENGTH:
        ahead = {"pos": [1, block], **a}, {"pos": [3, block], **b}
    state = position(*ahead, round=played)
    play(state, "NOTHING", "NOTHING")
    assert state.record.winner == winner - 1, why


# D10: too many invalid commands


def play_to_the_end(state: Position, invalid: Sequence[bool]) -> Any:
    """Player 1 gives these commands, standing still; then player 2 wins."""
    for is_invalid in invalid:
        play(state, "JUMP" if is_invalid else "NOTHING", "NOTHING")
    while OVERDRIVE.outcome(state) is None:
        play(state, "NOTHING", "ACCELERATE")
    return OVERDRIVE.outcome(state)


TOO_MANY = [
    (10, [True] * 10, True),
    (10, [True] * 9, False),
    (10, [True] * 9 + [False] + [True] * 9, False),
    (10, [True] * 9 + [False] + [True] * 10, True),
    (3, [False, True, True, True, False], True),
    (1, [True], True),
    (0, [True] * 30, False),
]


@pytest.mark.parametrize(("limit", "invalid", "forfeits"), TOO_MANY)
def test_too_many_invalid_commands_in_a_row_forfeit_the_race(
    limit: int, invalid: list[bool], forfeits: bool
) -> None:
    """Play continues; the result on the track is reported with the mark and the player, who loses."""
    state = position(
        {"pos": [1, 10], "speed": 0}, {"pos": [3, 1450], "speed": 0}, changes={"too_many_invalid": limit}
    )
    outcome = play_to_the_end(state, invalid)
    assert (outcome.rule_ranks, outcome.ranks) == ((2, 1), (2, 1))
    assert state.record.cars[0].too_many_invalid == forfeits
    assert outcome.forfeits == (("gave too many invalid commands", "") if forfeits else ())
    assert outcome.marks == (("player 1 gave too many invalid commands",) if forfeits else ())


@pytest.mark.parametrize(("forfeits", "ranks"), [((0,), (2, 1)), ((1,), (1, 2)), ((0, 1), (1, 1))])
def test_who_forfeits_a_race_loses_it_whoever_comes_first(
    forfeits: tuple[int, ...], ranks: tuple[int, int]
) -> None:
    state = position({"pos": [1, 1495], "speed": 9}, PARKED)
    for seat in forfeits:
        state.record.cars[seat].too_many_invalid = 1
    play(state, "NOTHING", "NOTHING")
    outcome = OVERDRIVE.outcome(state)
    assert outcome is not None
    assert (outcome.rule_ranks, outcome.ranks) == ((1, 2), ranks)


EVERY_KIND = ["", "JUMP", "TURN_LEFT", "USE_BOOST", "USE_TWEET 9 9", "USE_TWEET 1 1"]


def test_every_kind_of_invalid_command_counts_per_player() -> None:
    state = position({"pos": [1, 10], "speed": 0}, {"pos": [3, 20], "speed": 0})
    for count, text in enumerate(EVERY_KIND, 1):
        play(state, text, "NOTHING")
        assert [car.invalid_in_row for car in state.record.cars] == [count, 0]
    assert state.record.cars[0].score == -5 * len(EVERY_KIND)
    play(state, "FIX", "JUMP")
    assert [car.invalid_in_row for car in state.record.cars] == [0, 1]


def test_nobody_forfeits_by_the_original_engine() -> None:
    state = position({"pos": [1, 10], "speed": 0}, {"pos": [3, 1450], "speed": 0}, ruleset="classic")
    outcome = play_to_the_end(state, [True] * 30)
    assert outcome.forfeits == ()
    assert outcome.marks == ()


# The referee's flags (section 7): the result counts, and is marked

OK, LATE, BAD = Verdict.OK, Verdict.TIMEOUT, Verdict.INVALID
FLAGS: list[tuple[str, dict[str, Any], list[tuple[Verdict, Verdict]], list[str]]] = [
    ("a score of 12000 passes", {"score": 12_000}, [], []),
    ("a score above 12000", {"score": 12_001}, [], ["player 1 has a score above 12000"]),
    ("1500 power-ups pass", {"items": ["OIL"] * 1500}, [], []),
    ("more than 1500 power-ups", {"items": ["OIL"] * 1501}, [], ["player 1 holds more than 1500 power-ups"]),
    ("time-outs apart pass", {}, [(LATE, OK), (OK, LATE), (LATE, OK)], []),
    (
        "two time-outs in a row",
        {},
        [(OK, OK), (OK, LATE), (OK, LATE)],
        ["player 2 timed out in consecutive rounds"],
    ),
    (
        "both time out",
        {},
        [(LATE, LATE), (LATE, LATE)],
        ["player 1 timed out in consecutive rounds", "player 2 timed out in consecutive rounds"],
    ),
    ("other faults are no time-outs", {}, [(BAD, BAD), (BAD, BAD)], []),
]


@every_row(("extra", "verdicts", "marks"), [f[1:] for f in FLAGS], ids=[f[0] for f in FLAGS])
def test_the_referee_flags_a_match(extra: dict[str, Any], verdicts: Any, marks: list[str]) -> None:
    state = position({"pos": [1, 1495], "speed": 9, **extra}, PARKED)
    play(state, "NOTHING", "NOTHING")
    outcome = OVERDRIVE.outcome(state, verdicts)
    assert outcome is not None
    assert list(outcome.marks) == [f"to be verified: {mark}" for mark in marks]
    assert outcome.forfeits == ()
    assert outcome.rule_ranks == (1, 2)


# The start (section 2)


@pytest.mark.parametrize("ruleset", ["standard", "classic"])
def test_the_start(ruleset: str) -> None:
    state = OVERDRIVE.start(OVERDRIVE.configure(ruleset), 42, 2)
    blank = {"speed": 5, "damage": 0, "score": 0, "boost": 0, "items": [], "states": ["READY"]}
    assert_holds(
        {"p1": {"pos": [1, 1], **blank}, "p2": {"pos": [4, 1], **blank}, "trucks": [], "winner": 0}, state
    )
    assert (OVERDRIVE.turn(state), OVERDRIVE.max_turns(state)) == (1, 600)


@pytest.mark.parametrize("max_rounds", [0, -1, 601])
def test_a_round_limit_out_of_its_range_is_refused(max_rounds: int) -> None:
    with pytest.raises(ConfigError, match=f"max_rounds expects 1 to 600, got {max_rounds}"):
        OVERDRIVE.start(OVERDRIVE.configure("standard", {"max_rounds": max_rounds}), 1, 2)


@pytest.mark.parametrize("seats", [0, 1, 3])
def test_another_number_of_cars_is_refused(seats: int) -> None:
    with pytest.raises(ConfigError, match=f"got {seats} seats"):
        OVERDRIVE.start(OVERDRIVE.configure(), 1, seats)


@every_row(
    ("name", "value", "words"),
    [
        ("lane", 5, "lane is 5, expected 1 to 4"),
        ("block", 0, "block is 0, expected 1 to 1500"),
        ("speed", 16, "speed is 16, expected 0 to 15"),
        ("damage", 6, "damage is 6, expected 0 to 5"),
        ("truck_lane", 5, "truck_lane is 5, expected 0 to 4"),
        ("tweet_block", -1, "tweet_block is -1, expected 0 to 1500"),
        ("boosting", 1, "boosting is 1 with counter 0"),
        ("n_states", 25, "n_states is 25, expected 1 to 24"),
        ("n_items", 1537, "n_items is 1537, expected 0 to 1536"),
        ("n_items", 1, "the counts of power-ups do not agree with the list"),
    ],
)
def test_an_impossible_car_is_not_loaded(name: str, value: int, words: str) -> None:
    dump = OVERDRIVE.dump(OVERDRIVE.start(OVERDRIVE.configure(), 1, 2))
    dump["state"]["cars"][1][name] = value
    with pytest.raises(InputError, match=f"no state of overdrive: player 2: {words}"):
        OVERDRIVE.load(dump)


@every_row(
    ("part", "name", "value", "words"),
    [
        ("state", "round", 601, "round is 601 of 600"),
        ("state", "winner", 2, "winner is 2 of 2 seats"),
        ("state", "n_trucks", 1, "n_trucks is 1, but 0 trucks stand on the track"),
        ("state", "n_requests", 5, "n_requests is 5, expected 0 or 2"),
        ("state", "n_requests", 2, "request 0 is of seat 0 for lane 0, block 0"),
        ("state", "track", [[15] * LENGTH] * LANES, "a block carries an unknown surface"),
        ("config", "seats", 3, "winner is -1 of 3 seats"),
        ("config", "max_rounds", 601, "round is 0 of 601, expected at most 600"),
    ],
)
def test_an_impossible_race_is_not_loaded(part: str, name: str, value: Any, words: str) -> None:
    dump = OVERDRIVE.dump(OVERDRIVE.start(OVERDRIVE.configure(), 1, 2))
    dump[part][name] = value
    with pytest.raises(InputError, match=f"no state of overdrive: {words}"):
        OVERDRIVE.load(dump)


# Any position, any switches: interpreted and compiled rules agree, and invariants hold

BLOCKS = st.integers(1, 24) | st.integers(LENGTH - 24, LENGTH - 1)
ITEMS = st.lists(st.sampled_from([powerup.name for powerup in Powerup]), max_size=6)
CARS = st.fixed_dictionaries(
    {
        "pos": st.tuples(st.integers(1, LANES), BLOCKS).map(list),
        "speed": st.sampled_from([0, 3, 5, 6, 8, 9, 15]),
        "damage": st.integers(0, 5),
        "boost": st.integers(0, 5),
        "items": ITEMS,
    }
)
OBJECTS = st.lists(
    st.tuples(
        st.integers(1, LANES),
        BLOCKS,
        st.sampled_from([s for s in Surface if s.name != "FINISH_LINE"]),
        st.integers(0, 2),
    ),
    max_size=30,
)
TRUCKS = st.lists(st.tuples(st.integers(1, LANES), BLOCKS), max_size=4, unique=True)
SWITCHED = st.fixed_dictionaries({case[0]: st.integers(0, 1) for case in SWITCHES})
COMMANDS = st.sampled_from(
    [
        *("NOTHING", "ACCELERATE", "DECELERATE", "TURN_LEFT", "TURN_RIGHT", "FIX", "", "USE_BOOST", "USE_OIL"),
        *("USE_LIZARD", "USE_EMP", "USE_TWEET 1 5", "USE_TWEET 2 5", "USE_TWEET 2 9", "USE_TWEET 4 1490"),
    ]
)
SLIPS = ("d4_refund_every_round", "d5_wreck_is_remembered", "d6_player_2_goes_back", "d13_player_1_tweets_first")
ROUNDS = st.lists(st.tuples(COMMANDS, COMMANDS), min_size=1, max_size=5)


def melee(cars: Any, objects: Any, trucks: Any, changes: dict[str, int]) -> Position | None:
    """A crowded position, or None where the cars would share a block."""
    if cars[0]["pos"] == cars[1]["pos"]:
        return None
    owned = [[lane, block, owner] for owner, (lane, block) in zip((1, 2, 0, 0), trucks, strict=False)]
    objects = [o[:3] if o[2] != Surface.OIL_SPILL else o for o in objects]
    return position(*cars, objects=objects, trucks=owned, changes=changes)


@settings(max_examples=300, deadline=None, derandomize=True)
@given(st.tuples(CARS, CARS), OBJECTS, TRUCKS, SWITCHED, ROUNDS)
def test_any_position_keeps_the_invariants_in_both_kinds_of_rules(
    cars: Any, objects: Any, trucks: Any, changes: dict[str, int], rounds: Any
) -> None:
    state = melee(cars, objects, trucks, changes)
    for commands in rounds if state else ():
        play(state, *commands)  # type: ignore[arg-type]


@settings(max_examples=300, deadline=None, derandomize=True)
@given(st.tuples(CARS, CARS), OBJECTS, TRUCKS, SWITCHED, ROUNDS)
def test_neither_player_is_preferred(
    cars: Any, objects: Any, trucks: Any, changes: dict[str, int], rounds: Any
) -> None:
    """Except for four slips of the engine, exchanged cars and commands lead to the exchanged position."""
    state = melee(cars, objects, trucks, {**changes, **dict.fromkeys(SLIPS, 0)})
    other = OVERDRIVE.learning.swap_seats(state) if state else None
    for commands in rounds if other else ():
        play(state, *commands)  # type: ignore[arg-type]
        play(other, *commands[::-1])  # type: ignore[arg-type]
        mirrored = OVERDRIVE.learning.swap_seats(state)  # type: ignore[arg-type]
        assert mirrored == exchanged_twice(other)


def exchanged_twice(state: Any) -> Any:
    """The same position, with lists that depend on the seat sorted."""
    once = OVERDRIVE.learning.swap_seats(state)
    return OVERDRIVE.learning.swap_seats(once) if once else None


def test_seats_cannot_be_exchanged_where_a_slip_prefers_one() -> None:
    for name in STANDARD:
        state = position({"pos": [1, 10], "speed": 6}, FAR, changes={name: 1})
        assert (OVERDRIVE.learning.swap_seats(state) is None) == (name in SLIPS), name


def test_a_remembered_wreck_prefers_a_player() -> None:
    """D5: player 2's tweet clears the block of its wreck, after player 1 put a truck there, not before."""
    trucks = []
    for commands in (("USE_TWEET 2 500", "USE_TWEET 4 800"), ("USE_TWEET 4 800", "USE_TWEET 2 500")):
        cars = [{"pos": [1, 10], **TWEETING}, {"pos": [3, 10], **TWEETING}]
        state = position(*cars, changes={"d5_wreck_is_remembered": 1})
        wreck = state.record.cars[commands.index("USE_TWEET 4 800")]
        wreck.tweet_lane, wreck.tweet_block = 2, 500
        play(state, *commands)
        trucks.append(summary(state)["trucks"])
    assert trucks == [[[4, 800]], [[2, 500], [4, 800]]]


def test_states_are_cleared_before_the_next_round() -> None:
    state = position({"pos": [1, 10], "speed": 9}, objects=[[1, block, Surface.MUD] for block in range(11, 20)])
    play(state, "NOTHING", "NOTHING")
    assert len(views.states_of(state.record.cars[0])) == 10
    play(state, "FIX", "NOTHING")
    assert views.states_of(state.record.cars[0]) == ["FIXED_CAR"]
    assert [state.record.cars[0].states[i] for i in range(1, 12)] == [0] * 11

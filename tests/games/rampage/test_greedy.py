"""The bot `greedy`: what it plays on a few boards, the route that it remembers, and that it beats random moves."""

from __future__ import annotations

from typing import Any

import pytest

from lanista.engine import over, zeros
from lanista.games.rampage.bots.greedy import PATIENCE, WAIT, Route
from lanista.games.rampage.game import RAMPAGE
from lanista.games.rampage.state import Word
from tests.games.policies import chosen, generator_of, memory_of, reward_against_random
from tests.games.rampage.positions import Position, play, position
from tests.rows import every_row

UP, RIGHT = {"dir": "UP"}, {"dir": "RIGHT"}

# What is special about the board, its rows, the robot A, and its move
BOARDS: list[tuple[str, tuple[str, ...], dict[str, Any], str]] = [
    ("the opponent ahead", ("#######", "#A..B.#", "#######"), RIGHT, "SHOOT"),
    ("the opponent beside", ("#######", "#A..B.#", "#######"), UP, "FACE_RIGHT"),
    ("a laser and the opponent in reach", ("#######", "#A..B.#", "#######"), {**UP, "laser": 1}, "LASER"),
    ("a turret ahead", ("#########", "#A....T.#", "#.####..#", "########B"), RIGHT, "SHOOT"),
    ("a disabled turret ahead", ("#########", "#A....t.#", "#S####..#", "########B"), RIGHT, "FACE_DOWN"),
    (
        "a laser and a turret in reach",
        ("########", "#A...T.#", "#.####.#", "#######B"),
        {**UP, "laser": 1},
        "LASER",
    ),
    ("an item ahead", ("########", "#A..S..#", "########", "#B######"), RIGHT, "FORWARD"),
    (
        "an item around the corner",
        ("########", "#A######", "#..S...#", "########", "#B######"),
        RIGHT,
        "FACE_DOWN",
    ),
    ("two items", ("########", "#S######", "#A....L#", "########", "#B######"), RIGHT, "FACE_UP"),
    ("a bullet from behind", ("########", "#>A....#", "#.####.#", "#B######"), RIGHT, "FORWARD"),
    ("a bullet towards the item", ("########", "#A.<S..#", "########", "#B######"), RIGHT, "NONE"),
    (
        "a bullet that comes closer",
        ("########", "#A<S...#", "########", "#B######"),
        {**RIGHT, "shield": 1},
        "SHIELD",
    ),
]


@every_row(("about", "rows", "robot", "word"), BOARDS, ids=[row[0] for row in BOARDS])
def test_greedy_plays(about: str, rows: tuple[str, ...], robot: dict[str, Any], word: str) -> None:
    assert chosen(RAMPAGE, position(*rows, a=robot)) == word


# Under fire from behind by a bullet: what the robot has, what is ahead, and its move
ESCAPES: list[tuple[str, str, dict[str, Any], str]] = [
    ("a free square aside", ".", {"dir": "UP", "shield": 1}, "FORWARD"),
    ("a wall aside, a shield", "#", {"dir": "UP", "shield": 1, "teleport": 1}, "SHIELD"),
    ("a wall aside, a teleport", "#", {"dir": "UP", "teleport": 1}, "TELEPORT_0"),
]


@pytest.mark.parametrize(("about", "aside", "robot", "word"), ESCAPES, ids=[row[0] for row in ESCAPES])
def test_greedy_leaves_the_fire(about: str, aside: str, robot: dict[str, Any], word: str) -> None:
    rows = ("#########", f"##{aside}######", "#>A....##", "#######0#", "#B#######")
    assert chosen(RAMPAGE, position(*rows, a=robot)) == word


@pytest.mark.parametrize(("phase", "word"), [(0, "NONE"), (1, "FORWARD"), (3, "FORWARD")])
def test_greedy_waits_until_a_turret_pauses(phase: int, word: str) -> None:
    state = position("########", "#A.S...#", "##T#####", "########", "#B######", a=RIGHT, times=(1, 3))
    state.record.turrets[0].phase = phase
    assert chosen(RAMPAGE, state) == word


@pytest.mark.parametrize("ruleset", RAMPAGE.rulesets)
def test_greedy_beats_random_moves(ruleset: str) -> None:
    assert [reward_against_random(RAMPAGE, ruleset, seed) for seed in range(10)] == [1000] * 10


# Shots that come closer: what is special about them, the board, the robot A, and its move
SHOTS: list[tuple[str, tuple[str, ...], dict[str, Any], str]] = [
    ("two squares away, facing it", ("#######", "#...###", "#A.<..#", "#######", "#B#####"), RIGHT, "FACE_UP"),
    ("two squares away, facing aside", ("#######", "#S..###", "#A.<..#", "#######", "#B#####"), UP, "FORWARD"),
    ("two squares away, no way out", ("#######", "#######", "#A.<..#", "#######", "#B#####"), RIGHT, "NONE"),
    ("across the way to an item", ("#######", "##.####", "#A.S..#", "##^####", "#B#####"), RIGHT, "NONE"),
    ("across, but later", ("#######", "##.####", "#A.S..#", "##.####", "##^####", "#B#####"), RIGHT, "FORWARD"),
]


@pytest.mark.parametrize(("about", "rows", "robot", "word"), SHOTS, ids=[row[0] for row in SHOTS])
def test_greedy_looks_ahead_for_shots(about: str, rows: tuple[str, ...], robot: dict[str, Any], word: str) -> None:
    assert chosen(RAMPAGE, position(*rows, a=robot)) == word


def test_greedy_raises_a_shield_in_a_turret_s_beam_which_pays() -> None:
    state = position("#######", "#A..T.#", "#.#####", "#B#####", a={**UP, "shield": 1})
    assert chosen(RAMPAGE, state) == "SHIELD"


@pytest.mark.parametrize(("lasers", "word"), [(0, "FORWARD"), (1, "NONE")])
def test_greedy_stays_out_of_the_reach_of_a_laser(lasers: int, word: str) -> None:
    state = position(
        "#######", "#A.S..#", "##.####", "##.####", "##B####", a=RIGHT, b={"dir": "LEFT", "laser": lasers}
    )
    assert chosen(RAMPAGE, state) == word


@pytest.mark.parametrize(("lead", "word"), [(-1, "FACE_RIGHT"), (0, "FACE_RIGHT"), (1, "NONE")])
def test_greedy_hunts_only_an_opponent_who_is_not_behind(lead: int, word: str) -> None:
    state = position("#######", "#A....#", "#####.#", "#####B#", a=UP)
    state.record.players[0].points = max(0, lead)
    state.record.players[1].points = max(0, -lead)
    assert chosen(RAMPAGE, state) == word


class Greedy:
    """The bot in seat 0, with what it remembers."""

    def __init__(self, state: Position) -> None:
        self.state = state
        self.route: Route = memory_of(state, "greedy")
        rules = state.rules
        self._move = over(rules.move, zeros(rules.move).view("u1"))
        self._work = over(rules.work, zeros(rules.work).view("u1"))

    def choose(self) -> str:
        """Its next move."""
        state = self.state
        choose = state.rules.policy("greedy")
        choose(state.record, state.const, 0, generator_of(1), self._move, self._work, self.route)
        return Word(self._move.word).name

    def turn(self) -> str:
        """Play a turn in which the other robot idles; the bot's move."""
        word = self.choose()
        play(self.state, word, "NONE")
        return word


CORNER = ("########", "#A..####", "###.####", "###S...#", "########", "#B######")


def test_greedy_follows_the_route_that_it_remembers() -> None:
    greedy = Greedy(position(*CORNER, a=RIGHT))
    words = [greedy.turn()]
    found = bytes(greedy.route.ways)
    words += [greedy.turn() for _ in range(4)]
    assert words == ["FORWARD", "FORWARD", "FACE_DOWN", "FORWARD", "FORWARD"]
    assert bytes(greedy.route.ways) == found, "it looked for no other way"
    assert greedy.route.steps == 0
    assert not greedy.state.record.lies[0]


def test_greedy_keeps_to_its_route_though_another_is_as_good() -> None:
    greedy = Greedy(position("#######", "#A....#", "#.###.#", "#....S#", "#######", "B######", a=RIGHT))
    greedy.turn()
    greedy.state.record.players[0].facing = 1
    assert greedy.choose() == "FACE_RIGHT"


def test_greedy_drops_a_route_to_an_item_that_is_gone() -> None:
    greedy = Greedy(position("########", "#A...S.#", "#.######", "#...S..#", "########", "#B######", a=RIGHT))
    assert greedy.turn() == "FORWARD"
    greedy.state.record.lies[0] = 0
    assert greedy.choose() == "FACE_LEFT"


def test_greedy_drops_a_route_from_which_it_was_moved() -> None:
    greedy = Greedy(position(*CORNER, a=RIGHT))
    greedy.turn()
    greedy.state.record.players[0].square = 3 * 8 + 5
    assert greedy.choose() == "FACE_LEFT"


def test_greedy_looks_for_another_route_when_one_stays_blocked() -> None:
    """The other robot aims at the next square of the route from a niche."""
    rows = ("#########", "#A....S.#", "#.#.###.#", "#.#####.#", "#.......#", "#########", "#B#######")
    greedy = Greedy(position(*rows, a=RIGHT, b={"dir": "UP"}))
    assert greedy.turn() == "FORWARD"
    greedy.state.record.players[1].square = 2 * 9 + 3
    assert [greedy.turn() for _ in range(WAIT + 1)] == ["NONE"] * WAIT + ["FACE_LEFT"]


def test_greedy_does_not_search_in_vain_in_every_turn() -> None:
    greedy = Greedy(position("#####", "#A#B#", "#####", a=UP))
    assert greedy.turn() == "NONE"
    until = greedy.route.until
    assert until == PATIENCE
    assert [greedy.turn() for _ in range(PATIENCE - 1)] == ["NONE"] * (PATIENCE - 1)
    assert greedy.route.until == until
    greedy.turn()
    assert greedy.route.until == 2 * PATIENCE

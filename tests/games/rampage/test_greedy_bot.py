"""The rule `greedy_bot` plays the moves of the bot `greedy`."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import numpy as np
import pytest

from lanista.engine import Generator, loops, zeros
from lanista.engine.batch import Batch
from lanista.engine.native import native
from lanista.engine.playouts import step_native
from lanista.game import BotStart
from lanista.games.rampage.bots import greedy
from lanista.games.rampage.bots.greedy import Bot
from lanista.games.rampage.game import RAMPAGE
from lanista.games.rampage.state import SEATS, Word
from lanista.games.rampage.tactics import greedy_bot
from tests.games.rampage.positions import Position, position

FIRST = np.zeros(1, np.int64)
TURNS = 60

# A match: its ruleset, map, changed settings, and how often in 10 a robot moves at random instead
MATCHES: list[tuple[str, str, dict[str, int], int]] = [
    ("standard", "pocket", {}, 0),
    ("standard", "duel", {}, 5),
    ("classic", "duel", {}, 2),
    ("classic", "crossroads", {}, 5),
    ("standard", "citadel", {}, 5),
    ("classic", "", {}, 2),
    ("standard", "", {"any_size": 1, "width": 6, "height": 7}, 5),
    ("standard", "", {"turret_beams_hit_turrets": 1}, 2),
]


class GreedyRule:
    """The rule, compiled, for one state at a time."""

    def __init__(self, state: Position) -> None:
        rules = state.rules
        self._choose = native(rules).loop(loops.policy_moves, "greedy_bot")
        self._works, self._generators = zeros(rules.work)[np.newaxis], zeros(Generator)
        self._moves = zeros(rules.move, SEATS)[np.newaxis]

    def move(self, state: Position, seat: int) -> str:
        """Its move as text."""
        self._choose(state.data, state.fixed, FIRST, self._generators, self._works, self._moves, seat)
        return Word(self._moves["word"][0, seat]).name


def bots_of(state: Position, ruleset: str, changes: dict[str, int]) -> list[Bot]:
    """The bot for each seat."""
    config, fixed = RAMPAGE.configure(ruleset, changes), json.loads(RAMPAGE.fixed_json(state, 0))
    return [Bot(BotStart(seat, SEATS, ruleset, config, 1, fixed)) for seat in range(SEATS)]


@pytest.mark.parametrize(("ruleset", "name", "changes", "wild"), MATCHES)
def test_the_rule_plays_the_moves_of_the_bot(ruleset: str, name: str, changes: dict[str, int], wild: int) -> None:
    state = RAMPAGE.start(RAMPAGE.configure(ruleset, changes), 7, map=name)
    rule, bots, random = GreedyRule(state), bots_of(state, ruleset, changes), Random(7)
    moves, work = zeros(state.rules.move, SEATS), zeros(state.rules.work)
    while not state.record.over and state.record.turn < TURNS:
        seat = random.randrange(SEATS)
        expected = bots[seat].move(RAMPAGE.view(state, seat))
        assert rule.move(state, seat) == expected, f"turn {state.record.turn}, seat {seat}"
        words = [Word[rule.move(state, each)] for each in range(SEATS)]
        moves["word"] = [random.choice(list(Word)) if random.randrange(10) < wild else word for word in words]
        step_native(state, moves, work)


# What is special about the board, its rows and the robot A
BOARDS: list[tuple[str, tuple[str, ...], dict[str, Any]]] = [
    ("no item: lines of fire on a turret", ("#########", "#A......#", "#.###.#.#", "#...#T#.#", "####....B"), {}),
    ("beams from both sides of a small board", ("A..", ".T.", "..B", "..."), {}),
    ("the opponent stops a turret's beam", ("########", "#T.B...#", "####A..#", "########"), {}),
    ("no item and no live turret", ("########", "#A.....#", "#.##t#.#", "#..#...B"), {}),
    ("no way to a goal", ("#####", "#A#B#", "#####"), {}),
    ("every item held", ("#######", "#A.0.B#", "#.#1#.#", "#..T..#"), {"laser": 1, "shield": 1, "teleport": 2}),
    ("bullets from both sides", ("########", "#.>A.<.#", "#.#.##.#", "#B.....#"), {"shield": 1}),
]


@pytest.mark.parametrize(("about", "rows", "robot"), BOARDS, ids=[row[0] for row in BOARDS])
def test_the_rule_plays_as_the_bot_on_special_boards(
    about: str, rows: tuple[str, ...], robot: dict[str, Any]
) -> None:
    state = position(*rows, a=robot)
    rule, bots = GreedyRule(state), bots_of(state, "standard", {"any_size": 1, "max_turns": 50})
    for state.record.players[0].facing in range(4):
        for seat in range(SEATS):
            assert rule.move(state, seat) == bots[seat].move(RAMPAGE.view(state, seat))


@pytest.mark.parametrize("name", [name for name in vars(greedy) if name.endswith("_WORTH")] + ["FADING", "LOOK"])
def test_the_rule_weighs_as_the_bot_does(name: str) -> None:
    assert getattr(greedy_bot, name) == getattr(greedy, name)


def test_it_is_an_opponent_in_batches() -> None:
    start = RAMPAGE.start(RAMPAGE.configure("standard"), 1, map="duel")
    expected = GreedyRule(start).move(start, 1)
    batch = Batch([start], 1, opponents={1: "greedy_bot"})
    batch.step(np.full((1, SEATS), Word.NONE, np.int32))
    assert Word(batch.states["players"]["requested"][0, 1]).name == expected

"""Recorded matches of the original engines, played by the rules in C and JavaScript too: the same bytes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest

from lanista.engine import State, over, over_all, zeros
from lanista.engine.playouts import step_native
from lanista.game import game_names, get_game, put_moves
from lanista.game.conform import ConformTally, Differs
from lanista.games.sproutopia.contest.play import Play
from lanista.tools.conformance.targets import compare, recorded
from tests.long_tests import others_long
from tests.programs import need

TRACES = Path(__file__).parents[2] / "traces"
FILES = 1  # of each game
TURNS = 150  # turns of each recording, at most

Turn = tuple[State[Any, Any], list[Any]]


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> list[Turn]:
    """Every turn that is played by interpreted rules: the state before it, and the moves."""
    turns: list[Turn] = []

    def watch(owner: type, name: str) -> None:
        step = getattr(owner, name)

        def record(self: Any, state: State[Any, Any], moves: Sequence[Any]) -> None:
            if len(turns) < TURNS:
                turns.append((State(state.rules, state.clone().data, state.fixed.copy()), list(moves)))
            step(self, state, moves)

        monkeypatch.setattr(owner, name, record)

    for game in map(get_game, game_names()):
        watch(type(game), "step")
    watch(Play, "tick")
    return turns


def recordings(name: str) -> list[Path]:
    """Some recordings of a game."""
    return (
        sorted((TRACES / name).glob("m*.jsonl.gz"))[:FILES] or sorted((TRACES / name).glob("*.jsonl.gz"))[:FILES]
    )


def matches_of(turns: list[Turn]) -> Iterator[list[Turn]]:
    """The turns of one match each: those that continue each other."""
    number, numbered, before = 0, [], None
    for state, moves in turns:
        if before is None or state.fixed.tobytes() != before.tobytes():
            number += 1
        numbered.append((number, (state, moves)))
        before = state.fixed
    for _, group in groupby(numbered, key=lambda pair: pair[0]):
        yield [turn for _, turn in group]


@pytest.mark.parametrize("name", others_long(["rampage", "tanks"], game_names()))
def test_recorded_matches_are_the_same_in_every_language(name: str, played: list[Turn]) -> None:
    need("node")
    game, compared = get_game(name), 0
    for path in recordings(name):
        played.clear()
        with suppress(Differs):  # under another ruleset; the turns up to there will do
            game.contest.conform(game, path, ConformTally("classic" if "classic" in game.rulesets else "standard"))
        for turns in matches_of(played):
            compared += len(turns)
            expect_the_same_when_compiled(turns)
            expect_the_same_in_javascript(game, turns)
    assert compared > 20


def expect_the_same_when_compiled(turns: list[Turn]) -> None:
    for state, moves in turns:
        interpreted, compiled = state.clone(), state.clone()
        rules = state.rules
        data, work = zeros(rules.move, state.seats), zeros(rules.work)
        records = over_all(rules.move, data)
        put_moves(records, moves)
        step_native(compiled, data, work)
        rules.step(interpreted.record, records, interpreted.const, over(rules.work, zeros(rules.work).view("u1")))
        assert compiled.bytes() == interpreted.bytes()


def expect_the_same_in_javascript(game: Any, turns: list[Turn]) -> None:
    first = turns[0][0]
    # Every turn begins with its recorded state: recordings are compared, and may be corrected, between turns.
    matches = [
        recorded(game, [turn], 1, lambda number: range(min(2, first.seats)))
        for turn in turns[:: max(1, len(turns) // 40)]
    ]
    found = compare(game, first, "js", matches)
    assert found.get("turns") == len(matches), found

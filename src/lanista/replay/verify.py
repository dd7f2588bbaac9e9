"""Plays a replay again and says whether every state is the same."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import msgspec

from lanista.engine import State
from lanista.errors import ReplayError
from lanista.game import Game, InvalidMove, get_game
from lanista.replay.format import Replay, TurnLine
from lanista.verdict import Verdict

# Verdicts whose text was judged by the rules; any other means that no move counted.
JUDGED = {Verdict.OK.value, Verdict.INVALID.value}


@dataclass(frozen=True)
class Verification:
    """`identical`, or the first turn that differs. Turn 0 is the start."""

    identical: bool
    turns: int
    first: int | None = None
    what: str = ""
    expected: object = None
    got: object = None


def play_again(replay: Replay) -> Iterator[tuple[TurnLine | None, State[Any, Any]]]:
    """The start and then every turn with the state after it, from the seed and the moves alone.

    The same state object is stepped on; clone it to keep a moment.
    """
    header = replay.header
    game = get_game(header.game)
    if header.behaviour != game.behaviour:
        raise ReplayError(
            f"{replay.path}: recorded with version {header.behaviour} of {game.name}'s rules, but this is version "
            f"{game.behaviour}; use lanista {header.lanista} to play it again"
        )
    config = game.configure(header.ruleset, header.config)
    state = game.start(config, header.seed, len(header.seats), header.map)
    game.leave_out(state, header.absent)
    yield None, state
    for line in replay.turns:
        game.step(state, [move_of(game, state, seat, line) for seat in range(len(header.seats))])
        yield line, state


def move_of(game: Game[Any, Any, Any], state: State[Any, Any], seat: int, line: TurnLine) -> Any:
    """The move that a seat played in a recorded turn, from the state before it."""
    text = line.moves[seat]
    if text is None or line.verdicts[seat] not in JUDGED:
        return game.missing
    try:
        return game.read(state, seat, text)
    except InvalidMove as error:
        return error.move


def verify(replay: Replay) -> Verification:
    """Compare every recorded digest, and the outcome, with the match played again."""
    game = get_game(replay.header.game)
    played = 0
    state = None
    for line, state in play_again(replay):
        expected = replay.header.start if line is None else line.digest
        turn = 0 if line is None else line.turn
        if state.digest() != expected:
            return Verification(False, played, turn, "state", expected, state.digest())
        played += line is not None
    if state is None or replay.footer is None or replay.footer.outcome is None:
        return Verification(True, played)
    verdicts = [[Verdict(verdict) for verdict in line.verdicts] for line in replay.turns]
    outcome = game.outcome(state, verdicts)
    if outcome != replay.footer.outcome:
        return Verification(
            False,
            played,
            played,
            "outcome",
            msgspec.to_builtins(replay.footer.outcome),
            msgspec.to_builtins(outcome),
        )
    return Verification(True, played)

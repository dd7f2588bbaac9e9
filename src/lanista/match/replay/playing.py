"""Plays a replay again from its seed and moves.

Replays are untrusted: whatever the rules raise while playing one is reported as an error of the file.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from lanista.core.errors import InputError, LanistaError, ReplayError
from lanista.core.text import abridge, describe, inert, shown
from lanista.core.verdict import Verdict
from lanista.engine import State
from lanista.game import SEED_BITS, Game, InvalidMove, check_seats, get_game
from lanista.match.replay.format import Header, Replay, TurnLine
from lanista.match.replay.reader import ReplayStream

# Verdicts on a move that the rules judged; with any other verdict no move counted.
JUDGED = {Verdict.OK.value, Verdict.INVALID.value}

MAX_HELD_STATES = 2**30  # bytes of all states of a match in memory

Moment = tuple[TurnLine | None, State[Any, Any]]


@contextmanager
def guarded(path: Path, where: str = "") -> Iterator[None]:
    """Turn whatever the rules raise into an error of the replay file."""
    try:
        yield
    except ReplayError:
        raise
    except LanistaError as error:
        raise ReplayError(f"{path}{where}: {abridge(inert(str(error)))}") from error
    except Exception as error:
        raise ReplayError(f"{path}{where}: no match can be played from this: {describe(error)}") from error


def recorded_game(name: str, behaviour: int, lanista: str) -> Game[Any, Any, Any]:
    """The game that a match was recorded with; raises InputError if it is not installed in that version."""
    try:
        game = get_game(name)
    except InputError as error:
        raise InputError(f"its game is not installed here: {error}") from None
    if behaviour != game.behaviour:
        raise InputError(
            f"recorded with version {behaviour} of {game.name}'s rules, but this is version {game.behaviour}; "
            f"use lanista {inert(lanista, 40)} to play it again"
        )
    return game


def game_of(replay: Replay | ReplayStream) -> Game[Any, Any, Any]:
    """The game of a replay; it must be installed in the recorded version."""
    header = replay.header
    try:
        return recorded_game(header.game, header.behaviour, header.lanista)
    except InputError as error:
        raise ReplayError(f"{replay.path}: {error}") from None


def start_again(replay: Replay | ReplayStream) -> tuple[Game[Any, Any, Any], State[Any, Any]]:
    """The game and the first state of a recorded match."""
    game, header = game_of(replay), replay.header
    with guarded(replay.path):
        _check_header(game, header)
        config = game.configure(header.ruleset, header.config)
        state = game.start(config, header.seed, len(header.seats), header.map)
        game.leave_out(state, header.absent)
    return game, state


def _check_header(game: Game[Any, Any, Any], header: Header) -> None:
    """Reject values that no match can have; the game checks its settings, and `guarded` names the file."""
    seats = len(header.seats)
    check_seats(game, seats)
    if not -(2 ** (SEED_BITS - 1)) <= header.seed < 2**SEED_BITS:
        raise InputError(f"expected a seed of at most {SEED_BITS} bits")
    if set(header.limits) != {"start_ms", "turn_ms"}:
        raise InputError(f"expected the limits start_ms and turn_ms, got {inert(', '.join(header.limits), 200)}")
    if list(header.absent) != sorted(set(header.absent) & set(range(seats))):
        raise InputError(f"expected absent seats from 0 to {seats - 1}, got {shown(header.absent)}")
    if header.branch is not None and header.branch.seat >= seats:
        raise InputError(f"expected a branch at seats 0 to {seats - 1}, got seat {header.branch.seat}")


def play_again(replay: Replay | ReplayStream) -> Iterator[Moment]:
    """Yields the start, then every turn with the state after it.

    The same state object is stepped each time; clone it to keep it.
    """
    _, state = start_again(replay)
    yield None, state
    for line, _ in play_on(replay, state):
        yield line, state


def play_on(replay: Replay | ReplayStream, state: State[Any, Any]) -> Iterator[tuple[TurnLine, list[Any]]]:
    """Plays every turn in place, from the start; yields its line and the moves that the rules received."""
    game = game_of(replay)
    for count, line in enumerate(replay.turns, 1):
        where = f", turn {line.turn}"
        with guarded(replay.path, where):
            if game.outcome(state) is not None or count > game.max_turns(state):
                raise ReplayError(f"{replay.path}{where}: a turn after the end of the match")
            moves = [move_of(game, state, seat, line) for seat in range(state.seats)]
            if not line.engine_failed:
                game.step(state, moves)
        yield line, moves


def recorded_move(game: Game[Any, Any, Any], const: Any, text: str | None, verdict: str) -> Any:
    """The move that a seat played by its recorded verdict, in whatever state that was."""
    if text is None or verdict not in JUDGED:
        return game.missing
    try:
        move = game.parse(const, text)
    except InvalidMove as error:
        return error.move
    return move if verdict == Verdict.OK.value else game.instead_of(move)


def moments(replay: Replay | ReplayStream) -> Iterator[Moment]:
    """Like `play_again`, with a separate state for each turn; fails if they take too much memory."""
    held = 0
    for line, state in play_again(replay):
        held += state.data.nbytes
        if held > MAX_HELD_STATES:
            limit = f"{MAX_HELD_STATES:,} bytes"
            raise ReplayError(f"{replay.path}: its states take more than {limit}, the maximum in memory")
        yield line, state.clone()


def move_of(game: Game[Any, Any, Any], state: State[Any, Any], seat: int, line: TurnLine) -> Any:
    """The move that a seat played in a recorded turn, from the state before it."""
    text = line.moves[seat]
    if text is None or line.verdicts[seat] not in JUDGED:
        return game.missing
    try:
        return game.read(state, seat, text)
    except InvalidMove as error:
        return error.move

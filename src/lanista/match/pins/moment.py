"""The moment that a pin keeps: taken from a replay, and brought back from the file."""

from __future__ import annotations

import base64
import binascii
import gzip
import zlib
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt

from lanista import __version__
from lanista.bots.player import Budgets, MatchInfo
from lanista.bots.protocol.lines import start_message
from lanista.core.errors import InputError, LanistaError
from lanista.core.text import describe, inert, quoted, seat_letter
from lanista.engine import State
from lanista.game import Game, InvalidMove
from lanista.match.pins.pin import MAX_HISTORY, MAX_NOTE, Earlier, Pin, PinError, PinSource, PinStart
from lanista.match.replay import JUDGED, Replay, TurnLine, play_on, start_again
from lanista.match.replay.playing import recorded_game

AnyGame = Game[Any, Any, Any]
AnyState = State[Any, Any]

MAX_UNPACKED = 64 * 2**20  # bytes of a record


@dataclass(frozen=True)
class PinnedMoment:
    """The question of a pin, ready for a bot."""

    pin: Pin
    game: AnyGame
    first: AnyState  # before the first turn of the history, or the pinned one

    @property
    def limits(self) -> Budgets:
        """The budgets of the recorded match."""
        return Budgets(self.pin.start.limits["start_ms"], self.pin.start.limits["turn_ms"])


# From a replay


def take_moment(
    replay: Replay,
    turn: int,
    seat: int,
    *,
    expect: Sequence[str] = (),
    avoid: Sequence[str] = (),
    note: str = "",
    history: int = 0,
) -> Pin:
    """The pin of a turn of a replay; the rules check its moves and write them in canonical form."""
    if bool(expect) == bool(avoid):
        raise PinError("expected moves either to expect or to avoid, got " + ("both" if expect else "none"))
    if len(note) > MAX_NOTE or not 0 <= history <= MAX_HISTORY:
        raise PinError(f"expected a note of at most {MAX_NOTE} characters and up to {MAX_HISTORY} earlier turns")
    line, index = _line_of(replay, turn)
    game, state = start_again(replay)
    steps = play_on(replay, state)
    _go(steps, max(0, index - history))
    first = state.clone()
    _go(steps, min(index, history))
    _check_asked(replay, game, state, turn, seat)
    moves = [canonical(game, state, seat, text, f"{replay.path}, turn {turn}") for text in expect or avoid]
    return Pin(
        note=note,
        turn=turn,
        expect=moves if expect else [],
        avoid=moves if avoid else [],
        source=PinSource(replay.path.name, _judged(line)[seat]),
        lanista=__version__,
        behaviour=game.behaviour,
        start=_start_of(replay, game, state, seat),
        view=game.view(state, seat),
        history=[Earlier(line.turn, _judged(line)) for line in replay.turns[max(0, index - history) : index]],
        state=pack(first.data),
        const=pack(first.fixed),
    )


def _go(steps: Any, turns: int) -> None:
    """Play some turns."""
    deque(islice(steps, turns), maxlen=0)


def _line_of(replay: Replay, turn: int) -> tuple[TurnLine, int]:
    """A turn of a replay, and the number of turns before it."""
    for index, line in enumerate(replay.turns):
        if line.turn == turn and not line.engine_failed:
            return line, index
    numbers = [line.turn for line in replay.turns if not line.engine_failed]
    there = f"turns {numbers[0]} to {numbers[-1]}" if numbers else "no turns"
    raise PinError(f"{replay.path}: the match has {there}, got turn {turn}")


def _check_asked(replay: Replay, game: AnyGame, state: AnyState, turn: int, seat: int) -> None:
    if seat not in range(state.seats):
        raise PinError(f"{replay.path}: the match has seats 0 to {state.seats - 1}, got seat {seat}")
    if not game.asked(state, seat):
        raise PinError(f"{replay.path}: seat {seat_letter(seat)} is not asked for a move in turn {turn}")


def _judged(line: TurnLine) -> list[str | None]:
    """The moves that the rules received in a turn."""
    pairs = zip(line.moves, line.verdicts, strict=True)
    return [text if verdict in JUDGED else None for text, verdict in pairs]


def _start_of(replay: Replay, game: AnyGame, state: AnyState, seat: int) -> PinStart:
    header = replay.header
    limits = Budgets(header.limits.get("start_ms"), header.limits.get("turn_ms"))
    config = game.configure(header.ruleset, header.config)
    info = MatchInfo(game.name, header.ruleset, config, replay.names, limits)
    return msgspec.json.decode(
        msgspec.json.encode(start_message(info, seat, game.fixed_json(state, seat))), type=PinStart
    )


def canonical(game: AnyGame, state: AnyState, seat: int, text: str, where: str) -> str:
    """A move in the form that the rules write it; raises PinError for one that they refuse."""
    try:
        return written(game, game.read(state, seat, text))
    except InvalidMove as error:
        raise PinError(f"{where}: {seat_letter(seat)} cannot play {quoted(text)}: {error.reason}") from None


def written(game: AnyGame, move: Any) -> str:
    """A move as text, without the rank of its arrival."""
    return game.untimed(game.write(move))


# From the file


def bring_back(pin: Pin) -> PinnedMoment:
    """The moment of a pin; raises PinError if it does not fit the rules that are installed."""
    try:
        game = recorded_game(pin.game, pin.behaviour, pin.lanista)
        config = game.configure(pin.start.ruleset, pin.start.config)
        rules = game.layout(config)
        data, fixed = _block(pin.state, rules.state, "state"), _block(pin.const, rules.const, "const")
        loose: AnyState = State(rules, data, fixed)
        first = game.load(game.dump(loose))  # checks every field, as a stranger may have written the file
        moment = PinnedMoment(pin, game, first)
        _check_moment(moment)
    except InputError as error:
        raise PinError(str(error)) from None
    except LanistaError as error:
        raise PinError(f"damaged: {error}") from None
    except Exception as error:
        raise PinError(f"damaged: no moment can be made of it: {describe(error)}") from error
    return moment


def _check_moment(moment: PinnedMoment) -> None:
    """Refuse a pin whose parts contradict each other."""
    pin, game = moment.pin, moment.game
    state = moment.first.clone()
    for earlier in pin.history:
        play_earlier(moment, state, earlier)
    if state.seats != pin.start.seats or game.turn(state) != pin.turn or not game.asked(state, pin.seat):
        raise PinError(f"damaged: its state is not one in which seat {pin.seat} is asked in turn {pin.turn}")
    if pin.view is not None and pin.view != game.view(state, pin.seat):
        raise PinError(
            f"its view is not what the rules of lanista {__version__} show of its state; it was edited, or "
            f"written by another version ({inert(pin.lanista, 40)}): write it again with `lanista pin`"
        )
    for text in (*pin.expect, *pin.avoid):
        canonical(game, state, pin.seat, text, f"turn {pin.turn}")


def play_earlier(moment: PinnedMoment, state: AnyState, earlier: Earlier) -> None:
    """Play a turn of a pin's history in place."""
    game = moment.game
    game.step(state, [_move_of(game, state, seat, text) for seat, text in enumerate(earlier.moves)])


def _move_of(game: AnyGame, state: AnyState, seat: int, text: str | None) -> Any:
    try:
        return game.missing if text is None else game.read(state, seat, text)
    except InvalidMove as error:
        return error.move


def pack(record: npt.NDArray[np.void]) -> str:
    """The bytes of a record as text."""
    return base64.b64encode(gzip.compress(record.tobytes(), mtime=0)).decode()


def _block(text: str, kind: Any, name: str) -> npt.NDArray[np.void]:
    """The record that a text packs, of the kind that the rules have."""
    unpacker = zlib.decompressobj(zlib.MAX_WBITS | 16)
    try:
        data = unpacker.decompress(base64.b64decode(text, validate=True), MAX_UNPACKED)
    except (binascii.Error, ValueError, zlib.error) as error:
        raise PinError(f"damaged: its `{name}` cannot be unpacked: {error}") from None
    expected: np.dtype[np.void] = kind.dtype
    if len(data) != expected.itemsize:
        raise PinError(f"damaged: its `{name}` has {len(data)} bytes, expected {expected.itemsize}")
    return np.frombuffer(bytearray(data), expected)

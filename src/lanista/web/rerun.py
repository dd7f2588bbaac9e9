"""A match as its start and moves, which a page plays again by the game's own rules.

Moves are the records that the rules received, so invalid and missing ones need no judging again. The page compares
its states with the checksums of ours. A `ReplayTape` is played no further than it is wanted: a page that opens a
long match gets the first part of it at once, and asks for the next one while it shows that.
"""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable, Iterable, Mapping
from typing import Any
from zlib import crc32

import msgspec

from lanista.core.errors import ReplayError
from lanista.engine import State, loops, over_all, zeros
from lanista.engine.ready import REPAID_SECONDS, ready
from lanista.game.move_records import put_moves
from lanista.match.replay import TurnLine
from lanista.web.film import OWNED, WATCH_ONLY, FilmStep, MatchHistory, heading, packed, shown_line

KEPT_BYTES = 64 * 2**20  # of the states that a page keeps
FIRST_SECONDS = 0.1  # how long turns are played for the first part of a match
PART_SECONDS = 0.2  # and for each of the others
MAX_PART_TURNS = 4000
KEPT_EVENTS = 64  # of the latest turns of a live match
MAX_PART_BYTES = 2 * 2**20  # of the recorded turns in a part, if there are several

Progress = Callable[[int, int], None]  # how many turns were played, and of how many


class TapeStart(msgspec.Struct, rename="camel"):
    """The data that a page needs, beside a game's scripts, to begin a match again; bytes are base64 of gzip."""

    state: str
    const: str
    check: int  # the lowest byte of the checksum of the state
    every: int  # turns from one state that the page keeps to the next
    last: int  # how many turns the match has
    scene: dict[str, Any]
    turn: int  # the number of the first turn
    max_turns: int


class TapePart(msgspec.Struct, rename="camel"):
    """Some turns in a row, as recorded and as the rules received them."""

    first: int  # how many turns there are before
    turns: list[msgspec.Raw]
    moves: str  # the move records of all seats, turn by turn
    failed: list[int]  # turns in which the engine failed, so that the state stayed
    checks: str  # the lowest bytes of the checksums of the kept states
    last_check: int | None  # the checksum of the last state of the match, if it is in this part


class ReplayTape:
    """The moves of a match, as far as it was played; thread-safe.

    `owned` are the seats whose logs the audience may see; None for all.
    """

    def __init__(self, history: MatchHistory, owned: frozenset[int] | None = None) -> None:
        self.history = history
        self._owned = owned
        start = history.start
        turns = history.game.max_turns(start) if history.live else history.turns
        self.every = -(-(turns + 1) * len(start.bytes()) // KEPT_BYTES)
        self._lock = threading.Lock()
        self._steps = history.steps()
        self._failure: ReplayError | None = None
        self._seconds = 0.0  # that playing has taken
        self._turns: list[msgspec.Raw] = []
        self._moves: list[bytes] = []
        self._checks: dict[int, int] = {}
        self._failed: list[int] = []
        self.events: dict[int, bytes] = {}  # of the latest turns
        self._last_check = _check(start)
        self._state = start
        self._move_data = zeros(start.rules.move, start.seats)
        self._records = over_all(start.rules.move, self._move_data)

    def start(self) -> TapeStart:
        """The start of the match."""
        state = self.history.start
        return TapeStart(
            state=packed(state.bytes()),
            const=packed(state.fixed.tobytes()),
            check=_check(state) & 0xFF,
            every=self.every,
            last=self.history.turns,
            scene=self.history.game.scene(state),
            turn=self.history.game.turn(state),
            max_turns=self.history.game.max_turns(state),
        )

    def part(self, first: int, seconds: float = PART_SECONDS) -> TapePart:
        """The turns after the first ones; as many as can be played in that time, so perhaps none."""
        with self._lock:
            self._play(first + MAX_PART_TURNS, time.perf_counter() + seconds)
            if self._failure is not None and first >= len(self._turns):
                raise self._failure
            return self._cut(first, self._end(first))

    def whole(self, progress: Progress | None = None) -> TapePart:
        """The whole match in one part."""
        with self._lock:
            while len(self._turns) < self.history.turns:
                self._play(self.history.turns, time.perf_counter() + PART_SECONDS)
                if self._failure is not None:
                    raise self._failure
                if progress is not None:
                    progress(len(self._turns), self.history.turns)
            return self._cut(0, len(self._turns))

    def latest(self) -> tuple[State[Any, Any], int]:
        """A copy of the newest state, and after how many turns it is."""
        with self._lock:
            self._play(self.history.turns, math.inf)
            return self._state.clone(), len(self._turns)

    def turn_event(self, number: int) -> bytes:
        """The event that adds a turn to a page that has the one before it; made once for all who watch."""
        with self._lock:
            if number not in self.events:
                self._play(number, math.inf)
                self.events[number] = self._event(number)
                self.events.pop(number - KEPT_EVENTS, None)
            return self.events[number]

    def _event(self, number: int) -> bytes:
        check = self._checks.get(number) if number % self.every == 0 else None
        members = {"line": self._turns[number - 1], "moves": packed(self._moves[number - 1]), "check": check}
        return msgspec.json.encode({"type": "turn", **members, "failed": number in self._failed})

    # Playing

    def _play(self, until: int, deadline: float) -> None:
        """Play on until there are enough turns or the time is over."""
        began = time.perf_counter()
        try:
            while len(self._turns) < min(until, self.history.turns) and time.perf_counter() < deadline:
                self._add(next(self._steps))
        except StopIteration:
            self._failure = ReplayError("the replay has become shorter; load the page again")
        except ReplayError as error:
            self._failure = error
        self._seconds += time.perf_counter() - began
        if not ready.wanted and self._seconds_left() > REPAID_SECONDS:
            ready.compile_beside(self.history.start.rules, loops.step_once)

    def _seconds_left(self) -> float:
        played = len(self._turns)
        return self._seconds / played * (self.history.turns - played) if played else self._seconds

    def _add(self, step: FilmStep) -> None:
        self._state = step.after
        self._turns.append(msgspec.Raw(msgspec.json.encode(self._line(step.line))))
        put_moves(self._records, step.moves)
        self._moves.append(self._move_data.tobytes())
        number = len(self._turns)
        if step.line.engine_failed:
            self._failed.append(number)
        if number % self.every == 0 or number == self.history.turns:
            self._last_check = _check(step.after)
            self._checks[number] = self._last_check & 0xFF

    def _line(self, line: TurnLine) -> dict[str, Any]:
        owned = self._owned
        if owned is None:
            return shown_line(line)
        return shown_line(line, lambda values: _only(values, owned), OWNED)

    # Parts

    def _end(self, first: int) -> int:
        """The end of the part that begins after the first turns."""
        end, size = first, 0
        while end < min(len(self._turns), first + MAX_PART_TURNS):
            size += len(bytes(self._turns[end]))
            if size > MAX_PART_BYTES and end > first:
                break
            end += 1
        return end

    def _cut(self, first: int, end: int) -> TapePart:
        kept = range(first + self.every - first % self.every, end + 1, self.every)
        return TapePart(
            first=first,
            turns=self._turns[first:end],
            moves=packed(b"".join(self._moves[first:end])),
            failed=[number for number in self._failed if first < number <= end],
            checks=packed(bytes(self._checks[number] for number in kept)),
            last_check=self._last_check if end == self.history.turns and not self.history.live else None,
        )


def rerun_json(
    tape: ReplayTape, part: TapePart, can: Mapping[str, Any] | None = None, origin: Mapping[str, Any] | None = None
) -> bytes:
    """A match for a page that plays it again; `can` lists what the server lets the page do."""
    return msgspec.json.encode(
        {
            **heading(tape.history),
            **tape.history.ending(),
            "live": tape.history.live,
            "can": can or WATCH_ONLY,
            "rerun": tape.start(),
            "part": part,
            **({"origin": origin} if origin else {}),
        }
    )


def whole_json(history: MatchHistory, progress: Progress | None = None) -> bytes:
    """The same with all turns in it, and with data for pinning moments, for a page without a server."""
    tape = ReplayTape(history)
    return rerun_json(tape, tape.whole(progress), origin=origin_of(history))


def origin_of(history: MatchHistory) -> dict[str, Any]:
    """A pin's facts about its match that the page does not show."""
    header = history.header
    return {"lanista": header.lanista, "behaviour": header.behaviour, "config": header.config}


def _only(values: Iterable[Any], seats: frozenset[int]) -> list[Any]:
    return [value if seat in seats else None for seat, value in enumerate(values)]


def _check(state: State[Any, Any]) -> int:
    return crc32(state.bytes())

"""A match as its start and moves, which a page plays again by the game's own rules.

Moves are the records that the rules received, by their recorded verdicts, so nothing is played here. The page
compares its states with the digests of the recording. A `ReplayTape` is read no further than it is wanted: a page
that opens a long match gets the first part of it at once, and asks for the next one while it plays that.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from itertools import starmap
from typing import Any

import msgspec

from lanista.core.errors import InputError, ReplayError
from lanista.core.text import quoted
from lanista.engine import over_all, zeros
from lanista.game.move_records import put_moves
from lanista.match.replay import TurnLine, guarded, recorded_move
from lanista.web.film import OWNED, WATCH_ONLY, MatchHistory, heading, packed, shown_line

KEPT_BYTES = 16 * 2**20  # of the states that a page keeps and compares
FIRST_TURNS = 400  # in the first part of a match
MAX_PART_TURNS = 4000  # in each of the others
KEPT_EVENTS = 64  # of the latest turns of a live match
KEPT_MOVES = 4096  # different texts of moves whose records are kept
MAX_PART_BYTES = 2 * 2**20  # of the recorded turns in a part, if there are several

Progress = Callable[[int, int], None]  # how many turns were read, and of how many

_DIGEST = re.compile("[0-9a-f]{16}")


class TapeStart(msgspec.Struct, rename="camel"):
    """The data that a page needs, beside a game's scripts, to begin a match again; bytes are base64 of gzip."""

    state: str
    const: str
    digest: str  # of the recorded first state
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
    checks: str  # the first bytes of the digests of the kept states
    last_digest: str | None  # of the last state of the match, if it is in this part


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
        self._lines = history.read_lines()
        self._failure: ReplayError | None = None
        self._turns: list[msgspec.Raw] = []
        self._moves: list[bytes] = []
        self._digests: list[str] = []
        self._failed: list[int] = []
        self.events: dict[int, bytes] = {}  # of the latest turns
        self._record_of = lru_cache(KEPT_MOVES)(self._move_record)

    def start(self) -> TapeStart:
        """The start of the match."""
        state = self.history.start
        return TapeStart(
            state=packed(state.bytes()),
            const=packed(state.fixed.tobytes()),
            digest=self.history.header.start,
            every=self.every,
            last=self.history.turns,
            scene=self.history.game.scene(state),
            turn=self.history.game.turn(state),
            max_turns=self.history.game.max_turns(state),
        )

    def part(self, first: int, most: int) -> TapePart:
        """The turns after the first ones, at most that many."""
        with self._lock:
            self._read(first + most)
            if self._failure is not None and first >= len(self._turns):
                raise self._failure
            return self._cut(first, self._end(first, most))

    def whole(self, progress: Progress | None = None) -> TapePart:
        """The whole match in one part."""
        with self._lock:
            while len(self._turns) < self.history.turns:
                self._read(len(self._turns) + MAX_PART_TURNS)
                if self._failure is not None:
                    raise self._failure
                if progress is not None:
                    progress(len(self._turns), self.history.turns)
            return self._cut(0, len(self._turns))

    def turn_event(self, number: int) -> bytes:
        """The event that adds a turn to a page that has the one before it; made once for all who watch."""
        with self._lock:
            if number not in self.events:
                self._read(number)
                if self._failure is not None and number > len(self._turns):
                    raise self._failure
                self.events[number] = self._event(number)
                self.events.pop(number - KEPT_EVENTS, None)
            return self.events[number]

    def _event(self, number: int) -> bytes:
        check = self._check(number) if number % self.every == 0 else None
        members = {"line": self._turns[number - 1], "moves": packed(self._moves[number - 1]), "check": check}
        return msgspec.json.encode({"type": "turn", **members, "failed": number in self._failed})

    def _check(self, number: int) -> int:
        return int(self._digests[number - 1][:2], 16)

    # Reading

    def _read(self, until: int) -> None:
        """Read on until there are enough turns."""
        try:
            while len(self._turns) < min(until, self.history.turns):
                self._add(next(self._lines))
        except StopIteration:
            self._failure = ReplayError("the replay has become shorter; load the page again")
        except ReplayError as error:
            self._failure = error

    def _add(self, line: TurnLine) -> None:
        with guarded(self.history.path, f", turn {line.turn}"):
            if not _DIGEST.fullmatch(line.digest):
                raise InputError(f"expected a digest of 16 hexadecimal digits, got {quoted(line.digest)}")
            moves = b"".join(starmap(self._record_of, zip(line.moves, line.verdicts, strict=True)))
        self._turns.append(msgspec.Raw(msgspec.json.encode(self._line(line))))
        self._moves.append(moves)
        self._digests.append(line.digest)
        if line.engine_failed:
            self._failed.append(len(self._turns))

    def _move_record(self, text: str | None, verdict: str) -> bytes:
        start = self.history.start
        record = zeros(start.rules.move)
        move = recorded_move(self.history.game, start.const, text, verdict)
        put_moves(over_all(start.rules.move, record), [move])
        return record.tobytes()

    def _line(self, line: TurnLine) -> dict[str, Any]:
        owned = self._owned
        if owned is None:
            return shown_line(line)
        return shown_line(line, lambda values: _only(values, owned), OWNED)

    # Parts

    def _end(self, first: int, most: int) -> int:
        """The end of the part that begins after the first turns."""
        end, size = first, 0
        while end < min(len(self._turns), first + most):
            size += len(bytes(self._turns[end]))
            if size > MAX_PART_BYTES and end > first:
                break
            end += 1
        return end

    def _cut(self, first: int, end: int) -> TapePart:
        kept = range(first + self.every - first % self.every, end + 1, self.every)
        is_last = end == self.history.turns and not self.history.live
        return TapePart(
            first=first,
            turns=self._turns[first:end],
            moves=packed(b"".join(self._moves[first:end])),
            failed=[number for number in self._failed if first < number <= end],
            checks=packed(bytes(map(self._check, kept))),
            last_digest=self._digests[-1] if is_last and self._digests else None,
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

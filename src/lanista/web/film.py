"""A match as a server shows it.

A `MatchHistory` holds what was played, turn by turn; replays and live matches fill it the same way. Pages get its
start and moves (see `rerun`), except those of people who play: until the match is over, they get a `SeatFilm`.
"""

from __future__ import annotations

import base64
import gzip
import threading
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar, cast

import msgspec

from lanista.core.errors import InputError
from lanista.core.text import seat_letter
from lanista.core.verdict import Verdict
from lanista.engine import State
from lanista.engine.showing import layout
from lanista.game import Game, Played, get_game
from lanista.match.replay import (
    Footer,
    Header,
    Replay,
    ReplayStream,
    TurnLine,
    moments,
    move_of,
    start_again,
)
from lanista.match.replay.format import NO_DRAWING
from lanista.match.replay.reader import MAX_HELD_BYTES, MAX_HELD_TURNS
from lanista.tools.analysis import Analysis, shown_beside
from lanista.web.analysed import analysis_member

FORMAT = 1
PACKING = 6  # the level: higher ones take several times as long, for a few per cent
KEPT_TURNS = 400  # turns that stay analysed for the next audience

# Members of a turn with a value per seat that other seats must not see. This list decides: `SeatFilm` leaves them
# out for people who play, and pages get it with a match that anyone may see.
PRIVATE = ("moves", "ms", "cpu_ms", "fuel", "starved", "reasons", "say", "draw", "log")

# Members that only the owners of a seat's bot may see where bots are strangers to each other: what it logged, and
# why it failed, which quotes its log. `say` and `draw` are meant for the audience.
OWNED = ("starved", "reasons", "log")

WATCH_ONLY = {"takeover": False, "play": []}  # what a page may do without a server

T = TypeVar("T")

_encoder = msgspec.json.Encoder()


@dataclass(frozen=True)
class _Recorded:
    """A match on file: how to read it, its first state, and how many turns it has."""

    path: Path
    read: Callable[[], Replay | ReplayStream]
    start: State[Any, Any]
    turns: int


@dataclass(frozen=True)
class FilmTurn:
    """A recorded turn and the state after it; the start has no turn."""

    line: TurnLine | None
    state: State[Any, Any]


class MatchHistory:
    """A match as far as it was played; a replay is played again when its moments are wanted."""

    def __init__(self, header: Header, *, footer: Footer | None = None, live: bool = False) -> None:
        self.header = header
        self.footer = footer
        self.live = live  # more is to come
        self.analysis: Analysis | None = None  # kept beside the replay
        self._moments: list[FilmTurn] = []
        self._recorded: _Recorded | None = None
        self._rest: Iterator[tuple[TurnLine | None, State[Any, Any]]] | None = None  # what was not played yet
        self._playing = threading.Lock()
        self._played: dict[int, Played] = {}  # shared by all audiences
        self._cache: dict[Any, Any] = {}
        self._making = threading.RLock()

    @classmethod
    def of_replay(cls, replay: Replay) -> MatchHistory:
        """The match of a replay."""
        return cls._of(_Recorded(replay.path, lambda: replay, start_again(replay)[1], len(replay.turns)), replay)

    @classmethod
    def of_file(cls, path: Path) -> MatchHistory:
        """The match of a replay that is read no further than it is wanted, but for the number of its turns."""

        def read() -> ReplayStream:
            return ReplayStream(path, max_bytes=MAX_HELD_BYTES, max_turns=MAX_HELD_TURNS, in_memory=True)

        stream = read()
        turns = sum(1 for _ in stream.glance())
        return cls._of(_Recorded(path, read, start_again(stream)[1], turns), stream)

    @classmethod
    def _of(cls, recorded: _Recorded, replay: Replay | ReplayStream) -> MatchHistory:
        history = cls(replay.header, footer=replay.footer)
        history._recorded = recorded
        history.analysis = shown_beside(replay.path)
        return history

    @property
    def moments(self) -> list[FilmTurn]:
        """The start and every turn, with their states."""
        if self._recorded is not None:
            self.moment(self.turns)
        return self._moments

    def moment(self, number: int) -> FilmTurn:
        """A turn with the state after it; a replay is played up to there."""
        with self._playing:
            if self._recorded is not None and self._rest is None:
                self._rest = moments(self._recorded.read())
            while self._rest is not None and len(self._moments) <= min(number, self.turns):
                self._moments.append(FilmTurn(*next(self._rest)))
        return self._moments[number]

    def lines(self) -> list[TurnLine]:
        """All turns as recorded."""
        if self._recorded is not None:
            return self.cached(_recorded_lines)
        return [moment.line for moment in self._moments if moment.line is not None]

    @property
    def start(self) -> State[Any, Any]:
        """The first state, which must not be changed."""
        return self._recorded.start if self._recorded is not None else self._moments[0].state

    def read_lines(self) -> Iterator[TurnLine]:
        """Every turn as recorded, read when it is wanted; ask for no more than there are."""
        if self._recorded is not None:
            return iter(self._recorded.read().turns)
        return (moment.line for moment in self._moments if moment.line is not None)

    @property
    def path(self) -> Path:
        """The replay, for errors; of a match that is being played, its game."""
        return self._recorded.path if self._recorded is not None else Path(self.header.game)

    def add(self, line: TurnLine | None, state: State[Any, Any]) -> None:
        """Add a turn and a copy of the state after it."""
        self._moments.append(FilmTurn(line, state.clone()))

    @property
    def game(self) -> Game[Any, Any, Any]:
        """The game of the match."""
        return get_game(self.header.game)

    @property
    def names(self) -> list[str]:
        """The seats' names."""
        return [seat.name for seat in self.header.seats]

    def cached(self, make: Callable[..., T], *values: Hashable) -> T:
        """`make(self, *values)`, made once and kept as long as the history."""
        with self._making:
            if (make, *values) not in self._cache:
                self._cache[make, *values] = make(self, *values)
            return cast(T, self._cache[make, *values])

    def check_seat(self, seat: int | None) -> None:
        """Reject a seat that the match does not have."""
        seats = len(self.header.seats)
        if seat is not None and not 0 <= seat < seats:
            raise InputError(f"the match has seats 0 to {seats - 1}, got seat {seat}")

    def played(self, number: int) -> Played | None:
        """The turn that led to a moment, as the rules received it; None for the start."""
        line = self.moment(number).line
        if line is None:
            return None
        found = self._played.get(number)
        if found is None:
            before = self.moment(number - 1).state
            found = Played(before, [move_of(self.game, before, seat, line) for seat in range(len(line.moves))])
            self._played[number] = found
            self._played.pop(number - KEPT_TURNS, None)
        return found

    @property
    def turns(self) -> int:
        """How many turns were played."""
        return self._recorded.turns if self._recorded is not None else max(0, len(self._moments) - 1)

    def ending(self) -> dict[str, Any]:
        """How the match ended, as sent to the page; without an outcome it is still running or was stopped."""
        if self.footer is None:
            return {"outcome": None, "void": ""}
        outcome = msgspec.to_builtins(self.footer.outcome)
        if outcome is not None:
            outcome["marks"] = [*outcome["marks"], *self.footer.marks]
        return {"outcome": outcome, "void": self.footer.void}


def _recorded_lines(history: MatchHistory) -> list[TurnLine]:
    assert history._recorded is not None, "asked for replays only"
    return list(history._recorded.read().turns)


class SeatFilm:
    """A running match as the person at a seat sees it: records that the game's rules fill; thread-safe."""

    events: Mapping[int, bytes] = {}  # none is kept: a seat has few pages

    def __init__(self, history: MatchHistory, seat: int) -> None:
        history.check_seat(seat)
        self.history = history
        self.seat = seat
        self._lock = threading.Lock()
        self._frames: list[bytes] = []
        self._lines: list[msgspec.Raw] = []  # of the turns that led to them; the start has none
        self._numbers: dict[str, list[list[int | None]]] = {}

    def encode(self, can: Mapping[str, Any]) -> bytes:
        """The match so far, as JSON; `can` lists what the server lets the page do."""
        history = self.history
        live, ending = (
            history.live,
            history.ending(),
        )  # read before the frames: an end after this is sent as an event
        with self._lock:
            self._make(history.turns)
            seen = {
                "frames": packed(b"".join(self._frames)),
                "scene": history.game.scene(history.start),
                "turns": self._lines,
                "numbers": self._numbers,
            }
            known = heading(history, self.seat, hide_seed=True)
            return _encoder.encode({**known, **ending, "live": live, "can": can, "seen": seen})

    def turn_event(self, number: int) -> bytes:
        """The event that adds a turn to a page that has the one before it."""
        with self._lock:
            self._make(number)
            numbers = {title: rows[number] for title, rows in self._numbers.items()}
            frame, line = packed(self._frames[number]), self._lines[number - 1]
        return _encoder.encode({"type": "turn", "line": line, "frame": frame, "numbers": numbers})

    def _make(self, turns: int) -> None:
        """Make the missing frames of the first turns."""
        for number in range(len(self._frames), turns + 1):
            moment, played = self.history.moment(number), self.history.played(number)
            pictures = self.history.game.pictures
            self._frames.append(bytes(pictures.record(moment.state, self.seat, played).raw))
            for title, row in pictures.curves(moment.state, self.seat).items():
                self._numbers.setdefault(title, []).append(row)
            if moment.line is not None and played is not None:
                self._lines.append(_raw(self._line(moment.line, played, moment.state)))

    def _line(self, line: TurnLine, played: Played, after: State[Any, Any]) -> dict[str, Any]:
        """A turn as this audience may see it; empty members are omitted."""
        shown = shown_line(line, self._redact)
        told = self.history.game.pictures.told(after, played, self.seat)
        if told:
            shown["events"] = [{name: part for name, part in said._asdict().items() if part} for said in told]
        words = list(in_words(self.history.game, shown["moves"], line.verdicts, played))
        if any(words):
            shown["words"] = words
        return shown

    def _redact(self, values: Iterable[Any]) -> list[Any]:
        """Values by seat, with None for those that this audience must not see."""
        return [value if self.seat == seat else None for seat, value in enumerate(values)]


def heading(history: MatchHistory, seat: int | None = None, *, hide_seed: bool = False) -> dict[str, Any]:
    """The page's facts about a match that no turn changes."""
    header = history.header
    return {
        "format": FORMAT,
        "game": header.game,
        "title": history.game.title,
        "ruleset": header.ruleset,
        "seed": None if hide_seed else str(header.seed),  # as a number, JavaScript would round it
        "seat": seat,
        "seats": [{"name": name, "letter": seat_letter(number)} for number, name in enumerate(history.names)],
        "limits": header.limits,
        "branch": header.branch,
        "private": PRIVATE,
        **analysis_member(history.analysis, seat, history.turns),
    }


def shown_line(
    line: TurnLine, redact: Callable[[Iterable[Any]], list[Any]] = list, private: Collection[str] = PRIVATE
) -> dict[str, Any]:
    """A turn as recorded, without private members of others; empty members are omitted."""
    shown: dict[str, Any] = {"turn": line.turn, "verdicts": line.verdicts}
    for name in PRIVATE:
        values = redact(getattr(line, name)) if name in private else getattr(line, name)
        if name in ("moves", "ms") or any(value and value != NO_DRAWING for value in values):
            shown[name] = values
    return shown


def in_words(
    game: Game[Any, Any, Any], moves: Sequence[str | None], verdicts: Sequence[str], played: Played
) -> Iterator[str]:
    """The moves in plain words; "" for one that did not count, or that an audience does not see."""
    for seat, (text, verdict) in enumerate(zip(moves, verdicts, strict=True)):
        counts = text is not None and verdict == Verdict.OK.value
        yield game.pictures.words(played, seat) if counts else ""


class PackedFrame(msgspec.Struct):
    """A moment that everybody may see, for a page without the game's rules."""

    layout: list[list[Any]]
    data: str

    @classmethod
    def of(cls, game: Game[Any, Any, Any], state: State[Any, Any]) -> PackedFrame:
        """Pack a moment."""
        record = game.pictures.record(state)
        return cls(layout(type(record)), packed(bytes(record.raw)))


def packed(data: bytes, level: int = PACKING) -> str:
    """Bytes as pages get them: base64 of gzip."""
    return base64.b64encode(gzip.compress(data, level, mtime=0)).decode()


def _raw(value: Any) -> msgspec.Raw:
    return msgspec.Raw(_encoder.encode(value))

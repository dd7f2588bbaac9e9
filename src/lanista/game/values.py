"""The values that games, bots and the platform exchange."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar, cast

import msgspec

from lanista.core.errors import LanistaError
from lanista.engine import Log, Rules, State
from lanista.engine.log import clear, log_bytes, rows_of
from lanista.game.move_records import TurnScratch, put_moves

Config = Mapping[str, int]
SEED_BITS = 64
T = TypeVar("T")
_scratch = TurnScratch()


class InvalidMove(LanistaError):  # noqa: N818 - the name in the design
    """A move that the rules refuse: the reason, and the seat's move instead."""

    def __init__(self, reason: str, move: Any) -> None:
        super().__init__(reason)
        self.reason = reason
        self.move = move


class Outcome(msgspec.Struct, frozen=True):
    """How a match ended: each seat's rank (1 is best; equal ranks are a draw), its score, and why.

    The ranks (`places` in replays and messages, `rule_ranks` in Python) and `scores` are those of the rules, and
    `marks` are the referee's remarks. `forfeits` says why each seat forfeited the match, with an empty text if it
    did not; it is empty if nobody did. Every result counts, by `ranks`: no bot can make a match void by failing.
    """

    rule_ranks: tuple[int, ...] = msgspec.field(name="places")  # the name in replays and messages
    scores: tuple[int, ...]
    reason: str
    marks: tuple[str, ...] = ()
    forfeits: tuple[str, ...] = ()

    @property
    def ranks(self) -> tuple[int, ...]:
        """The final ranks: seats that forfeited come last, equally; the others keep their order."""
        if not any(self.forfeits):
            return self.rule_ranks
        forfeits = (*self.forfeits, *[""] * len(self.rule_ranks))  # a replay may hold fewer of them
        keys = [(1, 0) if why else (0, rank) for why, rank in zip(forfeits, self.rule_ranks, strict=False)]
        return tuple(1 + sum(other < own for other in keys) for own in keys)

    @classmethod
    def by_score(cls, scores: tuple[int, ...], reason: str) -> Outcome:
        """The outcome by score: more points are better."""
        return cls(tuple(1 + sum(other > score for other in scores) for score in scores), scores, reason)


class BotStart(NamedTuple):
    """The data that a built-in bot receives before the first turn."""

    seat: int
    seats: int
    ruleset: str
    config: Config
    seed: int
    map: Any = None  # the game's `fixed_json`, decoded
    turn_ms: int | None = None  # the budget of a turn; None without one


# Kinds of key events, the moments of a match that viewers can jump to
HIT = "hit"  # a unit was hurt
DEATH = "death"  # a unit was destroyed
GAIN = "gain"  # a seat got something that changes its chances: a power-up, the lead
BUILD = "build"  # something of weight was built
ATTACK = "attack"  # a rare or strong weapon was used
CAPTURE = "capture"  # ground or a thing changed its owner
LOSS = "loss"  # a seat lost something other than a unit
END = "end"  # the match was decided
KINDS = (HIT, DEATH, GAIN, BUILD, ATTACK, CAPTURE, LOSS, END)


class Played:
    """The turn that led to a state: the state before it, and the move of each seat."""

    def __init__(self, before: State[Any, Any], moves: Sequence[Any]) -> None:
        self.before = before
        self.moves = moves
        self._cache: dict[Any, Any] = {}

    @property
    def notes(self) -> Sequence[Any]:
        """The notes of the turn, in the order of the rules, as the tuples of the game's `notes.NOTES`."""
        return self.cached(_log).notes

    @property
    def lost(self) -> int:
        """The number of notes that did not fit."""
        return self.cached(_log).lost

    @property
    def log(self) -> bytes:
        """The same as the bytes that a log begins with."""
        return self.cached(_log).log

    def cached(self, make: Callable[[Played], T]) -> T:
        """`make(self)`, computed once for all frames and events of the turn; it must not be changed."""
        if make not in self._cache:  # two threads may both compute it: the results are equal
            self._cache[make] = make(self)
        return cast(T, self._cache[make])


class _Noted(NamedTuple):
    notes: Sequence[Any]
    lost: int
    log: bytes  # as the rules have left it


def _log(played: Played) -> _Noted:
    """Play the turn on a copy by the interpreted rules, which take notes."""
    before, rules = played.before, played.before.rules
    slots = _scratch.of(rules, before.seats)
    put_moves(slots.moves, played.moves)
    log = log_of(rules, slots.work)
    if log is not None:
        clear(log)
    rules.step(_scratch.copy(before), slots.moves, before.const, slots.work)
    if log is None:
        return _Noted((), 0, b"")
    return _Noted([note_of(rules.notes, row) for row in rows_of(log)], log.lost, log_bytes(log))


def log_of(rules: Rules, work: Any) -> Log | None:
    """The log in a work record, if the game notes something."""
    log: Log | None = getattr(work, rules.log_field.name) if rules.log_field else None
    return log


def note_of(notes: Mapping[int, type[Any]], row: Sequence[int]) -> Any:
    """A note as the tuple of its kind."""
    kind = notes[row[0]]
    return kind(*row[1 : 1 + len(kind._fields)])


class Growth(NamedTuple):
    """One point of a curve that the bench draws: the cost of a turn at one size.

    With moves, `turns` turns from that state, each by those moves; without, turns of random matches from it.
    """

    curve: str
    size: int
    state: State[Any, Any]
    moves: Sequence[Any] = ()
    turns: int = 1

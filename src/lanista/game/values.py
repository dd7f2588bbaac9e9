"""The values that games, bots and the platform exchange."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec
import numpy as np

from lanista.engine import State, over, over_all, zeros
from lanista.engine.watched import watched
from lanista.errors import LanistaError
from lanista.game.move_records import put_moves

Config = Mapping[str, int]
SEED_BITS = 64


class InvalidMove(LanistaError):  # noqa: N818 - it is the word of the design
    """A move that the rules refuse: why, and what the seat plays instead."""

    def __init__(self, reason: str, move: Any) -> None:
        super().__init__(reason)
        self.reason = reason
        self.move = move


class Outcome(msgspec.Struct, frozen=True):
    """How a match ended: each seat's place (1 is best; equal places are a draw), its score, and why it ended.

    `marks` are the referee's remarks; a result that does not count has `counts` false and says so there.
    """

    places: tuple[int, ...]
    scores: tuple[int, ...]
    reason: str
    marks: tuple[str, ...] = ()
    counts: bool = True

    @classmethod
    def by_score(cls, scores: tuple[int, ...], reason: str) -> Outcome:
        """The outcome in which more points are better."""
        return cls(tuple(1 + sum(other > score for other in scores) for score in scores), scores, reason)


class BotStart(NamedTuple):
    """What a built-in bot is told before the first turn."""

    seat: int
    seats: int
    ruleset: str
    config: Config
    seed: int
    map: Any = None  # what the game's `fixed_json` tells
    turn_ms: int | None = None  # the budget of a turn; None without one


class Event(NamedTuple):
    """Something that happened in a turn, in words; `seats` may know of it, all of them if none is named."""

    text: str
    seats: tuple[int, ...] = ()


class Played(NamedTuple):
    """The turn that led to a state: the state before it, and the move of each seat."""

    before: State[Any, Any]
    moves: Sequence[Any]

    def watch(self, around: Mapping[str, Callable[..., Any]]) -> State[Any, Any]:
        """Play the turn again by the interpreted rules, with watchers around some of them; the state after it."""
        state, rules = self.before.clone(), self.before.rules
        records = over_all(rules.move, zeros(rules.move, state.seats))
        put_moves(records, self.moves)
        work = over(rules.work, zeros(rules.work).view(np.uint8))
        watched(rules.step, around)(state.record, records, state.const, work)
        return state


class Growth(NamedTuple):
    """One point of a curve that the bench draws: what a turn costs at one size.

    With moves it is so many turns of that state, each by those moves; without, turns of random matches from it.
    """

    curve: str
    size: int
    state: State[Any, Any]
    moves: Sequence[Any] = ()
    turns: int = 1

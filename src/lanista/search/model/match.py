"""The match that a model follows: a bot's start message, and the views of its seat since."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

import msgspec

from lanista.core.errors import InputError, LanistaError
from lanista.core.text import describe, inert, quoted
from lanista.engine import State
from lanista.game import BotStart, Game, check_seats
from lanista.game.belief import advice_of, belief_of
from lanista.search.searcher import Thought

T = TypeVar("T")
MAX_REASON = 300  # characters


class StartMessage(msgspec.Struct):
    """The members of a bot's start message that are needed; others are ignored."""

    game: str
    seat: int
    seats: int
    config: dict[str, int]
    ruleset: str = "standard"
    map: Any = None


class FollowedMatch:
    """One seat's match."""

    def __init__(self, game: Game[Any, Any, Any], message: Mapping[str, Any]) -> None:
        self.game = game
        self.start = start_of(game, message)
        self._belief = _attempt("start", lambda: belief_of(game, self.start))
        self._has_seen = False
        self._plan: Any = None  # that was chosen last

    def see(self, view: dict[str, Any]) -> None:
        """Update by the view of a turn."""
        _attempt("view", lambda: self._belief.see(view))
        self._has_seen = True

    def imagine(self, seed: int) -> State[Any, Any]:
        """A state that agrees with everything seen."""
        if not self._has_seen:
            raise InputError("nothing was seen of this match yet: load a view first")
        return _attempt("view", lambda: self._belief.imagine(seed))

    def advice(self) -> Sequence[Any]:
        """Moves that continue the plan followed so far."""
        return advice_of(self._belief, self._plan)

    def follow(self, thought: Thought) -> None:
        """Suppose that the bot plays the move that a search found."""
        self._plan = thought.best.plan


def start_of(game: Game[Any, Any, Any], message: Mapping[str, Any]) -> BotStart:
    """A bot's start message, checked; raises InputError."""
    try:
        start = msgspec.convert(message, StartMessage)
    except msgspec.ValidationError as error:
        raise InputError(f"start: expected the start message that the bot received: {error}") from None
    if start.game != game.name:
        raise InputError(f"start: expected a match of {game.name}, got one of {quoted(start.game)}")
    check_seats(game, start.seats)
    if start.seat not in range(start.seats):
        raise InputError(f"start: expected a seat from 0 to {start.seats - 1}, got {start.seat}")
    ruleset = start.ruleset if start.ruleset in game.rulesets else "standard"
    config = game.configure(ruleset, start.config)
    return BotStart(start.seat, start.seats, start.ruleset, config, 0, start.map)


def _attempt(what: str, do: Callable[[], T]) -> T:
    """Run a game's code on a bot's input; any failure raises InputError."""
    try:
        return do()
    except LanistaError as error:
        raise InputError(f"{what}: {error}") from None
    except Exception as error:  # noqa: BLE001 - untrusted input may break a game's code in any way
        why = inert(describe(error), MAX_REASON)
        raise InputError(f"{what}: it is not as a bot of this game receives it: {why}") from None

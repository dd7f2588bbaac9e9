"""Beliefs: a seat's knowledge of a match, from which whole states are imagined."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

import numpy as np

from lanista.core.errors import InputError
from lanista.engine import Generator, State, derive
from lanista.engine.random import MASK64
from lanista.game import BotStart, Game

AnyGame = Game[Any, Any, Any]
AnyState = State[Any, Any]


class SeatBelief(Protocol):
    """The accumulated knowledge of a seat; `imagine.Belief` in a game's package."""

    def see(self, view: dict[str, Any]) -> None:
        """Update by the view of a turn; turns may be missing."""

    def imagine(self, seed: int) -> AnyState:
        """A state that agrees with everything seen; the seed draws hidden values and future chance."""


def belief_of(game: AnyGame, start: BotStart, live: AnyState | None = None) -> SeatBelief:
    """An empty belief: the game's, or one that reads views of the default form.

    For other games `live`, the state of the match, is redrawn by the game's rule, so that nothing hidden is known.
    """
    own = game.modules.find("search.imagine", "Belief", None)
    if own is not None:
        belief: SeatBelief = own(game, start)
        return belief
    if game.modules.find("views", "view_json", None) is None and game.nothing_hidden:
        return WholeView(game, start)
    if live is not None and (game.nothing_hidden or game.rules.redraw is not None):
        return Redrawn(game, start.seat, live)
    raise InputError(
        f"{game.name}: its views cannot be read back into states; add `imagine.py` with a class `Belief` to it"
    )


def advice_of(belief: SeatBelief, plan: Any) -> Sequence[Any]:
    """Moves that a belief suggests, if it has a method `advise`: it may know facts that no imagined state shows.

    `plan` is the move that was chosen last, or None.
    """
    advise = getattr(belief, "advise", None)
    return advise(plan) if advise is not None else ()


class WholeView:
    """For games whose views show everything, by the names of the record's fields."""

    def __init__(self, game: AnyGame, start: BotStart) -> None:
        self._game = game
        self._blank = game.dump(game.start(start.config, 0, start.seats))
        self._now: AnyState | None = None

    def see(self, view: dict[str, Any]) -> None:
        """Read the state that a view shows."""
        shown = {name: value for name, value in view.items() if name != "seat"}
        self._now = self._game.load({**self._blank, "state": shown})

    def imagine(self, seed: int) -> AnyState:
        """That state, with another future."""
        if self._now is None:
            raise InputError("expected a view before anything is imagined; call `see` first")
        return with_other_chance(self._now.clone(), seed)


class Redrawn:
    """For games with another form of views: the state of the match, its hidden part redrawn by `redraw`."""

    def __init__(self, game: AnyGame, seat: int, live: AnyState) -> None:
        self._game = game
        self._seat = seat
        self._live = live

    def see(self, view: dict[str, Any]) -> None:
        """Do nothing: the state of the match is read when it is needed."""

    def imagine(self, seed: int) -> AnyState:
        """The state with everything redrawn that the seat cannot see."""
        return with_other_chance(self._game.learning.redraw_hidden(self._live, self._seat, seed), seed)


def with_other_chance(state: AnyState, seed: int) -> AnyState:
    """The state with reseeded random generators."""
    for name, (kind, *_) in (state.data.dtype.fields or {}).items():
        if kind == Generator.dtype:  # type: ignore[attr-defined]
            state.data[name]["position"] = np.uint64(derive(seed, "chance", name) & MASK64)
    return state

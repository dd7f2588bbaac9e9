"""Turns the views of one match into a learner's observations, for bots that were trained."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from lanista.engine import State
from lanista.game import BotStart, get_game
from lanista.game.belief import belief_of


class ViewReader:
    """Observes views by the game's own rules: each is turned into a state that agrees with it, which is observed.

    Information hidden from the seat is drawn at random in such a state, and no observation depends on it.
    """

    def __init__(self, start: Mapping[str, Any]) -> None:
        """`start` is the message that a bot gets before the first turn."""
        self._game = get_game(start["game"])
        self._seat: int = start["seat"]
        known = BotStart(self._seat, start["seats"], start["ruleset"], start["config"], 0, start.get("map"))
        self._belief = belief_of(self._game, known)
        self._turn = 0
        self._state: State[Any, Any] | None = None

    def see(self, view: dict[str, Any]) -> None:
        """Take in the view of a turn."""
        self._turn += 1
        self._belief.see(view)
        self._state = self._belief.imagine(self._turn)

    @property
    def state(self) -> State[Any, Any]:
        """A state that agrees with the last view."""
        assert self._state is not None, "see a view first"
        return self._state

    def row(self) -> npt.NDArray[np.int16]:
        """The observation of the last view, as numbers in a row."""
        return self._game.observe(self.state, self._seat).reshape(-1)

    def mask(self) -> npt.NDArray[np.bool_]:
        """The mask of legal flat actions."""
        return self._game.learning.mask(self.state, self._seat)

    def text(self, action: int) -> str:
        """The text of a flat action."""
        return self._game.write(self._game.learning.decode(self.state, self._seat, action))

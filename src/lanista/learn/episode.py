"""`Episode`: one match of an environment, from its start to its end."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from lanista.core.errors import InputError
from lanista.core.text import shown
from lanista.engine import State
from lanista.engine.rewards import RewardWeights
from lanista.game import put_moves
from lanista.learn.achievements import Achievements
from lanista.learn.opponents import SeatOpponent, new_dice, seated
from lanista.learn.runner import Dice, run
from lanista.learn.setup import EpisodeSetup
from lanista.learn.spaces import Numbers, as_whole


class Episode:
    """A match: some seats are played by actions, all others by opponents."""

    def __init__(
        self,
        setup: EpisodeSetup,
        seed: int,
        options: Mapping[str, Any] | None = None,
        opponents: Mapping[int, str] | None = None,
        dice: Dice | None = None,
    ) -> None:
        self.setup = setup
        self.seed = seed
        self.turns = 0
        self._runner = run(setup.begin(seed, options), setup.observations)
        self._opponents: dict[int, SeatOpponent] = seated(
            setup, opponents or {}, self._runner, seed, new_dice(seed) if dice is None else dice
        )
        self._achievements = Achievements(RewardWeights(self.state.rules, setup.reward), self.state)

    @property
    def state(self) -> State[Any, Any]:
        """The moment."""
        return self._runner.state

    @property
    def over(self) -> bool:
        """Whether the match has ended by its rules."""
        return bool(self.state.rules.is_over(self.state.record, self.state.const))

    @property
    def truncated(self) -> bool:
        """Whether the match is cut off, because it has taken all turns that it may take."""
        return not self.over and 0 < self.setup.max_turns <= self.turns

    @property
    def ended(self) -> bool:
        """Whether no more turns can be played."""
        return self.over or self.truncated

    def step(self, actions: Mapping[int, int]) -> npt.NDArray[np.float32]:
        """Play a turn; the reward of each seat. A seat without an action or an opponent gives no move."""
        state, game = self.state, self.setup.game
        slots = game.scratch.of(state.rules, game.seats[-1])
        put_moves(slots.moves, [game.missing] * state.seats)
        for seat, action in actions.items():
            flat = self._checked(seat, action)
            state.rules.decode(state.record, state.const, seat, flat, slots.moves[seat])
        for opponent in self._opponents.values():
            opponent.move(state, slots)
        self._runner.step(slots)
        self.turns += 1
        self._runner.show()
        return self._achievements.rewards(state, ended=self.over)

    def _checked(self, seat: int, action: Any) -> int:
        """The flat action; raises InputError if there is none. Whether it is legal is up to the rules."""
        total, number = len(self.setup.action_numbers), as_whole(action)
        if number is None or not 0 <= number < total:
            where = f"seat {seat}, turn {self.turns + 1}"
            raise InputError(f"{where}: expected an action from 0 to {total - 1}, got {shown(action)}")
        return int(self.setup.action_numbers[number])

    def observation(self, seat: int) -> Numbers:
        """Copy a seat's observation."""
        return np.array(self._runner.observations[seat])

    def mask(self, seat: int) -> npt.NDArray[np.int8]:
        """Copy the mask of the actions that a seat may take."""
        return np.array(self._runner.masks[seat][self.setup.action_numbers])

    def asked(self, seat: int) -> bool:
        """Whether a seat takes part in the next turn."""
        return self.setup.game.asked(self.state, seat)

    def departure(self, seat: int) -> float:
        """The reward of a seat that leaves a running match: the game's `value` for it."""
        return self._achievements.departure(self.state, seat)

    def results(self) -> npt.NDArray[np.float32]:
        """The result of each seat: 1 for a win, -1 for a loss."""
        return self._achievements.results(self.state).astype(np.float32)

    def info(self, seat: int) -> dict[str, Any]:
        """Facts for a seat beside its observation; at the end of the match also how it went for all seats."""
        known = {"turn": self.turns, "action_mask": self.mask(seat)}
        outcome = self.setup.game.outcome(self.state) if self.over else None
        if outcome is None:
            return known
        ranks, scores = (np.array(numbers) for numbers in (outcome.rule_ranks, outcome.scores))
        return known | {"outcome": self.results(), "ranks": ranks, "scores": scores, "reason": outcome.reason}

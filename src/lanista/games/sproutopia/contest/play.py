"""Plays ticks for recordings and scenarios, and collects events that a state does not record."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from lanista.engine import State, over, over_all, zeros
from lanista.engine.log import clear, rows_of
from lanista.game import put_moves
from lanista.games.sproutopia.moves import Move
from lanista.games.sproutopia.notes import Kind
from lanista.games.sproutopia.state import Config, Fate, Garden, Work


class Play:
    """Plays ticks by the interpreted rules; its methods report on the last one."""

    def __init__(self, state: State[Garden, Config]) -> None:
        self._rules, self._seats = state.rules, state.seats
        self._work: Work = over(self._rules.work, zeros(self._rules.work).view(np.uint8))
        self._orders = over_all(self._rules.move, zeros(self._rules.move, self._seats))

    def tick(self, state: State[Garden, Config], moves: Sequence[Move]) -> None:
        """Play one tick."""
        put_moves(self._orders, moves)
        clear(self._work.log)
        self._rules.step(state.record, self._orders, state.const, self._work)

    def order(self) -> list[int]:
        """The farmers in order of their commands."""
        return [self._work.order[i] for i in range(self._seats)]

    def pruned(self) -> list[int]:
        """The pruned farmers, in order."""
        return [self._work.pruned[i] for i in range(self._work.n_pruned)]

    def interrupted(self) -> list[int]:
        """The interrupted farmers, in order, each once."""
        struck = [seat for actor in self.order() for seat in self._struck(actor, Fate.INTERRUPTED)]
        return list(dict.fromkeys(struck))

    def steps(self) -> list[dict[str, Any]]:
        """The action of each farmer, in the recordings' format."""
        return [self._step(seat) for seat in self.order()]

    def _step(self, seat: int) -> dict[str, Any]:
        work = self._work
        lost = work.issued[seat] < 0
        step: dict[str, Any] = {
            "bot": seat,
            "popped": work.yielded[seat],
            "fromQueue": bool(work.from_queue[seat]),
            "skipped": lost,
        }
        if not lost:
            step["issued"] = work.issued[seat]
        step["pruned"] = self._struck(seat, Fate.PRUNED)
        step["interrupted"] = self._struck(seat, Fate.INTERRUPTED)
        return step

    def _struck(self, actor: int, fate: Fate) -> list[int]:
        """The farmers that an action pruned or interrupted, in order."""
        strikes = [row[1:4] for row in rows_of(self._work.log) if row[0] == Kind.STRUCK]
        return [seat for by, seat, dealt in strikes if by == actor and dealt == fate]

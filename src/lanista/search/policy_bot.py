"""Policies as bots: what a rule would play in a state that agrees with the views."""

from __future__ import annotations

from typing import Any

from lanista.engine import Generator, State, derive, over
from lanista.game import BotStart, Game
from lanista.game.move_records import take_move
from lanista.search.belief import belief_of


class PolicyBot:
    """Plays one seat of one match by a policy; `live` is its state, as for `SearchBot`."""

    def __init__(
        self, game: Game[Any, Any, Any], start: BotStart, policy: str, *, live: State[Any, Any] | None = None
    ) -> None:
        self._game, self._start, self._policy = game, start, policy
        self._belief = belief_of(game, start, live)
        self._turn = 0

    def move(self, view: dict[str, Any]) -> str:
        """The move that the policy chooses."""
        self._turn += 1
        self._belief.see(view)
        state = self._belief.imagine(derive(self._start.seed, "imagine", self._turn, 0))
        seed = derive(self._start.seed, "policy", self._turn)
        return policy_move(self._game, state, self._start.seat, self._policy, seed)


def policy_move(game: Game[Any, Any, Any], state: State[Any, Any], seat: int, policy: str, seed: int) -> str:
    """The text of the move that a policy chooses in a state, by the interpreted rules."""
    rules = state.rules
    kinds: tuple[Any, ...] = Generator, rules.move, rules.work
    generator, move, work = (over(kind, bytearray(kind.dtype.itemsize)) for kind in kinds)
    generator.position = seed
    rules.policy(policy)(state.record, state.const, seat, generator, move, work)
    sent = game.modules.find("thinking", "sent", lambda state, seat, move: move)
    return game.write(sent(state, seat, take_move(type(game.missing), move)))

"""Bots that are rules, in a match: a policy's moves from the knowledge of its seat."""

from __future__ import annotations

from typing import Any

from lanista.engine import State, derive
from lanista.engine.chooser import Chooser
from lanista.game import BotStart, Game
from lanista.game.belief import belief_of
from lanista.game.move_records import take_move


class PolicyBot:
    """Plays one seat of one match by a policy.

    Policies read only what their seat may see, which `check_game` holds: so they read `live`, the state of the
    match, if there is one. Without it they read states that agree with the views, and play the same.
    """

    def __init__(
        self, game: Game[Any, Any, Any], start: BotStart, policy: str, *, live: State[Any, Any] | None = None
    ) -> None:
        self._game, self._start = game, start
        self._live = live
        self._belief = belief_of(game, start) if live is None else None
        self._policy = policy
        self._chooser: Chooser | None = None
        self._turn = 0

    def move(self, view: dict[str, Any] | None) -> str:
        """The text of the move that the policy chooses."""
        self._turn += 1
        state = self._seen(view)
        if self._chooser is None:
            self._chooser = Chooser(state, self._start.seat, self._policy)
        move = self._chooser.choose(state, derive(self._start.seed, "policy", self._turn))
        return move_text(self._game, state, self._start.seat, move)

    def _seen(self, view: dict[str, Any] | None) -> State[Any, Any]:
        """A state that agrees with everything that the seat may see."""
        if self._belief is None:
            assert self._live is not None
            return self._live
        assert view is not None, "without a state, there is a view"
        self._belief.see(view)
        return self._belief.imagine(derive(self._start.seed, "imagine", self._turn, 0))


def policy_move(game: Game[Any, Any, Any], state: State[Any, Any], seat: int, policy: str, seed: int) -> str:
    """The text of the move that a policy chooses in a state, with an empty memory."""
    return move_text(game, state, seat, Chooser(state, seat, policy).choose(state, seed))


def move_text(game: Game[Any, Any, Any], state: State[Any, Any], seat: int, move: Any) -> str:
    """The text of a move record; of a plan, that of its beginning."""
    return game.write(game.sent(state, seat, take_move(type(game.missing), move)))

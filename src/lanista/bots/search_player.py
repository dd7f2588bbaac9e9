"""The players of bots that imagine states: `search`, which every game has, and policies of the game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lanista.bots.builtin import InProcessPlayer, bot_start
from lanista.bots.clock import Clock
from lanista.bots.player import Answer, Opening
from lanista.game import get_game
from lanista.search.bot import SearchBot
from lanista.search.options import SearchOptions
from lanista.search.policy_bot import PolicyBot
from lanista.verdict import Verdict


class PolicyPlayer(InProcessPlayer):
    """A policy of the game, timed by the processor time that it uses."""

    only_reads = True

    def __init__(self, game: str, policy: str, name: str) -> None:
        super().__init__(name)
        self._game = get_game(game)
        self._policy = policy

    def _timer(self, clock: Clock) -> Callable[[], float]:
        return clock.cpu

    def _make(self, opening: Opening) -> Callable[[Any], Any]:
        return PolicyBot(self._game, bot_start(opening), self._policy, live=opening.state).move


class SearchPlayer(InProcessPlayer):
    """Timed by the processor time that it uses, or by the clock if it thinks on several threads."""

    only_reads = True

    def __init__(self, game: str, options: SearchOptions, name: str) -> None:
        super().__init__(name)
        self._game = get_game(game)
        self._options = options
        self._bot: SearchBot | None = None

    def _timer(self, clock: Clock) -> Callable[[], float]:
        return clock.cpu if self._options.threads == 1 else clock.now

    def _make(self, opening: Opening) -> Callable[[Any], Any]:
        self._bot = SearchBot(
            self._game,
            bot_start(opening),
            self._options,
            live=opening.state,
            start_ms=opening.match.limits.start_ms,
            clock=self._timer(opening.clock),
        )
        return self._bot.move

    def remarks(self) -> list[str]:
        """In how many turns it did not search, if there are any."""
        return self._bot.remarks() if self._bot is not None else []

    def _read_result(self, turn: int, result: Any) -> Answer:
        return Answer(Verdict.OK, result["move"], say=result.get("say"), draw=result.get("draw"))

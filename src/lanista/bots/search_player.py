"""The player of the bot `search`, which every game has."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lanista.bots.builtin import InProcessPlayer, bot_start
from lanista.bots.clock import Clock
from lanista.bots.player import BotAnswer, Opening
from lanista.core.verdict import Verdict
from lanista.game import get_game
from lanista.search.bot import SearchBot
from lanista.search.options import SearchOptions


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
        """A remark on the number of turns without a search, if there are any."""
        return self._bot.remarks() if self._bot is not None else []

    def _read_result(self, turn: int, result: Any) -> BotAnswer:
        return BotAnswer(Verdict.OK, result["move"], say=result.get("say"), draw=result.get("draw"))

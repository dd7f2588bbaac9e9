"""Built-in bots: they are ours, so they think in this process."""

from __future__ import annotations

import time
import traceback
from typing import Any

import msgspec

from lanista.bots.player import Answer, Evidence, Opening
from lanista.game import BotStart, get_game
from lanista.verdict import Verdict


class BuiltinPlayer:
    """A built-in bot of a game."""

    def __init__(self, game: str, bot: str, name: str) -> None:
        self.name = name
        self._class = get_game(game).bot(bot)
        self._bot: Any = None
        self._answer = Answer(Verdict.OK)
        self._trace = ""

    def start(self, opening: Opening) -> None:
        """Set the bot up for a match."""
        fixed = msgspec.json.decode(opening.fixed) if opening.fixed else None
        self._bot = self._class(
            BotStart(opening.seat, len(opening.names), opening.ruleset, opening.config, opening.seed, fixed)
        )

    def ask(self, turn: int, view: bytes) -> None:
        """Think at once."""
        seen = msgspec.json.decode(view)
        began = time.perf_counter()
        try:
            text = self._bot.move(seen)
            self._answer = Answer(Verdict.OK, text)
        except Exception as error:  # noqa: BLE001 - whatever a bot does wrong is its verdict, not ours
            self._trace = traceback.format_exc()
            self._answer = Answer(Verdict.CRASHED, reason=f"{type(error).__name__}: {error}", log=self._trace)
        self._answer.ms = 1000 * (time.perf_counter() - began)

    def ready(self) -> bool:
        """It always is."""
        return True

    def waiting(self) -> bool:
        """It has always answered already."""
        return False

    def take(self) -> Answer:
        """The answer of the turn."""
        return self._answer

    def evidence(self) -> Evidence:
        """Its last exception."""
        return Evidence(log_tail=self._trace.splitlines()[-10:])

    def finish(self, outcome: Any) -> None:
        """It does not care."""

    def close(self) -> None:
        """Nothing to end."""
        self._bot = None

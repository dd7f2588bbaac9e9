"""Bots that connect to a match by themselves: their contest's server, and how long they are waited for."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any, Protocol, runtime_checkable

from lanista.core.errors import BotError, ConfigError
from lanista.core.text import quoted, whole_number
from lanista.game import Game

JOIN = "join"  # the spec of such a bot
TIMEOUT = "BOT_TIMEOUT"  # environment variable: how long to wait for them, in milliseconds
TIMEOUT_MS = 300_000
MAX_TIMEOUT_MS = 7 * 24 * 3_600_000  # a week


class Venue(Protocol):
    """A contest's server, which the bots of one match connect to."""

    def open(self) -> None:
        """Start to accept bots."""

    def invite(self, seat: int) -> None:
        """Reserve a seat for a bot that connects by itself."""

    def invitation(self) -> str:
        """Instructions for connecting a bot, for people."""

    def gather(self, seconds: float) -> int:
        """Wait until all invited seats are taken, at most `seconds`; returns how many are still free."""

    def nickname(self, seat: int) -> str:
        """The name that the bot at a seat gives itself; empty if none."""

    def dismiss(self, reason: str) -> None:
        """Disconnect all bots with the reason why there is no match."""

    def close(self) -> None:
        """Close all connections."""


@runtime_checkable
class Guest(Protocol):
    """A player whose bot connects to a venue."""

    def meet_at(self, venue: Any) -> None:
        """Set the venue of its bot; must be called before `start()`."""


def find_venue(game: Game[Any, Any, Any], config: Mapping[str, int], seats: int, *, lock_step: bool) -> Venue:
    """The server of a match's contest; raises BotError if it had none."""
    venue = game.contest.venue(config, seats, lock_step=lock_step)
    if venue is None:
        raise BotError(f"bots cannot join a match of {game.name}, whose contest had no server; name a bot instead")
    return venue


def join_seconds() -> float:
    """The time to wait for bots: BOT_TIMEOUT in milliseconds, as in the contest's engine."""
    text = os.environ.get(TIMEOUT, str(TIMEOUT_MS))
    milliseconds = whole_number(text) if text.isdecimal() else None
    if milliseconds is None or milliseconds > MAX_TIMEOUT_MS:
        expected = f"milliseconds, at most {MAX_TIMEOUT_MS}"
        raise ConfigError(f"the environment variable {TIMEOUT} expects {expected}, got {quoted(text)}")
    return milliseconds / 1000

"""Bots that come to a match by themselves: where they meet, and how long they are waited for."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any, Protocol, runtime_checkable

from lanista.errors import BotError, ConfigError
from lanista.game import Game
from lanista.text import quoted, whole_number

JOIN = "join"  # the word for such a bot where a bot is named
TIMEOUT = "BOT_TIMEOUT"  # the environment variable that says how long they are waited for
TIMEOUT_MS = 300_000
MAX_TIMEOUT_MS = 7 * 24 * 3_600_000  # a week


class Venue(Protocol):
    """Where the bots of one match meet: a contest's own server."""

    def open(self) -> None:
        """Let bots in."""

    def invite(self, seat: int) -> None:
        """Leave a seat to whoever comes."""

    def invitation(self) -> str:
        """How a bot gets here, for a person to read."""

    def gather(self, seconds: float) -> int:
        """Wait until all invited seats are taken, no longer than that; how many are still free."""

    def nickname(self, seat: int) -> str:
        """What the bot at a seat calls itself; nothing if it does not."""

    def dismiss(self, reason: str) -> None:
        """Tell everybody that there will be no match."""

    def close(self) -> None:
        """Let everybody go."""


@runtime_checkable
class Guest(Protocol):
    """A player whose bot is met at a venue."""

    def meet_at(self, venue: Any) -> None:
        """Where its bot will be, before the start."""


def find_venue(game: Game[Any, Any, Any], config: Mapping[str, int], seats: int, *, lock_step: bool) -> Venue:
    """Where the bots of a match meet."""
    venue = game.contest.venue(config, seats, lock_step=lock_step)
    if venue is None:
        raise BotError(f"bots cannot join a match of {game.name}, whose contest had no server; name a bot instead")
    return venue


def join_seconds() -> float:
    """How long bots are waited for: BOT_TIMEOUT in milliseconds, as the contest's engine read it."""
    text = os.environ.get(TIMEOUT, str(TIMEOUT_MS))
    milliseconds = whole_number(text) if text.isdecimal() else None
    if milliseconds is None or milliseconds > MAX_TIMEOUT_MS:
        expected = f"milliseconds, at most {MAX_TIMEOUT_MS}"
        raise ConfigError(f"the environment variable {TIMEOUT} expects {expected}, got {quoted(text)}")
    return milliseconds / 1000

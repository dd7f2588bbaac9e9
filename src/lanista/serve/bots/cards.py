"""The doctor's report card of a version, as it is stored and shown."""

from __future__ import annotations

from typing import Any

import msgspec


class CardCheck(msgspec.Struct, frozen=True):
    """One line of a report card: what was asked, what was found, why it matters, and what to do."""

    name: str = ""
    question: str = ""
    result: str = ""  # ok, warning, failed or skipped
    found: str = ""
    why: str = ""
    advice: str = ""
    log: tuple[str, ...] = ()  # the last lines that the bot wrote
    seconds: float = 0.0


class StoredCard(msgspec.Struct, frozen=True):
    """A report card."""

    checks: tuple[CardCheck, ...] = ()
    counts: dict[str, int] = {}  # of checks by result
    stopped: bool = False


def read_card(card: dict[str, Any]) -> StoredCard:
    """A stored report card; an empty one if there is none that we know how to read."""
    try:
        return msgspec.convert(card, StoredCard)
    except msgspec.ValidationError:
        return StoredCard()

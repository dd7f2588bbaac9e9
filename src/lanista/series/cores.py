"""The number of parallel matches whose bots do not slow each other down."""

from __future__ import annotations

from collections.abc import Sequence

from lanista.bots.resolve import FoundBot
from lanista.sandbox.usage.cores import usable_cores


def thinking_at_once(bots: Sequence[FoundBot], *, one_at_a_time: bool = False) -> int:
    """The number of bots of a match that may think at the same time, each on a separate core.

    Those are its processes, unless seats are asked one at a time. Built-in bots count as one in all: they are
    asked one after the other, before any process.
    """
    programs = sum(bool(bot.command) for bot in bots)
    return 1 if one_at_a_time else max(1, programs)


def default_jobs(thinking: int) -> int:
    """The number of parallel matches that leaves every thinking bot a core, with `thinking` of them per match."""
    return max(1, usable_cores() // max(1, thinking))


def crowding(jobs: int, thinking: int) -> str:
    """A warning if this number of parallel matches makes bots wait for a core, or an empty text."""
    at_once, cores = jobs * thinking, usable_cores()
    if at_once <= cores or thinking == 0:
        return ""
    return f"{at_once} bots at once on {cores} cores: bots may time out because they wait for a core"

"""What a person should know of the sandbox before a match."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lanista.bots.resolve import Bot
    from lanista.sandbox import Wanted


def sandbox_warning(wanted: Wanted, bots: Sequence[Bot]) -> str:
    """A warning that programs are started which this machine cannot keep in; empty if it can, or was asked to."""
    from lanista.match.arrange import starts_programs
    from lanista.sandbox import Level
    from lanista.sandbox.machine import find_machine

    if wanted.level is not None or not starts_programs(bots):
        return ""
    level = wanted.policy().level
    if level >= Level.NAMESPACES or level < find_machine().level:
        return ""
    missing = "; ".join(find_machine().missing(Level.NAMESPACES))
    return f"sandbox: {level.value} ({missing}); do not run strangers' bots here (see `lanista sandbox`)"

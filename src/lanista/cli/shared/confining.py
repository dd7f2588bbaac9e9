"""The warning about the sandbox before a match."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lanista.bots.resolve import FoundBot
    from lanista.sandbox import SandboxRequest


def sandbox_warning(wanted: SandboxRequest, bots: Sequence[FoundBot]) -> str:
    """A warning that this machine cannot confine the programs; empty if it can, or if a level was requested."""
    from lanista.match.planning import starts_programs
    from lanista.sandbox import Level
    from lanista.sandbox.machine import find_machine

    if wanted.level is not None or not starts_programs(bots):
        return ""
    level = wanted.policy().level
    if level >= Level.NAMESPACES or level < find_machine().level:
        return ""
    missing = "; ".join(find_machine().missing(Level.NAMESPACES))
    return f"sandbox: {level.value} ({missing}); do not run strangers' bots here (see `lanista sandbox`)"

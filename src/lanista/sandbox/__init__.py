"""Sandboxes for untrusted processes; imports `core` alone, and knows neither bots nor games.

A person makes a `SandboxRequest`, for which the machine (`MachineAbilities`) grants a `SandboxPolicy`: a `Level`,
`Resources` and a few switches. A bot's `GuardSpec` follows from the policy: limits, call filters and rights as
plain values. A `Jail` adds the files that the bot sees; its supervisor receives it, and `Guards` apply the spec.

The package `jail` makes jails, `usage` measures and limits resources, `escapes` tries to get out.
"""

from lanista.sandbox.levels import Level
from lanista.sandbox.policy import BEST_SANDBOX, NO_SANDBOX, SandboxPolicy, SandboxRequest
from lanista.sandbox.resources import Resources

__all__ = ["BEST_SANDBOX", "NO_SANDBOX", "Level", "Resources", "SandboxPolicy", "SandboxRequest"]

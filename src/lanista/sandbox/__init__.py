"""What keeps strangers' code in: levels, limits, and what a machine can do. It knows neither bots nor games."""

from lanista.sandbox.levels import Level
from lanista.sandbox.policy import AS_GOOD_AS_POSSIBLE, NO_SANDBOX, Policy, Wanted
from lanista.sandbox.resources import Resources

__all__ = ["AS_GOOD_AS_POSSIBLE", "NO_SANDBOX", "Level", "Policy", "Resources", "Wanted"]

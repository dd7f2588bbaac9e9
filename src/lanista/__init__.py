"""Lanista: five bot-programming games, run, judged, shown and stepped at native speed.

`lanista.play("overdrive", ["mybot.py", my_function], seed=3)` plays a match; see `lanista.match.api`.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from lanista.match.api import Match, play

__version__ = "0.1.0"
__all__ = ["Match", "__version__", "play"]


def __getattr__(name: str) -> Any:
    """Load what Python programs use on first access, so that commands start at once."""
    if name in ("Match", "play"):
        return getattr(import_module("lanista.match.api"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

"""Pins: moments of matches as tests. A file keeps the moment and which moves a bot should or should not play.

`write_pin` makes one from a replay, `read_pin` reads it, `run_pins` puts pins to a bot.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from lanista.match.pins.pin import Pin, read_pin
    from lanista.match.pins.running import PinResult, Reply, run_pins
    from lanista.match.pins.writing import write_pin

__all__ = ["Pin", "PinResult", "Reply", "read_pin", "run_pins", "write_pin"]

_MODULES = {
    "Pin": "pin",
    "PinResult": "running",
    "Reply": "running",
    "read_pin": "pin",
    "run_pins": "running",
    "write_pin": "writing",
}


def __getattr__(name: str) -> Any:
    """Load names on first use: pytest imports this package in every project."""
    if name in _MODULES:
        return getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

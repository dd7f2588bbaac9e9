"""The options of the search bot: `search:ms=100,threads=1,seed=3`."""

from __future__ import annotations

from dataclasses import dataclass

from lanista.core.errors import BotError
from lanista.core.text import quoted
from lanista.engine.record import closest

MAX_MS = 3_600_000
MAX_THREADS = 64
MAX_PLAYOUTS = 100_000_000
RANGES = {
    "ms": (1, MAX_MS),
    "threads": (1, MAX_THREADS),
    "playouts": (1, MAX_PLAYOUTS),
    "seed": (0, 2**63 - 1),
}


@dataclass(frozen=True)
class SearchOptions:
    """The bot's thinking time, its threads, and the seed of its random choices."""

    ms: int = 100  # in a turn, but never more than its budget allows
    threads: int = 1
    playouts: int | None = None  # in a turn, instead of a time: the same moves on every machine
    seed: int | None = None  # None: that of the match


def read_options(spec: str) -> SearchOptions:
    """The options behind the colon; raises BotError for others."""
    _, _, text = spec.partition(":")
    values = dict(_read_option(spec, part) for part in text.split(",")) if text else {}
    if "ms" in values and "playouts" in values:
        raise BotError(f"bot {quoted(spec)}: expected `ms` or `playouts`, got both")
    return SearchOptions(**values)


def _read_option(spec: str, text: str) -> tuple[str, int]:
    name, _, value = text.partition("=")
    if name not in RANGES:
        hint = closest(name, set(RANGES)) or f"; there are: {', '.join(RANGES)}"
        example = "as in `search:ms=100,threads=1,seed=3`"
        raise BotError(f"bot {quoted(spec)}: no option {quoted(name)}{hint}, {example}")
    low, high = RANGES[name]
    if not (value.isascii() and value.isdecimal() and len(value) <= len(str(high)) and low <= int(value) <= high):
        expected = f"{name}: expected a whole number from {low} to {high}"
        raise BotError(f"bot {quoted(spec)}: {expected}, got {quoted(value)}")
    return name, int(value)

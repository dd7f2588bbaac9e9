"""Checks of arguments from outside, and rows of scratch space."""

from __future__ import annotations

from operator import index
from typing import Any

import numpy as np
import numpy.typing as npt

from lanista.core.errors import InputError
from lanista.core.text import quoted, shown
from lanista.engine.record import zeros
from lanista.engine.state import State

CACHE_ROW = 256


def padded_rows(record: type[Any], workers: int, count: int = 1) -> npt.NDArray[np.void]:
    """At least `count` records for each worker, in rows long enough that no two workers share a cache line."""
    per_row = max(count, -(-CACHE_ROW // record.dtype.itemsize))
    return zeros(record, workers * per_row).reshape(workers, per_row)


def expect_int(name: str, value: Any) -> int:
    """The value as an int, also from an array of one number; raises InputError if it is not a whole number."""
    try:
        return index("" if isinstance(value, bool) else value)  # type: ignore[arg-type]
    except TypeError:
        raise InputError(f"{name}: expected a whole number, got {shown(value)}") from None


def at_least(name: str, value: Any, least: int) -> int:
    """The value as an int; raises InputError if it is not a whole number from `least`."""
    if expect_int(name, value) < least:
        raise InputError(f"{name}: expected a whole number from {least}, got {shown(value)}")
    return int(value)


def at_least_1(name: str, value: Any) -> int:
    """The value as an int; raises InputError if it is not a whole number from 1."""
    return at_least(name, value, 1)


def one_of(name: str, value: Any, known: tuple[str, ...]) -> str:
    """The value; raises InputError if it is not one of the known words."""
    if not isinstance(value, str) or value not in known:
        got = quoted(value) if isinstance(value, str) else shown(value)
        raise InputError(f"{name}: expected one of {', '.join(known)}, got {got}")
    return value


def expect_state(state: Any, name: str = "state") -> State[Any, Any]:
    """The value as a state; raises InputError if it is none."""
    if not isinstance(state, State):
        raise InputError(f"{name}: expected a State, as `game.start` gives, got {type(state).__name__}")
    return state


def expect_like(first: State[Any, Any], start: State[Any, Any], name: str) -> None:
    """Refuse a state that differs from the first one in game, layout or number of seats."""
    expect_state(start, name)
    if start.rules is not first.rules and start.rules != first.rules:
        other = start.rules.name != first.rules.name
        why = f"starts[0] is of {first.rules.name}" if other else "another layout"
        raise InputError(f"{name} is of {start.rules.name} ({why}); a batch plays one game in one layout")
    if start.seats != first.seats:
        raise InputError(f"{name} has {start.seats} seats, starts[0] has {first.seats}; make them equal")


def expect_records(name: str, records: Any, kind: type[Any], count: int) -> None:
    """Refuse anything but an array of at least `count` records of one kind."""
    fits = isinstance(records, np.ndarray) and records.dtype == kind.dtype and records.ndim == 1
    if not fits or len(records) < count:
        shape = getattr(records, "shape", type(records).__name__)
        raise InputError(f"{name}: expected `zeros({kind.__name__}, {count})`, got {shape}")

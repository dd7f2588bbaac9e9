"""Whole states as JSON, the turn counter and limit, and default invariants."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from lanista.core.errors import InputError, LoadError, PluginError
from lanista.core.text import brief
from lanista.engine import Rules, State, dump_record, load_record
from lanista.engine.codec import expect_object
from lanista.game.settings import seat_range, setting_faults

if TYPE_CHECKING:
    from lanista.game.base import Game

Moment = State[Any, Any]


def dump(state: Moment) -> dict[str, Any]:
    """Everything in a state, by name."""
    return {"config": dump_record(state.const), "state": dump_record(state.record)}


def load(game: Game[Any, Any, Any], value: object) -> Moment:
    """The state that `dump` wrote; errors name the path of the faulty value."""
    members = expect_object(value, "$")
    for name in members:
        if name not in ("config", "state"):
            raise LoadError(f"Unknown field `{brief(name)}`; expected config and state - at $")
    state: Moment = State.blank(_layout_of(game, members.get("config")))
    parts = {"config": state.const, "state": state.record}
    for name, view in parts.items():
        load_record(view, members.get(name), f"$.{name}")
    broken = _first_fault(game, state)
    if broken:
        raise InputError(f"this is no state of {game.name}: {brief(broken)}")
    return state


def _first_fault(game: Game[Any, Any, Any], state: Moment) -> str | None:
    """The first fault of a loaded state, or None; a state that makes the checks fail is faulty too."""
    try:
        return next(iter(game.broken_invariants(state)), None)
    except Exception as error:  # noqa: BLE001 - untrusted input may break the checks in any way
        return f"its parts do not fit together ({type(error).__name__}: {error})"


def _layout_of(game: Game[Any, Any, Any], config: object) -> Rules:
    """The layout for dumped settings; wrong settings are refused later, when they are loaded."""
    try:
        return game.layout(expect_object(config, "$.config"))
    except (LookupError, TypeError, ValueError, ArithmeticError, StopIteration):
        return game.rules


def counter(record: Any) -> str:
    """The field of the changing record that counts the turns played."""
    return _field_named(record, ("turn", "round", "tick"), "turn")


def limit(record: Any) -> str:
    """The field of the constant record that holds the turn limit."""
    return _field_named(record, ("max_turns", "max_rounds", "max_ticks"), "max_turns")


def _field_named(record: type[Any], names: tuple[str, ...], method: str) -> str:
    found: list[str] = [field.name for field in record.fields if field.name in names]
    if len(found) != 1:
        raise PluginError(
            f"expected one field of {record.__name__} named {' or '.join(names)}, got "
            f"{', '.join(found) or 'none'}; rename it, or write the game's `{method}`"
        )
    return found[0]


def usual_faults(game: Game[Any, Any, Any], state: Moment) -> Iterator[str]:
    """The default invariants: seats, settings and the turn are in their ranges."""
    if state.seats not in game.seats:
        yield f"seats is {state.seats}, expected {seat_range(game)}"
    values = {name: getattr(state.const, name) for name in game.settings}
    yield from setting_faults(game.settings, values)
    played, limit_ = game.turn(state) - 1, game.max_turns(state)
    if not 0 <= played <= limit_:
        yield f"{counter(state.rules.state)} is {played}, expected 0 to {limit_}"


def out_of_range(owner: object, ranges: dict[str, tuple[int, int]]) -> Iterator[str]:
    """The faults of a record's fields, given (low, high) by name."""
    for name, (low, high) in ranges.items():
        if not low <= getattr(owner, name) <= high:
            yield f"{name} is {getattr(owner, name)}, expected {low} to {high}"

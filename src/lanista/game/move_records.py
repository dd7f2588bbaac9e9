"""Moves in records: a game's `Move` is a named tuple whose fields are those of its move record, in their order."""

from __future__ import annotations

import struct
import threading
from collections.abc import Hashable, Sequence
from enum import IntEnum
from functools import cache
from math import prod
from typing import TYPE_CHECKING, Any, NamedTuple, get_type_hints

import numpy as np
import numpy.typing as npt

from lanista.core.errors import InputError, PluginError, RuleError
from lanista.core.text import shown
from lanista.engine import Records, Rules, State, over, over_all, zeros

if TYPE_CHECKING:
    from lanista.game.base import Game


class Slots(NamedTuple):
    """Move records and working space, as views and as the same bytes for compiled rules."""

    moves: Records[Any]
    work: Any
    moves_data: npt.NDArray[np.void]
    work_data: npt.NDArray[np.void]


class TurnScratch(threading.local):
    """Move records, working space and a state for one turn, for each thread and layout."""

    def __init__(self) -> None:
        self._by_layout: dict[Any, Slots] = {}
        self._states: dict[Any, Any] = {}

    def of(self, rules: Rules, seats: int) -> Slots:
        """Move records of all seats, and the work record."""
        layout = (rules.move, rules.work, seats)
        if layout not in self._by_layout:
            moves, work = zeros(rules.move, seats), zeros(rules.work)
            views = over_all(rules.move, moves), over(rules.work, work.view(np.uint8))
            self._by_layout[layout] = Slots(*views, moves, work)
        return self._by_layout[layout]

    def copy(self, state: State[Any, Any]) -> Any:
        """The record of a copy of a state, valid until the next copy; making a view costs more than a turn."""
        layout = state.rules.state
        if layout not in self._states:
            self._states[layout] = over(layout, zeros(layout).view(np.uint8))
        self._states[layout].raw[:] = state.bytes()
        return self._states[layout]


def check_fields(name: str, move: type[Any], record: type[Any]) -> None:
    """Raise PluginError unless moves and move records have the same fields in the same order."""
    fields = tuple(field.name for field in record.fields if not field.filler)
    if getattr(move, "_fields", ()) != fields:
        raise PluginError(
            f"the moves of {name} do not fit their record: {move.__name__} has the fields "
            f"({', '.join(getattr(move, '_fields', ()))}) and {record.__name__} has ({', '.join(fields)}); "
            "give both the same fields in the same order"
        )


def fill_records(game: Game[Any, Any, Any], records: Any, moves: Sequence[Any], seats: int) -> None:
    """Write one move per seat into move records; raises InputError for anything that is not a move of the game."""
    if not isinstance(moves, list | tuple) or len(moves) != seats:
        got = f"{len(moves)} of them" if isinstance(moves, list | tuple) else shown(moves)
        raise InputError(f"expected a list of {seats} moves, one per seat, got {got}")
    put_moves(records, moves)
    check_record = game.modules.find("moves", "check_move", None)
    for seat in range(seats):
        try:
            if check_record is None:
                _check_words(type(game.missing), moves[seat])
            else:
                check_record(records[seat])
        except ValueError as error:
            raise InputError(f"moves[{seat}] is no move of {game.name}: {error}") from None


def _check_words(kind: Any, move: tuple[Any, ...]) -> None:
    """Raise ValueError for a value that is not in its field's enumeration."""
    for i, words in _enumerations(kind):
        if type(move[i]) is not words:
            words(move[i])


def put_moves(records: Any, moves: Sequence[tuple[Any, ...]]) -> None:
    """Write moves into move records; rows shorter than their field are filled with 0."""
    for seat, (record, move) in enumerate(zip(records, moves, strict=False)):
        if not isinstance(move, tuple):
            raise _not_a_move(seat, record, move)
        kind: Any = type(record)
        try:
            _layout_of(kind).put(record.raw, move)
        except (
            TypeError,
            ValueError,
            IndexError,
            struct.error,
        ):  # field by field it is slower, but says what is wrong
            _put_fields(seat, record, move)


def _put_fields(seat: int, record: Any, move: tuple[Any, ...]) -> None:
    try:
        for field, value in zip(_fields(type(record)), move, strict=True):
            _put_value(record, field, value)
    except (TypeError, ValueError, IndexError, RuleError) as error:
        raise _not_a_move(seat, record, move, error) from None


def _fields(record: Any) -> tuple[Any, ...]:
    return tuple(field for field in record.fields if not field.filler)


class Layout:
    """Writes all fields of a move record at once."""

    def __init__(self, record: Any) -> None:
        fields = _fields(record)
        codes = (f"{f.size}x" if f.filler else f"{prod(f.shape)}{f.scalar.format}" for f in record.fields)
        self._pack = struct.Struct("<" + "".join(codes)).pack_into
        self._parts = [
            (field.scalar.format, field.offset, prod(field.shape), bool(field.shape)) for field in fields
        ]
        self._has_rows = any(field.shape for field in fields)
        self._zeros = bytes(record.dtype.itemsize)

    def put(self, raw: memoryview, move: tuple[Any, ...]) -> None:
        """Write a move; raises an error if its numbers do not fit."""
        if self._has_rows:
            self._put_parts(raw, move)
        else:
            self._pack(raw, 0, *move)

    def _put_parts(self, raw: memoryview, move: tuple[Any, ...]) -> None:
        """Rows are mostly shorter than their field, so zeros are copied and numbers written over them."""
        raw[:] = self._zeros
        for (code, offset, length, is_row), value in zip(self._parts, move, strict=True):
            row = value if is_row else (value,)
            if len(row) > length:
                raise IndexError("a row is longer than its field")
            struct.pack_into(f"<{len(row)}{code}", raw, offset, *row)


@cache
def _layout_of(record: Any) -> Layout:
    return Layout(record)


def _put_value(record: Any, field: Any, value: Any) -> None:
    if field.shape:
        row = getattr(record, field.name)
        row[:] = memoryview(bytes(row.nbytes)).cast(row.format)
        for i, number in enumerate(value):
            row[i] = number
    else:
        setattr(record, field.name, value)


def _not_a_move(seat: int, record: Any, move: object, error: Exception | None = None) -> InputError:
    names = ", ".join(field.name for field in _fields(type(record)))
    why = f" ({error})" if isinstance(error, RuleError) else ""
    return InputError(f"moves[{seat}] is no move: expected a tuple of numbers ({names}), got {shown(move)}{why}")


def take_move(move: Any, record: Any) -> Any:
    """The move in a record, with rows cut to its `length`; raises ValueError for an unknown enumeration value."""
    return move(*(_value(kind, getattr(record, name), record) for name, kind in _kinds(move)))


def _value(kind: Any, value: Any, record: Any) -> Any:
    if kind is not None:
        return kind(value)
    return value if isinstance(value, int) else tuple(value[: getattr(record, "length", len(value))])


@cache
def _kinds(move: Hashable) -> tuple[tuple[str, type[IntEnum] | None], ...]:
    """The fields of a move, each with its enumeration or None."""
    hints = get_type_hints(move)
    return tuple((name, kind if _is_enumeration(kind) else None) for name, kind in hints.items())


@cache
def _enumerations(move: Hashable) -> tuple[tuple[int, type[IntEnum]], ...]:
    """The fields of a move that hold words: their number, and their enumeration."""
    return tuple((i, kind) for i, (_, kind) in enumerate(_kinds(move)) if kind is not None)


def _is_enumeration(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, IntEnum)

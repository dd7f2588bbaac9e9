"""Moves of many states as compiled loops take them: flat actions, and move records for texts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from operator import index
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from lanista.core.errors import InputError
from lanista.core.text import shown
from lanista.engine import Rules, zeros
from lanista.search.model.loops import BY_POLICY, GIVEN

Move = int | str | None  # a flat action, a text, or None for the policy's move
Moves = Sequence[Sequence[Sequence[Move]]] | npt.NDArray[np.int32]  # of each state, in each turn, of each seat
Write = Callable[[int, int, str, Any], None]  # writes the move of a text: state, seat, text, records of one move


class Orders(NamedTuple):
    """The moves of some turns: `actions` has a row for each state, `given` as well if any move is a text."""

    actions: npt.NDArray[np.int32]
    given: npt.NDArray[np.void]


def orders_of(moves: Moves, count: int, seats: int, rules: Rules, write: Write) -> Orders:
    """Moves of `count` states; raises InputError with the path of the first faulty one."""
    actions = _as_numbers(moves)
    if actions is None:
        return _mixed(moves, count, seats, rules, write)
    if actions.ndim != 3 or actions.shape[0] != count or actions.shape[2] != seats:
        raise _misfit(count, seats, f"an array of shape {actions.shape}")
    _check_range(actions, rules.actions)
    rows = np.ascontiguousarray(actions.reshape(count, -1), dtype=np.int32)
    return Orders(rows, _no_records(rules))


def _as_numbers(moves: Moves) -> npt.NDArray[Any] | None:
    """Moves as an array, if all are flat actions."""
    try:
        actions = np.asarray(moves)
    except (ValueError, OverflowError):
        return None
    return actions if actions.dtype.kind in "iu" else None


def _check_range(actions: npt.NDArray[Any], total: int) -> None:
    if actions.size and not BY_POLICY <= int(actions.min()) <= int(actions.max()) < total:
        at = np.argwhere((actions < BY_POLICY) | (actions >= total))[0]
        raise _no_action(tuple(at), total, int(actions[tuple(at)]))


def _no_action(at: tuple[int, ...], total: int, came: object) -> InputError:
    return InputError(
        f"{_path(at)}: expected a flat action from 0 to {total - 1}, -1 or null for the policy's move, or a text; "
        f"got {shown(came)}"
    )


def _path(at: tuple[int, ...]) -> str:
    return "moves" + "".join(f"[{i}]" for i in at)


def _misfit(count: int, seats: int, came: str) -> InputError:
    return InputError(
        f"moves: expected one list for each of {count} states, in it one for each turn (as many for all states), "
        f"and in that the moves of {seats} seats; got {came}"
    )


def _mixed(moves: Any, count: int, seats: int, rules: Rules, write: Write) -> Orders:
    """Moves some of which are texts or left to the policy."""
    if not isinstance(moves, Sequence) or isinstance(moves, str) or len(moves) != count:
        raise _misfit(count, seats, shown(moves, 60))
    turns = len(moves[0]) if count and isinstance(moves[0], Sequence) else 0
    actions = np.full((count, turns * seats), BY_POLICY, np.int32)
    given = zeros(rules.move, count * turns * seats).reshape(count, turns * seats)
    for at, move in _each(moves, turns, seats):
        i, turn, seat = at
        column = turn * seats + seat
        if isinstance(move, str):
            _write_text(write, at, move, given[i : i + 1, column])
            actions[i, column] = GIVEN
        elif move is not None:
            actions[i, column] = _number(move, at, rules.actions)
    return Orders(actions, given)


def _number(move: object, at: tuple[int, ...], total: int) -> int:
    try:
        number = index(None if isinstance(move, bool) else move)  # type: ignore[arg-type]
    except TypeError:
        raise _no_action(at, total, move) from None
    if not BY_POLICY <= number < total:
        raise _no_action(at, total, move)
    return number


def _write_text(write: Write, at: tuple[int, int, int], text: str, record: Any) -> None:
    i, turn, seat = at
    if turn:
        raise InputError(f"{_path(at)}: texts are read in the state before the step, so only in its first turn")
    try:
        write(i, seat, text, record)
    except InputError as error:
        raise InputError(f"{_path(at)}: {error}") from None


def _each(moves: Any, turns: int, seats: int) -> Iterator[tuple[tuple[int, int, int], Any]]:
    """Every move with its indices; raises InputError if the lists differ in length."""
    for i, rows in enumerate(moves):
        if not _is_list(rows, turns):
            raise _misfit(len(moves), seats, f"{shown(rows, 60)} at {_path((i,))}")
        for turn, row in enumerate(rows):
            if not _is_list(row, seats):
                raise _misfit(len(moves), seats, f"{shown(row, 60)} at {_path((i, turn))}")
            for seat, move in enumerate(row):
                yield (i, turn, seat), move


def _is_list(value: Any, length: int) -> bool:
    is_list = isinstance(value, Sequence) and not isinstance(value, str | bytes)
    return (is_list or (isinstance(value, np.ndarray) and value.ndim > 0)) and len(value) == length


def _no_records(rules: Rules) -> npt.NDArray[np.void]:
    return zeros(rules.move, 0).reshape(0, 0)

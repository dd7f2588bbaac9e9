"""Records as JSON: every field by name, and errors that say what was expected, what came and where."""

from __future__ import annotations

from copy import deepcopy
from typing import Annotated, Any

import msgspec
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lanista.core.errors import LoadError
from lanista.engine import Generator, Grid, Ints, Records, dump_record, i1, i4, load_record, over, record, zeros
from tests.rows import every_row


@record
class Pawn:
    """Two numbers."""

    rank: i4
    file: i4


@record
class Board:
    """One of everything."""

    generator: Generator
    turn: i4
    row: Annotated[Ints, i1, 4]
    king: Pawn
    pawns: Annotated[Records[Pawn], 2]
    cells: Annotated[Grid, i1, 2, 4]


def board() -> Board:
    """A board of zero bytes."""
    return over(Board, zeros(Board).view(np.uint8))


GOOD: dict[str, Any] = {
    "generator": {"position": 2**64 - 1},
    "turn": 7,
    "row": [1, -2, 3, -4],
    "king": {"rank": 1, "file": 2},
    "pawns": [{"rank": 3, "file": 4}, {"rank": 5, "file": 6}],
    "cells": [[1, 2, 3, 4], [-5, 6, 7, 127]],
}


def test_a_dump_names_every_field_in_order() -> None:
    view = board()
    load_record(view, GOOD)
    assert dump_record(view) == GOOD
    assert list(dump_record(view)) == list(GOOD)


def test_a_dump_is_plain_json() -> None:
    view, again = board(), board()
    load_record(view, GOOD)
    load_record(again, msgspec.json.decode(msgspec.json.encode(dump_record(view))))
    assert bytes(again.raw) == bytes(view.raw)  # type: ignore[attr-defined]


@settings(deadline=None, derandomize=True)
@given(st.binary(min_size=48, max_size=48))
def test_any_bytes_survive(raw: bytes) -> None:
    view, again = board(), board()
    view.raw[:] = raw  # type: ignore[attr-defined]
    load_record(again, dump_record(view))
    assert bytes(again.raw) == raw  # type: ignore[attr-defined]


I1 = "Expected a whole number from -128 to 127, got"
I4 = "Expected a whole number from -2147483648 to 2147483647, got"

# Where, what stands there instead, and the whole message. None as a last step: the member is taken away.
WRONG: list[tuple[tuple[Any, ...], Any, str]] = [
    ((), [], "Expected an object, got an array - at $"),
    ((), None, "Expected an object, got null - at $"),
    (("turn",), "7", "Expected a whole number, got text - at $.turn"),
    (("turn",), 7.0, "Expected a whole number, got a fraction - at $.turn"),
    (("turn",), True, "Expected a whole number, got a truth value - at $.turn"),
    (("turn",), None, "Expected a whole number, got null - at $.turn"),
    (("turn",), [7], "Expected a whole number, got an array - at $.turn"),
    (("turn",), 2**31, f"{I4} 2147483648 - at $.turn"),
    (
        ("generator", "position"),
        -1,
        f"Expected a whole number from 0 to {2**64 - 1}, got -1 - at $.generator.position",
    ),
    (("generator",), 5, "Expected an object, got int - at $.generator"),
    (("row",), [1, 2, 3], "Expected an array of 4, got 3 elements - at $.row"),
    (("row",), {}, "Expected an array of 4, got an object - at $.row"),
    (("row", 2), 128, f"{I1} 128 - at $.row[2]"),
    (("row", 3), -129, f"{I1} -129 - at $.row[3]"),
    (("king",), [], "Expected an object, got an array - at $.king"),
    (("king", "rank"), "a", "Expected a whole number, got text - at $.king.rank"),
    (("pawns",), [], "Expected an array of 2, got 0 elements - at $.pawns"),
    (("pawns", 1), 0, "Expected an object, got int - at $.pawns[1]"),
    (("pawns", 1, "file"), None, "Expected a whole number, got null - at $.pawns[1].file"),
    (("cells",), 1, "Expected an array of 2, got int - at $.cells"),
    (("cells", 1), [1], "Expected an array of 4, got 1 elements - at $.cells[1]"),
    (("cells", 1, 3), 999, f"{I1} 999 - at $.cells[1][3]"),
    (("pawns", 0, "speed"), 1, "Unknown field `speed` - at $.pawns[0]"),
    (("trun",), 1, "Unknown field `trun`; did you mean 'turn'? - at $"),
]
MISSING: list[tuple[tuple[Any, ...], str]] = [
    (("turn",), "Missing field `turn` - at $"),
    (("king", "file"), "Missing field `file` - at $.king"),
    (("pawns", 1, "rank"), "Missing field `rank` - at $.pawns[1]"),
]


def changed(path: tuple[Any, ...], value: object) -> Any:
    """The good board with one thing changed."""
    if not path:
        return value
    whole = deepcopy(GOOD)
    parent(whole, path)[path[-1]] = value
    return whole


def parent(whole: Any, path: tuple[Any, ...]) -> Any:
    """The object that holds the last step of a path."""
    for step in path[:-1]:
        whole = whole[step]
    return whole


@every_row(("path", "value", "message"), WRONG, ids=[case[2] for case in WRONG])
def test_a_wrong_value_is_refused_with_its_path(path: tuple[Any, ...], value: object, message: str) -> None:
    with pytest.raises(LoadError) as caught:
        load_record(board(), changed(path, value))
    assert str(caught.value) == message


@pytest.mark.parametrize(("path", "message"), MISSING, ids=[case[1] for case in MISSING])
def test_a_missing_field_is_refused_with_its_path(path: tuple[Any, ...], message: str) -> None:
    whole = deepcopy(GOOD)
    del parent(whole, path)[path[-1]]
    with pytest.raises(LoadError) as caught:
        load_record(board(), whole)
    assert str(caught.value) == message


def test_a_path_can_begin_elsewhere() -> None:
    with pytest.raises(LoadError, match=r"at \$\.state\.turn$"):
        load_record(board(), {**GOOD, "turn": "x"}, "$.state")

"""Records: how a class becomes bytes, what is refused, and what the interpreted views read and write."""

from __future__ import annotations

from typing import Annotated, Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lanista.core.errors import LoadError, RecordError, RuleError
from lanista.engine import Cube, Generator, Grid, Ints, Records, i1, i2, i4, i8, load_record, over, record, zeros
from lanista.engine.record import field_names, u8
from tests.rows import every_row


@record
class Wheel:
    """Eight bytes."""

    wear: i4
    turns: i2
    kind: i1
    spare: i1


@record
class Cart:
    """One of everything."""

    mass: i8
    axle: Wheel
    wheels: Annotated[Records[Wheel], 3]
    load: Annotated[Ints, i2, 4]
    board: Annotated[Grid, i1, 2, 3]
    blocks: Annotated[Cube, i1, 2, 1, 1]


def cart() -> tuple[np.ndarray[Any, Any], Cart]:
    """A blank cart, as NumPy sees it and as rules see it."""
    data = zeros(Cart)
    return data, over(Cart, data.view(np.uint8))


# Layout


def test_fields_lie_in_the_order_of_their_declaration_without_gaps() -> None:
    fields: tuple[Any, ...] = Cart.fields  # type: ignore[attr-defined]
    assert [(field.name, field.offset, field.size) for field in fields] == [
        ("mass", 0, 8),
        ("axle", 8, 8),
        ("wheels", 16, 24),
        ("load", 40, 8),
        ("board", 48, 6),
        ("blocks", 54, 2),
    ]
    assert Cart.dtype.itemsize == 56  # type: ignore[attr-defined]


def test_numbers_are_little_endian_everywhere() -> None:
    data, view = cart()
    view.mass, view.axle.turns = 0x0102030405060708, -2
    raw = data.tobytes()
    assert raw[:8] == bytes([8, 7, 6, 5, 4, 3, 2, 1])
    assert raw[12:14] == bytes([0xFE, 0xFF])


def test_the_dtype_and_the_view_agree_on_every_field() -> None:
    dtype: np.dtype[Any] = Cart.dtype  # type: ignore[attr-defined]
    fields: tuple[Any, ...] = Cart.fields  # type: ignore[attr-defined]
    assert dtype.names == tuple(field.name for field in fields)
    assert [(dtype.fields or {})[field.name][1] for field in fields] == [field.offset for field in fields]
    assert dtype["wheels"].shape == (3,)
    assert dtype["board"].shape == (2, 3)


def test_names_of_inner_records_count_as_known() -> None:
    assert {"mass", "wheels", "wear", "spare"} <= field_names(Cart)


# What is refused: a class of annotations, and words of the message

REFUSED: list[tuple[str, dict[str, Any], list[str]]] = [
    ("no fields", {}, ["Bad has no fields", "name: i4"]),
    ("unsigned", {"a": u8}, ["Bad.a is unsigned", "Use a signed type"]),
    ("unsigned row", {"a": Annotated[Ints, u8, 2]}, ["Bad.a is unsigned"]),
    ("bool", {"a": bool}, ["Bad.a", "bool and bool arrays do not compile inside records; use i1"]),
    ("row of bool", {"a": Annotated[Ints, bool, 4]}, ["Bad.a", "use i1"]),
    ("plain int", {"a": int}, ["Bad.a", "is not a field type", "Expected i1, i2, i4 or i8"]),
    ("float", {"a": float}, ["Bad.a", "is not a field type"]),
    ("text", {"a": str}, ["Bad.a", "is not a field type"]),
    ("a plain class", {"a": dict}, ["Bad.a", "is not a field type"]),
    ("row without length", {"a": Annotated[Ints, i1]}, ["Bad.a", "Annotated[Ints, i1, 24]"]),
    ("row of two lengths", {"a": Annotated[Ints, i1, 2, 3]}, ["Bad.a", "is not a field type"]),
    ("grid of one length", {"a": Annotated[Grid, i1, 4]}, ["Bad.a", "Annotated[Grid, i1, 4, 1500]"]),
    ("records without length", {"a": Records[Wheel]}, ["Bad.a", "Annotated[Records[Car], 2]"]),
    ("a field of a name that views use", {"raw": i4}, ["Bad.raw", "another name"]),
    ("a field called fields", {"fields": i4}, ["Bad.fields", "another name"]),
]


@every_row(("annotations", "words"), [case[1:] for case in REFUSED], ids=[c[0] for c in REFUSED])
def test_what_would_not_be_the_same_bytes_everywhere_is_refused(
    annotations: dict[str, Any], words: list[str]
) -> None:
    with pytest.raises(RecordError) as caught:
        record(type("Bad", (), {"__annotations__": annotations}))
    for word in words:
        assert word in str(caught.value)


# Where padding would hold undefined bytes: the fillers as (name, offset, kind), and the size of the record

FILLED: list[tuple[str, dict[str, Any], list[tuple[str, int, str]], int]] = [
    ("none is needed", {"a": i4, "b": i1, "c": i1, "d": i2}, [], 8),
    ("before a field", {"a": i1, "b": i4}, [("filler", 1, "i1*3")], 8),
    ("in the widest number that fits", {"a": i2, "b": i4}, [("filler", 2, "i2")], 8),
    ("before an i8", {"a": i4, "b": i8}, [("filler", 4, "i4")], 16),
    ("before a record", {"a": i2, "b": Wheel}, [("filler", 2, "i2")], 4 + Wheel.dtype.itemsize),  # type: ignore[attr-defined]
    ("before an array", {"a": i1, "b": Annotated[Ints, i2, 2]}, [("filler", 1, "i1")], 6),
    ("at the end", {"a": i4, "b": i1}, [("filler", 5, "i1*3")], 8),
    ("twice", {"a": i1, "b": i4, "c": i2}, [("filler", 1, "i1*3"), ("filler2", 10, "i2")], 12),
    ("beside one that is declared", {"filler": i1, "b": i2}, [("filler2", 1, "i1")], 4),
]


@every_row(("annotations", "fillers", "size"), [c[1:] for c in FILLED], ids=[c[0] for c in FILLED])
def test_fillers_take_the_place_of_padding(
    annotations: dict[str, Any], fillers: list[tuple[str, int, str]], size: int
) -> None:
    made: Any = record(type("Made", (), {"__annotations__": annotations}))
    kinds = [
        (field.name, field.offset, "*".join([field.scalar.code, *map(str, field.shape)]))
        for field in made.fields
        if field.filler
    ]
    assert (kinds, made.dtype.itemsize) == (fillers, size)
    assert sum(field.size for field in made.fields) == size, "no byte is undefined"


def test_a_filler_is_loaded_as_zero_only() -> None:
    made: Any = record(type("Made", (), {"__annotations__": {"a": i1, "b": i4}}))
    view = over(made, bytearray(8))
    load_record(view, {"a": 1, "filler": [0, 0, 0], "b": 2})
    with pytest.raises(LoadError, match=r"Expected 0, which fillers hold, got \[0, 7, 0\] - at \$\.filler"):
        load_record(view, {"a": 1, "filler": [0, 7, 0], "b": 2})


def test_only_the_generator_is_unsigned() -> None:
    assert Generator.dtype["position"] == np.dtype("<u8")  # type: ignore[attr-defined]


# Views


def test_a_view_gives_python_integers() -> None:
    _, view = cart()
    view.load[2] = 7
    values = [
        view.mass,
        view.axle.wear,
        view.wheels[1].turns,
        view.load[2],
        view.board[1, 2],
        view.blocks[1, 0, 0],
    ]
    assert {type(value) for value in values} == {int}
    assert view.load[2] == 7


def test_views_and_arrays_are_the_same_bytes() -> None:
    data, view = cart()
    view.wheels[2].wear = 5
    view.board[1, 0] = -3
    assert data["wheels"][0][2]["wear"] == 5
    assert data["board"][0][1][0] == -3
    data["load"][0][3] = 9
    assert view.load[3] == 9


def test_an_inner_record_is_a_view_and_not_a_copy() -> None:
    _, view = cart()
    wheel = view.wheels[0]
    wheel.turns = 4
    assert view.wheels[0].turns == 4
    assert len(view.wheels) == 3


def test_a_view_can_begin_anywhere_in_a_buffer() -> None:
    buffer = bytearray(24)
    over(Wheel, buffer, 8).wear = 1
    assert buffer[8] == 1
    assert sum(buffer) == 1


def test_a_record_prints_its_plain_fields() -> None:
    _, view = cart()
    view.axle.wear = 3
    assert repr(view.axle) == "Wheel(wear=3, turns=0, kind=0, spare=0)"


LIMITS = [("kind", -(2**7), 2**7 - 1), ("turns", -(2**15), 2**15 - 1), ("wear", -(2**31), 2**31 - 1)]


@pytest.mark.parametrize(("field", "low", "high"), LIMITS)
def test_a_field_holds_its_range_and_refuses_the_next_number(field: str, low: int, high: int) -> None:
    _, view = cart()
    for value in (low, high):
        setattr(view.axle, field, value)
        assert getattr(view.axle, field) == value
    for value in (low - 1, high + 1, 2**70):
        with pytest.raises(RuleError) as caught:
            setattr(view.axle, field, value)
        assert str(caught.value) == f"Wheel.{field} holds whole numbers from {low} to {high}, got {value}"


@pytest.mark.parametrize("value", [1.5, "1", None, [1]])
def test_a_field_refuses_what_is_no_whole_number(value: Any) -> None:
    _, view = cart()
    with pytest.raises(RuleError, match=r"Cart\.mass holds whole numbers"):
        view.mass = value


def test_an_array_refuses_what_does_not_fit() -> None:
    _, view = cart()
    for index, value in (((0, 0), 128), ((0, 0), -129)):
        with pytest.raises(ValueError, match="invalid value"):
            view.board[index] = value
    assert view.board[0, 0] == 0


@pytest.mark.parametrize("index", [4, -5])
def test_an_array_refuses_an_index_out_of_range(index: int) -> None:
    _, view = cart()
    with pytest.raises(IndexError):
        view.load[index] = 1


def test_a_misspelt_field_is_refused_for_reading_and_writing() -> None:
    _, view = cart()
    with pytest.raises(AttributeError, match="wera"):
        view.axle.wera  # type: ignore[attr-defined] # noqa: B018
    with pytest.raises(AttributeError, match="wera"):
        view.axle.wera = 1  # type: ignore[attr-defined]


def test_assigning_a_record_copies_it() -> None:
    _, view = cart()
    view.axle.wear = 1
    view.wheels[1] = view.axle
    view.axle.wear = 2
    assert [wheel.wear for wheel in view.wheels] == [0, 1, 0]
    view.axle = view.wheels[1]
    assert view.axle.wear == 1
    view.wheels[1].wear = 9
    assert view.axle.wear == 1


@pytest.mark.parametrize("name", ["load", "board", "wheels"])
def test_an_array_cannot_be_replaced_as_a_whole(name: str) -> None:
    _, view = cart()
    with pytest.raises(RuleError, match=rf"Cart\.{name} cannot be replaced; assign to its elements"):
        setattr(view, name, [1])


@settings(deadline=None, derandomize=True)
@given(st.integers(-(2**63), 2**63 - 1), st.lists(st.integers(-(2**15), 2**15 - 1), min_size=4, max_size=4))
def test_what_is_written_is_read_back(mass: int, load: list[int]) -> None:
    data, view = cart()
    view.mass = mass
    for i, value in enumerate(load):
        view.load[i] = value
    assert view.mass == mass == int(data["mass"][0])
    assert list(view.load) == load == data["load"][0].tolist()

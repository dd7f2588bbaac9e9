"""Records: the parts of a state, declared as a class and laid out as bytes.

    @record
    class Car:
        lane: i4
        block: i4
        states: Annotated[Ints, i1, 24]

    @record
    class Race:
        turn: i4
        cars: Annotated[Records[Car], 2]

The decorated class is the *interpreted view*: `Car.over(buffer)` reads and writes the bytes of a buffer as
Python integers. `Car.dtype` is the same layout for NumPy and for compiled rules. Type checkers see plain
attributes, so a misspelt field in a rule is found before anything runs.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import count
from math import prod
from operator import attrgetter
from typing import Annotated, Any, ClassVar, Protocol, TypeVar, get_args, get_origin, get_type_hints, overload

import numpy as np

from lanista.core.errors import RecordError, RuleError
from lanista.core.text import shown


@dataclass(frozen=True)
class Scalar:
    """A number of one width: its NumPy code, its memoryview format and its range."""

    code: str
    format: str
    low: int
    high: int

    @property
    def size(self) -> int:
        """Its size in bytes."""
        return int(self.code[1:])


i1 = Annotated[int, Scalar("i1", "b", -(2**7), 2**7 - 1)]
i2 = Annotated[int, Scalar("i2", "h", -(2**15), 2**15 - 1)]
i4 = Annotated[int, Scalar("i4", "i", -(2**31), 2**31 - 1)]
i8 = Annotated[int, Scalar("i8", "q", -(2**63), 2**63 - 1)]
_WIDEST_FIRST = [kind.__metadata__[0] for kind in (i8, i4, i2, i1)]  # type: ignore[attr-defined]
u8 = Annotated[int, Scalar("u8", "Q", 0, 2**64 - 1)]  # for the generator only, see `random`


class Ints(Protocol):
    """A row of numbers: inside a record, or an array of NumPy such as an observation.

    A slice can be set to one of another row; one of an observation also to a number: `row[:9] = 0`.
    """

    @overload
    def __getitem__(self, index: int, /) -> int: ...
    @overload
    def __getitem__(self, index: slice, /) -> Any: ...
    @overload
    def __setitem__(self, index: int, value: int, /) -> None: ...
    @overload
    def __setitem__(self, index: slice, value: Any, /) -> None: ...
    def __iter__(self) -> Iterator[int]: ...
    def __len__(self) -> int: ...


class Grid(Protocol):
    """Numbers in rows and columns inside a record, indexed `grid[row, column]`."""

    def __getitem__(self, index: tuple[int, int], /) -> int: ...
    def __setitem__(self, index: tuple[int, int], value: int, /) -> None: ...


class Cube(Protocol):
    """Numbers in planes, rows and columns inside a record."""

    def __getitem__(self, index: tuple[int, int, int], /) -> int: ...
    def __setitem__(self, index: tuple[int, int, int], value: int, /) -> None: ...


class Capacity(int):
    """The length of an array, which other layouts of the same record may change.

    CELLS = Capacity("cells", 2500) is a number like any other; `Rules.sized(cells=40_000)` lays out records with
    longer arrays. Rules must use `len(state.land)` instead.
    """

    name: str

    def __new__(cls, name: str, length: int) -> Capacity:
        """A length with a name."""
        capacity = super().__new__(cls, length)
        capacity.name = name
        return capacity


T = TypeVar("T")


class Records(tuple[T, ...]):
    """A row of records inside a record; assigning to one copies its bytes, as the compiled rules do."""

    __slots__ = ()

    def __setitem__(self, index: int, value: T) -> None:
        copy_bytes(value, self[index])


@dataclass(frozen=True)
class Field:
    """One field of a record: its offset and its type."""

    name: str
    offset: int
    scalar: Scalar | None
    record: type[Any] | None
    shape: tuple[int, ...]
    filler: bool = False  # inserted by `record` to align the next field; always 0

    @property
    def item_size(self) -> int:
        """The bytes of one element."""
        if self.scalar is not None:
            return self.scalar.size
        return int(self.record.dtype.itemsize) if self.record is not None else 0

    @property
    def alignment(self) -> int:
        """Offsets of elements are multiples of this."""
        if self.scalar is not None:
            return self.scalar.size
        return int(self.record.alignment) if self.record is not None else 1

    @property
    def size(self) -> int:
        """The bytes of the whole field."""
        return self.item_size * prod(self.shape)

    def dtype_entry(self) -> tuple[Any, ...]:
        """The field as `numpy.dtype` takes it."""
        kind = "<" + self.scalar.code if self.scalar is not None else getattr(self.record, "dtype", None)
        return (self.name, kind, tuple(map(int, self.shape))) if self.shape else (self.name, kind)

    def sized(self, lengths: Mapping[str, int]) -> Field:
        """The same field with other lengths for its capacities."""
        shape = tuple(
            Capacity(length.name, lengths.get(length.name, length)) if isinstance(length, Capacity) else length
            for length in self.shape
        )
        inner = self.record if self.record is None else sized(self.record, lengths)
        return replace(self, shape=shape, record=inner)


class RecordView(Protocol):
    """The interface of every decorated class."""

    dtype: ClassVar[np.dtype[np.void]]
    fields: ClassVar[tuple[Field, ...]]
    alignment: ClassVar[int]
    raw: memoryview


V = TypeVar("V")
RESERVED = {"dtype", "fields", "alignment", "raw"}
FIELD_NAMES: set[str] = set()  # those of all records


def record(cls: type[V]) -> type[V]:
    """Lay a class of annotated fields out as bytes, the same on every machine; fillers align them."""
    return _lay_out(cls, unsigned=False)


def generator_record(cls: type[V]) -> type[V]:
    """As `record`, but fields may be unsigned: for the engine's generator only."""
    return _lay_out(cls, unsigned=True)


def over(cls: type[V], buffer: Any, offset: int = 0) -> V:
    """The interpreted view of a record that begins at `offset` of a writable buffer."""
    return cls(memoryview(buffer).cast("B"), offset)  # type: ignore[call-arg]


def over_all(cls: type[V], array: np.ndarray[Any, np.dtype[np.void]]) -> Records[V]:
    """Interpreted views of all records of an array."""
    size, buffer = array.dtype.itemsize, array.view(np.uint8)
    return Records(over(cls, buffer, size * i) for i in range(len(array)))


def copy_bytes(source: Any, target: Any) -> None:
    """Copy one record over another of the same kind."""
    target.raw[:] = source.raw


def zeros(cls: type[Any], count: int = 1) -> np.ndarray[Any, np.dtype[np.void]]:
    """`count` records of zero bytes, for compiled rules and for views."""
    return np.zeros(count, dtype=cls.dtype)


def sized(cls: type[V], lengths: Mapping[str, int]) -> type[V]:
    """The same record with other lengths for its capacities; the record itself if nothing changes."""
    old: tuple[Field, ...] = cls.fields  # type: ignore[attr-defined]
    new = [field.sized(lengths) for field in old]
    if all((a.shape, a.record) == (b.shape, b.record) for a, b in zip(old, new, strict=True)):
        return cls
    return _built(cls, tuple(_placed(new)))


def capacities(cls: type[Any]) -> dict[str, int]:
    """The lengths of the capacities in a record and in the records inside it, by name."""
    lengths: dict[str, int] = {}
    for field in cls.fields:
        lengths |= {length.name: int(length) for length in field.shape if isinstance(length, Capacity)}
        lengths |= capacities(field.record) if field.record is not None else {}
    return lengths


def _lay_out(cls: type[V], *, unsigned: bool) -> type[V]:
    return _built(cls, tuple(_placed(_declared_fields(cls, unsigned=unsigned))))


def _built(cls: type[V], fields: tuple[Field, ...]) -> type[V]:
    """The class whose instances are views of these fields."""
    if not fields:
        raise RecordError(f"record {cls.__name__} has no fields; declare them as `name: i4`")
    FIELD_NAMES.update(field.name for field in fields)
    namespace = {
        "__doc__": cls.__doc__,
        "__module__": cls.__module__,
        "__qualname__": cls.__qualname__,
        "__slots__": _slots(fields),
        "__init__": _initializer(fields),
        "__repr__": _repr,
        "__reduce__": _refuse_to_copy,
        "fields": fields,
        "alignment": max(field.alignment for field in fields),
        "dtype": np.dtype([field.dtype_entry() for field in fields], align=True),
        **{field.name: _attribute(cls.__name__, field) for field in fields},
    }
    return type(cls.__name__, (), namespace)


def _declared_fields(cls: type[Any], *, unsigned: bool) -> Iterator[Field]:
    for name, hint in get_type_hints(cls, include_extras=True).items():
        if name in RESERVED:
            raise RecordError(f"{cls.__name__}.{name}: every view has an attribute `{name}`; choose another name.")
        field = _field(cls, name, hint)
        if field.scalar is not None and field.scalar.code.startswith("u") and not unsigned:
            raise RecordError(
                f"{cls.__name__}.{name} is unsigned: compiled and interpreted arithmetic differ on it. "
                "Use a signed type; random numbers come from a `Generator` field."
            )
        yield field


def _placed(fields: Iterable[Field]) -> Iterator[Field]:
    """The fields one after the other, with fillers where padding would hold undefined bytes."""
    declared = [field for field in fields if not field.filler]
    names = _filler_names({field.name for field in declared})
    offset = 0
    for field in declared:
        if offset % field.alignment:
            yield (filler := _filler(next(names), offset, field.alignment))
            offset += filler.size
        yield replace(field, offset=offset)
        offset += field.size
    alignment = max((field.alignment for field in declared), default=1)
    if offset % alignment:
        yield _filler(next(names), offset, alignment)


def _filler(name: str, offset: int, alignment: int) -> Field:
    """Zeros up to a multiple of the alignment, in the widest numbers that are aligned there themselves."""
    size = -offset % alignment
    scalar = next(kind for kind in _WIDEST_FIRST if offset % kind.size == 0 and size % kind.size == 0)
    length = size // scalar.size
    return Field(name, offset, scalar, None, (length,) if length > 1 else (), filler=True)


def _filler_names(taken: set[str]) -> Iterator[str]:
    """`filler`, then `filler2` and so on, except names that the record uses itself."""
    return (name for i in count(1) if (name := f"filler{i if i > 1 else ''}") not in taken)


def _field(cls: type[Any], name: str, hint: Any) -> Field:
    metadata: tuple[Any, ...] = getattr(hint, "__metadata__", ())
    base = get_args(hint)[0] if metadata else hint
    if base is int and len(metadata) == 1 and isinstance(metadata[0], Scalar):
        return Field(name, 0, metadata[0], None, ())
    if base in (Ints, Grid, Cube) and len(metadata) > 1:
        scalar = next(iter(getattr(metadata[0], "__metadata__", ())), None)
        if isinstance(scalar, Scalar) and len(metadata) - 1 == (Ints, Grid, Cube).index(base) + 1:
            return Field(name, 0, scalar, None, tuple(metadata[1:]))
    if get_origin(base) is Records and len(metadata) == 1:
        return Field(name, 0, None, get_args(base)[0], (metadata[0],))
    if isinstance(base, type) and hasattr(base, "fields") and not metadata:
        return Field(name, 0, None, base, ())
    raise RecordError(_unknown_kind(cls, name, hint))


def _unknown_kind(cls: type[Any], name: str, hint: Any) -> str:
    why = "bool and bool arrays do not compile inside records; use i1. " if "bool" in str(hint) else ""
    return (
        f"{cls.__name__}.{name}: {hint!r} is not a field type. {why}Expected i1, i2, i4 or i8; "
        "Annotated[Ints, i1, 24]; Annotated[Grid, i1, 4, 1500]; another record; or Annotated[Records[Car], 2]."
    )


def _slots(fields: tuple[Field, ...]) -> tuple[str, ...]:
    formats = {f"_{field.scalar.code}" for field in fields if field.scalar and not field.shape}
    return ("raw", *sorted(formats), *(f"_{field.name}" for field in fields if field.shape or field.record))


def _initializer(fields: tuple[Field, ...]) -> Callable[[Any, memoryview, int], None]:
    size = fields[-1].offset + fields[-1].size
    formats = {f"_{f.scalar.code}": f.scalar.format for f in fields if f.scalar and not f.shape}
    inner = [field for field in fields if field.shape or field.record]

    def initialize(self: Any, buffer: memoryview, offset: int) -> None:
        raw = buffer[offset : offset + size]
        self.raw = raw
        for slot, format_ in formats.items():
            setattr(self, slot, raw.cast(format_))  # type: ignore[call-overload]
        for field in inner:
            setattr(self, "_" + field.name, _inner_view(field, buffer, offset + field.offset))

    return initialize


def _inner_view(field: Field, buffer: memoryview, offset: int) -> Any:
    if field.record is None and field.scalar is not None:
        return buffer[offset : offset + field.size].cast(field.scalar.format, field.shape)  # type: ignore[call-overload]
    cls: Any = field.record
    if not field.shape:
        return cls(buffer, offset)
    return Records(cls(buffer, offset + i * field.item_size) for i in range(field.shape[0]))


_GETTER = "lambda self: self.{slot}[{index}]"
_SETTER = """
def assign(self, value):
    try:
        self.{slot}[{index}] = value
    except (ValueError, TypeError):
        raise refuse({where!r}, {low}, {high}, value) from None
"""


def _attribute(owner: str, field: Field) -> property:
    if field.scalar is not None and not field.shape:
        return _scalar_attribute(owner, field.name, field.scalar, field.offset // field.scalar.size)
    return property(attrgetter("_" + field.name), _copy_setter(owner, field))


def _scalar_attribute(owner: str, name: str, scalar: Scalar, index: int) -> property:
    # Generated, as dataclasses are: a closure would look the slot up by name at every access.
    slots = {"slot": f"_{scalar.code}", "index": index, "where": f"{owner}.{name}"}
    scope: dict[str, Any] = {"refuse": _overflow}
    exec(_SETTER.format(**slots, low=scalar.low, high=scalar.high), scope)
    return property(eval(_GETTER.format(**slots)), scope["assign"])


def _overflow(where: str, low: int, high: int, value: object) -> RuleError:
    return RuleError(f"{where} holds whole numbers from {low} to {high}, got {shown(value)}")


def _copy_setter(owner: str, field: Field) -> Callable[[Any, Any], None]:
    def assign(self: Any, value: Any) -> None:
        if field.record is None or field.shape:
            raise RuleError(f"{owner}.{field.name} cannot be replaced; assign to its elements")
        copy_bytes(value, getattr(self, "_" + field.name))

    return assign


def _refuse_to_copy(self: Any) -> None:
    name = type(self).__name__
    raise TypeError(f"a view of the record {name} cannot be copied or pickled: keep its State, and copy that")


def _repr(self: Any) -> str:
    plain = ((f.name, getattr(self, f.name)) for f in self.fields if f.scalar and not f.shape)
    return f"{type(self).__name__}({', '.join(f'{name}={value}' for name, value in plain)})"


def field_names(*records: type[Any]) -> set[str]:
    """The names of all fields of these records and of nested records."""
    names: set[str] = set()
    for cls in records:
        for field in cls.fields:
            names.add(field.name)
            if field.record is not None:
                names |= field_names(field.record)
    return names


def closest(name: str, known: set[str], cutoff: float = 0.6) -> str:
    """A hint for a misspelt name, or ""; `cutoff` is the required similarity, from 0 to 1."""
    near = difflib.get_close_matches(name[:100], sorted(known), n=1, cutoff=cutoff)
    return f"; did you mean '{near[0]}'?" if near else ""

"""The typed form of a game's rules that back ends write out.

Every value is a whole number (64 bits), a truth value (0 or 1), a float, or a reference to a record or array in
memory. Expressions have no side effects: calls, stores and copies are statements, in the order in which Python
evaluates them. Fields are byte offsets; a length that is known only at run time is a variable.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from types import FunctionType
from typing import Any, TypeAlias

from lanista.engine.record import Scalar

# Types


@dataclass(frozen=True)
class NumberType:
    """A number that is no reference: `int`, `bool` or `float`."""

    name: str


INT, BOOL, FLOAT = NumberType("int"), NumberType("bool"), NumberType("float")
TRUTHS = frozenset({INT, BOOL})


@dataclass(frozen=True)
class RecordType:
    """A reference to a record."""

    record: type[Any]

    @property
    def size(self) -> int:
        """Its size in bytes."""
        return int(self.record.dtype.itemsize)


@dataclass(frozen=True)
class ArrayType:
    """A reference to numbers or records in row-major order; a length is a number or the name of a variable."""

    item: Scalar | RecordType
    shape: tuple[int | str, ...]

    @property
    def unknown(self) -> tuple[str, ...]:
        """The variables that hold the lengths known only at run time."""
        return tuple(length for length in self.shape if isinstance(length, str))

    def named(self, name: str) -> ArrayType:
        """The same type with the lengths of a parameter: `name` with the number of the dimension."""
        shape = (f"{name}${i}" if isinstance(length, str) else length for i, length in enumerate(self.shape))
        return ArrayType(self.item, tuple(shape))


@dataclass(frozen=True)
class TupleType:
    """Several numbers, as a rule may return them; callers unpack them at once."""

    items: tuple[NumberType, ...]


Reference: TypeAlias = RecordType | ArrayType
Type: TypeAlias = NumberType | Reference

# Expressions


@dataclass(frozen=True)
class Const:
    """A number that is known."""

    value: int | float
    type: NumberType = INT


@dataclass(frozen=True)
class Local:
    """A variable or parameter of the function."""

    name: str
    type: Type = INT


@dataclass(frozen=True)
class Index:
    """`value * stride`, where `value` must be from 0 to `length` - 1; `where` numbers the line in `Program.lines`.

    `stride` and `length` are numbers or expressions. In a table strides count elements, in memory bytes.
    Without a length, a statement before it has made sure that the value is in range.
    """

    value: Expr
    stride: int | Expr
    length: int | Expr | None
    where: int


@dataclass(frozen=True)
class Location:
    """An address: the reference in the variable `base`, plus `offset` bytes, plus the indices."""

    base: str
    offset: int = 0
    indices: tuple[Index, ...] = ()


@dataclass(frozen=True)
class Load:
    """The number at a location."""

    location: Location
    scalar: Scalar
    type: NumberType = INT


@dataclass(frozen=True)
class Address:
    """A reference to the record or array at a location."""

    location: Location
    type: Reference


@dataclass(frozen=True)
class Lookup:
    """An element of a constant table."""

    table: Table
    indices: tuple[Index, ...]
    type: NumberType = INT


@dataclass(frozen=True)
class Binary:
    """`+ - * // % & | ^ << >>` of whole numbers as in Python (`//` and `%` round down), `+ - * /` of floats."""

    op: str
    left: Expr
    right: Expr
    type: NumberType = INT


@dataclass(frozen=True)
class Checked:
    """A number that must be within limits, or the line `where` is at fault.

    `what` is `divisor` or `step` (not 0), `shift` (0 to 31) or `bound`, that of `rand_below` (1 to 2**31).
    """

    value: Expr
    what: str
    where: int
    type: NumberType = INT


@dataclass(frozen=True)
class Unary:
    """`-` and `~` of numbers, `not` of a truth value."""

    op: str
    value: Expr
    type: NumberType = INT


@dataclass(frozen=True)
class Compare:
    """`== != < <= > >=`; the operands are numbers of one kind."""

    op: str
    left: Expr
    right: Expr
    type: NumberType = BOOL


@dataclass(frozen=True)
class Logic:
    """`and` or `or` of truth values; later ones are evaluated only if they matter."""

    op: str
    values: tuple[Expr, ...]
    type: NumberType = BOOL


@dataclass(frozen=True)
class Select:
    """`yes if condition else no`."""

    condition: Expr
    yes: Expr
    no: Expr
    type: Type = INT


@dataclass(frozen=True)
class Builtin:
    """`min`, `max` (of two), `abs`; `float` of a whole number, `sqrt` of a float."""

    name: str
    values: tuple[Expr, ...]
    type: NumberType = INT


Expr: TypeAlias = (
    Const | Local | Load | Address | Lookup | Binary | Checked | Unary | Compare | Logic | Select | Builtin
)  # fmt: skip

# Statements


@dataclass(frozen=True)
class Assign:
    """Set a variable to a number or a reference."""

    name: str
    value: Expr


@dataclass(frozen=True)
class Store:
    """Write a number to a location."""

    location: Location
    scalar: Scalar
    value: Expr


@dataclass(frozen=True)
class Copy:
    """Copy the bytes of a record or of some elements; source and target may overlap."""

    target: Location
    source: Location
    size: int | Expr


@dataclass(frozen=True)
class Expect:
    """The line `where` is at fault unless `value` is from 0 to `length` - 1."""

    value: Expr
    length: int | Expr
    where: int


@dataclass(frozen=True)
class Call:
    """Call a function and set the targets to its results; without targets they are dropped."""

    targets: tuple[str, ...]
    function: Function
    arguments: tuple[Expr, ...]


@dataclass(frozen=True)
class Draw:
    """`target = rand_below(generator, below)`: see `engine.random`; `below` is checked."""

    target: str
    generator: Expr
    below: Expr


@dataclass(frozen=True)
class If:
    """A branch."""

    condition: Expr
    yes: tuple[Statement, ...]
    no: tuple[Statement, ...] = ()


@dataclass(frozen=True)
class While:
    """Repeat while the condition holds."""

    condition: Expr
    body: tuple[Statement, ...]


@dataclass(frozen=True)
class For:
    """`for name in range(start, stop, step)`; the bounds are evaluated once, and the last value stays."""

    name: str
    start: Expr
    stop: Expr
    step: Expr
    body: tuple[Statement, ...]


@dataclass(frozen=True)
class Return:
    """Leave the function."""

    values: tuple[Expr, ...] = ()


@dataclass(frozen=True)
class Break:
    """Leave the loop."""


@dataclass(frozen=True)
class Continue:
    """Begin the next round of the loop."""


Statement: TypeAlias = (
    Assign | Store | Copy | Expect | Call | Draw | If | While | For | Return | Break | Continue
)  # fmt: skip

# Programs


@dataclass(eq=False)
class Function:
    """A rule for arguments of certain types."""

    name: str  # unique in the program
    rule: FunctionType
    params: list[Local]  # an array's lengths follow it
    returns: Type | TupleType | None = None
    variables: dict[str, Type] = field(default_factory=dict)  # without the parameters
    body: tuple[Statement, ...] = ()


@dataclass(frozen=True)
class Table:
    """A constant table of whole numbers or floats, in row-major order."""

    name: str
    values: tuple[int | float, ...]
    type: NumberType


@dataclass(eq=False)
class Program:
    """All functions that some rules need; each stands after those it calls."""

    name: str
    functions: list[Function] = field(default_factory=list)
    entries: dict[str, Function] = field(default_factory=dict)  # by the name under which they can be called
    tables: dict[Any, Table] = field(default_factory=dict)  # by their values
    lines: list[str] = field(default_factory=list)  # `file:line in rule`, which `where` refers to

"""Reads WebAssembly modules as far as metering needs it, and writes their parts; every byte may be hostile."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, TypeVar

from lanista.core.errors import BotError
from lanista.core.text import quoted

T = TypeVar("T")

MAGIC = b"\0asm\x01\0\0\0"
COMPONENT = b"\0asm\x0d\0\x01\0"

# Sections, in the order in which a module has them; the number of data segments comes before the code
CUSTOM, TYPE, IMPORT, FUNCTION, TABLE, MEMORY, GLOBAL, EXPORT, START, ELEMENT, CODE, DATA, DATA_COUNT = range(13)
ORDER = (TYPE, IMPORT, FUNCTION, TABLE, MEMORY, GLOBAL, EXPORT, START, ELEMENT, DATA_COUNT, CODE, DATA)

# Kinds of imports and exports
FUNCTIONS, TABLES, MEMORIES, GLOBALS = range(4)
KINDS = ("function", "table", "memory", "global")

I32, I64, F32, F64 = 0x7F, 0x7E, 0x7D, 0x7C
VALUE_TYPES = frozenset({I32, I64, F32, F64, 0x70, 0x6F})
NO_FUNCTION = 0x40  # the type of a block without values

MAX_BYTES = 32 * 2**20  # of a module
MAX_TABLE = 100_000  # entries of a table at the start
MAX_NAME = 200  # characters of a function's name in a report


class Malformed(BotError):  # noqa: N818 - reads as what it is
    """A module that cannot be read."""


class FunctionType(NamedTuple):
    """The type of a function: the types of its parameters and results, a byte each."""

    params: bytes
    results: bytes


@dataclass(frozen=True)
class Imported:
    """An import; `index` is the type of a function."""

    module: str
    name: str
    kind: int
    index: int


@dataclass(frozen=True)
class Exported:
    """An export."""

    kind: int
    index: int


class Cursor:
    """Reads numbers and texts from bytes, up to an end."""

    def __init__(self, data: bytes, at: int, end: int) -> None:
        self.data, self.at, self.end = data, at, end

    def byte(self) -> int:
        """One byte."""
        self.take(1)
        return self.data[self.at - 1]

    def take(self, count: int) -> bytes:
        """The next bytes."""
        begin = self.at
        self.at += count
        if self.at > self.end:
            raise Malformed("it ends in the middle of a section; is it complete?")
        return self.data[begin : self.at]

    def u32(self) -> int:
        """A number without a sign, of at most 32 bits."""
        value = shift = 0
        while True:
            byte = self.byte()
            value |= (byte & 0x7F) << shift
            if byte < 0x80:
                break
            shift += 7
            if shift > 28:
                byte = self.byte()
                value |= byte << shift
                break
        if value >= 2**32:
            raise Malformed("it has a number of more than 32 bits")
        return value

    def name(self) -> str:
        """A text."""
        try:
            return self.take(self.u32()).decode()
        except UnicodeDecodeError:
            raise Malformed("it has a name that is not UTF-8") from None

    def limits(self, what: str) -> tuple[int, int | None]:
        """The smallest and the largest size of a memory or table."""
        flags = self.byte()
        if flags > 1:
            raise Malformed(f"its {what} is shared or has 64-bit addresses; build it for wasm32 without threads")
        low = self.u32()
        return low, self.u32() if flags else None

    def done(self) -> bool:
        """Whether the end is reached."""
        return self.at >= self.end


def leb(value: int) -> bytes:
    """A number without a sign."""
    out = bytearray()
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)


def signed(value: int) -> bytes:
    """A number with a sign."""
    out = bytearray()
    while not -64 <= value < 64:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value & 0x7F)
    return bytes(out)


def vector(items: list[bytes]) -> bytes:
    """A list of encoded items."""
    return leb(len(items)) + b"".join(items)


def section(number: int, content: bytes) -> bytes:
    """A section."""
    return bytes([number]) + leb(len(content)) + content


def text(value: str) -> bytes:
    """A text."""
    data = value.encode()
    return leb(len(data)) + data


@dataclass
class Module:
    """The parts of a module that metering looks at; all others stay as they are."""

    data: bytes
    sections: dict[int, Cursor] = field(default_factory=dict)  # at their content
    types: list[FunctionType] = field(default_factory=list)
    imports: list[Imported] = field(default_factory=list)
    functions: list[int] = field(default_factory=list)  # the type of each function, imported ones first
    tables: list[int] = field(default_factory=list)  # how many entries each has at the start
    pages: int | None = None  # of its memory at the start; None without a memory
    globals: int = 0
    exports: dict[str, Exported] = field(default_factory=dict)
    start: int | None = None  # the function that runs at the start
    name_section: Cursor | None = None

    @property
    def imported_functions(self) -> int:
        """How many functions are imported."""
        return sum(entry.kind == FUNCTIONS for entry in self.imports)

    def type_of(self, function: int) -> FunctionType:
        """The type of a function."""
        return _at(self.types, _at(self.functions, function, "function"), "type")

    def content(self, number: int) -> bytes:
        """The content of a section, empty if there is none."""
        found = self.sections.get(number)
        return b"" if found is None else self.data[found.at : found.end]

    def items(self, number: int) -> tuple[int, bytes]:
        """How many items a section's list has, and their bytes."""
        found = self.sections.get(number)
        if found is None:
            return 0, b""
        cursor = Cursor(found.data, found.at, found.end)
        count = cursor.u32()
        return count, self.data[cursor.at : cursor.end]


def _at(items: Sequence[T], index: int, what: str) -> T:
    """An item by its index."""
    if index >= len(items):
        raise Malformed(f"it refers to a {what} {index} that it does not have")
    return items[index]


def read_module(data: bytes) -> Module:
    """Read a module; raises Malformed with the reason if it is none, or one that cannot be metered."""
    if len(data) > MAX_BYTES:
        raise Malformed(f"expected a module of at most {MAX_BYTES // 2**20} MiB, got {len(data):,} bytes")
    if data.startswith(COMPONENT):
        raise Malformed("it is a component; expected a core module, such as one for WASI preview 1")
    if not data.startswith(MAGIC):
        raise Malformed(f"it is not a WebAssembly module: it begins with {quoted(data[:8])}")
    module = Module(data)
    cursor = Cursor(data, len(MAGIC), len(data))
    while not cursor.done():
        number, size = cursor.byte(), cursor.u32()
        content = Cursor(data, cursor.at, cursor.at + size)
        cursor.take(size)
        _add_section(module, number, content)
    for number, read in _READERS.items():
        if number in module.sections:
            found = module.sections[number]
            read(module, Cursor(data, found.at, found.end))
    return module


def _add_section(module: Module, number: int, content: Cursor) -> None:
    if number == CUSTOM:
        if content.name() == "name":
            module.name_section = content
    elif number not in ORDER:
        raise Malformed(f"it has a section {number}, of a feature that metered bots may not use (exceptions, GC?)")
    elif number in module.sections:
        raise Malformed(f"it has the section {number} twice")
    else:
        module.sections[number] = content


def _read_types(module: Module, cursor: Cursor) -> None:
    for _ in range(cursor.u32()):
        if cursor.byte() != 0x60:
            raise Malformed("it has a type that is no function's; build it without GC")
        params, results = cursor.take(cursor.u32()), cursor.take(cursor.u32())
        if not VALUE_TYPES.issuperset(params + results):
            raise Malformed("it has values of a type that metered bots may not use; build it without SIMD and GC")
        module.types.append(FunctionType(params, results))


def _read_imports(module: Module, cursor: Cursor) -> None:
    for _ in range(cursor.u32()):
        where, name, kind = cursor.name(), cursor.name(), cursor.byte()
        if kind != FUNCTIONS:
            what = KINDS[kind] if kind < len(KINDS) else "thing"
            raise Malformed(
                f"it imports the {what} {quoted(where)} {quoted(name)}; expected functions of WASI only"
            )
        index = cursor.u32()
        module.imports.append(Imported(where, name, kind, index))
        module.functions.append(index)


def _read_functions(module: Module, cursor: Cursor) -> None:
    for _ in range(cursor.u32()):
        module.functions.append(cursor.u32())
    for index in module.functions:
        _at(module.types, index, "type")


def _read_tables(module: Module, cursor: Cursor) -> None:
    for _ in range(cursor.u32()):
        if cursor.byte() not in (0x70, 0x6F):
            raise Malformed("it has a table of a kind that metered bots may not use")
        low, _most = cursor.limits("table")
        module.tables.append(low)
    if sum(module.tables) > MAX_TABLE:
        raise Malformed(f"expected tables of at most {MAX_TABLE:,} entries, got {sum(module.tables):,}")


def _read_memories(module: Module, cursor: Cursor) -> None:
    count = cursor.u32()
    if count > 1:
        raise Malformed(f"expected at most one memory, got {count}")
    for _ in range(count):
        module.pages, _most = cursor.limits("memory")


def _read_globals(module: Module, cursor: Cursor) -> None:
    module.globals = cursor.u32()


def _read_exports(module: Module, cursor: Cursor) -> None:
    for _ in range(cursor.u32()):
        name, kind, index = cursor.name(), cursor.byte(), cursor.u32()
        if kind == FUNCTIONS:
            _at(module.functions, index, "function")
        module.exports[name] = Exported(kind, index)


def _read_start(module: Module, cursor: Cursor) -> None:
    module.start = cursor.u32()
    _at(module.functions, module.start, "function")


_READERS = {
    TYPE: _read_types,
    IMPORT: _read_imports,
    FUNCTION: _read_functions,
    TABLE: _read_tables,
    MEMORY: _read_memories,
    GLOBAL: _read_globals,
    EXPORT: _read_exports,
    START: _read_start,
}


def function_names(module: Module) -> dict[int, str]:
    """The names of functions that the module's name section gives; none if it is damaged, or there is none."""
    if module.name_section is None:
        return {}
    cursor = Cursor(module.data, module.name_section.at, module.name_section.end)
    try:
        while not cursor.done():
            number, size = cursor.byte(), cursor.u32()
            if number == 1:
                return {cursor.u32(): cursor.name()[:MAX_NAME] for _ in range(cursor.u32())}
            cursor.take(size)
    except Malformed:
        pass
    return {}

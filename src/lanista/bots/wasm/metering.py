"""Makes a module count its fuel and its stack, so that it uses the same in every engine.

Fuel is counted where it is spent: each straight piece of code subtracts its number of instructions from a global
variable when it is entered, and every function and loop looks whether some is left.

What is added comes after what is there, so no index changes and the names of functions stay true.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from lanista.bots.wasm.binary import (
    CODE,
    CUSTOM,
    EXPORT,
    F32,
    F64,
    FUNCTION,
    FUNCTIONS,
    GLOBAL,
    GLOBALS,
    I32,
    I64,
    NO_FUNCTION,
    ORDER,
    START,
    TYPE,
    Cursor,
    FunctionType,
    Malformed,
    Module,
    leb,
    read_module,
    section,
    signed,
    text,
    vector,
)

VERSION = 1  # of the metering: other fuel for the same module is another version

# The module's new exports
FUEL = "lanista:fuel"  # what is left, in units of one instruction
STACK = "lanista:stack"  # what is left, in slots
WHY = "lanista:why"  # why it trapped
PAGES = "lanista:pages"  # of memory that it may have
REFUSED = "lanista:refused"  # whether it wanted more
START_FUNCTION = "lanista:start"
PREFIX = "lanista:"

OUT_OF_FUEL, OUT_OF_STACK = 1, 2  # in WHY

STACK_SLOTS = 32_768  # of all frames: a slot for each local variable and each value in flight, and FRAME_SLOTS
FRAME_SLOTS = 8
MAX_LOCALS = 10_000  # of a function
MAX_TARGETS = 65_000  # of a branch
MAX_HEIGHT = 10_000  # values in flight
MAX_ALIGNMENT = 64  # beyond it, the operand of a load or store names another memory
BULK_SHIFT = 4  # 16 bytes cost one unit where many are written at once
PAGE_COST = 4096  # of a page of new memory: 65,536 bytes

I32_NAN = b"\x43\x00\x00\xc0\x7f"
I64_NAN = b"\x44\x00\x00\x00\x00\x00\x00\xf8\x7f"

# What each instruction leaves on the stack, less what it takes; for those whose operands do not matter
_EFFECTS: list[int | None] = [None] * 256
# The operands of each: none, one or two numbers, or bytes
_NONE, _ONE, _TWO, _FOUR, _EIGHT = 0, 1, 2, 4, 8
_OPERANDS = [_NONE] * 256


def _define(opcodes: range | tuple[int, ...], effect: int, operands: int = _NONE) -> None:
    for opcode in opcodes:
        _EFFECTS[opcode] = effect
        _OPERANDS[opcode] = operands


_define((0x01,), 0)  # nop
_define((0x1A,), -1)  # drop
_define((0x1B,), -2)  # select
_define((0x20,), 1, _ONE)  # local.get
_define((0x21,), -1, _ONE)
_define((0x22,), 0, _ONE)
_define((0x23,), 1, _ONE)  # global.get
_define((0x24,), -1, _ONE)
_define((0x25,), 0, _ONE)  # table.get
_define((0x26,), -2, _ONE)
_define(range(0x28, 0x36), 0, _TWO)  # loads
_define(range(0x36, 0x3F), -2, _TWO)  # stores
_define((0x3F,), 1, _ONE)  # memory.size
_define((0x41, 0x42), 1, _ONE)  # constants
_define((0x43,), 1, _FOUR)
_define((0x44,), 1, _EIGHT)
_define((0x45, 0x50), 0)  # eqz
_define((*range(0x46, 0x50), *range(0x51, 0x67)), -1)  # comparisons
_define((*range(0x67, 0x6A), *range(0x79, 0x7C), *range(0x8B, 0x92), *range(0x99, 0xA0)), 0)  # of one number
_define((*range(0x6A, 0x79), *range(0x7C, 0x8B), *range(0x92, 0x99), *range(0xA0, 0xA7)), -1)  # of two
_define(range(0xA7, 0xC5), 0)  # conversions
_define((0xD0,), 1, _ONE)  # ref.null
_define((0xD1,), 0)
_define((0xD2,), 1, _ONE)

# Arithmetic whose result may be any NaN: it is replaced by the one that all engines know
_NAN_OF = dict.fromkeys((*range(0x8D, 0x98), 0xB6), F32) | dict.fromkeys((*range(0x9B, 0xA6), 0xBB), F64)
# Instructions that take such a result from the stack, and do not tell one NaN from another
_BLIND = frozenset({*_NAN_OF, *range(0x5B, 0x67), 0xA8, 0xA9, 0xAA, 0xAB, 0xAE, 0xAF, 0xB0, 0xB1})


class Globals(NamedTuple):
    """The indices of the new variables, and of the new functions."""

    fuel: bytes
    stack: bytes
    why: bytes
    pages: bytes
    refused: bytes
    out_of_fuel: bytes
    out_of_stack: bytes

    @classmethod
    def after(cls, module: Module) -> Globals:
        """Those that come after the module's own."""
        variables = [leb(module.globals + number) for number in range(5)]
        functions = [leb(len(module.functions) + number) for number in range(2)]
        return cls(*variables, *functions)


def metered(data: bytes) -> bytes:
    """The module with metering; it must be valid. Raises Malformed if it cannot be metered."""
    module = read_module(data)
    if reserved := next((name for name in module.exports if name.startswith(PREFIX)), None):
        raise Malformed(f"it exports {reserved!r}; names that begin with {PREFIX!r} are reserved")
    return _Meter(module).write()


class _Meter:
    """Writes a module anew."""

    def __init__(self, module: Module) -> None:
        self.module = module
        self.globals = Globals.after(module)
        self._new_types: list[FunctionType] = []
        self._types = {signature: index for index, signature in reversed(list(enumerate(module.types)))}

    def type_index(self, signature: FunctionType) -> int:
        """The index of a type, which is added if it is not there."""
        if signature not in self._types:
            self._types[signature] = len(self.module.types) + len(self._new_types)
            self._new_types.append(signature)
        return self._types[signature]

    def write(self) -> bytes:
        """The whole module."""
        trap = leb(self.type_index(FunctionType(b"", b"")))
        code = self._code()
        made = {
            TYPE: self._more(TYPE, [_signature(new) for new in self._new_types]),
            FUNCTION: self._more(FUNCTION, [trap, trap]),
            GLOBAL: self._more(GLOBAL, [_variable(I64), *[_variable(I32)] * 4]),
            EXPORT: self._more(EXPORT, self._exports()),
            START: b"",
            CODE: code,
        }
        parts = [self.module.data[:8]]
        for number in ORDER:
            content = made.get(number, self.module.content(number))
            parts += [section(number, content)] if content else []
        if (names := self.module.name_section) is not None:
            parts.append(section(CUSTOM, text("name") + self.module.data[names.at : names.end]))
        return b"".join(parts)

    def _more(self, number: int, new: list[bytes]) -> bytes:
        count, items = self.module.items(number)
        return leb(count + len(new)) + items + b"".join(new) if count + len(new) else b""

    def _exports(self) -> list[bytes]:
        names = (FUEL, STACK, WHY, PAGES, REFUSED)
        new = [text(name) + bytes([GLOBALS]) + index for name, index in zip(names, self.globals, strict=False)]
        if self.module.start is not None:
            new.append(text(START_FUNCTION) + bytes([FUNCTIONS]) + leb(self.module.start))
        return new

    def _code(self) -> bytes:
        module, found = self.module, self.module.sections.get(CODE)
        bodies: list[bytes] = []
        first = module.imported_functions
        if found is not None:
            cursor = Cursor(found.data, found.at, found.end)
            for number in range(cursor.u32()):
                size = cursor.u32()
                body = Cursor(found.data, cursor.at, cursor.at + size)
                cursor.take(size)
                bodies.append(_sized(self._body(first + number, body)))
        if len(bodies) != len(module.functions) - first:
            raise Malformed(f"it declares {len(module.functions) - first} functions and has {len(bodies)}")
        why = self.globals.why
        for reason in (OUT_OF_FUEL, OUT_OF_STACK):  # no locals; why = reason; unreachable
            bodies.append(_sized(b"\0\x41" + signed(reason) + b"\x24" + why + b"\x00\x0b"))
        return vector(bodies)

    def _body(self, function: int, body: Cursor) -> bytes:
        try:
            return _FunctionBody(self, self.module.type_of(function), body).write()
        except IndexError:
            raise Malformed("the code of a function ends in the middle of an instruction") from None


def _sized(body: bytes) -> bytes:
    return leb(len(body)) + body


def _signature(signature: FunctionType) -> bytes:
    params, results = signature
    return b"\x60" + leb(len(params)) + params + leb(len(results)) + results


def _variable(kind: int) -> bytes:
    """A variable that begins with 0."""
    return bytes([kind, 1, 0x42 if kind == I64 else 0x41, 0, 0x0B])


class _Block:
    """An open block: its opcode, the height of the stack below it, and its type."""

    __slots__ = ("base", "opcode", "params", "results")

    def __init__(self, opcode: int, base: int, params: int, results: int) -> None:
        self.opcode, self.base, self.params, self.results = opcode, base, params, results


BLOCK, LOOP, IF, ELSE, END = 0x02, 0x03, 0x04, 0x05, 0x0B


class _FunctionBody:
    """Writes the code of one function anew."""

    def __init__(self, meter: _Meter, signature: FunctionType, body: Cursor) -> None:
        self._meter = meter
        self._globals = meter.globals
        self._signature = signature
        self._body = body
        self._data, self._at = body.data, body.at
        self._copied = body.at  # up to where the code is written
        self._parts: list[bytes] = []
        self._cost = 0  # of the straight piece of code that is being read
        self._slot = 0  # the part that takes its charge
        self._checks = False  # whether it looks if fuel is left
        self._height = self._highest = 0
        self._blocks: list[_Block] = []
        self._calls = False  # whether it calls functions of the module
        self._scratch: dict[int, int] = {}  # local variables of ours, by type

    def write(self) -> bytes:
        """The body with its local variables."""
        groups, variables = self._locals()
        self._first_free = len(self._signature.params) + variables
        self._blocks.append(_Block(BLOCK, 0, 0, len(self._signature.results)))
        self._open_slot(checks=True)
        self._read()
        code = b"".join(self._parts)
        if self._highest > MAX_HEIGHT:
            raise Malformed(f"a function has more than {MAX_HEIGHT:,} values in flight")
        if self._calls:
            code = self._counting_stack(code, variables)
        ours = sorted(self._scratch, key=self._scratch.__getitem__)
        return vector([*groups, *(bytes([1, kind]) for kind in ours)]) + code + b"\x0b"

    def _locals(self) -> tuple[list[bytes], int]:
        """The groups of local variables, and how many there are."""
        cursor, groups, variables = self._body, [], 0
        for _ in range(cursor.u32()):
            begin = cursor.at
            variables += cursor.u32()
            cursor.byte()
            groups.append(cursor.data[begin : cursor.at])
        if variables + len(self._signature.params) > MAX_LOCALS:
            raise Malformed(f"a function has more than {MAX_LOCALS:,} local variables")
        self._at = self._copied = cursor.at
        return groups, variables

    def _local(self, kind: int) -> bytes:
        """The index of our local variable of a type."""
        return leb(self._first_free + self._scratch.setdefault(kind, len(self._scratch)))

    def _counting_stack(self, code: bytes, variables: int) -> bytes:
        """The code in a block, between taking slots for its frame and giving them back."""
        slots = FRAME_SLOTS + len(self._signature.params) + variables + self._highest
        stack, size = self._globals.stack, b"\x41" + signed(slots)
        take = b"\x23" + stack + size + b"\x6b\x24" + stack
        check = b"\x23" + stack + b"\x41\x00\x48\x04\x40\x10" + self._globals.out_of_stack + b"\x0b"
        give = b"\x23" + stack + size + b"\x6a\x24" + stack
        return take + check + b"\x02" + self._block_type() + code + b"\x0b" + give

    def _block_type(self) -> bytes:
        results = self._signature.results
        if len(results) > 1:
            return signed(self._meter.type_index(FunctionType(b"", results)))
        return results or bytes([NO_FUNCTION])

    # Charging

    def _copy(self, until: int) -> None:
        """Write the code as it is."""
        if until > self._copied:
            self._parts.append(self._data[self._copied : until])
            self._copied = until

    def _open_slot(self, *, checks: bool = False) -> None:
        """Begin a straight piece of code here."""
        self._close_slot()
        self._copy(self._at)
        self._slot, self._checks = len(self._parts), checks
        self._parts.append(b"")

    def _close_slot(self) -> None:
        """Charge the piece of code that ends here."""
        cost, self._cost = self._cost, 0
        if self._parts and (cost or self._checks):
            fuel = self._globals.fuel
            code = b"\x23" + fuel + b"\x42" + signed(cost) + b"\x7d\x24" + fuel if cost else b""
            self._parts[self._slot] = code + (self._check() if self._checks else b"")
        self._checks = False

    def _check(self) -> bytes:
        """Trap if no fuel is left."""
        return b"\x23" + self._globals.fuel + b"\x42\x00\x53\x04\x40\x10" + self._globals.out_of_fuel + b"\x0b"

    def _insert(self, code: bytes) -> None:
        """Write code of ours here."""
        self._copy(self._at)
        self._parts.append(code)

    # Reading

    def _read(self) -> None:
        """Read all instructions; those whose stack effect is fixed are read here, which is most of the time."""
        data, end, effects, operands, special = self._data, self._body.end, _EFFECTS, _OPERANDS, _SPECIAL
        nan_of, blocks = _NAN_OF, self._blocks
        while blocks:
            begin = self._at
            opcode = data[begin]
            effect = effects[opcode]
            if effect is None:
                handle = special.get(opcode)
                if handle is None:
                    raise Malformed(_unknown(opcode))
                handle(self, opcode)
            else:
                self._at = at = _skip(data, self._at + 1, operands[opcode])
                if 0x28 <= opcode <= 0x3E and data[begin + 1] >= MAX_ALIGNMENT:
                    raise Malformed("it has more than one memory")
                self._cost += 1
                self._change(effect)
                if opcode in nan_of and data[at] not in _BLIND:
                    self._canonical(nan_of[opcode])
            if self._at > end:
                raise Malformed("the code of a function does not end")
        if self._at != end:
            raise Malformed("there is code after the end of a function")

    def _change(self, effect: int) -> None:
        """Count the values on the stack; code that is never reached may take what is not there."""
        self._height = max(self._height + effect, self._blocks[-1].base)
        self._highest = max(self._highest, self._height)

    def _number(self) -> int:
        """The next operand, a number without a sign."""
        cursor = Cursor(self._data, self._at, self._body.end)
        value = cursor.u32()
        self._at = cursor.at
        return value

    def _canonical(self, kind: int) -> None:
        """Replace any NaN on the stack by the canonical one."""
        local = self._local(kind)
        nan, equal = (I32_NAN, b"\x5b") if kind == F32 else (I64_NAN, b"\x61")
        get = b"\x20" + local
        self._insert(b"\x22" + local + nan + get + get + equal + b"\x1b")

    # Control

    def _begin(self, opcode: int) -> None:
        """block, loop, if."""
        if opcode == IF:
            self._cost += 1
            self._change(-1)
        self._at += 1
        params, results = self._type()
        base = max(self._height - params, self._blocks[-1].base)
        self._blocks.append(_Block(opcode, base, params, results))
        if opcode != BLOCK:
            self._open_slot(checks=opcode == LOOP)

    def _type(self) -> tuple[int, int]:
        """How many values a block takes and leaves."""
        byte = self._data[self._at]
        if byte == NO_FUNCTION or byte in (I32, I64, F32, F64, 0x70, 0x6F):
            self._at += 1
            return 0, int(byte != NO_FUNCTION)
        types, index = self._meter.module.types, self._number()
        if index >= len(types):
            raise Malformed(f"a block has the type {index}, which is not there")
        return len(types[index].params), len(types[index].results)

    def _else(self, _opcode: int) -> None:
        self._close_slot()
        self._at += 1
        block = self._blocks[-1]
        self._height = block.base + block.params
        self._open_slot()

    def _end(self, _opcode: int) -> None:
        block = self._blocks.pop()
        if not self._blocks:  # the end of the function is written by `write`
            self._close_slot()
            self._copy(self._at)
            self._at += 1
            return
        self._at += 1
        self._height = block.base + block.results
        self._highest = max(self._highest, self._height)
        if block.opcode != LOOP:  # it is reached from elsewhere
            self._open_slot()

    def _branch(self, opcode: int) -> None:
        """br, br_if."""
        self._at = _skip(self._data, self._at + 1, _ONE)
        self._cost += 1
        self._leave(opcode != 0x0D)

    def _branch_table(self, _opcode: int) -> None:
        self._at += 1
        targets = self._number()
        if targets > MAX_TARGETS:
            raise Malformed(f"it has a branch with {targets:,} targets, at most {MAX_TARGETS:,} are allowed")
        for _ in range(targets + 1):
            self._at = _skip(self._data, self._at, _ONE)
        self._cost += 1
        self._leave(True)

    def _return(self, _opcode: int) -> None:
        """Becomes a branch to the end of the function, where its slots are given back."""
        self._cost += 1
        self._copy(self._at)
        self._at += 1
        self._copied = self._at
        self._parts.append(b"\x0c" + leb(len(self._blocks) - 1))
        self._leave(True)

    def _unreachable(self, _opcode: int) -> None:
        self._at += 1
        self._cost += 1
        self._leave(True)

    def _leave(self, always: bool) -> None:
        """A straight piece of code ends with a branch."""
        self._change(0 if always else -1)
        if always:
            self._height = self._blocks[-1].base
        self._open_slot()

    # Calls

    def _call(self, _opcode: int) -> None:
        self._at += 1
        function = self._number()
        if function >= self._meter.module.imported_functions:
            self._calls = True
        self._called(self._meter.module.type_of(function), 0)

    def _call_indirect(self, _opcode: int) -> None:
        self._at += 1
        types, index = self._meter.module.types, self._number()
        self._number()
        if index >= len(types):
            raise Malformed(f"a call has the type {index}, which is not there")
        self._calls = True
        self._called(types[index], 1)

    def _called(self, signature: FunctionType, others: int) -> None:
        self._cost += 1
        self._change(-len(signature.params) - others)
        self._change(len(signature.results))

    # What takes longer the more it does

    def _grow_memory(self, _opcode: int) -> None:
        """memory.grow: charged by pages; refused beyond the limit, which is noted."""
        self._at += 1
        if self._number():
            raise Malformed("it has more than one memory")
        self._cost += 1
        grow = self._at - 2
        self._copy(grow)
        self._copied = self._at
        n, pages, refused = self._local(I32), self._globals.pages, self._globals.refused
        is_more = b"\x21" + n + b"\x20" + n + b"\x23" + pages + b"\x3f\x00\x6b\x4b"  # n > pages - memory.size
        refuse = b"\x04\x7f\x41\x01\x24" + refused + b"\x41\x7f"
        self._parts.append(is_more + refuse + b"\x05\x20" + n + self._charged_by(n, PAGE_COST) + b"\x40\x00\x0b")

    def _charged_by(self, local: bytes, cost: int = 0) -> bytes:
        """Charge the number on top of the stack: by a sixteenth of it, or with a cost for each."""
        fuel = self._globals.fuel
        weigh = b"\x42" + signed(cost) + b"\x7e" if cost else b"\x42" + signed(BULK_SHIFT) + b"\x88"
        charge = b"\x22" + local + b"\x23" + fuel + b"\x20" + local + b"\xad" + weigh + b"\x7d\x24" + fuel
        return charge + self._check()

    def _prefixed(self, _opcode: int) -> None:
        """Instructions of two parts: conversions, and those that write many bytes or entries at once."""
        begin = self._at
        self._at += 1
        number = self._number()
        if number == GROW_TABLE:
            self._refuse_table(begin)
            return
        if number not in _PREFIXED:
            raise Malformed(_unknown(0xFC))
        effect, operands, is_bulk = _PREFIXED[number]
        for _ in range(operands):
            self._number()
        self._cost += 1
        if is_bulk:
            after, self._at = self._at, begin
            self._insert(self._charged_by(self._local(I32)))
            self._at = after
        self._change(effect)

    def _refuse_table(self, begin: int) -> None:
        """table.grow always fails: tables have the size that they had at the start."""
        self._number()
        self._cost += 1
        self._copy(begin)
        self._copied = self._at
        self._parts.append(b"\x1a\x1a\x41\x7f")
        self._change(-1)

    def _typed_select(self, _opcode: int) -> None:
        self._at += 1
        self._at += self._number()
        self._cost += 1
        self._change(-2)


def _skip(data: bytes, at: int, operands: int) -> int:
    """The position after operands."""
    if operands == _NONE:
        return at
    if operands > _TWO:
        return at + operands
    for _ in range(operands):
        while data[at] & 0x80:
            at += 1
        at += 1
    return at


def _unknown(opcode: int) -> str:
    kinds = {0xFD: "vectors (SIMD)", 0xFE: "threads", 0xFB: "garbage collection", 0x12: "tail calls"}
    kinds |= dict.fromkeys((0x06, 0x07, 0x08, 0x09, 0x0A, 0x18, 0x19, 0x1F), "exceptions")
    known = kinds.get(opcode, f"the opcode {opcode:#x}")
    return f"it has instructions of {known}, which metered bots may not use; build it without them"


GROW_TABLE = 15  # of two parts

# Instructions of two parts: what they leave on the stack, their operands, whether the last one is charged
_PREFIXED = dict.fromkeys(range(8), (0, 0, False)) | {
    8: (-3, 2, True),  # memory.init
    9: (0, 1, False),
    10: (-3, 2, True),  # memory.copy
    11: (-3, 1, True),  # memory.fill
    12: (-3, 2, True),  # table.init
    13: (0, 1, False),
    14: (-3, 2, True),  # table.copy
    16: (1, 1, False),  # table.size
    17: (-3, 1, True),  # table.fill
}

_SPECIAL: dict[int, Callable[[_FunctionBody, int], None]] = {
    0x00: _FunctionBody._unreachable,
    BLOCK: _FunctionBody._begin,
    LOOP: _FunctionBody._begin,
    IF: _FunctionBody._begin,
    ELSE: _FunctionBody._else,
    END: _FunctionBody._end,
    0x0C: _FunctionBody._branch,
    0x0D: _FunctionBody._branch,
    0x0E: _FunctionBody._branch_table,
    0x0F: _FunctionBody._return,
    0x10: _FunctionBody._call,
    0x11: _FunctionBody._call_indirect,
    0x1C: _FunctionBody._typed_select,
    0x40: _FunctionBody._grow_memory,
    0xFC: _FunctionBody._prefixed,
}

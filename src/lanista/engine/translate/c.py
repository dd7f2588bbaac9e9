"""The C back end: a program as one source file, for native code and for WebAssembly.

A whole number is an `int64_t`, a reference a `char *`. Indices are checked; see `runtime.c` for what a fault does.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from importlib import resources

from lanista.engine.record import Scalar
from lanista.engine.translate import tree
from lanista.engine.translate.tree import FLOAT, Expr, NumberType, Type
from lanista.engine.translate.writer import Writer

_STORED = {"i1": "int8_t", "i2": "int16_t", "i4": "int32_t", "i8": "int64_t", "f4": "float", "f8": "double"}
_FUNCTIONS = {"+": "ADD", "-": "SUB", "*": "MUL", "//": "floor_div", "%": "floor_mod", "<<": "shift_left"}
_CHECKS = {"divisor": "nonzero", "step": "nonzero", "shift": "shift", "bound": "bound"}
_BUILTINS = {"min": "least", "max": "most", "abs": "magnitude"}
_LOGIC = {"and": " && ", "or": " || "}


@cache
def runtime() -> str:
    """The hand-written part."""
    return resources.files(__package__).joinpath("runtime.c").read_text(encoding="utf-8")


def functions(program: tree.Program) -> str:
    """The tables and functions of a program, without entries; `runtime` must stand before them."""
    tables = "".join(map(_table, program.tables.values()))
    entries = set(program.entries.values())
    bodies = (_function(function, is_entry=function in entries) for function in program.functions)
    return tables + "\n" + "\n".join(bodies)


def name_of(function: tree.Function) -> str:
    """The name of a function in C."""
    return f"f_{function.name}"


def type_of(kind: Type) -> str:
    """The C type of a variable."""
    if isinstance(kind, NumberType):
        return "double" if kind == FLOAT else "int64_t"
    return "char *"


def _table(table: tree.Table) -> str:
    kind = "double" if table.type == FLOAT else _narrowest(table.values)
    values = ", ".join(map(_literal, table.values))
    return f"static const {kind} {table.name}[{len(table.values)}] = {{{values}}};\n"


def _narrowest(values: Iterable[int | float]) -> str:
    """The smallest type that holds the numbers of a table."""
    values = list(values)
    for bits in (8, 16, 32):
        if all(-(2 ** (bits - 1)) <= value < 2 ** (bits - 1) for value in values):
            return f"int{bits}_t"
    return "int64_t"


def _function(function: tree.Function, *, is_entry: bool) -> str:
    """A function; entries are never inlined, since their callers are guarded by `setjmp`."""
    params = ", ".join([_declared(param) for param in function.params] + _outputs(function)) or "void"
    body = _Body(function)
    lines = "\n".join(body.lines(function.body, "    "))
    declared = "".join(
        f"    {_declared(tree.Local(name, kind))} = 0;\n" for name, kind in function.variables.items()
    )
    end = "" if _result(function) == "void" else "    return 0;\n"
    head = "static __attribute__((noinline))" if is_entry else "static"
    return f"{head} {_result(function)} {name_of(function)}({params}) {{\n{declared}{lines}\n{end}}}\n"


def _declared(variable: tree.Local) -> str:
    kind = type_of(variable.type)
    return f"{kind}{'' if kind.endswith('*') else ' '}{_variable(variable.name)}"


def _result(function: tree.Function) -> str:
    if function.returns is None or isinstance(function.returns, tree.TupleType):
        return "void"
    return type_of(function.returns)


def _outputs(function: tree.Function) -> list[str]:
    """Parameters through which several results are returned."""
    items = function.returns.items if isinstance(function.returns, tree.TupleType) else ()
    return [f"{type_of(kind)} *out{i}" for i, kind in enumerate(items)]


def _variable(name: str) -> str:
    return f"h_{name.replace('$', '_')}" if "$" in name else f"v_{name}"


def _literal(value: int | float) -> str:
    if isinstance(value, float):
        return repr(value)
    return str(int(value)) if abs(value) < 2**31 else f"INT64_C({int(value)})"


class _Body(Writer):
    """The statements of one function."""

    indent = "    "
    counter = ("int64_t", "i")

    def __init__(self, function: tree.Function) -> None:
        super().__init__()
        self._function = function

    def variable(self, name: str) -> str:
        return _variable(name)

    def number(self, value: Expr) -> str:
        return expression(value)

    def condition(self, value: Expr) -> str:
        return expression(value)

    def store(self, statement: tree.Store) -> str:
        kind = _STORED[statement.scalar.code]
        value = (kind == "float" and _in_singles(statement.value)) or expression(statement.value)
        return f"*({kind} *)({address(statement.location)}) = ({kind})({value});"

    def copy(self, statement: tree.Copy) -> str:
        return f"memmove({address(statement.target)}, {address(statement.source)}, {_term(statement.size)});"

    def expect(self, statement: tree.Expect) -> str:
        return f"at({expression(statement.value)}, {_term(statement.length)}, {statement.where});"

    def draw(self, generator: str, below: str) -> str:
        return f"rand_below({generator}, {below})"

    def sum(self, left: str, right: str) -> str:
        return f"ADD({left}, {right})"

    def call(self, statement: tree.Call) -> str:
        arguments = [expression(argument) for argument in statement.arguments]
        if isinstance(statement.function.returns, tree.TupleType):
            arguments += [f"&{_variable(name)}" for name in statement.targets]
            return f"{name_of(statement.function)}({', '.join(arguments)});"
        called = f"{name_of(statement.function)}({', '.join(arguments)});"
        return f"{_variable(statement.targets[0])} = {called}" if statement.targets else called

    def leave(self, statement: tree.Return) -> str:
        if isinstance(self._function.returns, tree.TupleType):
            results = "".join(f"*out{i} = {expression(value)}; " for i, value in enumerate(statement.values))
            return f"{{ {results}return; }}"
        if not statement.values:
            return "return;" if self._function.returns is None else "return 0;"
        return f"return {expression(statement.values[0])};"


def expression(value: Expr) -> str:
    """An expression in C."""
    match value:
        case tree.Const():
            return f"({_literal(value.value)})" if value.value < 0 else _literal(value.value)
        case tree.Local():
            return _variable(value.name)
        case tree.Load():
            return _load(value.location, value.scalar)
        case tree.Address():
            return f"({address(value.location)})"
        case tree.Lookup():
            return f"{value.table.name}[{' + '.join(map(_index, value.indices))}]"
        case tree.Binary():
            return _binary(value)
        case tree.Unary():
            return _unary(value)
        case tree.Compare():
            return f"({expression(value.left)} {value.op} {expression(value.right)})"
        case tree.Logic():
            return f"({_LOGIC[value.op].join(map(expression, value.values))})"
        case tree.Select():
            yes, no = (f"({type_of(value.type)}){expression(part)}" for part in (value.yes, value.no))
            return f"({expression(value.condition)} ? {yes} : {no})"
        case tree.Builtin():
            return _builtin(value)
        case tree.Checked():
            kind = "nonzero_float" if value.type == FLOAT else _CHECKS[value.what]
            return f"{kind}({expression(value.value)}, {value.where})"


def _unary(value: tree.Unary) -> str:
    inner = expression(value.value)
    if value.op == "not":
        return f"(!{inner})"
    if value.op == "~":
        return f"(~(int64_t){inner})"
    return f"(-{inner})" if value.type == FLOAT else f"SUB(0, {inner})"


def _load(location: tree.Location, scalar: Scalar) -> str:
    return f"*({_STORED[scalar.code]} *)({address(location)})"


def _binary(value: tree.Binary) -> str:
    left, right = expression(value.left), expression(value.right)
    if value.type == FLOAT:
        return f"({left} {value.op} {right})"
    if value.op in _FUNCTIONS:
        return f"{_FUNCTIONS[value.op]}({left}, {right})"
    return f"((int64_t){left} {value.op} {right})"  # fields are of 32 bits or fewer, arithmetic is of 64


def _in_singles(value: Expr) -> str:
    """An operation whose result is stored in 4 bytes, computed in these; "" if its operands need more.

    A double has more than twice the digits, so that rounding its result gives the same. Twice as many floats of 4
    bytes are computed at once.
    """
    if not isinstance(value, tree.Binary):
        return ""
    left, right = map(_single, (value.left, value.right))
    return f"({left} {value.op} {right})" if left and right else ""


def _single(value: Expr) -> str:
    """A number that 4 bytes hold exactly, as such a float; else ""."""
    if isinstance(value, tree.Load) and value.scalar.code == "f4":
        return expression(value)
    inner = value.values[0] if isinstance(value, tree.Builtin) and value.name == "float" else value
    is_small = isinstance(inner, tree.Load) and inner.scalar.code in ("i1", "i2")
    return f"(float){expression(inner)}" if is_small else ""


def _builtin(value: tree.Builtin) -> str:
    inner = ", ".join(map(expression, value.values))
    if value.name == "float":
        return f"(double)({inner})"
    if value.name == "sqrt":
        return f"__builtin_sqrt({inner})"
    return f"{_BUILTINS[value.name]}{'_float' if value.type == FLOAT else ''}({inner})"


def address(location: tree.Location) -> str:
    """The address of a location."""
    parts = [
        _variable(location.base),
        *([str(location.offset)] if location.offset else []),
        *map(_index, location.indices),
    ]
    return " + ".join(parts)


def _index(index: tree.Index) -> str:
    value = expression(index.value)
    if index.length is not None and not _is_known(index.value, index.length):
        value = f"at({value}, {_term(index.length)}, {index.where})"
    stride = _term(index.stride)
    return value if stride == "1" else f"(int64_t){value} * {stride}"


def _is_known(value: Expr, length: int | Expr) -> bool:
    """Whether an index is a constant in range; the front end refuses negative ones."""
    return isinstance(value, tree.Const) and isinstance(length, int) and value.value < length


def _term(value: int | Expr) -> str:
    return str(value) if isinstance(value, int) else expression(value)

"""Expressions of Python in JavaScript."""

from __future__ import annotations

import ast
import re
from abc import abstractmethod
from enum import Enum
from typing import Any

from lanista.web.transcribe import names
from lanista.web.transcribe.kinds import NUMBERS, Kind, Row, is_numeric, kind_of, kinds_of_items
from lanista.web.transcribe.literals import literal
from lanista.web.transcribe.scope import UNKNOWN, Scope, parameters, stored_names
from lanista.web.transcribe.source import method_names

# Operators: the function of the runtime, and JavaScript's own operator where both sides are numbers
BINARY = {
    ast.Add: ("add", "+"),
    ast.Sub: ("subtract", "-"),
    ast.Mult: ("multiply", "*"),
    ast.FloorDiv: ("floorDivide", ""),
    ast.Mod: ("modulo", ""),
    ast.Div: ("divide", ""),
    ast.BitAnd: ("and", "&"),
    ast.BitOr: ("or", ""),
    ast.BitXor: ("xor", ""),
    ast.LShift: ("shiftLeft", ""),
    ast.RShift: ("shiftRight", ""),
}
ORDER = {
    ast.Lt: ("less", "<"),
    ast.LtE: ("lessOrEqual", "<="),
    ast.Gt: ("greater", ">"),
    ast.GtE: ("greaterOrEqual", ">="),
}
SMALL = frozenset(map(str, range(1 << 10)))  # numbers by which any other may be multiplied or masked
FORMAT = re.compile(r"(?:.?[<>^=])?[+ -]?0?[0-9]*,?(?:\.[0-9]+)?[dfs]?")


class Expressions(Scope):
    """Writes the expressions of one function."""

    def expression(self, node: ast.expr) -> str:
        """An expression in JavaScript."""
        value = self.resolve(node)
        if value is not UNKNOWN:
            return self.reference(value, node)
        write = getattr(self, f"_{type(node).__name__.lower()}", None)
        if write is None:
            what = f"`{ast.unparse(node)[:40]}` ({type(node).__name__})"
            raise self.refuse(node, what, "write it with simpler expressions")
        text: str = write(node)
        return text

    @abstractmethod
    def _call(self, node: ast.Call) -> str:
        """A call; see `calls`."""

    def condition(self, node: ast.expr) -> str:
        """An expression of which only the truth counts."""
        if isinstance(node, ast.BoolOp):
            sign = "&&" if isinstance(node.op, ast.And) else "||"
            return f"({sign.join(map(self.condition, node.values))})"
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            return f"!{self.condition(node.operand)}"
        text = self.number(node)
        return text if kind_of(self, node) in ("bool", "num", "str") else self.call_runtime("truth", text)

    def number(self, node: ast.expr) -> str:
        """An operand of arithmetic or comparison: members of enumerations are their numbers."""
        value = self.resolve(node)
        return literal(int(value)) if isinstance(value, int) and isinstance(value, Enum) else self.expression(node)

    # Values

    def _name(self, node: ast.Name) -> str:
        if not self.is_local(node.id):
            raise self.refuse(node, f"the name {node.id!r}, which is not defined", "check its spelling")
        return self.local(node.id)

    def _constant(self, node: ast.Constant) -> str:
        return self.reference(node.value, node)

    def _attribute(self, node: ast.Attribute) -> str:
        if node.attr in ("__members__", "_fields"):
            return f"{self.expression(node.value)}.{node.attr}"
        if node.attr == "__name__":
            return self.call_runtime("nameOf", self.expression(node.value))
        if node.attr.startswith("__"):
            raise self.refuse(node, f"the attribute {node.attr}", "use public attributes")
        if node.attr in method_names(self.function.__code__.co_filename):
            return self.call_runtime("bound", self.expression(node.value), f'"{names.attribute(node.attr)}"')
        return f"{self.expression(node.value)}.{names.attribute(node.attr)}"

    def items(self, nodes: list[ast.expr]) -> str:
        """Expressions with commas between, also starred ones."""
        return ",".join(
            f"...{self.expression(node.value)}" if isinstance(node, ast.Starred) else self.expression(node)
            for node in nodes
        )

    def _list(self, node: ast.List) -> str:
        return f"[{self.items(node.elts)}]"

    def _tuple(self, node: ast.Tuple) -> str:
        return self.call_runtime("tuple_", self.items(node.elts))

    def _set(self, node: ast.Set) -> str:
        return self.call_runtime("set", f"[{self.items(node.elts)}]")

    def _dict(self, node: ast.Dict) -> str:
        pairs = [
            f"...{self.expression(value)}.items()" if key is None else f"[{self.items([key, value])}]"
            for key, value in zip(node.keys, node.values, strict=True)
        ]
        return self.call_runtime("dict", f"[{','.join(pairs)}]" if pairs else "")

    def _joinedstr(self, node: ast.JoinedStr) -> str:
        parts = [self.expression(value) for value in node.values]
        return f"({'+'.join(parts)})" if parts else '""'

    def _formattedvalue(self, node: ast.FormattedValue) -> str:
        text = self.expression(node.value)
        if node.conversion == ord("r"):
            text = self.call_runtime("repr", text)
        elif node.conversion != -1:
            raise self.refuse(node, "this conversion in an f-string", "use !r or none")
        if node.format_spec is not None:
            return self.call_runtime("format", text, self._format(node.format_spec))
        return text if kind_of(self, node.value) == "str" else self.call_runtime("str", text)

    def _format(self, spec: ast.expr) -> str:
        fixed = "".join(
            str(part.value) if isinstance(part, ast.Constant) else "1" for part in getattr(spec, "values", [])
        )
        if not FORMAT.fullmatch(fixed):
            raise self.refuse(
                spec, f"the format {fixed!r}", "use alignment, sign, width, `,`, digits and d, f or s"
            )
        return self.expression(spec)

    # Operators

    def _binop(self, node: ast.BinOp) -> str:
        return self.binary(node, node.op, node.left, node.right)

    def binary(self, node: ast.AST, op: ast.operator, left: ast.expr, right: ast.expr) -> str:
        """An operator on two expressions."""
        if type(op) not in BINARY:
            raise self.refuse(node, f"the operator {type(op).__name__}", "use + - * / // % & | ^ << >>")
        kinds = kind_of(self, left), kind_of(self, right)
        return self.operation(op, self.number(left), self.number(right), *kinds)

    def operation(self, op: ast.operator, a: str, b: str, left: Kind, right: Kind) -> str:
        """An operator on two values of known kinds: JavaScript's own where it does the same."""
        function, sign = BINARY[type(op)]
        is_number = left in NUMBERS and right in NUMBERS
        if isinstance(op, ast.Mult):
            is_number &= a in SMALL or b in SMALL  # other products might lose digits
        elif isinstance(op, ast.BitAnd):
            is_number &= a in SMALL or b in SMALL
        if sign and (is_number or (left == right == "str" and sign == "+")):
            return f"({a}{sign}{' ' if b.startswith(sign) else ''}{b})"
        return self.call_runtime(function, a, b)

    def _unaryop(self, node: ast.UnaryOp) -> str:
        if isinstance(node.op, ast.Not):
            return f"!{self.condition(node.operand)}"
        if isinstance(node.op, ast.Invert):
            return f"(-1-{self.number(node.operand)})"
        return f"({'-' if isinstance(node.op, ast.USub) else '+'} {self.number(node.operand)})"

    def _boolop(self, node: ast.BoolOp) -> str:
        if kind_of(self, node) == "bool":
            return self.condition(node)
        text = self.expression(node.values[-1])
        for value in reversed(node.values[:-1]):
            test, again = self.twice(value, self.condition)
            text = f"({test}?{again}:{text})" if isinstance(node.op, ast.Or) else f"({test}?{text}:{again})"
        return text

    def twice(self, node: ast.expr, first: Any) -> tuple[str, str]:
        """An expression for two uses, of which the first is a condition or a number: evaluated once."""
        if is_simple(node):
            return first(node), self.expression(node)
        keep = self.temporary()
        assigned = f"({keep}={self.expression(node)})"
        if first != self.condition:
            return assigned, keep
        return self.call_runtime("truth", assigned), keep

    def _compare(self, node: ast.Compare) -> str:
        parts, left = [], node.left
        text = self.number(left)
        for i, (op, right) in enumerate(zip(node.ops, node.comparators, strict=True)):
            is_last = i == len(node.ops) - 1
            now, again = (self.number(right), "") if is_last else self.twice(right, self.number)
            parts.append(self._comparison(op, left, right, text, now))
            left, text = right, again
        return parts[0] if len(parts) == 1 else f"({'&&'.join(parts)})"

    def _comparison(self, op: ast.cmpop, left: ast.expr, right: ast.expr, a: str, b: str) -> str:
        if isinstance(op, ast.Is | ast.IsNot):
            sign = "===" if isinstance(op, ast.Is) else "!=="
            return f"({self.expression(left)}{sign}{self.expression(right)})"
        if isinstance(op, ast.In | ast.NotIn):
            return ("!" if isinstance(op, ast.NotIn) else "") + self._contains(left, right)
        if isinstance(op, ast.Eq | ast.NotEq):
            return self._equality(isinstance(op, ast.Eq), left, right, a, b)
        function, sign = ORDER[type(op)]
        return f"({a}{sign}{b})" if is_numeric(self, left, right) else self.call_runtime(function, a, b)

    def _contains(self, needle: ast.expr, stack: ast.expr) -> str:
        row = f"[{self.items(stack.elts)}]" if isinstance(stack, ast.Tuple) else self.expression(stack)
        return self.call_runtime("contains", row, self.expression(needle))

    def _equality(self, is_equal: bool, left: ast.expr, right: ast.expr, a: str, b: str) -> str:
        kinds = [kind_of(self, left), kind_of(self, right)]
        if "str" in kinds:
            return f"({a}{'===' if is_equal else '!=='}{b})"
        if set(kinds) <= {"num", "bool", "int"} and set(kinds) & {"num", "bool"}:
            return f"({a}{'==' if is_equal else '!='}{b})"  # loosely: true is 1, a member is its number
        return ("" if is_equal else "!") + self.call_runtime("equal", a, b)

    def _ifexp(self, node: ast.IfExp) -> str:
        return f"({self.condition(node.test)}?{self.expression(node.body)}:{self.expression(node.orelse)})"

    def _namedexpr(self, node: ast.NamedExpr) -> str:
        return f"({self.local(node.target.id)}={self.expression(node.value)})"

    # Indices

    def _subscript(self, node: ast.Subscript) -> str:
        of = self.expression(node.value)
        if isinstance(node.slice, ast.Slice):
            parts = (node.slice.lower, node.slice.upper, node.slice.step)
            bounds = ["null" if part is None else self.number(part) for part in parts]
            return self.call_runtime("slice", of, *(bounds if bounds[2] != "null" else bounds[:2]))
        return self.call_runtime("item", of, self.index(node))

    def index(self, node: ast.Subscript) -> str:
        """What stands in square brackets; a grid needs no tuple."""
        if isinstance(node.slice, ast.Tuple) and isinstance(kind_of(self, node.value), Row):
            return f"[{self.items(node.slice.elts)}]"
        return self.number(node.slice)

    # Functions and comprehensions

    def _lambda(self, node: ast.Lambda) -> str:
        if node.args.defaults or node.args.kwonlyargs or node.args.kwarg:
            raise self.refuse(node, "a lambda with such parameters", "write a function")
        variables = parameters(node.args)
        with self.inside(dict.fromkeys(stored_names(node), "")):
            return (
                f"(({self.parameter_list(node.args)})=>{self.bracketed(node.body)})"
                if variables
                else (f"(()=>{self.bracketed(node.body)})")
            )

    def parameter_list(self, arguments: ast.arguments) -> str:
        """Parameters without defaults."""
        rest = arguments.vararg.arg if arguments.vararg else None
        return ",".join(
            f"...{self.local(name)}" if name == rest else self.local(name) for name in parameters(arguments)
        )

    def bracketed(self, node: ast.expr) -> str:
        """The body of an arrow function; braces would begin a block."""
        text = self.expression(node)
        return f"({text})" if text.startswith("{") else text

    def _listcomp(self, node: ast.ListComp) -> str:
        return self.filled_list(node, lambda: f"$l.push({self.expression(node.elt)})")

    def _setcomp(self, node: ast.SetComp) -> str:
        return self.call_runtime("set", self.filled_list(node, lambda: f"$l.push({self.expression(node.elt)})"))

    def _dictcomp(self, node: ast.DictComp) -> str:
        filled = self.filled_list(node, lambda: f"$l.push([{self.items([node.key, node.value])}])")
        return self.call_runtime("dict", filled)

    def _generatorexp(self, node: ast.GeneratorExp) -> str:
        first = self.expression(node.generators[0].iter)  # Python evaluates it at once, the rest when it is needed
        loops = self._loops(node.generators, lambda: f"yield {self.expression(node.elt)}", "$i")
        return f"(function*($i){{{loops}}})({first})"

    def filled_list(self, node: Any, body: Any) -> str:
        """A list made by the loops of a comprehension."""
        first = self.expression(node.generators[0].iter)
        return self.call_runtime("filledList", f"$l=>{{{self._loops(node.generators, body, first)}}}")

    def _loops(self, generators: list[ast.comprehension], body: Any, first: str = "") -> str:
        """Loops inside each other; `first` is what the outermost one goes through."""
        if not generators:
            text: str = body()
            return text
        loop, *inner = generators
        over = first or self.expression(loop.iter)
        with self.inside(dict(kinds_of_items(self, loop.target, loop.iter))):
            tests = "".join(f"if({self.condition(test)})" for test in loop.ifs)
            rest = self._loops(inner, body)
            return f"for(const {self.pattern(loop.target)} of {over}){tests}{rest}"

    def pattern(self, target: ast.expr) -> str:
        """Names to which items are assigned; of several that are the same only the last counts."""
        last = {
            node.id: node for node in sorted(_names_in(target), key=lambda node: (node.lineno, node.col_offset))
        }
        return self._pattern(target, set(map(id, last.values())))

    def _pattern(self, target: ast.expr, wanted: set[int]) -> str:
        if isinstance(target, ast.Name):
            return self.local(target.id) if id(target) in wanted else ""
        if isinstance(target, ast.Starred):
            return f"...{self._pattern(target.value, wanted)}"
        if isinstance(target, ast.Tuple | ast.List):
            if any(isinstance(part, ast.Starred) for part in target.elts[:-1]):
                raise self.refuse(
                    target, "a starred name that is not the last", "take the last items by their index"
                )
            return f"[{','.join(self._pattern(part, wanted) for part in target.elts)}]"
        raise self.refuse(target, f"a loop that assigns to {ast.unparse(target)}", "assign it in the loop")


def _names_in(target: ast.expr) -> list[ast.Name]:
    return [node for node in ast.walk(target) if isinstance(node, ast.Name)]


def is_simple(node: ast.expr) -> bool:
    """Whether an expression may be evaluated twice."""
    if isinstance(node, ast.Attribute):
        return is_simple(node.value)
    return isinstance(node, ast.Name | ast.Constant)

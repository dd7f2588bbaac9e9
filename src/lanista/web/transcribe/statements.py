"""Statements of Python in JavaScript. All variables belong to the whole function, as in Python."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from copy import copy
from typing import TypeGuard

from lanista.web.transcribe import names
from lanista.web.transcribe.calls import Calls
from lanista.web.transcribe.expressions import BINARY, is_simple
from lanista.web.transcribe.kinds import NUMBERS, Row, is_record, kind_of
from lanista.web.transcribe.literals import bare
from lanista.web.transcribe.scope import UNKNOWN, parameters, stored_names
from lanista.web.transcribe.source import is_generator
from lanista.web.transcribe.twins import NATIVE


class Statements(Calls):
    """Writes the statements of one function."""

    def block(self, statements: Sequence[ast.stmt]) -> str:
        """Some statements in braces."""
        return "{" + "".join(map(self.statement, statements)) + "}"

    def statement(self, node: ast.stmt) -> str:
        """A statement in JavaScript."""
        write = getattr(self, f"_do_{type(node).__name__.lower()}", None)
        if write is None:
            raise self.refuse(
                node, f"`{ast.unparse(node).splitlines()[0][:40]}`", "write it with simpler statements"
            )
        text: str = write(node)
        return text

    def _do_expr(self, node: ast.Expr) -> str:
        if isinstance(node.value, ast.Constant):  # a docstring
            return ""
        return f"{self._value(node.value)};"

    def _value(self, node: ast.expr) -> str:
        if isinstance(node, ast.Yield):
            return f"yield {self.expression(node.value) if node.value else 'null'}"
        if isinstance(node, ast.YieldFrom):
            return f"yield*{self.expression(node.value)}"
        return self.expression(node)

    def _do_pass(self, node: ast.Pass) -> str:
        return ""

    def _do_break(self, node: ast.Break) -> str:
        return "break;"

    def _do_continue(self, node: ast.Continue) -> str:
        return "continue;"

    def _do_return(self, node: ast.Return) -> str:
        if node.value is None:
            return "return;" if is_generator(self.tree) else "return null;"
        return f"return {bare(self.expression(node.value))};"

    # Assignments

    def _do_assign(self, node: ast.Assign) -> str:
        if len(node.targets) == 1:
            return self._assign(node.targets[0], node.value)
        keep = self.temporary()
        assigned = [self._assign_text(target, keep) for target in node.targets]
        return f"{keep}={self.expression(node.value)};{''.join(assigned)}"

    def _do_annassign(self, node: ast.AnnAssign) -> str:
        return self._assign(node.target, node.value) if node.value is not None else ""

    def _assign(self, target: ast.expr, value: ast.expr) -> str:
        if isinstance(target, ast.Tuple | ast.List):
            return self._assign_items(target, value)
        into = kind_of(self, target.value) if isinstance(target, ast.Attribute | ast.Subscript) else ""
        is_stored = is_record(into) or isinstance(into, Row)  # as a number, whatever it is
        text = self.number(value) if is_stored else self.expression(value)
        if not _has_calls(value) or _is_fixed(target):
            return self._assign_text(target, text)
        keep = self.temporary()  # Python looks at the place when it has the value
        return f"{keep}={bare(text)};{self._assign_text(target, keep)}"

    def _assign_items(self, target: ast.Tuple | ast.List, value: ast.expr) -> str:
        """All values are there before the first is assigned."""
        if isinstance(value, ast.Tuple) and len(value.elts) == len(target.elts):
            return self._assign_text(target, f"[{self.items(value.elts)}]")
        return self._assign_text(target, self._unpacked(target, value))

    def _unpacked(self, target: ast.Tuple | ast.List, value: ast.expr) -> str:
        if any(isinstance(part, ast.Starred) for part in target.elts):
            return self.expression(value)
        return self.call_runtime("unpacked", self.expression(value), str(len(target.elts)))

    def _assign_text(self, target: ast.expr, text: str) -> str:
        """Assign what an expression in JavaScript gives."""
        if isinstance(target, ast.Name):
            return f"{self.local(target.id)}={bare(text)};"
        if isinstance(target, ast.Attribute):
            return f"{self.expression(target.value)}.{names.attribute(target.attr)}={bare(text)};"
        if isinstance(target, ast.Subscript) and not isinstance(target.slice, ast.Slice):
            values = self.expression(target.value), self.index(target), text
            return f"{self.call_runtime('setItem', *values)};"
        if isinstance(target, ast.Tuple | ast.List):
            if _are_names(target):
                return f"{self.pattern(target)}={text};"
            keep = self.temporary()
            parts = (self._assign_text(part, f"{keep}[{i}]") for i, part in enumerate(target.elts))
            return f"{keep}={text};{''.join(parts)}"
        raise self.refuse(target, f"an assignment to {ast.unparse(target)}", "assign item by item")

    def _do_augassign(self, node: ast.AugAssign) -> str:
        target = node.target
        if isinstance(target, ast.Name):
            return f"{self.local(target.id)}={self._operation(node, self.local(target.id))};"
        if isinstance(target, ast.Attribute) and is_simple(target.value):
            place = f"{self.expression(target.value)}.{names.attribute(target.attr)}"
            return f"{place}={self._operation(node, place)};"
        if isinstance(target, ast.Attribute):
            keep, name = self.temporary(), names.attribute(target.attr)
            value = self._operation(node, f"{keep}.{name}")
            return f"{keep}={self.expression(target.value)};{keep}.{name}={value};"
        of, index = self.temporary(), self.temporary()
        value = self._operation(node, self.call_runtime("item", of, index))
        assigned = f"{of}={self.expression(target.value)};{index}={self.index(target)};"
        return f"{assigned}{self.call_runtime('setItem', of, index, value)};"

    def _operation(self, node: ast.AugAssign, old: str) -> str:
        """The new value; lists, sets and dictionaries are changed in place."""
        if type(node.op) not in BINARY:
            raise self.refuse(node, f"the operator {type(node.op).__name__}", "use + - * / // % & | ^ << >>")
        kinds = kind_of(self, _loaded(node.target)), kind_of(self, node.value)
        value, in_place = self.number(node.value), {ast.Add: "extend", ast.BitOr: "update"}.get(type(node.op))
        if in_place and not all(kind in (*NUMBERS, "str") for kind in kinds):
            return self.call_runtime(in_place, old, value)
        return self.operation(node.op, old, value, *kinds)

    def _do_delete(self, node: ast.Delete) -> str:
        parts = []
        for target in node.targets:
            if not isinstance(target, ast.Subscript) or isinstance(target.slice, ast.Slice):
                raise self.refuse(node, f"`del {ast.unparse(target)}`", "delete items by their index or key")
            parts.append(self.call_runtime("deleteItem", self.expression(target.value), self.index(target)))
        return ";".join(parts) + ";"

    # Branches and loops

    def _do_if(self, node: ast.If) -> str:
        text = f"if({bare(self.condition(node.test))}){self.block(node.body)}"
        return text + (f"else{self.block(node.orelse)}" if node.orelse else "")

    def _do_while(self, node: ast.While) -> str:
        self._refuse_else(node)
        return f"while({bare(self.condition(node.test))}){self.block(node.body)}"

    def _do_for(self, node: ast.For) -> str:
        self._refuse_else(node)
        if isinstance(node.target, ast.Name) and self._counts(node.iter):
            return self._counting_loop(node.target, node.iter, node.body)
        if _are_names(node.target):
            return f"for({self.pattern(node.target)} of {self.expression(node.iter)}){self.block(node.body)}"
        keep = self.temporary()
        assigned = self._assign_text(node.target, keep)
        body = f"{{{assigned}{self.block(node.body)[1:]}"
        return f"for({keep} of {self.expression(node.iter)}){body}"

    def _counts(self, over: ast.expr) -> TypeGuard[ast.Call]:
        """Whether a loop goes through a range of known numbers, one by one."""
        if not isinstance(over, ast.Call) or self.resolve(over.func) is not range or len(over.args) > 2:
            return False
        return all(kind_of(self, bound) == "num" for bound in over.args)

    def _counting_loop(self, target: ast.Name, over: ast.Call, body: Sequence[ast.stmt]) -> str:
        """Several times faster than going through the range itself."""
        *start, stop = map(self.number, over.args)
        loop = f"for(let $i={start[0] if start else 0},$n={stop};$i<$n;$i++)"
        return f"{loop}{{{self.local(target.id)}=$i;{self.block(body)[1:]}"

    def _refuse_else(self, node: ast.For | ast.While) -> None:
        if node.orelse:
            raise self.refuse(node, "`else` of a loop", "return from a function of its own")

    # Errors

    def _do_raise(self, node: ast.Raise) -> str:
        if node.exc is None:
            return "throw $e;"
        called = self.resolve(node.exc)
        text = self.expression(node.exc)
        return f"throw new {text}();" if called is not UNKNOWN and isinstance(called, type) else f"throw {text};"

    def _do_try(self, node: ast.Try) -> str:
        if node.orelse:
            raise self.refuse(node, "`else` of a `try`", "write it after the `try`")
        text = f"try{self.block(node.body)}"
        if node.handlers:
            handlers = [self._handler(handler) for handler in node.handlers]
            text += f"catch($e){{{'else '.join(handlers)}else throw $e}}"
        return text + (f"finally{self.block(node.finalbody)}" if node.finalbody else "")

    def _handler(self, handler: ast.ExceptHandler) -> str:
        kinds = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
        tests = [f"$e instanceof {self._error_class(kind, handler)}" for kind in kinds]
        name = f"{self.local(handler.name)}=$e;" if handler.name else ""
        return f"if({'||'.join(tests)}){{{name}{self.block(handler.body)[1:]}"

    def _error_class(self, kind: ast.expr | None, handler: ast.ExceptHandler) -> str:
        if kind is None:
            raise self.refuse(handler, "an `except` without an error", "name the errors")
        native = NATIVE.get(self.resolve(kind))
        return native or self.expression(kind)

    # Functions inside

    def _do_functiondef(self, node: ast.FunctionDef) -> str:
        if node.decorator_list or node.args.defaults or node.args.kw_defaults or is_generator(node):
            raise self.refuse(node, f"the inner function {node.name}", "write it at the top of the module")
        with self.inside(dict.fromkeys(stored_names(node), "")):
            declared = self.declared(stored_names(node) - set(parameters(node.args)))
            body = "".join(map(self.statement, node.body))
            return f"{self.local(node.name)}=({self.parameter_list(node.args)})=>{{{declared}{body}return null}};"

    def declared(self, variables: set[str]) -> str:
        """The declaration of variables."""
        return f"let {','.join(map(self.local, sorted(variables)))};" if variables else ""


def _are_names(target: ast.expr) -> bool:
    return not any(isinstance(node, ast.Attribute | ast.Subscript) for node in ast.walk(target))


def _has_calls(value: ast.expr) -> bool:
    return any(isinstance(node, ast.Call) for node in ast.walk(value))


def _is_fixed(target: ast.expr) -> bool:
    """Whether no call can change where an assignment goes: it names variables and constants only."""
    if isinstance(target, ast.Attribute):
        return isinstance(target.value, ast.Name)
    if isinstance(target, ast.Subscript):
        return all(isinstance(part, ast.Name | ast.Constant) for part in (target.value, target.slice))
    return isinstance(target, ast.Name)


def _loaded(target: ast.expr) -> ast.expr:
    """The same place, to be read."""
    read = copy(target)
    read.ctx = ast.Load()  # type: ignore[attr-defined]
    return read

"""Classes in JavaScript: plain ones, data classes, structures, named tuples, enumerations and records."""

from __future__ import annotations

import ast
import dataclasses
from collections.abc import Iterator
from enum import Enum, IntEnum
from types import FunctionType
from typing import TYPE_CHECKING, Any

import msgspec

from lanista.web.transcribe import names
from lanista.web.transcribe.functions import method_text
from lanista.web.transcribe.refusal import TranscribeError
from lanista.web.transcribe.source import class_tree

if TYPE_CHECKING:
    from lanista.web.transcribe.program import Program

NO_DEFAULT = object()


def class_text(program: Program, cls: type[Any], name: str) -> str:
    """The definition of a class."""
    if hasattr(cls, "fields") and hasattr(cls, "dtype"):
        return f"const {name}={record_text(program, cls)};"
    if issubclass(cls, Enum):
        return _enumeration(program, cls, name)
    base, fields = _base_of(cls)
    program.runtime(base)
    methods = "".join(_methods(program, cls, {field for field, _ in fields}))
    text = f"class {name} extends {base}{{{methods}}}"
    if base == "Obj":
        return text
    labels = ",".join(f'"{names.attribute(field)}"' for field, _ in fields)
    defaults = ",".join(_default(program, value) for _, value in fields if value is not NO_DEFAULT)
    return f"{text}\n{program.runtime('fieldsOf')}({name},[{labels}],[{defaults}]);"


def record_text(program: Program, record: type[Any]) -> str:
    """The layout of a record as an expression."""
    fields = ",".join(_field(program, field) for field in record.fields)
    return f"{program.runtime('record')}([{fields}])"


def _field(program: Program, field: Any) -> str:
    kind = f'"{field.scalar.code}"' if field.scalar is not None else program.class_name(field.record)
    if field.shape and field.scalar is not None and field.scalar.size == 8:
        raise TranscribeError(f"the row {field.name} of numbers of 64 bits; use i4")
    label = "" if field.filler else names.attribute(field.name)
    return "[" + ",".join([f'"{label}"', kind, *map(str, map(int, field.shape))]) + "]"


def _enumeration(program: Program, cls: type[Enum], name: str) -> str:
    base = program.runtime("IntEnum" if issubclass(cls, IntEnum) else "Enum")
    members = ",".join(
        f'["{label}",{program.reference(member.value)}]' for label, member in cls.__members__.items()
    )
    methods = "".join(_methods(program, cls, {"name", "value"}))
    made = f'{program.runtime("enumerate_")}({name},"{cls.__name__}",[{members}]);'
    return f"class {name} extends {base}{{{methods}}}\n{made}"


def _base_of(cls: type[Any]) -> tuple[str, list[tuple[str, Any]]]:
    """The class of the runtime that a class extends, and its fields with their defaults."""
    if issubclass(cls, tuple) and hasattr(cls, "_fields"):
        defaults = getattr(cls, "_field_defaults", {})
        return "NamedTuple", [(field, defaults.get(field, NO_DEFAULT)) for field in cls._fields]
    if issubclass(cls, msgspec.Struct):
        found = msgspec.structs.fields(cls)
        return "Data", [
            (field.name, _given(field.default, field.default_factory, msgspec.NODEFAULT)) for field in found
        ]
    if dataclasses.is_dataclass(cls) and "__post_init__" not in vars(cls):
        found_ = dataclasses.fields(cls)
        return "Data", [
            (field.name, _given(field.default, field.default_factory, dataclasses.MISSING)) for field in found_
        ]
    if cls.__bases__ == (object,):
        return "Obj", []
    bases = ", ".join(base.__qualname__ for base in cls.__bases__)
    raise TranscribeError(f"{cls.__qualname__}, a class that extends {bases}")


class _Made:
    """A default that is made anew each time."""

    def __init__(self, factory: Any) -> None:
        self.factory = factory


def _given(default: Any, factory: Any, missing: Any) -> Any:
    if default is not missing:
        return default
    return NO_DEFAULT if factory is missing else _Made(factory)


def _default(program: Program, value: Any) -> str:
    if isinstance(value, _Made):
        return f"()=>{program.runtime('call')}({program.reference(value.factory)})"
    return f"()=>{program.reference(value)}"


def _methods(program: Program, cls: type[Any], fields: set[str]) -> Iterator[str]:
    """What a class defines itself, apart from its fields and what Python generates."""
    written = {node.name for node in class_tree(cls).body if isinstance(node, ast.FunctionDef)}
    for name, member in vars(cls).items():
        if name == "__init__" and name in written and not fields:
            yield method_text(program, "__init__", member)
        elif name.startswith("__") and name in written:
            raise TranscribeError(f"{cls.__qualname__}.{name}; write a method with another name")
        elif name not in fields and not name.startswith("__"):
            yield from _member(program, cls, names.attribute(name), member)


def _member(program: Program, cls: type[Any], label: str, member: Any) -> Iterator[str]:
    if isinstance(member, property):
        yield method_text(program, label, member.fget, "get ")
    elif isinstance(member, classmethod):
        if member.__func__.__module__ == cls.__module__:
            yield method_text(program, label, member.__func__, "static ")
    elif isinstance(member, FunctionType):
        if member.__module__ == cls.__module__:
            yield method_text(program, label, member)
    elif not label.startswith("_") and not isinstance(member, cls):
        kind = type(member).__name__
        raise TranscribeError(f"{cls.__qualname__}.{label}, a {kind} of a class; make it a value of the module")

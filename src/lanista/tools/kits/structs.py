"""Records as C structs, with assertions about every offset."""

from __future__ import annotations

from typing import Any

from lanista.engine import Rules
from lanista.engine.record import Field
from lanista.tools.kits.fields import all_records, names_of

_TYPES = {"i1": "int8_t", "i2": "int16_t", "i4": "int32_t", "i8": "int64_t", "u8": "uint64_t"}
# Names of fields that C or C++ reserves; they get an underscore
_RESERVED = frozenset(
    (
        "alignas", "alignof", "and", "asm", "auto", "bool", "break", "case", "catch", "char", "class", "compl",
        "const", "constexpr", "continue", "decltype", "default", "delete", "do", "double", "else", "enum",
        "explicit", "export", "extern", "false", "float", "for", "friend", "goto", "if", "inline", "int", "long",
        "mutable", "namespace", "new", "not", "operator", "or", "private", "protected", "public", "register",
        "restrict", "return", "short", "signed", "sizeof", "static", "struct", "switch", "template", "this",
        "throw", "true", "try", "typedef", "typeid", "typename", "union", "unsigned", "using", "virtual", "void",
        "volatile", "while", "xor",
    )
)  # fmt: skip


def structs_of(rules: Rules, prefix: str) -> str:
    """All records of some rules, those inside others first."""
    names = {record: f"{prefix}_{name}" for record, name in names_of(rules).items()}
    return "\n".join(_struct(record, names) for record in all_records(rules))


def _struct(record: Any, names: dict[type[Any], str]) -> str:
    name = names[record]
    about = (record.__doc__ or "A record.").strip().splitlines()[0].replace("*/", "")
    lines = [f"/* {about} */"]
    lines += [
        f"typedef struct {name} {{",
        *(f"    {_member(field, names)};" for field in record.fields),
        f"}} {name};",
    ]
    facts = [f"sizeof({name}) == {record.dtype.itemsize}"]
    facts += [f"offsetof({name}, {member_name(field)}) == {field.offset}" for field in record.fields]
    lines += [f"LANISTA_ASSERT({fact});" for fact in facts]
    return "\n".join(lines) + "\n"


def _member(field: Field, names: dict[type[Any], str]) -> str:
    kind = _TYPES[field.scalar.code] if field.scalar is not None else names[field.record]  # type: ignore[index]
    return f"{kind} {member_name(field)}{''.join(f'[{int(length)}]' for length in field.shape)}"


def member_name(field: Field) -> str:
    """The name of a field in C and C++."""
    return f"{field.name}_" if field.name in _RESERVED else field.name

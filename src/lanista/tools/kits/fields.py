"""Records as tables of fields, with which programs in any language read and write them."""

from __future__ import annotations

from typing import Any

from lanista.engine import Generator, Rules
from lanista.engine.record import Field


def root_records(rules: Rules) -> dict[str, type[Any]]:
    """The records that callers of the rules pass, by what they are."""
    return {
        "state": rules.state,
        "const": rules.const,
        "move": rules.move,
        "work": rules.work,
        "generator": Generator,
    }


def all_records(rules: Rules) -> list[type[Any]]:
    """All records, those inside others first."""
    found: list[type[Any]] = []

    def visit(record: Any) -> None:
        for field in record.fields:
            if field.record is not None:
                visit(field.record)
        if record not in found:
            found.append(record)

    for record in root_records(rules).values():
        visit(record)
    return found


def names_of(rules: Rules) -> dict[type[Any], str]:
    """A unique name for every record: its purpose for callers, otherwise its class."""
    names: dict[type[Any], str] = {record: name for name, record in root_records(rules).items()}
    for record in all_records(rules):
        if record not in names:
            plain = "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in record.__name__)
            name = plain.strip("_")
            names[record] = name if name not in names.values() else f"{name}_record"
    return names


def field_tables(rules: Rules) -> dict[str, Any]:
    """The size and the fields of every record: name, offset in bytes, type and shape."""
    names = names_of(rules)
    return {names[record]: _table(record, names) for record in all_records(rules)}


def _table(record: Any, names: dict[type[Any], str]) -> dict[str, Any]:
    fields = [
        {
            "name": field.name,
            "offset": field.offset,
            "type": type_name(field, names),
            "shape": list(map(int, field.shape)),
        }
        for field in record.fields
    ]
    return {"size": int(record.dtype.itemsize), "fields": fields}


def type_name(field: Field, names: dict[type[Any], str]) -> str:
    """`i2` and the like for numbers of that many bytes, or the name of a record."""
    if field.scalar is not None:
        return field.scalar.code
    return names[field.record]  # type: ignore[index]

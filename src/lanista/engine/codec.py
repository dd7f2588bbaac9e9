"""Records as JSON and back: every field by name, and errors that name the path.

Expected a whole number from 0 to 127, got 300 - at $.cars[0].speed
"""

from __future__ import annotations

from typing import Any

from lanista.core.errors import LoadError
from lanista.core.text import brief
from lanista.engine.record import Field, Scalar, closest


def dump_record(view: Any) -> dict[str, Any]:
    """A record as plain JSON values."""
    return {field.name: _dump(getattr(view, field.name), field) for field in view.fields}


def load_record(view: Any, value: object, path: str = "$") -> None:
    """Write JSON values into a record; every field must be present, and no others."""
    names = {field.name for field in view.fields}
    members = expect_object(value, path)
    for name in members:
        if name not in names:
            raise LoadError(f"Unknown field `{brief(name)}`{closest(str(name), names)} - at {path}")
    for field in view.fields:
        if field.name not in members:
            raise LoadError(f"Missing field `{field.name}` - at {path}")
        _load(view, field, members[field.name], f"{path}.{field.name}")
        if field.filler and any(view.raw[field.offset : field.offset + field.size]):
            raise LoadError(f"Expected 0, which fillers hold, got {members[field.name]} - at {path}.{field.name}")


def expect_object(value: object, path: str) -> dict[str, Any]:
    """The value as a JSON object; raises LoadError with the path if it is none."""
    if not isinstance(value, dict):
        raise LoadError(f"Expected an object, got {_kind(value)} - at {path}")
    return value


def expect_list(value: object, length: int, path: str) -> list[Any]:
    """The value as a JSON array of that many elements."""
    if not isinstance(value, list):
        raise LoadError(f"Expected an array of {length}, got {_kind(value)} - at {path}")
    if len(value) != length:
        raise LoadError(f"Expected an array of {length}, got {len(value)} elements - at {path}")
    return value


def expect_int(value: object, scalar: Scalar, path: str) -> int:
    """The value as a whole number that the field can hold."""
    if not isinstance(value, int) or isinstance(value, bool):
        raise LoadError(f"Expected a whole number, got {_kind(value)} - at {path}")
    if not scalar.low <= value <= scalar.high:
        got = brief(value)
        raise LoadError(f"Expected a whole number from {scalar.low} to {scalar.high}, got {got} - at {path}")
    return value


def _kind(value: object) -> str:
    names = {dict: "an object", list: "an array", str: "text", bool: "a truth value", float: "a fraction"}
    return "null" if value is None else names.get(type(value), type(value).__name__)


def _dump(value: Any, field: Field) -> Any:
    if field.record is None:
        return value.tolist() if field.shape else value
    return [dump_record(inner) for inner in value] if field.shape else dump_record(value)


def _load(view: Any, field: Field, value: object, path: str) -> None:
    target = getattr(view, field.name)
    if field.record is not None and field.shape:
        for i, element in enumerate(expect_list(value, field.shape[0], path)):
            load_record(target[i], element, f"{path}[{i}]")
    elif field.record is not None:
        load_record(target, value, path)
    elif field.scalar is not None and field.shape:
        _load_array(target, field.scalar, field.shape, value, path, ())
    elif field.scalar is not None:
        setattr(view, field.name, expect_int(value, field.scalar, path))


def _load_array(
    target: Any, scalar: Scalar, shape: tuple[int, ...], value: object, path: str, at: tuple[int, ...]
) -> None:
    for i, element in enumerate(expect_list(value, shape[0], path)):
        if len(shape) > 1:
            _load_array(target, scalar, shape[1:], element, f"{path}[{i}]", (*at, i))
        else:
            index = (*at, i) if at else i
            target[index] = expect_int(element, scalar, f"{path}[{i}]")

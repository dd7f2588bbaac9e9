"""Checks values against the part of JSON Schema that our schemas use."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

TYPES: dict[str, Any] = {
    "integer": int,
    "number": float,
    "string": str,
    "boolean": bool,
    "null": type(None),
    "array": list,
    "object": dict,
}


def faults(value: Any, schema: dict[str, Any], definitions: dict[str, Any], path: str = "$") -> Iterator[str]:
    """Deviations of a value from its schema."""
    if "$ref" in schema:
        yield from faults(value, definitions[schema["$ref"].rpartition("/")[2]], definitions, path)
    elif "anyOf" in schema:
        found = [list(faults(value, option, definitions, path)) for option in schema["anyOf"]]
        if all(found):
            yield f"{path}: {value!r:.60} fits none of {len(found)} forms: {found}"
    elif "enum" in schema:
        if not any(value == word and type(value) is type(word) for word in schema["enum"]):
            yield f"{path}: {value!r:.60} is none of {schema['enum']}"
    elif "type" not in schema:
        return  # anything
    elif type(value) is not TYPES[schema["type"]] and not (schema["type"] == "number" and type(value) is int):
        yield f"{path}: expected {schema['type']}, got {value!r:.60}"
    else:
        yield from _inner_faults(value, schema, definitions, path)


def _inner_faults(value: Any, schema: dict[str, Any], definitions: dict[str, Any], path: str) -> Iterator[str]:
    if isinstance(value, str) and not re.search(schema.get("pattern", ""), value):
        yield f"{path}: {value!r:.60} does not match {schema['pattern']}"
    elif isinstance(value, list):
        for i, element in enumerate(value):
            yield from faults(element, schema["items"], definitions, f"{path}[{i}]")
    elif isinstance(value, dict):
        known = schema.get("properties", {})
        for name in schema.get("required", ()):
            if name not in value:
                yield f"{path}: no member {name}"
        for name, member in value.items():
            inner = known.get(name, schema.get("additionalProperties", {}))
            if inner is False:
                yield f"{path}: unknown member {name}"
            else:
                yield from faults(member, inner, definitions, f"{path}.{name}")

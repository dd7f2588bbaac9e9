"""JSON Schema of a game's messages, generated from their types."""

from __future__ import annotations

import types
from collections.abc import Callable, Iterator
from importlib import import_module
from typing import (
    Annotated,
    Any,
    Literal,
    NotRequired,
    Required,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from lanista.bot.pattern import Pattern
from lanista.bot.typed import typed_module

DIALECT = "https://json-schema.org/draft/2020-12/schema"
PLAIN = {int: "integer", str: "string", bool: "boolean", float: "number", type(None): "null"}
PARTS = {"View": "view", "Map": "map", "Move": "move"}  # types by name, and their members in messages


def parts_of(game: str) -> dict[str, Any]:
    """A game's types of the view, of the start message's map if there is one, and of a move."""
    module = import_module(typed_module(game))
    return {part: getattr(module, name) for name, part in PARTS.items() if hasattr(module, name)}


def schema_of(game: str) -> dict[str, Any]:
    """The JSON Schema of a game: `properties` has the parts, `$defs` the objects in them."""
    definitions: dict[str, Any] = {}
    properties = {part: _schema(kind, definitions) for part, kind in parts_of(game).items()}
    return {
        "$schema": DIALECT,
        "title": game,
        "type": "object",
        "properties": properties,
        "$defs": dict(sorted(definitions.items())),
    }


def members_of(kind: Any) -> Iterator[tuple[str, Any, str, bool]]:
    """The members of an object: name, type, description, and whether it is required."""
    for name, hint in get_type_hints(kind, include_extras=True).items():
        inner, text = _unwrapped(hint)
        yield name, inner, text, name in kind.__required_keys__


def _unwrapped(hint: Any) -> tuple[Any, str]:
    """A type without its annotations, and its description; a `Pattern` stays with its type."""
    origin, text = get_origin(hint), ""
    while origin in (Annotated, NotRequired, Required):
        marks = get_args(hint)[1:]
        if any(isinstance(mark, Pattern) for mark in marks):
            break
        text = text or next((mark for mark in marks if isinstance(mark, str)), "")
        hint = get_args(hint)[0]
        origin = get_origin(hint)
    return hint, text


def _schema(hint: Any, definitions: dict[str, Any]) -> dict[str, Any]:
    """The schema of a type; objects are added to the definitions."""
    if is_typeddict(hint):
        return _reference(hint, definitions)
    if hint in PLAIN:
        return {"type": PLAIN[hint]}
    return _SHAPES[get_origin(hint)](hint, definitions)


def _reference(kind: Any, definitions: dict[str, Any]) -> dict[str, Any]:
    if kind.__name__ not in definitions:
        definitions[kind.__name__] = {}  # reserved, in case it contains itself
        definitions[kind.__name__] = _object(kind, definitions)
    return {"$ref": f"#/$defs/{kind.__name__}"}


def _object(kind: Any, definitions: dict[str, Any]) -> dict[str, Any]:
    members = list(members_of(kind))
    return {
        "type": "object",
        "description": kind.__doc__.strip(),
        "properties": {
            name: _schema(inner, definitions) | ({"description": text} if text else {})
            for name, inner, text, _ in members
        },
        "required": [name for name, _, _, is_required in members if is_required],
        "additionalProperties": False,
    }


def _annotated(hint: Any, definitions: dict[str, Any]) -> dict[str, Any]:
    inner, *marks = get_args(hint)
    patterns = [mark for mark in marks if isinstance(mark, Pattern)]
    texts = [mark for mark in marks if isinstance(mark, str) and mark not in patterns]
    schema = _schema(inner, definitions)
    if patterns:
        schema["pattern"] = f"^{patterns[0]}$"
    return schema | ({"description": texts[0]} if texts else {})


def _list(hint: Any, definitions: dict[str, Any]) -> dict[str, Any]:
    return {"type": "array", "items": _schema(get_args(hint)[0], definitions)}


def _dictionary(hint: Any, definitions: dict[str, Any]) -> dict[str, Any]:
    return {"type": "object", "additionalProperties": _schema(get_args(hint)[1], definitions)}


def _choice(hint: Any, definitions: dict[str, Any]) -> dict[str, Any]:
    return {"enum": list(get_args(hint))}


def _union(hint: Any, definitions: dict[str, Any]) -> dict[str, Any]:
    return {"anyOf": [_schema(option, definitions) for option in get_args(hint)]}


_SHAPES: dict[Any, Callable[[Any, dict[str, Any]], dict[str, Any]]] = {
    Annotated: _annotated,
    list: _list,
    dict: _dictionary,
    Literal: _choice,
    Union: _union,
    types.UnionType: _union,
}

"""The reference page of a game's messages, generated from the same types as its JSON Schema."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from lanista.bot.schema import schema_of

WORDS = {
    "integer": "number",
    "number": "number",
    "string": "text",
    "boolean": "true or false",
    "null": "null",
}
TITLES = {
    "view": "What a bot sees each turn: `view`",
    "map": "What it receives once: `map`",
    "move": "What it answers: `move`",
}


def reference_of(game: str) -> str:
    """The page as Markdown."""
    schema = schema_of(game)
    lines = [
        f"# {game}: messages",
        "",
        f"Made by `lanista schema {game} --markdown` from the types in `lanista.bot.{game}`; "
        f"`lanista schema {game}` prints them as JSON Schema.",
    ]
    described: set[str] = set()
    for part, inner in schema["properties"].items():
        lines += ["", f"## {TITLES[part]}", ""]
        lines += _moves(inner) if part == "move" else [f"{type_text(inner)}."]
        for name in reachable(inner, schema["$defs"]):
            if name not in described:
                described.add(name)
                lines += ["", f"### {name}", "", *describe(schema["$defs"][name])]
    return "\n".join(lines) + "\n"


def reachable(schema: dict[str, Any], definitions: dict[str, Any]) -> list[str]:
    """The names of all objects that a schema refers to, outermost first."""
    found: list[str] = []
    waiting = [schema]
    for inner in waiting:
        for name in _named(inner):
            if name not in found:
                found.append(name)
                waiting.append(definitions[name])
    return found


def _named(schema: Any) -> Iterator[str]:
    """The names that a schema refers to directly."""
    if isinstance(schema, dict):
        if "$ref" in schema:
            yield _name(schema)
        for inner in schema.values():
            yield from _named(inner)
    elif isinstance(schema, list):
        for inner in schema:
            yield from _named(inner)


def _name(schema: dict[str, Any]) -> str:
    return str(schema["$ref"].rpartition("/")[2])


def describe(schema: dict[str, Any]) -> list[str]:
    """An object's members as a table; the type of anything else."""
    if "properties" not in schema:
        return [schema.get("description", ""), "", f"{type_text(schema)}."]
    rows = []
    for name, inner in schema["properties"].items():
        always = "" if name in schema.get("required", ()) else "not always there. "
        rows.append(f"| `{name}` | {type_text(inner)} | {always}{inner.get('description', '')} |")
    return [schema["description"], "", "| member | type | meaning |", "|---|---|---|", *rows]


def type_text(schema: dict[str, Any]) -> str:
    """A type as text."""
    if "$ref" in schema:
        return f"[{_name(schema)}](#{_name(schema).lower()})"
    if "enum" in schema:
        return ", ".join(f"`{word}`" for word in schema["enum"])
    if "anyOf" in schema:
        return " or ".join(type_text(option) for option in schema["anyOf"])
    if "pattern" in schema:
        return f"text `{schema['pattern']}`".replace("|", "\\|")
    if "type" not in schema:
        return "anything"
    if schema["type"] == "array":
        return f"list of {type_text(schema.get('items', {}))}"
    if schema["type"] == "object":
        return f"object of {type_text(schema.get('additionalProperties', {}))} by name"
    return WORDS[schema["type"]]


def _moves(schema: dict[str, Any]) -> list[str]:
    """The forms of a move as a list."""
    forms = schema.get("anyOf", [schema])
    return [
        f"- {type_text(form)}" + (f": {form['description']}" if "description" in form else "") for form in forms
    ]

"""JSON Schemas of what the verbs print, and the page of the manual that describes it; both from `shapes`."""

from __future__ import annotations

import inspect
from collections.abc import Iterable
from typing import Any

import msgspec

from lanista.cli.shapes import SHAPES, Error
from lanista.client.reference import describe, reachable, type_in_words
from lanista.client.schema import DIALECT
from lanista.errors import InputError

TEMPLATE = "#/$defs/{name}"
INTRODUCTION = """\
# What the verbs print with --json

Made by `lanista schema --command all --markdown` from the types in `lanista.cli.shapes`;
`lanista schema --command VERB` prints them as JSON Schema. Every verb prints one object on one line of standard
output, in UTF-8. All members are there unless it is said otherwise. Progress and remarks go to standard error.
"""


def command_schema(verb: str) -> dict[str, Any]:
    """The JSON Schema of a verb's output: one of its objects, or the error that every verb can print."""
    kinds: list[type] = [*kinds_of(verb), Error]
    forms, definitions = components(kinds)
    return {"$schema": DIALECT, "title": f"lanista {verb} --json", "anyOf": forms, "$defs": definitions}


def kinds_of(verb: str) -> tuple[type[msgspec.Struct], ...]:
    """The types of what a verb prints."""
    if verb not in SHAPES:
        raise InputError(f"no verb {verb!r} with a JSON object of its own; there are: {', '.join(SHAPES)}")
    return SHAPES[verb]


def components(kinds: Iterable[type]) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """References to types and the definitions of all that they are made of; objects have no other members."""
    forms, definitions = msgspec.json.schema_components(kinds, schema_hook=_anything, ref_template=TEMPLATE)
    sparse = _sparse_structs()
    for name, schema in definitions.items():
        schema["description"] = inspect.cleandoc(schema.get("description", ""))
        if "properties" in schema:
            schema["additionalProperties"] = False
        if "properties" in schema and name not in sparse:  # a default is printed like any other value
            schema["required"] = list(schema["properties"])
    return list(forms), dict(sorted(definitions.items()))


def _sparse_structs() -> set[str]:
    """Structs that leave out members which say nothing."""
    known = [msgspec.Struct]
    for kind in known:
        known += kind.__subclasses__()
    return {kind.__name__ for kind in known if kind.__struct_config__.omit_defaults}


def _anything(kind: type) -> dict[str, Any]:
    if kind is object:
        return {"description": "any value"}  # an empty schema would count as none
    raise NotImplementedError(kind)


def commands_page() -> str:
    """What all verbs print, as Markdown; a part that several verbs print is described once."""
    described: set[str] = set()
    lines = [INTRODUCTION.rstrip()]
    for verb in SHAPES:
        lines += _section(verb, (*kinds_of(verb),), described)
    lines += ["", "## Errors", "", *_objects((Error,), described), ""]
    return "\n".join(lines)


def _section(verb: str, kinds: tuple[type, ...], described: set[str]) -> list[str]:
    forms, _ = components(kinds)
    return [
        "",
        f"## `lanista {verb}`",
        "",
        f"{' or '.join(map(type_in_words, forms))}.",
        "",
        *_objects(kinds, described),
    ]


def _objects(kinds: tuple[type, ...], described: set[str]) -> list[str]:
    """The objects of some types that were not described yet."""
    forms, definitions = components(kinds)
    names = dict.fromkeys(name for form in forms for name in reachable(form, definitions))
    new = [name for name in names if name not in described]
    described.update(new)
    return [line for name in new for line in (f"### {name}", "", *describe(definitions[name]), "")][:-1]

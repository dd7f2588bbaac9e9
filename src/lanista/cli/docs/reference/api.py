"""The Python interface: what each public module offers, with signatures and docstrings."""

from __future__ import annotations

import inspect
import re
import textwrap
from collections.abc import Iterator
from importlib import import_module
from typing import Any

_QUOTED = re.compile(r"(: |-> )'([^']*)'")  # annotations that are texts
WIDTH = 100

# Modules for programs, in the order of a reader; each with the names that count, or all its public ones
MODULES: dict[str, tuple[str, ...]] = {
    "lanista": ("play", "Match"),
    "lanista.bot": (),
    "lanista.match.replay": (),
    "lanista.series.series": ("series",),
    "lanista.series.spec": ("MatchSpec",),
    "lanista.series.pool": ("LocalPool",),
    "lanista.league.league": ("League", "open_league"),
    "lanista.league.store": ("open_store",),
    "lanista.engine": (),
    "lanista.engine.batch": ("Batch",),
    "lanista.engine.playouts": ("playouts", "step_native"),
    "lanista.game": (),
    "lanista.learn": (),
    "lanista.testing": (),
}


def page() -> str:
    """A section for each module."""
    return "\n".join(line for module, names in MODULES.items() for line in _module(module, names))


def _module(name: str, names: tuple[str, ...]) -> Iterator[str]:
    module = import_module(name)
    yield f"## {name}\n"
    yield f"{_doc(module)}\n"
    for member in names or getattr(module, "__all__", ()):
        value = getattr(module, member)
        if inspect.isclass(value) or inspect.isroutine(value):
            yield from _member(f"{name}.{member}", value)


def _member(name: str, value: Any) -> Iterator[str]:
    """A class with its own public methods, or a function."""
    yield f"### {name}\n"
    if signature := _signature(value):
        text = f"{name.rpartition('.')[2]}{signature}"
        yield f"```text\n{textwrap.fill(text, WIDTH, subsequent_indent='    ', break_long_words=False)}\n```\n"
    if doc := _doc(value):
        yield f"{doc}\n"
    if inspect.isclass(value):
        yield from _methods(value)


def _methods(kind: type) -> Iterator[str]:
    """A line for each public method and property that says what it does."""
    for name, method in vars(kind).items():
        is_method = inspect.isroutine(method)
        if not name.startswith("_") and (is_method or isinstance(method, property)) and (doc := _doc(method)):
            yield f"- `{name}{_signature(method) if is_method else ''}`: {doc.splitlines()[0]}"
    yield ""


def _signature(value: Any) -> str:
    try:
        text = str(inspect.signature(value))
    except (TypeError, ValueError):
        return ""
    return _QUOTED.sub(r"\1\2", text)


def _doc(value: Any) -> str:
    """A docstring written for it; those that Python makes for enumerations and tuples are left out."""
    text = inspect.cleandoc(getattr(value, "__doc__", "") or "")
    return "" if text.startswith((f"{getattr(value, '__name__', '')}(", "An enumeration")) else text

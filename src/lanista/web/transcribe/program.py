"""A script under construction: the functions, classes and constants that its roots reach, each once."""

from __future__ import annotations

import inspect
import re
from collections.abc import Mapping
from enum import Enum
from functools import partial
from types import FunctionType, MethodType
from typing import Any

from lanista.web.transcribe.classes import class_text
from lanista.web.transcribe.functions import function_text
from lanista.web.transcribe.literals import is_plain, literal, pattern_source
from lanista.web.transcribe.refusal import TranscribeError
from lanista.web.transcribe.runtime import exported, runtime_text
from lanista.web.transcribe.twins import NATIVE, twin_of


class Program:
    """Collects definitions; `text` is all of them."""

    def __init__(self) -> None:
        self._runtime: set[str] = set()
        self._definitions: dict[str, list[str]] = {"function": [], "class": [], "constant": []}
        self._known: dict[tuple[Any, ...], str] = {}
        self._kept: list[Any] = []  # so that no other object gets the id of a known one
        self._taken: set[str] = set()

    def text(self) -> str:
        """All definitions; functions may come first, since they use the others only when they run."""
        return "\n".join(
            [
                runtime_text(self._runtime),
                *self._definitions["function"],
                *self._definitions["class"],
                *self._definitions["constant"],
            ]
        )

    def runtime(self, name: str) -> str:
        """A name of the runtime."""
        if name not in exported():
            raise TranscribeError(f"{name}, which the runtime does not have")
        self._runtime.add(name)
        return name

    # Values

    def reference(self, value: Any) -> str:
        """A value in JavaScript: a literal, or the name of its definition."""
        if isinstance(value, Enum):
            return f"{self.class_name(type(value))}.{value.name}"
        if is_plain(value):
            return literal(value)
        twin = twin_of(value)
        if twin is not None:
            return self.runtime(twin.name)
        if isinstance(value, type):
            return NATIVE[value] if value in NATIVE else self.class_name(value)
        return self._function_or_constant(_without_cache(value))

    def _function_or_constant(self, value: Any) -> str:
        if isinstance(value, MethodType):
            return self.function(value.__func__, value.__self__)
        if isinstance(value, partial):
            return self.function(value.func, *value.args)
        return self.function(value) if isinstance(value, FunctionType) else self.constant(value)

    def function(self, function: Any, *first: Any) -> str:
        """The name of a function; `first` are the values of its first parameters in every call."""
        known = dict(zip(inspect.signature(function).parameters, first, strict=False))
        key = ("function", id(function), *map(id, first))
        if key not in self._known:
            name = self._new_name(key, function.__name__, [function, *first])
            self._definitions["function"].append(f"const {name}={function_text(self, function, known)};")
        return self._known[key]

    def class_name(self, cls: type[Any]) -> str:
        """The name of a class."""
        key = ("class", id(cls))
        if key not in self._known:
            name = self._new_name(key, cls.__name__, [cls])
            self._definitions["class"].append(class_text(self, cls, name))
        return self._known[key]

    def constant(self, value: Any) -> str:
        """The name of a value that has parts."""
        key = ("constant", id(value))
        if key not in self._known:
            text = self._display(value)  # before its name, so that its parts come first
            self._definitions["constant"].append(f"const {self._new_name(key, 'c', [value])}={text};")
        return self._known[key]

    def _display(self, value: Any) -> str:
        """An expression that makes a value anew."""
        if isinstance(value, re.Pattern):
            return f"new {self.runtime('Pattern')}({literal(pattern_source(value))})"
        if isinstance(value, bytes):
            return f"Uint8Array.of({','.join(map(str, value))})"
        if isinstance(value, range):
            return f"{self.runtime('range')}({value.start},{value.stop},{value.step})"
        if isinstance(value, Mapping):
            pairs = (f"[{self.reference(key)},{self.reference(inner)}]" for key, inner in value.items())
            return f"{self.runtime('dict')}([{','.join(pairs)}])"
        if isinstance(value, set | frozenset):
            return f"{self.runtime('set')}([{self._parts(sorted(value))}])"
        if isinstance(value, list):
            return f"[{self._parts(value)}]"
        if isinstance(value, tuple):
            made = self.runtime("tuple_") if type(value) is tuple else f"new {self.class_name(type(value))}"
            return f"{made}({self._parts(value)})"
        raise TranscribeError(f"a value of the type {type(value).__module__}.{type(value).__qualname__}")

    def _parts(self, values: Any) -> str:
        return ",".join(map(self.reference, values))

    def _new_name(self, key: tuple[Any, ...], name: str, kept: list[Any]) -> str:
        """A name that is still free; no variable of Python has a dollar sign."""
        base = re.sub(r"\W", "", name) + "$"
        found, number = base, 1
        while found in self._taken:
            number += 1
            found = f"{base}{number}"
        self._taken.add(found)
        self._kept += kept
        self._known[key] = found
        return found


def _without_cache(value: Any) -> Any:
    """The function behind a cache, which changes nothing but the time."""
    return inspect.unwrap(value) if hasattr(value, "cache_info") else value

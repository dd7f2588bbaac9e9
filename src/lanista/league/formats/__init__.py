"""Formats by name. Each has a module here with `Options`, a struct, and `make(options, facts) -> Format`."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any, Protocol, runtime_checkable

import msgspec

from lanista.engine.record import closest
from lanista.errors import ConfigError
from lanista.league.format import Format
from lanista.league.formats.options import FormatOptions, GameFacts, facts_of
from lanista.league.history import History
from lanista.text import quoted

__all__ = ["FORMATS", "GameFacts", "facts_of", "make_format", "options_type", "why_closed"]

FORMATS: dict[str, str] = {  # by the name that people type: the module in this package
    "round-robin": "round_robin",
    "gauntlet": "gauntlet",
    "swiss": "swiss",
    "knockout": "knockout",
    "ladder": "ladder",
}


@runtime_checkable
class Closing(Protocol):
    """A format that bots cannot join at any time."""

    def closed(self, history: History) -> str:
        """Why no bot can join any more; empty if one can."""


def make_format(name: str, options: Mapping[str, Any], facts: GameFacts) -> Format:
    """A format with its options, which are those of `options_type`; raises ConfigError that says what is wrong."""
    kind = options_type(name)
    try:
        chosen = msgspec.convert(options, kind)
    except msgspec.ValidationError as error:
        known = ", ".join(kind.__struct_fields__)
        raise ConfigError(f"the options of a {name} league are wrong: {error}; it has: {known}") from None
    chosen.check(name, facts)
    made: Format = _module(name).make(chosen, facts)
    return made


def options_type(name: str) -> type[FormatOptions]:
    """The struct of a format's options; its fields, types and defaults are the options that exist."""
    kind: type[FormatOptions] = _module(name).Options
    return kind


def why_closed(chosen: Format, history: History) -> str:
    """Why no bot can join a league of this format any more, nor a new version of one; empty if one can."""
    return chosen.closed(history) if isinstance(chosen, Closing) else ""


def _module(name: str) -> Any:
    if name not in FORMATS:
        hint = closest(name, set(FORMATS)) or f"; there are: {', '.join(FORMATS)}"
        raise ConfigError(f"there is no format {quoted(name)}{hint}")
    return import_module(f"{__name__}.{FORMATS[name]}")

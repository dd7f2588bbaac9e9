"""Formats by name. Each has a module here with `OPTIONS`, a struct type, and `make(options, facts) -> Format`."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any, Protocol, runtime_checkable

import msgspec

from lanista.core.errors import ConfigError
from lanista.core.text import quoted
from lanista.engine.record import closest
from lanista.league.format import Format
from lanista.league.formats.options import FormatOptions, GameFacts, facts_of
from lanista.league.history import LeagueHistory

__all__ = ["FORMATS", "GameFacts", "facts_of", "make_format", "options_type", "why_closed"]

FORMATS: dict[str, str] = {  # format name to module in this package
    "round-robin": "round_robin",
    "gauntlet": "gauntlet",
    "swiss": "swiss",
    "knockout": "knockout",
    "ladder": "ladder",
}


@runtime_checkable
class Closing(Protocol):
    """A format that is not always open to new bots."""

    def closed(self, history: LeagueHistory) -> str:
        """Why no bot can join; empty if one can."""


def make_format(name: str, options: Mapping[str, Any], facts: GameFacts) -> Format:
    """A format with its options, those of `options_type`; raises ConfigError."""
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
    """The struct of a format's options; its fields define their names, types and defaults."""
    kind: type[FormatOptions] = _module(name).OPTIONS
    return kind


def why_closed(chosen: Format, history: LeagueHistory) -> str:
    """Why neither a bot nor a new version can join a league of this format; empty if it can."""
    return chosen.closed(history) if isinstance(chosen, Closing) else ""


def _module(name: str) -> Any:
    if name not in FORMATS:
        hint = closest(name, set(FORMATS)) or f"; there are: {', '.join(FORMATS)}"
        raise ConfigError(f"there is no format {quoted(name)}{hint}")
    return import_module(f"{__name__}.{FORMATS[name]}")

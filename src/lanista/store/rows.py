"""Between rows and values. Rows may come from a stranger's file: they are checked when they are read."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Any, TypeVar

import msgspec

from lanista.errors import StoreError
from lanista.store import tables
from lanista.store.records import Entry, LeagueRecord, Match, Result, Runner
from lanista.text import MAX_QUOTED, inert

T = TypeVar("T", bound=msgspec.Struct)
Row = Sequence[Any]
MAX_SEED_DIGITS = 100

LEAGUE = [tables.leagues.c[name] for name in LeagueRecord.__struct_fields__]
ENTRY = [tables.entries.c[name] for name in Entry.__struct_fields__]
MATCH = [tables.matches.c[name] for name in Match.__struct_fields__]
RESULT = [tables.results.c[name] for name in Result.__struct_fields__]
RUNNER = [tables.runners.c[name] for name in Runner.__struct_fields__]
_OPTIONS = msgspec.json.Decoder(dict[str, Any])
_TEXTS = msgspec.json.Decoder(tuple[str, ...])
_INTS = msgspec.json.Decoder(tuple[int, ...])


@lru_cache(maxsize=2**16)
def ints(text: str) -> tuple[int, ...]:
    """A list of whole numbers from JSON; matches repeat the same few."""
    return _INTS.decode(text)


def _seed(text: str) -> int:
    if len(text) > MAX_SEED_DIGITS:
        raise ValueError(f"a seed of {len(text)} digits")
    return int(text)


_DECODED: dict[str, Callable[[Any], object]] = {
    "options": _OPTIONS.decode,
    "seed": _seed,
    "entries": ints,
    "places": ints,
    "scores": ints,
    "faults": ints,
    "first_faults": _TEXTS.decode,
}


def read(kind: type[T], rows: Iterable[Row]) -> list[T]:
    """Values from rows with their columns; raises StoreError if a row holds something else."""
    names = kind.__struct_fields__
    decoded = [(at, name, _DECODED[name]) for at, name in enumerate(names) if name in _DECODED]
    try:
        fields = []
        for row in rows:
            values = dict(zip(names, row, strict=True))
            for at, name, decode in decoded:
                values[name] = decode(row[at])
            fields.append(values)
        return msgspec.convert(fields, list[kind])  # type: ignore[valid-type]
    except (ValueError, TypeError, AttributeError, RecursionError) as error:
        why = inert(str(error), MAX_QUOTED)
        raise StoreError(f"the store is damaged: a {kind.__name__.lower()} in it cannot be read ({why})") from None


def written(value: msgspec.Struct, **more: object) -> dict[str, Any]:
    """A value as the fields of a row."""
    fields = {name: _plain(getattr(value, name)) for name in value.__struct_fields__}
    if "seed" in fields:
        fields["seed"] = str(fields["seed"])
    return {**fields, **more}


def _plain(value: object) -> object:
    if isinstance(value, str):
        return clean(value)
    if isinstance(value, (tuple, dict)):
        return json(value)
    return value


def json(value: object) -> str:
    """A value as JSON text."""
    try:
        return msgspec.json.encode(value).decode()
    except UnicodeEncodeError:  # a bot's text with half a surrogate pair
        assert isinstance(value, tuple)
        return json(tuple(clean(text) for text in value))


def clean(text: str) -> str:
    """Text that every database can hold: PostgreSQL refuses NUL, and UTF-8 half a surrogate pair."""
    return text.replace("\0", "�").encode(errors="replace").decode()

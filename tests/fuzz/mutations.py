"""Mutated inputs for fuzz tests: bytes, JSON values and lines of them, reproducible from a seed.

A fuzz test feeds many of them to one interface (a parser, a decoder, a judge), which may raise only its documented
errors. `LANISTA_FUZZ=N` multiplies the number of cases; `make fuzz` sets it.
"""

from __future__ import annotations

import gzip
import json
import os
import random
import zlib
from collections.abc import Callable, Iterator
from typing import Any

Mutate = Callable[[random.Random, bytes], bytes]

MULTIPLIER = int(os.environ.get("LANISTA_FUZZ", "1"))

# Text fragments that have broken parsers before.
FRAGMENTS = [
    b"", b"\0", b"\xff", b"\xc3", b"\xed\xa0\x80", b"\r", b"\n", b"\t", b"\x1b[31m", b"-", b"+", b".", b",", b'"',
    b"\\", b"{", b"}", b"[", b"]", b"[" * 2000, b'{"a":' * 1200, b"0" * 5000, b"9" * 5000, b"-1", b"1e999", b"NaN",
    b"null", b"true", b" " * 300, "é".encode(), "\u202e".encode(), "٣".encode(), b"A" * 70_000,
]  # fmt: skip

# JSON values to put where another type was expected.
VALUES: list[Any] = [
    None, True, False, 0, -1, 1, 2**31, -(2**31), 2**63, -(2**63) - 1, 2**64, 10**4000, 0.5, -0.0, 1e308, "", "x",
    "0" * 5000, "\x00", "é\u202e", "A" * 5000, [], {}, [[]], [None], {"": None}, [0] * 3000,
]  # fmt: skip


def cases(count: int, *parts: object) -> Iterator[random.Random]:
    """A random number generator per case, the same in every run."""
    for number in range(count * MULTIPLIER):
        yield random.Random(f"{parts!r} {number}")


def mutate_bytes(rng: random.Random, data: bytes) -> bytes:
    """The data with one to four random edits."""
    changed = bytearray(data)
    for _ in range(rng.randint(1, 4)):
        start = rng.randint(0, len(changed))
        end = min(len(changed), start + rng.choice([0, 1, 1, 2, 8, 64]))
        match rng.randrange(5):
            case 0:
                changed[start:end] = rng.choice(FRAGMENTS)
            case 1:
                changed[start:end] = rng.randbytes(end - start)
            case 2:
                del changed[start:end]
            case 3:
                changed[start:start] = changed[start:end]
            case 4:
                del changed[start:]
    return bytes(changed)


def mutate_json(rng: random.Random, value: Any) -> Any:
    """A copy of a JSON value with one part replaced, dropped, duplicated or renamed."""
    copy = json.loads(json.dumps(value))
    holders = list(_holders(copy))
    if not holders:
        return rng.choice(VALUES)
    holder = rng.choice(holders)
    key = rng.choice(list(holder) if isinstance(holder, dict) else range(len(holder)))
    match rng.randrange(5):
        case 0 | 1:
            holder[key] = rng.choice(VALUES)
        case 2:
            del holder[key]
        case 3 if isinstance(holder, list):
            holder.insert(key, holder[key])
        case 3:
            holder[f"{key}x"] = holder.pop(key)
        case 4:
            holder[key] = _near(rng, holder[key])
    return copy


def _holders(value: Any) -> Iterator[Any]:
    """All non-empty lists and objects inside a value."""
    if isinstance(value, (dict, list)) and value:
        yield value
        for part in value.values() if isinstance(value, dict) else value:
            yield from _holders(part)


def _near(rng: random.Random, value: Any) -> Any:
    """A slightly different value of the same type."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + rng.choice([-1, 1, -1000, 1000, 2**32])
    if isinstance(value, str):
        return mutate_bytes(rng, value.encode()).decode(errors="replace")
    return [value]


def json_bytes(value: Any) -> bytes:
    """A value as JSON; an integer with more digits than `str` allows becomes that many nines."""
    try:
        return json.dumps(value, ensure_ascii=False).encode(errors="replace")
    except (ValueError, RecursionError):
        return b"9" * 5000


def mutate_text(rng: random.Random, data: bytes) -> bytes:
    """Text with edits, or with one line of JSON changed, removed, duplicated or moved."""
    if rng.random() < 0.4:
        return mutate_bytes(rng, data)
    lines = data.split(b"\n")
    at = rng.randrange(len(lines))
    match rng.randrange(8):
        case 0 if len(lines) > 1:
            del lines[at]
        case 1:
            lines.insert(at, rng.choice(lines))
        case 2 if len(lines) > 1:
            lines[at], lines[at - 1] = lines[at - 1], lines[at]
        case _:
            lines[at] = _mutate_line(rng, lines[at])
    return b"\n".join(lines)


def _mutate_line(rng: random.Random, line: bytes) -> bytes:
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        return mutate_bytes(rng, line)
    return json_bytes(mutate_json(rng, value)) if rng.random() < 0.8 else mutate_bytes(rng, line)


def mutate_json_text(rng: random.Random, data: bytes) -> bytes:
    """A JSON text of any number of lines, changed as a value or as text."""
    return _mutate_line(rng, data) if rng.random() < 0.7 else mutate_bytes(rng, data)


def mutate_packed(mutate: Mutate) -> Mutate:
    """A mutation of gzip files: mostly of what is in them."""

    def mutate_file(rng: random.Random, data: bytes) -> bytes:
        if rng.random() < 0.15:
            return mutate_bytes(rng, data)
        return gzip.compress(mutate(rng, unpacked(data)), 1, mtime=0)

    return mutate_file


def unpacked(data: bytes, limit: int = 2**20) -> bytes:
    """The unpacked content of a gzip file, up to a limit."""
    unpack = zlib.decompressobj(31)
    try:
        return unpack.decompress(data, limit)
    except zlib.error:
        return b""

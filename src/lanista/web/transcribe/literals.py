"""Plain values in JavaScript: numbers, texts and patterns."""

from __future__ import annotations

import json
import math
import re
from typing import Any

from lanista.web.transcribe.refusal import TranscribeError

SAFE = 2**53
# The parts of patterns that Python and JavaScript read alike, but for the dot
PATTERN = re.compile(r"(?:[\w @,_-]|\(|\)|[?*+|]|\{[0-9,]+\}|\[\^?[\w+-]+\]|\.)*", re.ASCII)


def is_plain(value: Any) -> bool:
    """Whether a value is None, a truth value, a number or a text."""
    return value is None or isinstance(value, bool | int | float | str)


def literal(value: Any) -> str:
    """A plain value; whole numbers beyond 2**53 keep their digits."""
    if isinstance(value, bool) or value is None:
        return json.dumps(value)
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False).replace("<", "\\u003c")  # a page must not see markup in it
    if isinstance(value, int):
        return f"{int(value)}" if abs(value) < SAFE else f"{int(value)}n"
    if not math.isfinite(value):
        raise TranscribeError("a float without a finite value")
    return repr(float(value))


def pattern_source(pattern: re.Pattern[str]) -> str:
    """A regular expression in JavaScript's syntax."""
    if not PATTERN.fullmatch(pattern.pattern) or pattern.flags & ~(re.ASCII | re.UNICODE):
        raise TranscribeError(f"the pattern {pattern.pattern!r}, of which not all parts mean the same in a page")
    return pattern.pattern.replace(".", "[^\\n]")


def bare(text: str) -> str:
    """An expression without brackets around the whole of it."""
    if not text.startswith("(") or '"' in text:
        return text
    depth = 0
    for i, character in enumerate(text):
        depth += {"(": 1, ")": -1}.get(character, 0)
        if depth == 0:
            return text[1:-1] if i == len(text) - 1 else text
    return text

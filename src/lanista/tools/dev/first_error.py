"""Picks the part of a compiler's output to show: the first error often causes the others."""

from __future__ import annotations

import re
from collections.abc import Sequence

SHOWN_LINES = 30
ERROR = re.compile(r"\b(?:fatal )?error\b|Error:", re.IGNORECASE)
PLACE = re.compile(r"[\w./\\-]+\.\w+[:(]\d+")  # a file and a line


def first_error(lines: Sequence[str]) -> list[str]:
    """The last lines of an output, or as many from its first error on if that came before."""
    if len(lines) <= SHOWN_LINES:
        return list(lines)
    begin = next((number for number, line in enumerate(lines) if is_diagnostic(line)), len(lines))
    begin = max(0, begin - 1)  # the line before may say in which file or function
    if begin >= len(lines) - SHOWN_LINES:
        return list(lines[-SHOWN_LINES:])
    rest = len(lines) - begin - SHOWN_LINES + 1
    return [*lines[begin : begin + SHOWN_LINES - 1], f"[{rest} lines more]"]


def is_diagnostic(line: str) -> bool:
    """Whether a line reports an error or names a file with a line number."""
    return ERROR.search(line) is not None or PLACE.search(line) is not None

"""What cannot be transcribed is refused: where it stands, what it is, and what to write instead."""

from __future__ import annotations

from pathlib import Path

from lanista.errors import LanistaError


class TranscribeError(LanistaError):
    """Python code that has no exact counterpart in a page."""


def refusal(file: str, line: int, name: str, what: str, instead: str) -> TranscribeError:
    """The error for something at a line of a function."""
    return TranscribeError(f"{Path(file).name}:{line} in {name}: a page cannot run {what}; {instead}")

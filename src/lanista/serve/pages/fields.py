"""Reads the fields of forms; what cannot be read is said beside its field."""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from enum import StrEnum
from typing import Any, TypeVar

from lanista.core.text import brief, join_words, whole_number

E = TypeVar("E", bound=StrEnum)
LOCAL = "%Y-%m-%dT%H:%M"  # of `datetime-local` fields; all times of a contest are UTC
MAX_NUMBER = 10**12


class FormReader:
    """The fields of a form, and the problems found so far by their names."""

    def __init__(self, form: Mapping[str, Any], lists: Mapping[str, list[str]] | None = None) -> None:
        self._form = form
        self._lists = lists or {}
        self.problems: dict[str, str] = {}

    def text(self, name: str) -> str:
        """A text; lines end as ours do."""
        value = self._form.get(name, "")
        return value.replace("\r\n", "\n") if isinstance(value, str) else ""

    def several(self, name: str) -> list[str]:
        """All values of a field that may be chosen several times."""
        return list(self._lists.get(name, []))

    def ticked(self, name: str) -> bool:
        """Whether a box is ticked."""
        return bool(self.text(name))

    def number(self, name: str, empty: int | None = None) -> int | None:
        """A whole number; `empty` if nothing was typed."""
        typed = self.text(name).strip()
        if not typed:
            if empty is None:
                self.problems[name] = "expected a whole number"
            return empty
        found = whole_number(typed)
        if found is None or abs(found) > MAX_NUMBER:
            self.problems[name] = f"expected a whole number, got {brief(typed, 40)}"
            return empty
        return found

    def moment(self, name: str) -> float:
        """A time in UTC, in seconds since 1970; 0 if nothing was typed."""
        typed = self.text(name).strip()
        if not typed:
            return 0.0
        try:
            found = datetime.datetime.strptime(typed[:16], LOCAL).replace(tzinfo=datetime.UTC)
            return max(0.0, found.timestamp())
        except (ValueError, OverflowError):
            self.problems[name] = f"expected a time such as 2026-05-31T18:00, got {brief(typed, 40)}"
            return 0.0

    def choice(self, name: str, kind: type[E], empty: E) -> E:
        """One of several words."""
        typed = self.text(name)
        try:
            return kind(typed) if typed else empty
        except ValueError:
            self.problems[name] = (
                f"expected {join_words([each.value for each in kind], 'or')}, got {brief(typed, 40)}"
            )
            return empty


def local_time(seconds: float) -> str:
    """A time as `datetime-local` fields hold it; empty for none."""
    return datetime.datetime.fromtimestamp(seconds, datetime.UTC).strftime(LOCAL) if seconds else ""

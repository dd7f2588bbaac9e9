"""Enumerations that are read several times a turn."""

from __future__ import annotations

from enum import Enum
from typing import TypeVar

E = TypeVar("E", bound=type[Enum])


def plain_members(cls: E) -> E:
    """Make the members plain attributes, as Python 3.12 does: in 3.11 each `Verdict.OK` calls a function."""
    for name, member in cls.__members__.items():
        type.__setattr__(cls, name, member)
    return cls

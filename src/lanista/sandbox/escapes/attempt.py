"""The type of an attempt, and the registry of all."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

Targets = Mapping[str, Any]  # where the bait is; see `bait`
MARK = "lanista-secret-"  # begins each secret that is laid out
Run = Callable[[Targets], str]


@dataclass(frozen=True)
class Attempt:
    """One attempt: `run` returns what it obtained, or raises an OSError or returns nothing if it was stopped."""

    name: str
    title: str
    family: int  # of attacks
    stopped_from: str  # the lowest level that promises to stop it
    tried_from: str  # the lowest level at which it may be tried: below, it would burden the machine
    alone: bool  # whether it may cost the whole tree of processes in which it is made
    run: Run


ATTEMPTS: dict[str, Attempt] = {}


def attempt(
    title: str, *, family: int, stopped_from: str = "namespaces", tried_from: str = "none", alone: bool = False
) -> Callable[[Run], Run]:
    """Register a function as an attempt, under its own name."""

    def register(run: Run) -> Run:
        ATTEMPTS[run.__name__] = Attempt(run.__name__, title, family, stopped_from, tried_from, alone, run)
        return run

    return register

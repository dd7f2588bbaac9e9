"""The results of jobs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from lanista.serve.contests import Contest
from lanista.serve.records import Job
from lanista.serve.site import Site
from lanista.serve.work.arena import ContestArena

Say = Callable[[str], None]


@dataclass(frozen=True)
class JobContext:
    """A job with its contest; `say` tells people how far it is, `is_wanted` whether others wait for the runner."""

    site: Site
    job: Job
    contest: Contest
    say: Say = lambda _: None
    others_wait: Callable[[], bool] = lambda: False

    @property
    def arena(self) -> ContestArena:
        """The game and the terms of the contest."""
        return ContestArena(self.site, self.contest)


@dataclass(frozen=True)
class JobResult:
    """The outcome of a job, for pages; `replay` is a digest. One that is not `done` is continued later."""

    outcome: dict[str, Any] = field(default_factory=dict)
    replay: str = ""
    done: bool = True


def plural(count: int, noun: str, nouns: str = "") -> str:
    """A number with its noun."""
    return f"{count:,} {noun if count == 1 else nouns or f'{noun}s'}"

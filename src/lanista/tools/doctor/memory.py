"""Whether a bot's memory grows during a match, and where that leads."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise

from lanista.tools.doctor.examination import BotExamination
from lanista.tools.doctor.feeding import Case, observe
from lanista.tools.doctor.findings import CheckStatus, Finding, ok, skipped

MEMORY_SECONDS = 10.0
WARM_UP = 0.25  # of the samples: caches fill and libraries load
MIN_SAMPLES = 12
MAX_POINTS = 60  # that slopes are taken between
LARGE = 0.5  # of the limit: less is of no interest, for many runtimes let their heaps grow for a while
MAX_AHEAD = 4  # times the turns that were seen: what is further away is only a warning
NO_LIMIT_MB = 1024  # what counts as the limit where there is none
PARTS = 5  # of the match that are compared
RISING = 0.75  # of the steps between them must go up


@dataclass(frozen=True)
class MemoryGrowth:
    """The growth of memory over a match."""

    last_mb: float
    mb_per_turn: float
    at_end_mb: float  # if it grows like this to the end of the longest match
    is_steady: bool  # it rises all the time, and is not a single step


def growth_of(samples: Sequence[tuple[int, float]], max_turns: int) -> MemoryGrowth | None:
    """The growth that samples of turns and MB show; None if there are too few.

    The slope is the median of those between all pairs of samples, which single steps do not affect.
    """
    settled = list(samples[int(WARM_UP * len(samples)) :])
    if len(settled) < MIN_SAMPLES:
        return None
    points = settled[:: max(1, len(settled) // MAX_POINTS)]
    slope = statistics.median((b - a) / (u - t) for (t, a), (u, b) in combinations(points, 2) if u > t)
    turn, last = settled[-1]
    parts = [statistics.median(mb for _, mb in part) for part in _parts(settled)]
    rises = [later > earlier for earlier, later in pairwise(parts)]
    steady = statistics.mean(rises) >= RISING
    to_come = max(0.0, slope) * max(0, max_turns - turn) if steady else 0.0
    return MemoryGrowth(last, slope, last + to_come, steady)


def _parts(samples: Sequence[tuple[int, float]]) -> list[Sequence[tuple[int, float]]]:
    size = max(1, len(samples) // PARTS)
    return [samples[begin : begin + size] for begin in range(0, len(samples) - size + 1, size)]


def keeps_its_memory(examination: BotExamination) -> Finding:
    """Whether memory stays within its limit over a long match."""
    subject = examination.subject
    match = max(examination.played, key=lambda match: len(match.replay.turns))
    replay, seat = match.replay, match.seat
    seen = observe(subject, replay, seat, seconds=examination.share(MEMORY_SECONDS), sampling=True)
    if not seen.memory_mb:
        return skipped("its memory cannot be measured: no process of it runs between two turns")
    config = subject.game.configure(subject.terms.ruleset, subject.terms.settings)
    max_turns = subject.game.max_turns(subject.game.start(config, 1, subject.seats))
    growth = growth_of(seen.memory_mb, max_turns)
    turn, last = seen.memory_mb[-1]
    if growth is None:
        return examination.cut_short(seen) or ok(f"{last:,.0f} MB after {turn} turns, too few to see growth")
    limit = subject.terms.wanted.policy().resources.memory_mb or NO_LIMIT_MB
    status = judge(growth, limit, is_near=max_turns <= MAX_AHEAD * turn)
    if status is CheckStatus.OK:
        return ok(f"{last:,.0f} MB after turn {turn}, of {limit:,} MB")
    more = f"{1024 * growth.mb_per_turn:,.0f} KB more each turn: " if growth.at_end_mb > last else ""
    return Finding(
        status,
        f"{last:,.0f} MB after turn {turn}, {more}{growth.at_end_mb:,.0f} MB in a full match",
        f"The limit is {limit:,} MB, and a bot that passes it is ended.",
        "Look for a list or a map that grows in every turn, or limit the heap of its runtime.",
        Case(replay, turn, seat, subject.conditions).command(subject),
    )


def judge(growth: MemoryGrowth, limit_mb: float, *, is_near: bool) -> CheckStatus:
    """The result of a growth; `is_near` says whether the end of the longest match is not far ahead."""
    if growth.at_end_mb <= LARGE * limit_mb:
        return CheckStatus.OK
    return (
        CheckStatus.FAILED
        if growth.at_end_mb > limit_mb and (is_near or growth.last_mb > limit_mb)
        else CheckStatus.WARNING
    )

"""Whether something grows from match to match, robustly against samples that happen to be high or low.

After a warm-up (bots get found, rules compiled, caches filled) the slope is the median of the slopes between all
pairs of samples (Theil and Sen), which a quarter of wild samples does not move. It is growth if it would add more
than an allowance over the rest of the run: an amount that a leak of one per hundred matches exceeds, and a process
that happens to be kept for its next match does not.
"""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from itertools import combinations

from tests.soak.watching import Sample

WARM_UP = 0.25  # share of the matches
MIN_SAMPLES = 12  # after the warm-up; fewer say nothing
MIN_MATCHES = 400  # after the warm-up
MAX_SAMPLES = 200  # that are compared with each other
ALLOWED = {  # growth over the rest of the run that is no leak, per worker process and in all
    "descriptors": 24.0,
    "memory_mb": 24.0,
    "processes": 12.0,
    "threads": 6.0,
    "zombies": 3.0,
    "files": 4.0,
    "cgroups": 6.0,
    "mounts": 2.0,
}


def slope(points: Sequence[tuple[float, float]]) -> float:
    """The median slope between all pairs of points."""
    found = [(y2 - y1) / (x2 - x1) for (x1, y1), (x2, y2) in combinations(points, 2) if x2 != x1]
    return statistics.median(found) if found else 0.0


def growth(samples: Sequence[Sample], name: str) -> float | None:
    """How much a value grew since the warm-up; None if there are too few samples to tell."""
    if not samples:
        return None
    first, last = samples[0].matches, samples[-1].matches
    begin = first + WARM_UP * (last - first)
    late = [sample for sample in samples if sample.matches >= begin]
    if len(late) < MIN_SAMPLES or late[-1].matches - late[0].matches < MIN_MATCHES:
        return None
    late = late[:: max(1, len(late) // MAX_SAMPLES)]
    points = [(float(sample.matches), float(getattr(sample, name))) for sample in late]
    return slope(points) * (points[-1][0] - points[0][0])


def grown(samples: Sequence[Sample]) -> dict[str, float]:
    """The sizes that grew more than is allowed, and by how much."""
    found = {name: growth(samples, name) for name in ALLOWED}
    return {name: value for name, value in found.items() if value is not None and value > ALLOWED[name]}

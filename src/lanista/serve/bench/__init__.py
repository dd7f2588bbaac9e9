"""`lanista bench server`: a contest server on this machine under spectators, readers and uploads."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec

from lanista.tools.bench.measure import Measure

Report = Callable[[str], None]


class BenchSize(msgspec.Struct, frozen=True):
    """How much is measured."""

    spectators: int = 1000
    live_seconds: float = 20.0
    bots: int = 1000
    matches: int = 100_000
    readers: int = 50
    reading_seconds: float = 15.0
    uploads: int = 100
    playing_seconds: float = 25.0  # for each of the windows with and without readers


QUICK = BenchSize(100, 6.0, 100, 5_000, 10, 4.0, 20, 6.0)


def run(report: Report = lambda _: None, *, quick: bool = False) -> Iterator[Measure]:
    """Yields all measures; every server listens on loopback, and has ended when its part is over."""
    from lanista.serve.bench import pages, spectators, uploads, work

    size = QUICK if quick else BenchSize()
    with tempfile.TemporaryDirectory(prefix="lanista-bench-") as folder:
        home = Path(folder)
        yield from spectators.run(home / "live", size, report)
        yield from uploads.run(home / "uploads", size, report)
        yield from pages.run(home / "pages", size, report)
        yield from work.run(home / "work", size, report)

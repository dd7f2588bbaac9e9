"""Matches a minute, with and without people who read the pages."""

from __future__ import annotations

import asyncio
import statistics
import time
from collections.abc import Iterator
from pathlib import Path

from lanista.serve.bench import BenchSize, Report
from lanista.serve.bench.clients import Readers
from lanista.serve.bench.pages import PAUSE
from lanista.serve.bench.server import new_contest, new_site, serving
from lanista.serve.contests import Contest
from lanista.serve.site import Site
from lanista.tools.bench.measure import Measure

WARM_UP_MATCHES = 5
WARM_UP_SECONDS = 120.0
ROUNDS = 2  # of windows without and with readers, alternately


def run(data: Path, size: BenchSize, report: Report) -> Iterator[Measure]:
    """Yields the rates of matches that a runner plays, without and with readers, and their ratio."""
    report("a runner without readers, and with them")
    rates: dict[bool, list[float]] = {False: [], True: []}
    with new_site(data) as site:
        contest = new_contest(site, built_in=4)
        with serving(data, runners=1) as owner:
            until = time.monotonic() + WARM_UP_SECONDS
            while _played(site, contest) < WARM_UP_MATCHES and time.monotonic() < until:
                time.sleep(0.2)
            for number in range(2 * ROUNDS):
                has_readers = number % 2 == 1
                report(f"window {number + 1} of {2 * ROUNDS}, {'with' if has_readers else 'without'} readers")
                before, began = _played(site, contest), time.perf_counter()
                if has_readers:
                    readers = Readers(owner.base, f"/c/{contest.slug}", size.readers, PAUSE)
                    asyncio.run(readers.read_for(size.playing_seconds))
                else:
                    time.sleep(size.playing_seconds)
                played = _played(site, contest) - before
                rates[has_readers].append(60 * played / (time.perf_counter() - began))
    alone, read = (statistics.mean(rates[has_readers]) for has_readers in (False, True))
    yield Measure("matches a minute without readers", alone, "matches/min")
    ratio = read / alone if alone else None
    yield Measure(f"matches a minute with {size.readers} readers", read, "matches/min", ratio, "without readers")


def _played(site: Site, contest: Contest) -> int:
    return site.store.counts(contest.league.id).results

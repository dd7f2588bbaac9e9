"""The page with the table of a large contest, under many readers."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from lanista.league.store.records import LeagueMatch, StoredResult
from lanista.serve.bench import BenchSize, Report
from lanista.serve.bench.clients import Readers, percentile
from lanista.serve.bench.server import new_contest, new_site, serving
from lanista.serve.contests import Contest
from lanista.serve.site import Site
from lanista.serve.work.snapshots import Snapshots
from lanista.tools.bench.measure import Measure

CHUNK = 5000
SEED = 32
SPREAD = 200.0  # of the bots' strengths, in Elo
PAUSE = 1.0  # seconds for which a reader looks at a page, on average


def run(data: Path, size: BenchSize, report: Report) -> Iterator[Measure]:
    """Yields the time to make the table, and the times in which its page and the front page are answered."""
    report(f"a contest with {size.bots:,} bots and {size.matches:,} matches")
    with new_site(data) as site:
        contest = new_contest(site, built_in=0)
        fill(site, contest, size.bots, size.matches)
        report("its table")
        began = time.perf_counter()
        Snapshots(site).refresh()
        about = f"{size.bots:,} bots, {size.matches:,} matches"
        yield Measure(f"{about}: table made by a runner", time.perf_counter() - began, "s")
    with serving(data) as owner:
        for path, name in ((f"/c/{contest.slug}/table", "table page"), (f"/c/{contest.slug}", "front page")):
            report(f"{size.readers} readers of the {name}")
            warm = Readers(owner.base, path, 1, 0.0)
            asyncio.run(warm.read_for(0.5))
            readers = Readers(owner.base, path, size.readers, PAUSE)
            asyncio.run(readers.read_for(size.reading_seconds))
            for word, part in (("p50", 0.5), ("p95", 0.95), ("p99", 0.99)):
                value = 1e3 * percentile(readers.seconds, part)
                yield Measure(f"{about}: {name}, {size.readers} readers, {word}", value, "ms")
            rate = len(readers.seconds) / size.reading_seconds
            yield Measure(f"{about}: {name}, pages a second", rate, "pages/s")
            yield Measure(f"{about}: {name}, size", readers.size / 1000, "kB")
            if readers.failures:
                yield Measure(f"{about}: {name}, errors", readers.failures, "pages")


def fill(site: Site, contest: Contest, bots: int, matches: int) -> None:
    """Made-up bots of different strengths, and made-up results of matches between them."""
    store, league = site.store, contest.league.id
    random = np.random.default_rng(SEED)
    elo = random.normal(0, SPREAD, bots)
    for number in range(bots):
        store.add_entry(league, f"bot {number}", f"{number:064x}", builtin="bench")
    cursor = store.changes(league).cursor
    first = random.integers(0, bots, matches)
    second = (first + random.integers(1, bots, matches)) % bots
    won = random.random(matches) < 1 / (1 + 10 ** ((elo[second] - elo[first]) / 400))
    runner = store.begin_runner("bench")
    for begin in range(0, matches, CHUNK):
        numbers = range(begin, min(matches, begin + CHUNK))
        planned = [LeagueMatch(n, n // 2, 0, (int(first[n]), int(second[n])), n) for n in numbers]
        store.extend(league, cursor, planned)
        results = [_result(number, is_won=bool(won[number])) for number in numbers]
        store.record(league, runner, results)
        cursor = store.changes(league, cursor).cursor
    store.end_runner(runner)


def _result(number: int, *, is_won: bool) -> StoredResult:
    ranks = (1, 2) if is_won else (2, 1)
    return StoredResult(
        number, ranks, (17, 4), "all turns played", faults=(0, 0), turns=100, seconds=0.5, ended=time.time()
    )

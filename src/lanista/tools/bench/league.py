"""`lanista bench league`: what scheduling, rating, storing and distributing the matches of leagues cost.

Costs of computations are processor time, so that other programs hardly disturb them; what waits for disks, servers
and other processes is taken by the clock.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterator
from functools import partial

import numpy as np

from lanista.league.format import Format
from lanista.league.formats import make_format
from lanista.league.history import LeagueHistory
from lanista.league.ladder.beliefs import Beliefs
from lanista.league.simulation import SimulatedLeague
from lanista.league.store.records import LeagueEntry, LeagueMatch, StoredResult
from lanista.league.table import make_table
from lanista.series.stats.plackett_luce import fit
from lanista.series.stats.rankings import Ranked
from lanista.tools.bench import crews, ladders, stores
from lanista.tools.bench.measure import Measure, cpu_seconds, wall_seconds

Report = Callable[[str], None]

FIELDS = (10, 100, 1000)  # bots
SCHEDULED = 3000  # matches whose choice is timed
RATED = 20_000  # matches
MANY = 100_000  # matches of a table and of a store
TABLE_BOTS = 100
SEED = 14


def run(report: Report = lambda _: None, *, scale: float = 1.0) -> Iterator[Measure]:
    """Yields all measures; `scale` below 1 takes fewer matches, for a first look."""
    for bots in FIELDS:
        report(f"schedules of {bots} bots")
        yield from schedules(bots, max(200, int(SCHEDULED * scale)))
        report(f"ratings of {bots} bots")
        yield from ratings(bots, max(500, int(RATED * scale)))
    many = max(1000, int(MANY * scale))
    report(f"a table over {many:,} matches")
    yield from table(many)
    report("matches that a ladder saves")
    yield from ladders.run(runs=max(2, round(6 * scale)))
    yield from stores.run(report, many, max(60, int(1000 * scale)))
    yield from crews.run(report)


def schedules(bots: int, matches: int) -> Iterator[Measure]:
    """The cost of scheduling a match, in a round robin and in a ladder."""
    rounds = make_format("round-robin", {"rounds": 10_000}, ladders.FACTS)
    seconds = [spent for spent, _ in calls(rounds, bots, matches)]
    yield Measure(f"round robin of {bots}: scheduling", 1e3 * sum(seconds) / matches, "ms/match")
    timed = list(calls(make_format("ladder", {"sure": 0.9999}, ladders.FACTS), bots, bots + matches))
    chosen = [(spent, planned) for spent, planned in timed if planned][bots // 2 :]  # newcomers need no choice
    half = len(chosen) // 2
    first, second = (sum(s for s, _ in part) / sum(n for _, n in part) for part in (chosen[:half], chosen[half:]))
    name = f"ladder of {bots}"
    yield Measure(f"{name}: choice, with all fits", 1e3 * (first + second) / 2, "ms/match")
    yield Measure(f"{name}: choice, median", 1e3 * statistics.median(s / n for s, n in chosen), "ms/match")
    yield Measure(f"{name}: longest, with a fit", 1e3 * max(s for s, _ in chosen), "ms")
    yield Measure(f"{name}: choice in the second half", 1e3 * second, "ms/match", second / first, "the first half")


def calls(rules: Format, bots: int, matches: int) -> Iterator[tuple[float, int]]:
    """Play a league of made-up bots unit by unit: the time and the matches of each call of the format."""
    elo = np.random.default_rng(SEED).normal(0, ladders.SPREAD_ELO, bots).tolist()
    league = SimulatedLeague(rules, elo, seed=SEED)
    played = 0
    while played < matches:
        began = time.process_time()
        planned = league.plan()
        yield time.process_time() - began, len(planned)
        for number in range(played, min(played + 2, len(league.history.matches))):
            league.play(number)
        played += 2


def ratings(bots: int, matches: int) -> Iterator[Measure]:
    """The cost of rating a match: while a league runs, and in a fit of all matches."""
    judged = made_up(bots, 2 * matches)
    online = Beliefs()
    online.grow(bots)

    def rate() -> None:
        for match in judged[: matches // 4]:
            online.observe(match.players, match.ranks)

    name = f"ratings of {bots}"
    yield Measure(f"{name}: while a league runs", 1e3 * cpu_seconds(rate, times=1) / (matches // 4), "ms/match")
    once, twice = (cpu_seconds(partial(fit, bots, judged[:count])) / count for count in (matches, 2 * matches))
    yield Measure(f"{name}: fit of {matches:,} matches", 1e3 * once, "ms/match")
    yield Measure(f"{name}: fit of {2 * matches:,} matches", 1e3 * twice, "ms/match", twice / once, "half of them")


def made_up(bots: int, matches: int) -> list[Ranked]:
    """Judged matches of two seats between bots of different strengths, in units of two."""
    random = np.random.default_rng(SEED)
    elo = random.normal(0, ladders.SPREAD_ELO, bots)
    first = random.integers(0, bots, matches // 2)
    second = (first + random.integers(1, bots, matches // 2)) % bots
    pairs = np.stack([np.stack([first, second], 1), np.stack([second, first], 1)], 1).reshape(-1, 2)
    won = random.random(len(pairs)) < 1 / (1 + 10 ** ((elo[pairs[:, 1]] - elo[pairs[:, 0]]) / 400))
    return [
        Ranked((a, b), (1, 2) if is_won else (2, 1), number // 2)
        for number, ((a, b), is_won) in enumerate(zip(pairs.tolist(), won.tolist(), strict=True))
    ]


def history_of(bots: int, judged: list[Ranked]) -> LeagueHistory:
    """These matches as the history of a league."""
    entries = (LeagueEntry(number, f"bot{number}", 1, f"digest{number}") for number in range(bots))
    matches = (LeagueMatch(n, match.unit, 1, match.players, match.unit) for n, match in enumerate(judged))
    results = (StoredResult(n, match.ranks, (0, 0), faults=(0, 0)) for n, match in enumerate(judged))
    return LeagueHistory(entries, matches, results)


def table(matches: int) -> Iterator[Measure]:
    """The time to make a table with all its parts."""
    history = history_of(TABLE_BOTS, made_up(TABLE_BOTS, matches))
    rules = make_format("round-robin", {"rounds": 10_000}, ladders.FACTS)
    name = f"table of {TABLE_BOTS} bots, {matches:,} matches"

    def make() -> None:
        make_table(history, rules)

    yield Measure(name, wall_seconds(make, times=3), "s")
    yield Measure(f"{name}: processor time", cpu_seconds(make, times=2), "s")

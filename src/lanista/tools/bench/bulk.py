"""Matches in bulk, for every game: how many a core plays per second, what bounds that, what a second worker adds.

Rates are matches per second of processor time, of ours and of the bots together, so that other programs on the
machine hardly disturb them; only the scaling is taken by the clock.
"""

from __future__ import annotations

import os
import statistics
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import msgspec

from lanista.bots.resolve import find_bot
from lanista.core.errors import BotError, EngineError
from lanista.engine import derive, native
from lanista.engine.ready import ready
from lanista.game import Game, first_opponent, installed_games
from lanista.match.planning import plan_match
from lanista.match.terms import MatchTerms
from lanista.series.compiling import compile_for
from lanista.series.executor import InProcess
from lanista.series.pool import LocalPool
from lanista.series.spec import MatchReport, MatchSpec, play_spec
from lanista.tools.bench.measure import Measure
from lanista.tools.bench.turns import TurnPart, played, timed_run
from lanista.tools.starters import game_strategies, starter_files, write_starter

Report = Callable[[str], None]
Play = Callable[[Iterable[MatchSpec]], Iterator[MatchReport]]

SEED = 20
SECONDS = 2.0  # of each rate, by the clock
MIN_MATCHES = 3
SLOW_SECONDS = 3.0  # a match that takes longer is measured once
RUNS = 3  # of a match whose parts are timed
WINDOWS = 3  # of the scaling
WINDOW_SECONDS = 1.0
WARM_SECONDS = 5.0  # for workers to start, and to change to compiled rules
FAVOURITE = "greedy"  # the built-in bot that is measured, if the game has it
COMPILED = ("cpp", "rust", "go")  # the first of these that can be built here is measured
PER_CORE = "matches/s per core"


def run(report: Report = lambda _: None) -> Iterator[Measure]:
    """Yields the measures of all games; `report` is called with what is being measured."""
    for game in installed_games()[0]:
        for measure in measures(game, report):
            yield replace(measure, name=f"{game.name}: {measure.name}")


def measures(game: Game[Any, Any, Any], report: Report) -> Iterator[Measure]:
    """The measures of one game."""
    bot = FAVOURITE if FAVOURITE in game.bots else first_opponent(game)
    if native.available():
        report(f"{game.name}: compiling the rules (cached for the next run)")
        compile_for(spec_of(game, bot))
        ready.prefer_compiled()
    with tempfile.TemporaryDirectory() as folder:
        report(f"{game.name}: built-in bots")
        yield from builtin_bots(game, bot, Path(folder))
        report(f"{game.name}: compiled bots, which are built first")
        yield from compiled_bots(game, Path(folder))
        report(f"{game.name}: Python bots")
        yield from python_bots(game, Path(folder))
    report(f"{game.name}: one worker and two")
    yield from scaling(spec_of(game, first_opponent(game)))  # matches of the favourite may take half a minute


def spec_of(game: Game[Any, Any, Any], bot: str) -> MatchSpec:
    """A match of a bot against itself, without budgets: a busy machine is no fault of a bot."""
    seats = game.default_seats
    return MatchSpec(0, game.name, (bot,) * seats, tuple(range(seats)), SEED, MatchTerms(no_timeout=True))


# Rates


@dataclass(frozen=True)
class Rate:
    """Matches, and the seconds of processor time that they cost."""

    matches: int
    ours: float
    bots: float  # including their supervisors, the start and the end of their processes
    seconds: float  # by the clock

    @property
    def per_core(self) -> float:
        """Matches per second on one core."""
        return self.matches / (self.ours + self.bots)

    def details(self, name: str) -> Iterator[Measure]:
        """Our part of a match, and how fast one follows the other while its bots think at the same time."""
        share = self.ours / (self.ours + self.bots)
        yield Measure(f"- {name}: beyond the bots", 1000 * self.ours / self.matches, "ms", share, "the match")
        yield Measure(f"- {name}: by the clock, one at a time", self.matches / self.seconds, "matches/s")


def rate(spec: MatchSpec, play: Play) -> Rate:
    """Play matches for a while, the first one for warming up."""
    first = play_spec(spec)
    check(first)
    enough = 1 if first.seconds > SLOW_SECONDS else MIN_MATCHES
    ours, bots, began = time.process_time(), os.times(), time.perf_counter()
    matches = 0
    with closing(play(endless(spec))) as reports:  # type: ignore[type-var]
        for report in reports:
            check(report)
            matches += 1
            if matches >= enough and time.perf_counter() - began > SECONDS:
                break
    ended = os.times()  # their processes have ended, so that what they used is counted
    used = ended.children_user + ended.children_system - bots.children_user - bots.children_system
    return Rate(matches, time.process_time() - ours, used, time.perf_counter() - began)


def endless(spec: MatchSpec) -> Iterator[MatchSpec]:
    """Matches like this one, each with its own seed."""
    number = 0
    while True:
        number += 1
        yield msgspec.structs.replace(spec, number=number, seed=derive(SEED, "match", number))


def check(report: MatchReport) -> None:
    """Refuse to measure matches that are not played."""
    if report.error or report.void:
        raise EngineError(f"a match could not be measured: {report.error or report.void}")


def alive(specs: Iterable[MatchSpec]) -> Iterator[MatchReport]:
    """Play with bots that stay alive between matches."""
    return InProcess().run(specs)


def restarted(specs: Iterable[MatchSpec]) -> Iterator[MatchReport]:
    """Play with bots that are started for every match."""
    for spec in specs:
        yield play_spec(spec)


# Built-in bots


def builtin_bots(game: Game[Any, Any, Any], bot: str, folder: Path) -> Iterator[Measure]:
    """The matches of a built-in bot that a core plays per second, and a profile of their time."""
    yield Measure(f"built-in {bot}", rate(spec_of(game, bot), alive).per_core, PER_CORE)
    parts, start = parts_of_match(game, bot, folder)
    whole = start + sum(parts.values())
    for name, seconds in [*((part.value, parts[part]) for part in parts), ("start and end of the match", start)]:
        yield Measure(f"- {name}", 1000 * seconds, "ms", seconds / whole, "the match")
    beyond = whole - parts[TurnPart.BOTS]
    yield Measure("- built-in: beyond the bots", 1000 * beyond, "ms", beyond / whole, "the match")


def parts_of_match(game: Game[Any, Any, Any], bot: str, folder: Path) -> tuple[dict[TurnPart, float], float]:
    """Seconds of each part of a match that is not recorded, and of its start and end; the least of some runs."""
    plan = plan_match(game.name, [bot] * game.default_seats, seed=SEED)
    starts, runs = [], []
    for run in range(RUNS):
        fresh = replace(plan, setup=replace(plan.setup, seed=SEED + 1 + run))  # a map of the same seed may be kept
        began = time.perf_counter()
        turns = played(fresh).seconds
        starts.append(time.perf_counter() - began - sum(turns))
        runs.append(timed_run(plan, folder / f"{run}.jsonl.gz").rows)
        if sum(turns) > SLOW_SECONDS:
            break
    parts = [part for part in TurnPart if part is not TurnPart.RECORDING]
    return {part: min(sum(row[part] for row in rows) for rows in runs) for part in parts}, min(starts)


# Bots that are processes


def compiled_bots(game: Game[Any, Any, Any], folder: Path) -> Iterator[Measure]:
    """The matches of compiled bots that a core plays per second."""
    built = next((language for language in COMPILED if build(game, language, folder / language)), "")
    if built:
        found = rate(spec_of(game, str(folder / built)), alive)
        yield Measure(f"{built} bots that stay alive", found.per_core, PER_CORE)
        yield from found.details(built)


def python_bots(game: Game[Any, Any, Any], folder: Path) -> Iterator[Measure]:
    """The matches of Python processes that a core plays per second, if they stay alive and if they do not."""
    if not build(game, "python", folder / "python"):
        return
    spec = spec_of(game, str(folder / "python"))
    staying, starting = rate(spec, alive), rate(spec, restarted)
    ratio = staying.per_core / starting.per_core
    yield Measure("Python bots that stay alive", staying.per_core, PER_CORE, ratio, "started for every match")
    yield from staying.details("Python")
    yield Measure("Python bots, started for every match", starting.per_core, PER_CORE)


def build(game: Game[Any, Any, Any], language: str, folder: Path) -> bool:
    """Write a starter and build it; false if that cannot be done here."""
    if language not in game_strategies(game):
        return False
    write_starter(folder, starter_files(language, game, "bench"))
    try:
        find_bot(game, str(folder))
    except BotError:
        return False
    return True


# Workers


def scaling(spec: MatchSpec) -> Iterator[Measure]:
    """Matches per second with one worker and with two, measured alternately."""
    with ExitStack() as stack:
        pools = {
            jobs: stack.enter_context(closing(LocalPool(jobs).run(endless(spec))))  # type: ignore[type-var]
            for jobs in (1, 2)
        }
        slowest = min(window(reports, jobs, WARM_SECONDS) for jobs, reports in pools.items())
        count = WINDOWS if slowest > 1 else 1  # of matches that take long, few are enough
        windows = [
            {jobs: window(reports, jobs, WINDOW_SECONDS) for jobs, reports in pools.items()} for _ in range(count)
        ]
    rates = {jobs: statistics.median(row[jobs] for row in windows) for jobs in pools}
    ratio = statistics.median(row[2] / row[1] for row in windows)
    yield Measure("matches with 1 worker", rates[1], "matches/s")
    yield Measure("matches with 2 workers", rates[2], "matches/s", ratio, "1 worker")


def window(reports: Iterator[MatchReport], jobs: int, seconds: float) -> float:
    """Matches per second of a pool; first come those that it finished while nobody asked."""
    for _ in range(2 * jobs):
        check(next(reports))
    matches, began = 0, time.perf_counter()
    while matches < MIN_MATCHES or time.perf_counter() - began < seconds:
        check(next(reports))
        matches += 1
    return matches / (time.perf_counter() - began)

"""Plays units of matches until a sequential test decides."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path

from lanista.core.errors import BotError, InputError
from lanista.core.text import inert, quoted
from lanista.game import SEED_BITS
from lanista.series.compare import store
from lanista.series.compare.counting import Counting
from lanista.series.compare.question import Arrangement, ComparisonQuestion
from lanista.series.compare.replays import Keep, Replays
from lanista.series.compare.result import ComparedMatch, result_of
from lanista.series.compare.standing import ComparisonStanding
from lanista.series.compare.telling import Telling
from lanista.series.cores import default_jobs
from lanista.series.executor import Executor, InProcess
from lanista.series.pool import LocalPool
from lanista.series.spec import MatchReport, MatchSpec
from lanista.series.stats import Sprt

STEADY_UNITS = 10  # after which the played ones count as much as the expectation
MAX_SKIPPED = 3  # units in a row without a result, until a comparison gives up


@dataclass(frozen=True)
class ComparisonStorage:
    """The folders of a comparison's results and replays; by default, replays are in a new folder in `replays/`."""

    folder: Path = store.FOLDER
    keep: Keep = Keep.LOST
    replays: Path | None = None
    fresh: bool = False  # whether results that are stored already are forgotten


class Comparison:
    """A comparison that can be run, stopped and continued; its results are stored as they come.

    Whatever is wrong with the bots or settings raises a LanistaError before the first match.
    """

    def __init__(
        self,
        question: ComparisonQuestion,
        test: Sprt,
        *,
        max_units: int,
        jobs: int | None = None,
        storage: ComparisonStorage | None = None,
        executor: Executor | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.arrangement = Arrangement(question)
        self.names = self.arrangement.names
        self.jobs = jobs or default_jobs(self.arrangement.thinking)
        self._test = test
        self._executor = executor or (LocalPool(self.jobs) if self.jobs > 1 else InProcess())
        self._clock = clock
        self._max_units = max_units
        storage = storage or ComparisonStorage()
        self._fresh = storage.fresh
        self._parts = len(self.arrangement.lineups)
        self.path = store.find_file(storage.folder, self.arrangement.digest, question.seed)
        self.replays = Replays(storage.keep, self.arrangement.game.name, self.names[:2], storage.replays)
        self._present: set[int] = set()  # entrants that have got ready
        self._load()

    def _load(self) -> None:
        """Take over the stored results."""
        stored = store.Stored() if self._fresh else store.load(self.path)
        seed = stored.head.seed if stored.head else self.arrangement.question.seed
        self.seed = secrets.randbits(SEED_BITS - 1) if seed is None else seed
        self._size = stored.size
        self._counting = Counting(self.arrangement, self._test, self._max_units)
        for result in stored.results:
            self._counting.add(result)
        self._counting.skipped_in_row = 0
        self.standing = replace(self._counting.standing, stored=self._counting.standing.matches)

    def run(self) -> Generator[ComparisonStanding, None, None]:
        """Play, with a standing after every match; closing the iterator ends the matches that are running."""
        if self.standing.is_over:
            return
        with store.opened(self.path) as file, closing(self.replays), closing(self._play()) as results:
            self._begin(file)
            for result in results:
                file.add(result)
                self._size = file.size
                self._take(result)
                yield self.standing
                if self._is_over():
                    break

    def _begin(self, file: store.ComparisonFile) -> None:
        """Append to the stored results, including any that another process has added meanwhile."""
        if not self._fresh and store.load(self.path).size != self._size:
            self._load()
        self._fresh = False
        file.resume(self._size, store.Head(self.seed, self.arrangement.game.name, list(self.arrangement.specs)))

    def _play(self) -> Generator[ComparedMatch, None, None]:
        """Play matches for as long as results are taken."""
        self._began = self._clock()
        self._finished = 0
        with closing(self._executor.run(self._specs())) as reports:  # type: ignore[type-var]
            for report in reports:
                self._refuse_changed(report)
                self._refuse_absent(report)
                self._finished += 1
                yield result_of(report, self._parts)

    def _is_over(self) -> bool:
        return self.standing.is_over

    def most_telling(self) -> list[Telling]:
        """The matches worth watching first."""
        return self._counting.candidates.most_telling()

    def _specs(self) -> Iterator[MatchSpec]:
        """Yield the missing matches; a unit without a result is replaced by another one."""
        for unit in count():
            if unit >= self._max_units + self._counting.skipped:
                return
            for part in range(self._parts):
                if not self._counting.has(unit, part):
                    number = unit * self._parts + part
                    yield self.arrangement.spec(unit, part, self.seed, self.replays.path(number))

    def _take(self, result: ComparedMatch) -> None:
        """Record the result of a match that was just played."""
        counting = self._counting
        counting.add(result)
        self.replays.sort_out(result, counting.candidates.files)
        elapsed = self._clock() - self._began
        rate = self._finished / elapsed if elapsed > 0 else 0.0
        self.standing = replace(
            counting.standing,
            stored=self.standing.stored,
            matches_per_second=rate,
            seconds_left=self._seconds_left(counting.standing, rate),
        )
        if counting.skipped_in_row >= MAX_SKIPPED:
            raise InputError(
                f"{counting.skipped_in_row} pairs in a row have no result, the last one because: "
                f"{counting.last_error}; what was played before is kept"
            )

    def _seconds_left(self, standing: ComparisonStanding, rate: float) -> float | None:
        if standing.status.units_left is None or not rate:
            return None
        return self._units_left(standing, standing.status.units_left) * self._parts / rate

    def _units_left(self, standing: ComparisonStanding, seen: float) -> float:
        """Expected units: at first those of an undecided test, then increasingly what the played ones suggest."""
        share = standing.units / (standing.units + STEADY_UNITS)
        planned = max(self.expected_units - standing.units, 0.0)
        return min(share * seen + (1 - share) * planned, standing.max_units - standing.units)

    @property
    def expected_units(self) -> float:
        """The mean number of units for a difference as hard to see as the test's bounds."""
        return min(self._test.expected_units(self.standing.sample.matches), float(self._max_units))

    def _refuse_changed(self, report: MatchReport) -> None:
        """Refuse a match whose bots differ from those of the stored results."""
        for entrant, digest in zip(report.spec.entrants, report.digests, strict=False):
            if digest != self.arrangement.bots[entrant].digest:
                raise InputError(
                    f"the bot {quoted(self.names[entrant])} was changed during the comparison; what was played "
                    "before is kept, and the same command now compares the new version"
                )

    def _refuse_absent(self, report: MatchReport) -> None:
        """Refuse a bot that never got ready; one that did before has only lost this match."""
        entrants = report.spec.entrants
        for seat in report.absent:
            entrant = entrants[seat]
            if entrant not in self._present:
                why = report.first_faults[seat] if report.first_faults else "it did not get ready"
                name = quoted(self.names[entrant])
                raise BotError(
                    f"the bot {name} cannot be started: {inert(why, 400)}; to see more: {report.command}"
                )
        self._present |= {entrant for seat, entrant in enumerate(entrants) if seat not in report.absent}

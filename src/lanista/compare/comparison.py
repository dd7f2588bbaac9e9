"""Plays units of matches until a sequential test decides."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any

from lanista.arena import Executor, InProcess, LocalPool, MatchReport, MatchSpec, default_jobs
from lanista.compare import store
from lanista.compare.ledger import Ledger, Unit
from lanista.compare.panel import opponents, panel_strength, panel_test
from lanista.compare.question import Arrangement, Question
from lanista.compare.replays import Keep, Replays
from lanista.compare.result import Result, result_of
from lanista.compare.standing import Standing
from lanista.compare.tally import Tally
from lanista.compare.telling import Candidates, Telling
from lanista.errors import BotError, InputError
from lanista.game import SEED_BITS
from lanista.stats import Sample, Sprt, strength
from lanista.text import inert, quoted

MAX_LOST_UNITS = 3  # in a row without a result, until a comparison gives up


class Comparison:
    """A comparison that can be run, stopped and continued; its results are stored as they come.

    `folder` holds the stored results, by default `.lanista/compare`; `replays` the kept matches, by default a new
    folder in `replays/`. Whatever is wrong with the bots or settings raises a LanistaError before the first match.
    """

    def __init__(
        self,
        question: Question,
        test: Sprt,
        *,
        max_units: int,
        jobs: int | None = None,
        folder: Path | None = None,
        keep: Keep = Keep.LOST,
        fresh: bool = False,
        replays: Path | None = None,
        executor: Executor | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.arrangement = Arrangement(question)
        self.names = self.arrangement.names
        self.jobs = jobs or default_jobs(self.arrangement.programs)
        self._test = test
        self._unit_test = panel_test(test) if question.against else test
        self._executor = executor or (LocalPool(self.jobs) if self.jobs > 1 else InProcess())
        self._clock = clock
        self._max_units = max_units
        self._fresh = fresh
        self._parts = len(self.arrangement.lineups)
        self.path = store.find_file(folder or store.FOLDER, self.arrangement.digest, question.seed)
        self.replays = Replays(keep, self.arrangement.game.name, self.names[:2], replays)
        self._load()

    def _load(self) -> None:
        """Take over the stored results."""
        question = self.arrangement.question
        stored = store.Stored() if self._fresh else store.load(self.path)
        seed = stored.head.seed if stored.head else question.seed
        self.seed = secrets.randbits(SEED_BITS - 1) if seed is None else seed
        self._size = stored.size
        self._ledger = Ledger(self._parts)
        self._tally = Tally(self.names, len(question.maps), panel=bool(question.against))
        self._candidates = Candidates()
        self._units: list[Unit] = []
        self._skipped = self._skipped_in_row = 0
        self._last_error = ""
        self._present: set[int] = set()  # entrants that have got ready
        self.standing = self._first_standing()
        for result in stored.results:
            self._add(result)
        self._skipped_in_row = 0
        self.standing = replace(self.standing, stored=self.standing.matches)

    def run(self) -> Generator[Standing, None, None]:
        """Play on, with a standing after every match; closing the iterator ends the matches that are running."""
        if self.standing.is_over:
            return
        head = store.Head(self.seed, self.arrangement.game.name, list(self.arrangement.specs))
        with (
            store.opened(self.path, head, self._size) as file,
            closing(self.replays),
            closing(self._play()) as results,
        ):
            for result in results:
                file.add(result)
                self._size = file.size
                self._take(result)
                yield self.standing
                if self._is_over():
                    break

    def _play(self) -> Generator[Result, None, None]:
        """Play matches without end."""
        self._began = self._clock()
        self._finished = 0
        with closing(self._executor.run(self._specs())) as reports:  # type: ignore[type-var]
            for report in reports:
                self._refuse_absent(report)
                self._finished += 1
                yield result_of(report, self._parts)

    def _is_over(self) -> bool:
        return self.standing.is_over

    def most_telling(self) -> list[Telling]:
        """The matches worth watching first."""
        return self._candidates.most_telling()

    def _specs(self) -> Iterator[MatchSpec]:
        """The matches that are missing; a unit without a result is replaced by another one."""
        for unit in count():
            if unit >= self._max_units + self._skipped:
                return
            for part in range(self._parts):
                if not self._ledger.has(unit, part):
                    number = unit * self._parts + part
                    yield self.arrangement.spec(unit, part, self.seed, self.replays.path(number))

    def _take(self, result: Result) -> None:
        """Take in the result of a match that was just played."""
        self._add(result)
        self.replays.sort_out(result, self._candidates.files)
        elapsed = self._clock() - self._began
        rate = self._finished / elapsed if elapsed > 0 else 0.0
        self.standing = replace(
            self.standing, matches_per_second=rate, seconds_left=self._seconds_left(self.standing, rate)
        )
        if self._skipped_in_row >= MAX_LOST_UNITS:
            raise InputError(
                f"{self._skipped_in_row} matches in a row have no result, the last one because: "
                f"{self._last_error}; what was played before is kept"
            )

    def _seconds_left(self, standing: Standing, rate: float) -> float | None:
        if standing.status.units_left is None or not rate:
            return None
        units = min(standing.status.units_left, standing.max_units - standing.units)
        return units * self._parts / rate

    def _add(self, result: Result) -> None:
        """Count a result, and the units that it completes, up to the decision."""
        if self.standing.is_over or self._ledger.has(result.unit, result.part):
            return
        self._ledger.add(result)
        self._tally.see(result)
        self._candidates.add(result, self.arrangement.seats)
        self.standing = replace(self.standing, matches=self.standing.matches + 1)
        for unit in self._ledger.complete():
            self._settle(unit)
            if self.standing.is_over:
                break
        self.standing = replace(
            self.standing,
            new=self._tally.sides[0],
            old=self._tally.sides[1],
            draws=self._tally.draws,
            errors=self._tally.errors,
            first_error=self._tally.first_error,
            all_alike=self._tally.all_alike,
            all_mirrored=self._tally.all_mirrored,
        )

    def _settle(self, unit: Unit) -> None:
        """Count a unit, or skip it if one of its matches has no result."""
        score = unit.score
        if score is None:
            self._skipped += 1
            self._skipped_in_row += 1
            self._last_error = unit.error
            return
        self._skipped_in_row = 0
        self._units.append(unit)
        self._tally.count(unit)
        counts = {**self.standing.sample.counts, score: self.standing.sample.counts.get(score, 0) + 1}
        sample = Sample(counts, self.standing.sample.matches)
        measured = strength(sample)
        against = self.arrangement.question.against
        self.standing = replace(
            self.standing,
            sample=sample,
            status=self._unit_test.status(sample),
            strength=panel_strength(measured) if against else measured,
            units=len(self._units),
            opponents=opponents(self.names[2:], self._units, self._parts),
        )

    def _first_standing(self) -> Standing:
        against = self.arrangement.question.against
        size: Any = self._parts / 4 if against else self._parts
        sample = Sample({}, size)
        new, old = self._tally.sides
        return Standing(
            self._test, sample, self._unit_test.status(sample), None, 0, self._max_units, 0, 0, new, old, 0
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

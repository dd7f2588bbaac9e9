"""Counts results: complete units, their scores, and the test's status."""

from __future__ import annotations

from dataclasses import replace

from lanista.series.compare.ledger import Ledger, Unit
from lanista.series.compare.panel import Opponents, panel_strength, panel_test
from lanista.series.compare.question import NEW, OLD, Arrangement
from lanista.series.compare.result import ComparedMatch
from lanista.series.compare.standing import ComparisonStanding
from lanista.series.compare.tally import ComparisonTally
from lanista.series.compare.telling import Candidates
from lanista.series.stats import ScoreSample, Sprt, strength


class Counting:
    """The standing of a comparison, from its results in any order; nothing changes it after the decision."""

    def __init__(self, arrangement: Arrangement, test: Sprt, max_units: int) -> None:
        question, parts = arrangement.question, len(arrangement.lineups)
        self.candidates = Candidates()
        self.skipped = self.skipped_in_row = 0  # units without a result
        self.last_error = ""
        self._seats = arrangement.seats
        self._panel = bool(question.against)
        self._test = panel_test(test) if self._panel else test
        self._ledger = Ledger([NEW if NEW in lineup else OLD for lineup in arrangement.lineups])
        self._tally = ComparisonTally(arrangement.names, len(question.maps), panel=self._panel)
        self._opponents = Opponents(arrangement.names[2:], parts)
        self.standing = self._first(test, parts / 4 if self._panel else parts, max_units)

    def _first(self, test: Sprt, unit_size: float, max_units: int) -> ComparisonStanding:
        sample = ScoreSample({}, unit_size)
        new, old = self._tally.sides
        status = self._test.status(sample)
        return ComparisonStanding(test, sample, status, None, 0, max_units, 0, 0, new, old, 0, self._seats)

    def has(self, unit: int, part: int) -> bool:
        """Whether a match has a result."""
        return self._ledger.has(unit, part)

    def add(self, result: ComparedMatch) -> None:
        """Count a result, and the units that it completes."""
        if self.standing.is_over or not self._ledger.wants(result):
            return
        self._ledger.add(result)
        self._tally.see(result)
        self.candidates.add(result, self._seats)
        for unit in self._ledger.complete():
            self._settle(unit)
        self._update()

    def _settle(self, unit: Unit) -> None:
        """Count a unit before the decision, or skip it if one of its matches has no result."""
        if self.standing.is_over:
            return
        score = unit.score
        if score is None:
            self.skipped += 1
            self.skipped_in_row += 1
            self.last_error = unit.error
            return
        self.skipped_in_row = 0
        self._tally.count(unit)
        self._opponents.count(unit)
        before = self.standing.sample
        sample = ScoreSample({**before.counts, score: before.counts.get(score, 0) + 1}, before.matches)
        self.standing = replace(
            self.standing,
            sample=sample,
            units=sample.units,
            status=self._test.status(sample),
            is_certain=self._tally.is_certain,
        )

    def _update(self) -> None:
        """Update everything that no decision depends on."""
        tally, sample = self._tally, self.standing.sample
        measured = strength(sample)
        self.standing = replace(
            self.standing,
            strength=panel_strength(measured) if self._panel else measured,
            matches=self.standing.matches + 1,
            new=tally.sides[NEW],
            old=tally.sides[OLD],
            draws=tally.draws,
            opponents=self._opponents.results() if self.standing.units else (),
            errors=tally.errors,
            voided=tally.voided,
            remarked=tally.remarked,
            first_remark=tally.first_remark,
            first_error=tally.first_error,
            all_alike=tally.all_alike,
            different=tally.different if tally.all_alike else 0,
            all_mirrored=tally.all_mirrored,
        )

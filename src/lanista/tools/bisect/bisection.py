"""The search for the commit that made a bot weaker: which versions play each other, and what follows from it."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from enum import Enum
from itertools import pairwise
from typing import Protocol

from lanista.core.errors import BotError, FileError, InputError
from lanista.series.compare import ComparisonStanding
from lanista.series.stats import Sprt, SprtDecision
from lanista.tools.bisect.git import Commit, GitError, ObjectError
from lanista.tools.bisect.hypotheses import endless, first_test, is_loss, measured_loss, step_test, units_missing
from lanista.tools.bisect.prepare import Prepared
from lanista.tools.bisect.search import CandidateMark, Search


class Stage(Enum):
    """The stages of a bisection."""

    CONFIRMING = "BAD against GOOD"
    SEARCHING = "a commit against GOOD"
    MEASURING = "the culprit against the commit before"


class BisectionEnd(Enum):
    """How a bisection ended."""

    FOUND = "found"  # one commit, or one of several if some could not be tested
    UNCONFIRMED = "unconfirmed"  # the loss crept in, or a test erred
    NO_LOSS = "no loss"  # BAD is as good as GOOD
    UNDECIDED = "undecided"  # not enough matches to show a loss


class RunningComparison(Protocol):
    """A comparison of two bots, as `lanista.series.compare.Comparison`."""

    standing: ComparisonStanding

    def run(self) -> Generator[ComparisonStanding, None, None]:
        """Play until it is decided."""
        ...


Prepare = Callable[[Commit], Prepared]  # the bot of a commit, ready to play; raises BotError if it cannot
Compare = Callable[[str, str, Sprt], RunningComparison]  # of a new bot with an old one


@dataclass
class CommitFinding:
    """The state of knowledge about a commit."""

    commit: Commit
    mark: CandidateMark = CandidateMark.UNTESTED
    reason: str = ""  # why it was skipped
    standing: ComparisonStanding | None = None  # of its test against GOOD


@dataclass(frozen=True)
class BisectionState:
    """A moment of a bisection: which commit is being tested against which, and how that stands."""

    stage: Stage
    commit: Commit
    against: Commit
    standing: ComparisonStanding | None
    test: Sprt


@dataclass
class Bisection:
    """Finds the commit that made a bot weaker; `commits` begin with GOOD and end with BAD."""

    commits: Sequence[Commit]
    prepare: Prepare
    compare: Compare
    requested: Sprt
    outcome: BisectionEnd | None = None  # None until the end
    loss: ComparisonStanding | None = None  # of the culprit against the commit before
    findings: list[CommitFinding] = field(init=False)  # of the commits that changed the bot, GOOD first
    _known: dict[str, CommitFinding] = field(default_factory=dict)  # by digest of the bot

    def __post_init__(self) -> None:
        changes = [self.commits[0], *_changes(self.commits)]
        self.findings = [CommitFinding(commit) for commit in changes]
        self.search = Search(max(2, len(changes)))
        self._first = first_test(self.requested, self.search.max_tests + 1)

    @property
    def good(self) -> Commit:
        """GOOD."""
        return self.commits[0]

    @property
    def suspects(self) -> list[Commit]:
        """The commits of which one is the culprit, oldest first."""
        return [self.findings[index].commit for index in self.search.suspects]

    @property
    def before(self) -> Commit:
        """The last commit that is known to be good."""
        return self.findings[self.search.suspects[0] - 1].commit

    @property
    def voided(self) -> int:
        """The number of matches that were played again because of doubtful timeouts."""
        standings = [self.loss, *(finding.standing for finding in self.findings)]
        different = {id(standing): standing for standing in standings if standing is not None}
        return sum(standing.voided for standing in different.values())

    def run(self) -> Generator[BisectionState, None, None]:
        """Yields whenever something is new; everything played so far is kept if it is closed."""
        yield from self._confirm()
        if self.outcome is None:
            yield from self._search()
            yield from self._measure()

    def _confirm(self) -> Iterator[BisectionState]:
        """Test BAD against GOOD, unless they are the same."""
        good, bad = self.findings[0], self.findings[-1]
        digests = [self._prepare_end(finding, name) for finding, name in ((good, "GOOD"), (bad, "BAD"))]
        good.mark = CandidateMark.GOOD
        if digests[0] == digests[1]:
            self.outcome, bad.mark = BisectionEnd.NO_LOSS, CandidateMark.GOOD
            return
        bad.standing = yield from self._play(Stage.CONFIRMING, bad.commit, good.commit, self._first)
        if bad.standing.decision is SprtDecision.UNDECIDED:
            self.outcome = BisectionEnd.UNDECIDED
            return
        bad.mark = MARKS[bad.standing.decision]
        self.outcome = BisectionEnd.NO_LOSS if bad.mark is CandidateMark.GOOD else None
        self._known = dict(zip(digests, (good, bad), strict=True))

    def _prepare_end(self, finding: CommitFinding, name: str) -> str:
        """The digest of the bot at GOOD or BAD, which must be able to play."""
        try:
            return self.prepare(finding.commit).digest
        except (BotError, ObjectError) as error:
            raise BotError(f"the bot cannot play at {name}, {finding.commit}: {error}") from None

    def _search(self) -> Iterator[BisectionState]:
        """Test the middle of the commits that are left, again and again."""
        while (index := self.search.next()) is not None:
            finding = self.findings[index]
            yield BisectionState(Stage.SEARCHING, finding.commit, self.good, None, self._step)
            try:
                yield from self._test(finding)
            except (FileError, GitError):
                raise
            except InputError as error:
                finding.mark, finding.reason = CandidateMark.SKIPPED, str(error)
            self.search.record(index, finding.mark)

    def _test(self, finding: CommitFinding) -> Iterator[BisectionState]:
        """Test a commit against GOOD, unless its version is known; without a decision it is skipped."""
        digest = self.prepare(finding.commit).digest
        if known := self._known.get(digest):
            finding.mark, finding.standing, finding.reason = known.mark, known.standing, known.reason
            return
        finding.standing = yield from self._play(Stage.SEARCHING, finding.commit, self.good, self._step)
        finding.mark = MARKS[finding.standing.decision]
        if finding.mark is CandidateMark.SKIPPED:
            finding.reason = f"undecided after {finding.standing.units} pairs"
        self._known[digest] = finding

    def _measure(self) -> Iterator[BisectionState]:
        """Measure the culprit's loss against the last good commit."""
        playing = self._play(Stage.MEASURING, self.suspects[-1], self.before, endless(self._step))
        with closing(playing):
            for moment in playing:
                self.loss = moment.standing and with_time_left(moment.standing)
                yield replace(moment, standing=self.loss)
                if self.loss and units_missing(self.loss.strength, self.loss.units) == 0:
                    break
        confirmed = self.loss is not None and is_loss(self.loss.strength)
        self.outcome = BisectionEnd.FOUND if confirmed else BisectionEnd.UNCONFIRMED

    @property
    def _step(self) -> Sprt:
        standing = self.findings[-1].standing
        loss = measured_loss(standing.strength, self._first.model) if standing else 0.0
        return step_test(self._first, loss)

    def _play(
        self, stage: Stage, new: Commit, old: Commit, test: Sprt
    ) -> Generator[BisectionState, None, ComparisonStanding]:
        """Compare the bots of two commits; returns the final standing."""
        comparison = self.compare(self.prepare(new).bot, self.prepare(old).bot, test)
        yield BisectionState(stage, new, old, comparison.standing, test)
        with closing(comparison.run()) as standings:
            for standing in standings:
                yield BisectionState(stage, new, old, standing, test)
        return comparison.standing


MARKS = {
    SprtDecision.ACCEPTED: CandidateMark.GOOD,
    SprtDecision.REJECTED: CandidateMark.BAD,
    SprtDecision.UNDECIDED: CandidateMark.SKIPPED,
}


def with_time_left(standing: ComparisonStanding) -> ComparisonStanding:
    """A standing of a measurement, which ends when it is precise and not by a decision."""
    missing = units_missing(standing.strength, standing.units)
    if missing is None or not standing.units or not standing.matches_per_second:
        return replace(standing, seconds_left=None)
    matches = min(missing, standing.max_units - standing.units) * standing.matches / standing.units
    return replace(standing, seconds_left=matches / standing.matches_per_second)


def _changes(commits: Sequence[Commit]) -> Iterator[Commit]:
    """The commits whose version of the bot differs from the one before."""
    for before, commit in pairwise(commits):
        if commit.version != before.version:
            yield commit

"""Whole bisections of made-up commits with made-up results."""

from __future__ import annotations

import math
import random

import pytest

from lanista.core.errors import BotError, FileError, InputError
from lanista.series.stats import Sprt, SprtDecision
from lanista.tools.bisect.bisection import Bisection, BisectionEnd, Stage
from lanista.tools.bisect.prepare import Prepared
from lanista.tools.bisect.search import CandidateMark
from tests.rows import every_row
from tests.tools.bisect.made_up_results import EVEN, LOST, UNCLEAR, Drawn, Made, Playing, bisect, history, standing


@every_row("culprit", range(1, 17))
def test_the_culprit_is_found_and_measured(culprit):
    made = Made(culprit)
    bisection = bisect(made, range(17))
    assert bisection.outcome is BisectionEnd.FOUND
    assert [int(commit.sha) for commit in bisection.suspects] == [culprit]
    assert made.played[0] == (16, 0)
    assert made.played[-1] == (culprit, culprit - 1), "measured against the commit before"
    assert len(made.played) <= math.ceil(math.log2(16)) + 2
    assert made.closed == len(made.played)
    assert bisection.loss is not None


@every_row("seed", range(10))
def test_the_answer_contains_the_culprit_whatever_is_broken(seed):
    chance = random.Random(seed)
    for _ in range(5):
        commits = chance.randint(2, 40)
        made = Made(chance.randint(1, commits - 1))
        made.broken = frozenset(chance.sample(range(1, commits), chance.randint(0, commits - 1))) - {commits - 1}
        bisection = bisect(made, range(commits))
        suspects = [int(commit.sha) for commit in bisection.suspects]
        assert bisection.outcome is BisectionEnd.FOUND
        assert made.culprit in suspects
        assert set(suspects[:-1]) <= made.broken
        assert len(made.played) <= math.ceil(math.log2(max(2, commits - 1))) + 2


def test_the_same_version_is_not_played_twice():
    """Commits that do not touch the bot are no candidates; a version that comes back is known."""
    made = Made(3)
    bisection = bisect(made, ["a", "a", "b", "c", "c", "c", "d", "d"])
    assert [finding.commit.sha for finding in bisection.findings] == ["0", "2", "3", "6"]
    assert [commit.sha for commit in bisection.suspects] == ["3"]
    reverted = Made(3)
    bisection = bisect(reverted, ["a", "b", "a", "c"])
    assert [commit.sha for commit in bisection.suspects] == ["3"]
    assert reverted.played == [(3, 0), (3, 2)], "commit 2 is GOOD's version again"


@pytest.mark.parametrize(
    ("versions", "results", "outcome"),
    [
        ("aab", {2: EVEN}, BisectionEnd.NO_LOSS),
        ("aab", {2: UNCLEAR}, BisectionEnd.UNDECIDED),
        ("aaa", {}, BisectionEnd.NO_LOSS),
        ("aba", {}, BisectionEnd.NO_LOSS),
    ],
)
def test_without_a_loss_there_is_no_search(versions, results, outcome):
    made = Made(99, results=results)
    bisection = bisect(made, versions)
    assert bisection.outcome is outcome
    assert len(made.played) == len(results), "the same files need no match"


def test_an_undecided_commit_is_skipped():
    made = Made(3, results={3: [2, 0, 1, 0, 1]})
    bisection = bisect(made, range(6))
    assert [commit.sha for commit in bisection.suspects] == ["3", "4"]
    assert bisection.findings[3].mark is CandidateMark.SKIPPED
    assert bisection.findings[3].reason == "undecided after 40 pairs"


def test_a_loss_that_crept_in_is_not_confirmed():
    made = Made(3)
    made.compare = lambda new, old, test: Playing(  # type: ignore[method-assign]
        made, standing([0] * 5, test), standing(LOST if old == "0" and int(new) > 2 else EVEN, test)
    )
    bisection = bisect(made, range(6))
    assert bisection.outcome is BisectionEnd.UNCONFIRMED


@pytest.mark.parametrize(("index", "name"), [(0, "GOOD"), (5, "BAD")])
def test_the_ends_must_be_playable(index, name):
    with pytest.raises(BotError, match=f"the bot cannot play at {name}, c{index} .*: the build failed"):
        bisect(Made(3, broken=frozenset({index})), range(6))


def test_matches_without_results_skip_a_commit_but_a_full_disk_ends_the_search():
    class Failing(Made):
        error: Exception = InputError("3 matches in a row have no result")

        def compare(self, new, old, test):
            if new == "2":
                raise self.error
            return super().compare(new, old, test)

    made = Failing(4)
    assert [commit.sha for commit in bisect(made, range(6)).suspects] == ["4"]
    full = Failing(2)
    full.error = FileError("no space left")
    with pytest.raises(FileError):
        bisect(full, range(5))


def test_closing_a_bisection_closes_the_comparison():
    made = Made(3)
    bisection = Bisection(history(range(6)), made.prepare, made.compare, Sprt(0, 20))
    running = bisection.run()
    moments = [next(running), next(running)]
    running.close()
    assert made.closed == 1
    assert bisection.outcome is None
    assert moments[-1].standing is not None
    assert moments[-1].standing.decision is SprtDecision.REJECTED


def test_searches_by_chance_err_as_seldom_as_promised():
    """Twenty searches with alpha = beta = 0.05, for a loss of about 120 normalized Elo."""
    chance = random.Random(1)
    even, lost = (1, 2, 4, 2, 1), (3, 4, 5, 1, 0.5)
    right = 0
    for _ in range(20):
        culprit = chance.randint(1, 16)
        bisection = Bisection(
            history(range(17)),
            lambda commit: Prepared(commit.sha, commit.version),
            lambda new, old, test, culprit=culprit: Drawn(  # type: ignore[misc]
                lost if int(old) < culprit <= int(new) else even, test, chance
            ),
            Sprt(0, 40),
        )
        for moment in bisection.run():
            if moment.stage is Stage.MEASURING:
                break
        right += [int(commit.sha) for commit in bisection.suspects] == [culprit]
    assert right >= 18

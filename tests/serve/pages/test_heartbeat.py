"""The heartbeat says what happens, and if nothing does, why."""

import pytest

from lanista.serve.books import Books
from lanista.serve.bots.terms import seats_of
from lanista.serve.heartbeat import heartbeat
from tests.serve.pages.filled import fill, say
from tests.serve.sites import ManualClock, new_contest, new_site

NOW = 1_800_000_000.0


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"starts": NOW + 60}, "matches begin on 15 Jan 2027, 08:01 UTC"),
        ({"ends": NOW - 60}, "the contest ended on 15 Jan 2027, 07:59 UTC"),
        ({"paused": True}, "an organiser has paused the contest"),
        ({}, "a match needs at least 2 bots, and there are none so far"),
    ],
)
def test_why_nothing_is_played_in_an_empty_contest(tmp_path, settings, words):
    with new_site(tmp_path, clock=ManualClock(NOW)) as site:
        contest = new_contest(site, seats=4, **settings)
        beat = heartbeat(contest, Books(site).book(contest), site.now())
        assert (beat.why, beat.last, beat.next, beat.played) == (words, None, None, 0)


def test_a_match_of_many_seats_is_not_waited_for(tmp_path):
    """A game of up to twelve seats is played by two bots, while there are no more."""
    with new_site(tmp_path, clock=ManualClock(NOW)) as site:
        contest = new_contest(site, "Cup", "tanks")
        assert seats_of(contest) > 2
        for name in ("random", "greedy"):
            site.contests.open_league(contest).add(name)
        beat = heartbeat(contest, Books(site).book(contest), site.now())
        assert beat.why.startswith("no runner is at work")


def test_why_nothing_is_played_while_matches_wait(tmp_path):
    clock = ManualClock(NOW)
    with new_site(tmp_path, clock=clock) as site:
        filled = fill(site, tmp_path, units=12)
        contest = filled.contest
        beat = heartbeat(contest, Books(site).book(contest), site.now())
        assert beat.why.startswith("no runner is at work")
        assert (beat.played, beat.waiting) == (10, 2)
        assert beat.last is not None
        assert beat.last.match.number == 9
        assert beat.next is not None
        assert beat.next.match.number == 10
        assert beat.pace == 1.0
        say(site, contest, "waits until midnight")
        assert heartbeat(contest, Books(site).book(contest), site.now()).why == "waits until midnight"
        clock.now += 60
        assert heartbeat(contest, Books(site).book(contest), site.now()).why.startswith("no runner is at work")


def test_a_match_that_is_played_is_said(tmp_path):
    with new_site(tmp_path) as site:
        filled = fill(site, tmp_path, units=12)
        runner = site.store.begin_runner("the runner")
        site.store.claim(filled.contest.league.id, runner, 1)
        beat = heartbeat(filled.contest, Books(site).book(filled.contest), site.now())
        assert beat.why == ""
        assert [(each.match.number, each.runner) for each in beat.playing] == [(10, "the runner")]
        assert beat.next is not None
        assert beat.next.match.number == 11

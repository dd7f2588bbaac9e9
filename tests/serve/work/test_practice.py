"""Practice: one match, its result for the team, its replay in the store."""

from __future__ import annotations

from typing import Any

import pytest

from lanista.match.replay import read_replay
from lanista.serve.contests import Contest
from lanista.serve.records import Job, JobKind, JobState
from lanista.serve.site import Site
from tests.serve.work.contests import CRASHING, FAST, IDLE, do_jobs, passed


def practise(site: Site, contest: Contest, team: int, *players: dict[str, Any], **request: Any) -> Job:
    wanted = {"players": list(players), "map": "", "seed": 5, **request}
    job = site.jobs.queue(JobKind.PRACTICE, contest.id, team, request=wanted)
    do_jobs(site)
    return site.jobs.get(job.id)


def test_a_match_against_another_bot_of_the_contest(site: Site, contest: Contest):
    ann, bob = passed(site, contest, "ann", FAST), passed(site, contest, "bob", IDLE)
    (entry,) = (one.id for one in site.store.entries(contest.league.id) if one.bot == "bob")
    job = practise(site, contest, ann.team_id, {"upload": ann.id}, {"entry": entry})
    assert job.state is JobState.DONE
    assert job.outcome["names"] == ["ann (version 1)", "bob"]
    assert job.outcome["ranks"] == [1, 2]
    assert job.outcome["says"].startswith("ann (version 1) won after 3 turns")
    replay = read_replay(site.store.replays.path(job.replay))
    assert [seat.name for seat in replay.header.seats] == ["ann (version 1)", "bob"]
    assert replay.header.seed == 5
    assert site.store.counts(contest.league.id).matches == 0
    assert job.replay in site.store.referenced_replays()
    assert not list(site.store.replays.folder.glob(".run-*"))
    assert bob.state == "active"


def test_a_match_against_a_former_version_and_a_crash_that_shows(site: Site, contest: Contest):
    old, new = passed(site, contest, "ann", FAST), passed(site, contest, "ann", CRASHING)
    job = practise(site, contest, old.team_id, {"upload": new.id}, {"upload": old.id})
    assert job.outcome["names"] == ["ann (version 2)", "ann (version 1)"]
    assert job.outcome["faults"][0]
    assert "crashed" in job.outcome["first_faults"][0]
    assert str(site.data) not in str(job.outcome)


@pytest.mark.parametrize(
    ("player", "says"),
    [
        ({"builtin": "nobody"}, "it could not be played: there is no built-in bot 'nobody'"),
        ({"entry": 77}, "it could not be played: a bot of the match is not in the contest any more"),
    ],
)
def test_opponents_that_are_gone_are_said(site: Site, contest: Contest, player: dict[str, Any], says: str):
    ann = passed(site, contest, "ann", FAST)
    job = practise(site, contest, ann.team_id, {"upload": ann.id}, player)
    assert (job.state, job.outcome["says"], job.replay) == (JobState.DONE, says, "")


def test_the_same_bot_twice_has_two_names(site: Site, contest: Contest):
    ann = passed(site, contest, "ann", FAST)
    job = practise(site, contest, ann.team_id, {"builtin": "cruise"}, {"builtin": "cruise"})
    assert job.outcome["names"] == ["cruise", "cruise (2)"]

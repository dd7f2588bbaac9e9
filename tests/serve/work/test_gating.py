"""Two versions are compared until it is clear whether the newer one is worse."""

from __future__ import annotations

import pytest
from sqlalchemy import update

from lanista.league.store import contest_tables as tables
from lanista.serve.contests import Contest
from lanista.serve.records import JobKind, JobState, Upload, UploadState
from lanista.serve.site import Site
from lanista.serve.work import gating
from tests.serve.work.contests import FAST, IDLE, do_jobs, job_of, passed, short_contest


@pytest.fixture
def contest(site: Site, monkeypatch: pytest.MonkeyPatch) -> Contest:
    """The test decides within a few pairs."""
    monkeypatch.setattr(gating, "WORSE_ELO", 400.0)
    return short_contest(site, gate_matches=24)


def gated(site: Site, contest: Contest, former: bytes, newer: bytes) -> tuple[Upload, Upload]:
    """A version that plays, and one that must prove itself."""
    old = passed(site, contest, "ann", former)
    change = update(tables.teams).where(tables.teams.c.id == old.team_id).values(gated=1)
    site.write(lambda connection: connection.execute(change))
    return old, passed(site, contest, "ann", newer)


def states(site: Site, contest: Contest, *uploads: Upload) -> list[UploadState]:
    return [site.uploads.get(contest.id, upload.id).state for upload in uploads]


def test_a_better_version_replaces_the_former_one(site: Site, contest: Contest):
    old, new = gated(site, contest, IDLE, FAST)
    assert states(site, contest, old, new) == [UploadState.ACTIVE, UploadState.GATED]
    do_jobs(site)
    assert states(site, contest, old, new) == [UploadState.RETIRED, UploadState.ACTIVE]
    job = job_of(site, contest, new, JobKind.GATE)
    assert job.state is JobState.DONE
    assert job.outcome["says"].startswith("version 2 is not worse than version 1: it won")
    assert job.outcome["wins"] > job.outcome["losses"]


def test_a_worse_version_is_held_back_with_the_numbers(site: Site, contest: Contest):
    old, new = gated(site, contest, FAST, IDLE)
    do_jobs(site)
    assert states(site, contest, old, new) == [UploadState.ACTIVE, UploadState.HELD]
    why = site.uploads.get(contest.id, new.id).why
    assert why.startswith("version 2 is worse than version 1: it won 0")


def test_a_version_that_is_clearly_behind_is_held_back_though_the_test_did_not_decide(
    site: Site, contest: Contest, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(gating, "WORSE_ELO", 20.0)
    old, new = gated(site, site.contests.update(contest, {"gate_matches": 8}), FAST, IDLE)
    do_jobs(site)
    assert states(site, contest, old, new) == [UploadState.ACTIVE, UploadState.HELD]
    assert "the test did not decide, but version 2 is clearly behind" in site.uploads.get(contest.id, new.id).why


def test_a_version_that_is_about_as_good_plays_though_the_test_did_not_decide(
    site: Site, contest: Contest, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(gating, "WORSE_ELO", 20.0)
    old, new = gated(site, site.contests.update(contest, {"gate_matches": 8}), FAST, FAST + b"# a comment\n")
    do_jobs(site)
    assert states(site, contest, old, new) == [UploadState.RETIRED, UploadState.ACTIVE]
    assert "version 2" in site.uploads.get(contest.id, new.id).why


def test_a_comparison_gives_way_and_goes_on_where_it_was(site: Site, contest: Contest, monkeypatch):
    """No match counts twice, and the numbers so far are seen meanwhile."""
    monkeypatch.setattr(gating, "SLICE_SECONDS", 0.0)
    old, new = gated(site, contest, IDLE, FAST + b"# a comment\n")
    other = site.jobs.queue(JobKind.PRACTICE, contest.id, old.team_id, request={"players": [{"builtin": "none"}]})
    do_jobs(site)
    assert states(site, contest, old, new) == [UploadState.RETIRED, UploadState.ACTIVE]
    job = job_of(site, contest, new, JobKind.GATE)
    assert job.began > site.jobs.get(other.id).began
    assert job.attempts == 1
    assert job.outcome["wins"] + job.outcome["losses"] + job.outcome["draws"] <= job.outcome["matches"] <= 26


def test_a_comparison_for_information_changes_nothing(site: Site, contest: Contest):
    old, new = passed(site, contest, "ann", IDLE), passed(site, contest, "ann", FAST)
    request = {"first": old.id, "second": new.id, "decides": False}
    job = site.jobs.queue(JobKind.GATE, contest.id, old.team_id, upload_id=old.id, request=request)
    do_jobs(site)
    assert states(site, contest, old, new) == [UploadState.RETIRED, UploadState.ACTIVE]
    assert "version 1 is worse than version 2" in site.jobs.get(job.id).outcome["says"]

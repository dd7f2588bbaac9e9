"""The check of a version: what works plays, what does not is refused, and everything else is advice."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from lanista.cli.doctor.shapes import Doctor
from lanista.serve.contests import Contest
from lanista.serve.records import JobState, UploadState
from lanista.serve.site import Site
from tests.serve.sites import new_site
from tests.serve.work.contests import BROKEN, CRASHING, FAST, do_jobs, job_of, short_contest, upload


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    with new_site(tmp_path) as made:
        yield made


@pytest.fixture
def contest(site: Site) -> Contest:
    return short_contest(site)


def test_a_version_that_works_plays_by_itself(site: Site, contest: Contest):
    made = upload(site, contest, "ann")
    do_jobs(site)
    now = site.uploads.get(contest.id, made.id)
    assert (now.state, now.why) == (UploadState.ACTIVE, "")
    assert [(entry.bot, entry.digest, entry.left) for entry in site.store.entries(contest.league.id)] == [
        ("ann", made.digest, None)
    ]
    card = msgspec.convert(now.card, Doctor)
    assert card.name == "ann"
    assert [check.name for check in card.checks][:3] == ["trial", "start", "ready"]
    assert not {"environment", "replays"} & {check.name for check in card.checks}, "of the author's machine"
    assert card.counts["failed"] == 0
    assert card.well
    job = job_of(site, contest, made)
    assert (job.state, job.outcome) == (JobState.DONE, {"says": "version 1 is active"})


@pytest.mark.parametrize(("source", "why"), [(BROKEN, "crashed"), (CRASHING, "crashed")])
def test_a_version_that_does_not_work_is_refused_and_replaces_nothing(
    site: Site, contest: Contest, source: bytes, why: str
):
    good = upload(site, contest, "ann", FAST)
    do_jobs(site)
    bad = upload(site, contest, "ann", source)
    do_jobs(site)
    now = site.uploads.get(contest.id, bad.id)
    assert now.state is UploadState.REFUSED
    assert why in now.why
    assert str(site.data) not in msgspec.json.encode(now.card).decode() + now.why
    assert not msgspec.convert(now.card, Doctor).well
    assert site.uploads.get(contest.id, good.id).state is UploadState.ACTIVE
    assert [entry.digest for entry in site.store.entries(contest.league.id)] == [good.digest]

"""Runners as real processes, whose lanes are killed in the middle: nothing is lost, and nothing counts twice."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace
from sqlalchemy import func, select

from lanista.cli.runner.shapes import ContestRunnerRun
from lanista.league.scratch import live_files
from lanista.league.store import contest_tables as tables
from lanista.serve.contests import Contest
from lanista.serve.records import JobState, Upload, UploadState
from lanista.serve.site import Site
from lanista.serve.work.lanes import Lanes
from lanista.serve.work.stopping import DRAIN_SECONDS
from tests.long_tests import others_long
from tests.processes import eventually, is_gone
from tests.serve.work.contests import (
    FAST,
    IDLE,
    SHORT,
    SLEEPING,
    job_of,
    passed,
    short_contest,
    start_runner,
    upload,
)

JOB_LANE, LADDER_LANE = b"lanista.serve.work.job_lane", b"lanista.serve.work.ladder_lane"
SLOW_START = b"import time\n\ntime.sleep(4)\n\n\ndef move(view):\n    return 'NOTHING'\n"
SECONDS = 60


def lane(runner: subprocess.Popen[bytes], module: bytes) -> int:
    """The process of a lane of a runner; 0 if it does not run."""
    for child in Path(f"/proc/{runner.pid}/task/{runner.pid}/children").read_text().split():
        if module in Path(f"/proc/{child}/cmdline").read_bytes():
            return int(child)
    return 0


def kill(runner: subprocess.Popen[bytes], module: bytes) -> int:
    """Kill a lane."""
    found = lane(runner, module)
    assert found
    os.kill(found, signal.SIGKILL)
    return found


@contextmanager
def runner_of(site: Site, *, killed: bool = False) -> Iterator[subprocess.Popen[bytes]]:
    """A runner, which ends well."""
    is_file = site.store.database.is_sqlite
    process = start_runner(site.data, address="" if is_file else ADDRESSES[id(site)])
    try:
        yield process
    finally:
        if process.poll() is None:
            process.send_signal(signal.SIGTERM)
        output, errors = process.communicate(timeout=SECONDS)
    if not killed:
        assert (process.returncode, errors.decode()) == (0, "")
        assert msgspec.json.decode(output, type=ContestRunnerRun).seconds > 0


ADDRESSES: dict[int, str] = {}


def results(site: Site, contest: Contest) -> int:
    return site.store.counts(contest.league.id).results


def assert_whole(site: Site, contest: Contest) -> None:
    """Each match has one result at most, none is held, and no runner is left."""
    assert site.store.contradictions(contest.league.id) == []
    assert site.store.counts(contest.league.id).claimed == 0
    assert site.jobs.running() == []
    assert Lanes(site).all() == []
    found = site.store.changes(contest.league.id).results
    assert all(site.store.replays.exists(result.replay) for result in found if result.counts)


def state(site: Site, contest: Contest, made: Upload) -> UploadState:
    return site.uploads.get(contest.id, made.id).state


@pytest.mark.parametrize("any_site", others_long(["sqlite"], ["sqlite", "postgresql"]), indirect=True)
def test_uploads_are_checked_and_play_whatever_is_killed(any_site: Site, request: pytest.FixtureRequest):
    site = any_site
    if not site.store.database.is_sqlite:
        ADDRESSES[id(site)] = request.getfixturevalue("shared_store")
    contest = short_contest(site)
    versions = [upload(site, contest, "ann", FAST), upload(site, contest, "bob", IDLE)]
    with runner_of(site) as runner:
        eventually(lambda: state(site, contest, versions[0]) is UploadState.CHECKING)
        killed = kill(runner, JOB_LANE)
        eventually(lambda: lane(runner, JOB_LANE) not in (0, killed))
        eventually(lambda: all(state(site, contest, made) is UploadState.ACTIVE for made in versions))
        eventually(lambda: bool(live_files(site.store.replays.folder, contest.league.id)))
        before = site.store.changes(contest.league.id).results
        killed = kill(runner, LADDER_LANE)
        eventually(lambda: lane(runner, LADDER_LANE) not in (0, killed))
        eventually(lambda: results(site, contest) > len(before) + 3)
        assert site.store.changes(contest.league.id).results[: len(before)] == before
        has_table = select(func.count()).select_from(tables.snapshots)
        eventually(lambda: site.read(lambda connection: connection.execute(has_table).scalar_one()) == 1)
        names = {one.name for one in Lanes(site).all() if Lanes(site).is_current(one)}
        assert names >= {"jobs", f"ladder {contest.id}"}
    assert_whole(site, contest)
    assert job_of(site, contest, versions[0]).attempts == 2
    assert [job_of(site, contest, made).state for made in versions] == [JobState.DONE] * 2


def test_a_check_that_kills_its_lane_again_and_again_is_refused(site: Site):
    contest = short_contest(site)
    bad = upload(site, contest, "ann", SLOW_START)
    good = upload(site, contest, "bob", FAST)
    with runner_of(site) as runner:
        for attempt in range(1, 4):
            eventually(lambda attempt=attempt: job_of(site, contest, bad).attempts == attempt)  # type: ignore[misc]
            eventually(lambda: state(site, contest, bad) is UploadState.CHECKING)
            kill(runner, JOB_LANE)
            eventually(lambda: job_of(site, contest, bad).state is not JobState.RUNNING)
        eventually(lambda: state(site, contest, good) is UploadState.ACTIVE)
    now = site.uploads.get(contest.id, bad.id)
    assert now.state is UploadState.REFUSED
    assert now.why == "it could not be examined: the process that did it was lost 3 times in the middle of it"
    assert job_of(site, contest, bad).state is JobState.FAILED


def test_a_killed_runner_takes_its_lanes_with_it_and_another_one_goes_on(site: Site):
    contest = short_contest(site)
    passed(site, contest, "eve", FAST)
    passed(site, contest, "dan", IDLE)
    made = upload(site, contest, "ann", SLOW_START)
    with runner_of(site, killed=True) as runner:
        eventually(lambda: state(site, contest, made) is UploadState.CHECKING and results(site, contest) > 1)
        lanes = [lane(runner, module) for module in (JOB_LANE, LADDER_LANE)]
        first = job_of(site, contest, made).runner_id
        runner.kill()
        eventually(lambda: all(map(is_gone, lanes)))
    with runner_of(site) as runner:
        before = results(site, contest)
        eventually(lambda: job_of(site, contest, made).runner_id not in (0, first))
        eventually(lambda: results(site, contest) > before)
        runner.send_signal(signal.SIGTERM)
        runner.send_signal(signal.SIGTERM)
    assert state(site, contest, made) in (UploadState.WAITING, UploadState.ACTIVE)
    assert_whole(site, contest)


def test_a_second_signal_ends_a_runner_at_once_and_everything_is_given_back(site: Site):
    """A match that never ends, and a check that takes long."""
    contest = short_contest(site, matches=replace(SHORT, turn_ms=600_000))
    passed(site, contest, "eve", SLEEPING)
    passed(site, contest, "dan", IDLE)
    made = upload(site, contest, "ann", SLEEPING + b"# another one\n")
    with runner_of(site) as runner:
        eventually(lambda: state(site, contest, made) is UploadState.CHECKING)
        eventually(lambda: site.store.counts(contest.league.id).claimed > 0)
        began = time.monotonic()
        runner.send_signal(signal.SIGTERM)
        time.sleep(1)
        runner.send_signal(signal.SIGTERM)
        runner.wait(SECONDS)
        assert time.monotonic() - began < DRAIN_SECONDS, "it does not wait for what it does"
    assert_whole(site, contest)
    assert results(site, contest) == 0
    assert state(site, contest, made) is UploadState.WAITING
    job = job_of(site, contest, made)
    assert (job.state, job.attempts) == (JobState.WAITING, 0)

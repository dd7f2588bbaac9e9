"""The job lane survives its jobs: our own faults, full disks, weak sandboxes and jobs that do not end."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable
from typing import Any, NoReturn

import pytest

from lanista.core.errors import SandboxError, StoreError, Terminated
from lanista.serve.contests import Contest
from lanista.serve.records import JobKind, JobState, Upload, UploadState
from lanista.serve.site import Site
from lanista.serve.work import job_lane as lane_module
from lanista.serve.work.lanes import Lanes, Voice
from lanista.serve.work.results import JobContext, JobResult
from lanista.serve.work.stopping import JobTimeout, Stopping
from tests.serve.work.contests import do_jobs, job_of, task, upload

Work = Callable[[JobContext], JobResult]


def raising(error: BaseException) -> Work:
    def work(context: JobContext) -> NoReturn:
        context.site.uploads.move(context.job.upload_id, UploadState.CHECKING)
        raise error

    return work


def run(site: Site, monkeypatch: pytest.MonkeyPatch, work: Work, pauses: int = 1) -> None:
    """Run a lane whose checks are something else, until it has rested some times."""
    monkeypatch.setitem(lane_module.WORK, JobKind.CHECK, work)
    stop, rests = Stopping(), list[float]()

    def pause(seconds: float) -> None:
        rests.append(seconds)
        stop.asked = len(rests) >= pauses

    monkeypatch.setattr(stop, "pause", pause)
    lane_module.JobLane(site, task(site), Voice(site, 1), stop).run()


@pytest.fixture
def made(site: Site, contest: Contest) -> Upload:
    return upload(site, contest, "ann")


# An error, whether it is tried again without counting, what people read
WAITING: dict[str, tuple[Exception, str]] = {
    "a full disk": (
        OSError(28, "No space left on device"),
        "the disk of the server is full: jobs wait until there is",
    ),
    "a weak sandbox": (SandboxError("no sandbox here"), "cannot go on for now: no sandbox here"),
}


@pytest.mark.parametrize("name", WAITING)
def test_what_is_wrong_with_the_machine_costs_no_attempt(
    site: Site, contest: Contest, made: Upload, monkeypatch: pytest.MonkeyPatch, name: str
):
    error, says = WAITING[name]
    run(site, monkeypatch, raising(error), pauses=5)
    job = job_of(site, contest, made)
    assert (job.state, job.attempts) == (JobState.WAITING, 0)
    assert site.uploads.get(contest.id, made.id).state is UploadState.WAITING
    assert says in Lanes(site).all()[0].says


def test_an_error_of_ours_is_tried_three_times_and_said(
    site: Site, contest: Contest, made: Upload, monkeypatch: pytest.MonkeyPatch
):
    tries: list[int] = []

    def work(context: JobContext) -> JobResult:
        tries.append(context.job.attempts)
        return raising(StoreError(f"cannot read {site.data}/secret/lanista.db"))(context)

    run(site, monkeypatch, work)
    assert tries == [1, 2, 3]
    job = job_of(site, contest, made)
    assert (job.state, job.outcome["error"]) == (JobState.FAILED, "cannot read …/lanista.db")
    now = site.uploads.get(contest.id, made.id)
    assert (now.state, now.why) == (UploadState.REFUSED, "it could not be examined: cannot read …/lanista.db")


def test_a_bug_of_ours_ends_no_lane(site: Site, contest: Contest, made: Upload, monkeypatch: pytest.MonkeyPatch):
    run(site, monkeypatch, raising(ZeroDivisionError("oops")))
    assert job_of(site, contest, made).outcome["error"].startswith("ZeroDivisionError: oops")


@pytest.mark.parametrize("error", [Terminated(), KeyboardInterrupt()])
def test_a_job_that_is_interrupted_is_given_back(
    site: Site, contest: Contest, made: Upload, monkeypatch: pytest.MonkeyPatch, error: BaseException
):
    with pytest.raises(KeyboardInterrupt):
        run(site, monkeypatch, raising(error))
    job = job_of(site, contest, made)
    assert (job.state, job.attempts) == (JobState.WAITING, 0)
    assert site.uploads.get(contest.id, made.id).state is UploadState.WAITING


def test_a_job_that_takes_too_long_counts_as_an_attempt(
    site: Site, contest: Contest, made: Upload, monkeypatch: pytest.MonkeyPatch
):
    run(site, monkeypatch, raising(JobTimeout()))
    assert job_of(site, contest, made).outcome["error"] == "it was not over in time"
    assert site.uploads.get(contest.id, made.id).state is UploadState.REFUSED


def test_a_check_of_a_version_that_was_decided_meanwhile_does_nothing(site: Site, contest: Contest, made: Upload):
    site.uploads.move(made.id, UploadState.REFUSED, why="an organiser said so")
    do_jobs(site)
    assert site.uploads.get(contest.id, made.id).why == "an organiser said so"
    assert job_of(site, contest, made).outcome == {"says": "it is refused already"}


def test_limits_and_drains_interrupt_the_main_thread():
    """Real signals, in this process."""
    stop = Stopping()
    drained: list[Any] = []
    stop.drain = lambda: drained.append(1)
    before = signal.getsignal(signal.SIGTERM)
    with stop.watching(threading.Event().wait):
        with pytest.raises(JobTimeout), stop.within(0.2):
            time.sleep(30)
        assert not stop.asked
        signal.raise_signal(signal.SIGTERM)
        assert (stop.asked, drained) == (True, [1])
        with pytest.raises(Terminated):
            signal.raise_signal(signal.SIGTERM)
    assert signal.getsignal(signal.SIGTERM) is before
    assert not [thread for thread in threading.enumerate() if thread.name == "deadlines"]

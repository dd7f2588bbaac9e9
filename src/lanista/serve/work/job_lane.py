"""The job lane of a runner: checks, comparisons and practice, one at a time, and between them the tables.

It is a separate process. A job that is not over when the lane must end is given back, which counts as no
attempt; one whose lane was killed waits again, and fails after three times.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import ExitStack, suppress

from lanista.core.errors import LanistaError, SandboxError
from lanista.core.text import describe
from lanista.league.archives import remove_unused
from lanista.league.beats import Beats
from lanista.league.store.runners import Watch
from lanista.serve.bots.states import CHECKING, WAITING
from lanista.serve.errors import DiskFull, RequestError
from lanista.serve.full_disk import is_full
from lanista.serve.records import Job, JobKind, JobState
from lanista.serve.site import Site
from lanista.serve.work.checking import EXTRA_SECONDS, SLOWER, check
from lanista.serve.work.gating import compare
from lanista.serve.work.jobs import MAX_ATTEMPTS, lost_words
from lanista.serve.work.lane_task import LaneTask, run_lane
from lanista.serve.work.lanes import Lanes, Voice
from lanista.serve.work.plain import without_paths
from lanista.serve.work.practice import practise
from lanista.serve.work.results import JobContext, JobResult
from lanista.serve.work.retention import remove_old
from lanista.serve.work.room import FULL, has_room
from lanista.serve.work.snapshots import Snapshots
from lanista.serve.work.stopping import JobTimeout, Stopping

LANE = "jobs"
POLL_SECONDS = 0.5
LOOK_SECONDS = 2.0  # between two searches for runners that are gone
CLEAN_SECONDS = 3600.0  # between two removals of old replays
RETRY_SECONDS = 10.0  # after a full disk, or a sandbox that is too weak
MAX_JOB_SECONDS = 1800.0  # of a comparison or a match
TRIAL_SECONDS = 600.0  # of a check, to build and to start

WORK: dict[JobKind, Callable[[JobContext], JobResult]] = {
    JobKind.CHECK: check,
    JobKind.GATE: compare,
    JobKind.PRACTICE: practise,
}


class JobLane:
    """One run of a job lane."""

    def __init__(self, site: Site, task: LaneTask, voice: Voice, stop: Stopping) -> None:
        self._site = site
        self._label = task.label
        self._voice = voice
        self._stop = stop
        self._watch = Watch()
        self._tables = Snapshots(site)
        self._next_look = self._next_clean = 0.0
        self._says = ""

    def run(self) -> None:
        """Do jobs until it is asked to end."""
        with ExitStack() as stack:
            self._runner = self._site.store.begin_runner(f"{self._label}, jobs")
            stack.callback(self._leave)
            stack.enter_context(Beats(self._site.store, self._runner))
            while not self._stop.asked:
                self._step()

    def _leave(self) -> None:
        with suppress(LanistaError):
            self._site.store.end_runner(self._runner)

    def _step(self) -> None:
        """Do one job, then make one table; wait if there is nothing to do."""
        try:
            if not has_room(self._site):
                raise DiskFull("the disk is full")
            self._look_around()
            job = self._site.jobs.claim(self._runner.id)
            if job is not None:
                self._do(job)
            made = self._tables.refresh()
        except (LanistaError, OSError) as error:
            self._rest(error)
            return
        if job is None and made is None:
            self._say(0, "waits for uploads, comparisons and practice")
            self._stop.pause(POLL_SECONDS)

    def _say(self, contest_id: int, says: str) -> None:
        self._voice.say(LANE, contest_id, says)

    def _rest(self, error: Exception) -> None:
        """Say what is wrong with this machine or the store, and try again later."""
        if is_full(error) or isinstance(error, DiskFull):
            self._say(0, FULL.format(work="jobs"))
        else:
            self._say(0, f"cannot go on for now: {without_paths(str(error), self._site)}")
        self._stop.pause(RETRY_SECONDS)

    # One job

    def _do(self, job: Job) -> None:
        """Do a job and write what it came to."""
        try:
            with self._stop.within(_limit(self._site, job)):
                result = self._result(job)
        except JobTimeout:
            self._failed(job, "it was not over in time")
        except KeyboardInterrupt:
            self._give_back(job)
            raise
        except (SandboxError, DiskFull):
            self._give_back(job)
            raise
        except Exception as error:
            if is_full(error):
                self._give_back(job)
                raise DiskFull("the disk is full") from error
            is_ours = isinstance(error, (LanistaError, OSError))
            self._failed(job, without_paths(str(error) if is_ours else describe(error), self._site))
        else:
            self._finish(job, result)

    def _result(self, job: Job) -> JobResult:
        contest = self._site.contests.by_id(job.contest_id)

        def say(words: str) -> None:
            self._say(job.contest_id, words)

        return WORK[job.kind](JobContext(self._site, job, contest, say, lambda: self._others_wait(job)))

    def _others_wait(self, job: Job) -> bool:
        """Whether a job should give way: others wait, or this lane should end."""
        return self._stop.asked or any(other.id != job.id for other in self._site.jobs.waiting())

    def _finish(self, job: Job, result: JobResult) -> None:
        if result.done:
            self._site.jobs.finish(job, JobState.DONE, result.outcome, result.replay)
        else:
            self._site.jobs.release(job, result.outcome)

    def _give_back(self, job: Job) -> None:
        """Give a job back as if it had not begun."""
        with suppress(LanistaError):
            self._wait_again(job)
            self._site.jobs.release(job)

    def _wait_again(self, job: Job) -> None:
        if job.kind is JobKind.CHECK:
            with suppress(RequestError):  # it has been decided
                self._site.uploads.move(job.upload_id, WAITING, expected=(CHECKING,))

    def _failed(self, job: Job, why: str) -> None:
        """Note that a job failed by our fault: it is tried again, a few times."""
        if job.attempts < MAX_ATTEMPTS:
            self._wait_again(job)
            self._site.jobs.release(job, {"error": why}, counted=True)
            return
        contest = self._site.contests.by_id(job.contest_id)
        with suppress(RequestError):
            if job.kind is JobKind.CHECK:
                self._site.uploads.checked(contest, job.upload_id, False, f"it could not be examined: {why}")
            elif job.kind is JobKind.GATE and job.request.get("decides"):
                second = int(job.request.get("second", 0))
                says = f"it could not be compared: {why}"
                self._site.uploads.gate_decided(contest, job.upload_id, against=second, not_worse=False, why=says)
        self._site.jobs.finish(job, JobState.FAILED, {"error": why, "says": f"it could not be done: {why}"})

    # Around jobs

    def _look_around(self) -> None:
        """Free the jobs of runners that are gone, and remove what nobody needs."""
        now = time.monotonic()
        if now < self._next_look:
            return
        self._next_look = now + LOOK_SECONDS
        for job in self._site.jobs.free_dead(self._watch, self._runner.id):
            if job.state is JobState.WAITING:
                self._wait_again(job)
            else:  # it is ours, to be ended
                self._failed(job, lost_words(job))
        if now >= self._next_clean:
            self._next_clean = now + CLEAN_SECONDS
            Lanes(self._site).forget_gone()
            remove_unused()
            remove_old(self._site)


def _limit(site: Site, job: Job) -> float:
    """The seconds in which a job must be over, one way or another."""
    if job.kind is not JobKind.CHECK:
        return MAX_JOB_SECONDS
    settings = site.contests.by_id(job.contest_id).settings
    return TRIAL_SECONDS + 2 * (SLOWER * settings.check_seconds + EXTRA_SECONDS)


def main() -> None:
    """Run a job lane as the process of a runner."""
    run_lane(lambda site, task, voice, stop: JobLane(site, task, voice, stop).run())


if __name__ == "__main__":
    main()

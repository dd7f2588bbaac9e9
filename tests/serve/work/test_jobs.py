"""Jobs are done by one runner at a time, in their order, and none is lost when a runner is."""

from __future__ import annotations

import subprocess
import sys
import threading

import pytest

from lanista.league.store.records import RunnerProcess
from lanista.league.store.runners import Watch
from lanista.league.store.tables import runners
from lanista.serve.contests import Contest
from lanista.serve.errors import Missing
from lanista.serve.records import Job, JobKind, JobState
from lanista.serve.site import Site
from lanista.serve.work.jobs import MAX_ATTEMPTS
from tests.serve.sites import ManualClock
from tests.serve.work.contests import short_contest


@pytest.fixture
def site(any_site: Site) -> Site:
    any_site.now = ManualClock()
    return any_site


@pytest.fixture
def contest(site: Site) -> Contest:
    return short_contest(site)


def queue(site: Site, contest: Contest, *teams: int) -> list[Job]:
    made = []
    for team in teams:
        site.now.now += 1  # type: ignore[attr-defined]
        made.append(site.jobs.queue(JobKind.PRACTICE, contest.id, team, request={"map": "yard"}))
    return made


def gone(site: Site) -> RunnerProcess:
    """A runner of this machine that has ended."""
    process = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    runner = site.store.begin_runner("gone")
    started = {"pid": process.pid, "started": 1}
    change = runners.update().where(runners.c.id == runner.id).values(started)
    site.write(lambda connection: connection.execute(change))
    process.communicate(b"\n")
    return runner


def test_a_job_is_stored_as_it_was_queued(site: Site, contest: Contest):
    job = site.jobs.queue(
        JobKind.GATE, contest.id, 3, upload_id=4, user_id=5, request={"first": 4, "decides": True}
    )
    assert site.jobs.get(job.id) == job
    assert (job.state, job.attempts, job.created) == (JobState.WAITING, 0, site.now())
    assert job.request == {"first": 4, "decides": True}
    with pytest.raises(Missing, match="no such job"):
        site.jobs.get(job.id + 1)


def test_jobs_are_done_in_their_order(site: Site, contest: Contest):
    first, second, third = queue(site, contest, 1, 2, 1)
    assert [site.jobs.ahead_of(job) for job in (first, second, third)] == [0, 1, 2]
    runner = site.store.begin_runner()
    for expected in (first, second, third):
        taken = site.jobs.claim(runner.id)
        assert taken is not None
        assert (taken.id, taken.state, taken.attempts) == (expected.id, JobState.RUNNING, 1)
        assert site.jobs.finish(taken, JobState.DONE, {"says": "well"}, "0" * 64)
    assert site.jobs.claim(runner.id) is None
    assert [job.id for job in site.jobs.of_team(contest.id, 1)] == [third.id, first.id]
    assert site.jobs.get(first.id).outcome == {"says": "well"}


def test_a_job_that_gives_way_goes_to_the_end_of_the_queue(site: Site, contest: Contest):
    first, second = queue(site, contest, 1, 2)
    runner = site.store.begin_runner()
    taken = site.jobs.claim(runner.id)
    assert taken is not None
    site.now.now += 10  # type: ignore[attr-defined]
    assert site.jobs.release(taken, {"matches": 12})
    assert [job.id for job in site.jobs.waiting()] == [second.id, first.id]
    later = site.jobs.get(first.id)
    assert (later.attempts, later.outcome) == (0, {"matches": 12})
    assert site.jobs.ahead_of(later) == 1


def test_a_claim_whose_answer_was_lost_gives_the_same_job(site: Site, contest: Contest):
    queue(site, contest, 1, 2)
    runner = site.store.begin_runner()
    assert site.jobs.claim(runner.id) == site.jobs.claim(runner.id)
    assert len(site.jobs.waiting()) == 1


def test_two_runners_never_take_the_same_job(site: Site, contest: Contest):
    queue(site, contest, *range(20))
    taken: list[int] = []
    together = threading.Barrier(3)

    def run() -> None:
        runner = site.store.begin_runner()
        together.wait(20)
        while (job := site.jobs.claim(runner.id)) is not None:
            taken.append(job.id)
            site.jobs.finish(job, JobState.DONE)

    threads = [threading.Thread(target=run) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert len(taken) == len(set(taken)) == 20


def test_what_was_taken_from_a_runner_is_not_its_to_end(site: Site, contest: Contest):
    queue(site, contest, 1)
    lost, other = gone(site), site.store.begin_runner()
    taken = site.jobs.claim(lost.id)
    assert taken is not None
    assert [job.state for job in site.jobs.free_dead(Watch(), other.id)] == [JobState.WAITING]
    assert not site.jobs.finish(taken, JobState.DONE)
    again = site.jobs.claim(other.id)
    assert again is not None
    assert again.attempts == 2
    assert not site.jobs.finish(taken, JobState.DONE)
    assert not site.jobs.release(taken)
    assert site.jobs.finish(again, JobState.DONE)


def test_jobs_of_live_runners_are_left_alone(site: Site, contest: Contest):
    queue(site, contest, 1)
    runner, other = site.store.begin_runner(), site.store.begin_runner()
    assert site.jobs.claim(runner.id) is not None
    assert site.jobs.free_dead(Watch(), other.id) == []
    assert len(site.jobs.running()) == 1


@pytest.mark.parametrize("has_heir", [True, False])
def test_a_job_whose_runners_are_lost_again_and_again_is_given_up(site: Site, contest: Contest, has_heir: bool):
    queue(site, contest, 1)
    heir = site.store.begin_runner()
    for attempt in range(1, MAX_ATTEMPTS + 1):
        taken = site.jobs.claim(gone(site).id)
        assert taken is not None
        assert taken.attempts == attempt
        (freed,) = site.jobs.free_dead(Watch(), heir.id if has_heir else 0)
    if has_heir:  # which must end it
        assert (freed.state, freed.runner_id) == (JobState.RUNNING, heir.id)
        assert site.jobs.finish(freed, JobState.FAILED)
    else:
        assert freed.state is JobState.FAILED
        assert freed.outcome == {"error": "the process that did it was lost 3 times in the middle of it"}
    assert site.jobs.claim(heir.id) is None


def test_only_jobs_that_wait_are_cancelled(site: Site, contest: Contest):
    first, second = queue(site, contest, 1, 2)
    taken = site.jobs.claim(site.store.begin_runner().id)
    assert taken is not None
    assert not site.jobs.cancel(first)
    assert site.jobs.cancel(second)
    assert site.jobs.get(second.id).state is JobState.CANCELLED
    assert not site.jobs.waiting()

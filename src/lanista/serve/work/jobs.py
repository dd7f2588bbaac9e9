"""Jobs: the work that people cause beside the league's matches, each done by one runner at a time.

A job that waits goes to the next runner that is free, in the order in which jobs were queued; one that gives way
to others goes to the end of that queue. A job of a runner that is gone waits again, up to MAX_ATTEMPTS times.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING, Any

from sqlalchemy import ColumnElement, Connection, Select, case, func, insert, select, update

from lanista.league.store import RunnerProcess
from lanista.league.store import contest_tables as tables
from lanista.league.store.rows import RUNNER
from lanista.league.store.rows import read as read_rows
from lanista.league.store.runners import Watch
from lanista.league.store.tables import runners
from lanista.serve import rows
from lanista.serve.errors import Missing
from lanista.serve.records import Job, JobKind, JobState

if TYPE_CHECKING:
    from lanista.serve.site import Site

MAX_ATTEMPTS = 3  # of a job whose runner is gone in the middle of it


def insert_job(
    connection: Connection,
    kind: JobKind,
    contest_id: int,
    team_id: int,
    *,
    now: float,
    upload_id: int = 0,
    user_id: int = 0,
    request: Mapping[str, Any] | None = None,
) -> Job:
    """Queue a job within a transaction, which must be repeatable."""
    job = Job(
        id=0,
        contest_id=contest_id,
        team_id=team_id,
        upload_id=upload_id,
        user_id=user_id,
        kind=kind,
        request=dict(request or {}),
        state=JobState.WAITING,
        runner_id=0,
        attempts=0,
        created=now,
        began=0.0,
        ended=0.0,
        outcome={},
        replay="",
    )
    fields = rows.written(job, without=("id",))
    number = connection.execute(insert(tables.jobs).values(fields).returning(tables.jobs.c.id)).scalar_one()
    return _one(connection, int(number))


class Jobs:
    """All jobs of a server."""

    def __init__(self, site: Site) -> None:
        self._site = site

    # Queueing and looking

    def queue(
        self,
        kind: JobKind,
        contest_id: int,
        team_id: int,
        upload_id: int = 0,
        user_id: int = 0,
        request: Mapping[str, Any] | None = None,
    ) -> Job:
        """Queue a job."""
        now = self._site.now()
        return self._site.write(
            lambda connection: insert_job(
                connection,
                kind,
                contest_id,
                team_id,
                now=now,
                upload_id=upload_id,
                user_id=user_id,
                request=request,
            )
        )

    def get(self, job_id: int) -> Job:
        """A job by its number; raises Missing."""
        return self._site.read(lambda connection: _one(connection, job_id))

    def of_team(self, contest_id: int, team_id: int, kind: JobKind | None = None, count: int = 20) -> list[Job]:
        """The newest jobs of a team, the newest first."""
        wanted = rows.query(Job, tables.jobs).where(
            tables.jobs.c.contest_id == contest_id, tables.jobs.c.team_id == team_id
        )
        if kind is not None:
            wanted = wanted.where(tables.jobs.c.kind == kind)
        newest = wanted.order_by(tables.jobs.c.id.desc()).limit(count)
        return self._site.read(lambda connection: rows.found(connection, Job, newest))

    def waiting(self, contest_id: int | None = None) -> list[Job]:
        """The jobs that wait, in the order in which they are done."""
        return self._in_state(JobState.WAITING, contest_id)

    def running(self, contest_id: int | None = None) -> list[Job]:
        """The jobs that are being done."""
        return self._in_state(JobState.RUNNING, contest_id)

    def ahead_of(self, job: Job) -> int:
        """The number of jobs that are done before one that waits; those that run now are not counted."""
        before = (_queued < _turn(job)) | ((_queued == _turn(job)) & (tables.jobs.c.id < job.id))
        wanted = select(func.count()).where(tables.jobs.c.state == JobState.WAITING, before)
        return int(self._site.read(lambda connection: connection.execute(wanted).scalar_one()))

    def _in_state(self, state: JobState, contest_id: int | None) -> list[Job]:
        wanted = rows.query(Job, tables.jobs).where(tables.jobs.c.state == state)
        wanted = wanted.order_by(_queued, tables.jobs.c.id)
        if contest_id is not None:
            wanted = wanted.where(tables.jobs.c.contest_id == contest_id)
        return self._site.read(lambda connection: rows.found(connection, Job, wanted))

    # Runners

    def claim(self, runner_id: int) -> Job | None:
        """Take the next job.

        A runner has one at a time: one that is its own already was taken in a transaction whose answer was lost.
        """
        now = self._site.now()

        def work(connection: Connection) -> Job | None:
            mine = (tables.jobs.c.state == JobState.RUNNING) & (tables.jobs.c.runner_id == runner_id)
            taken = rows.first(connection, Job, rows.query(Job, tables.jobs).where(mine))
            if taken is not None:
                return taken
            free = select(tables.jobs.c.id).where(tables.jobs.c.state == JobState.WAITING)
            number = connection.execute(
                free.order_by(_queued, tables.jobs.c.id).limit(1).with_for_update(skip_locked=True)
            ).scalar()
            if number is None:
                return None
            values = {
                "state": JobState.RUNNING,
                "runner_id": runner_id,
                "attempts": tables.jobs.c.attempts + 1,
                "began": now,
            }
            connection.execute(update(tables.jobs).where(tables.jobs.c.id == number).values(values))
            return _one(connection, int(number))

        found = self._site.read(lambda connection: connection.execute(_open(runner_id)).first())
        return None if found is None else self._site.write(work)

    def finish(
        self, job: Job, state: JobState, outcome: Mapping[str, Any] | None = None, replay: str = ""
    ) -> bool:
        """End a job with its outcome; false if it was taken from its runner, or cancelled, meanwhile."""
        values = {
            "state": state,
            "ended": self._site.now(),
            "outcome": rows.plain(dict(outcome or {})),
            "replay": replay,
        }
        return self._change(_held(job), values)

    def release(self, job: Job, outcome: Mapping[str, Any] | None = None, *, counted: bool = False) -> bool:
        """Give a job back, to be done again or continued later; by default that counts as no attempt.

        `outcome` is what was found so far. It waits behind the jobs that wait now.
        """
        values: dict[str, Any] = {
            "state": JobState.WAITING,
            "runner_id": 0,
            "attempts": job.attempts - (not counted),
            "began": self._site.now(),
        }
        if outcome is not None:
            values["outcome"] = rows.plain(dict(outcome))
        return self._change(_held(job), values)

    def cancel(self, job: Job) -> bool:
        """Cancel a job that waits; false if it has begun."""
        values = {"state": JobState.CANCELLED, "ended": self._site.now()}
        return self._change((tables.jobs.c.id == job.id) & (tables.jobs.c.state == JobState.WAITING), values)

    def free_dead(self, watch: Watch, own: int = 0) -> list[Job]:
        """Free the jobs of runners that are gone; call it every few seconds with the same watch.

        They wait again. Those that were begun MAX_ATTEMPTS times become those of the runner `own`, which must end
        them; without it they have failed. Returns all of them as they are then.
        """
        running = [job for job in self.running() if job.runner_id != own]
        if not running:
            return []
        known = {runner.id: runner for runner in self._runners({job.runner_id for job in running})}
        lost = [job for job in running if job.runner_id not in known or watch.judge(known[job.runner_id])]
        return [self.get(job.id) for job in lost if self._free(job, known.get(job.runner_id), own)]

    def _runners(self, wanted: Collection[int]) -> list[RunnerProcess]:
        chosen = select(*RUNNER).where(runners.c.id.in_(sorted(wanted)))
        return self._site.read(lambda connection: read_rows(RunnerProcess, connection.execute(chosen)))

    def _free(self, job: Job, runner: RunnerProcess | None, own: int) -> bool:
        """Take a job from a runner, unless it has sent a beat since."""
        if job.attempts < MAX_ATTEMPTS:
            values: dict[str, Any] = {"state": JobState.WAITING, "runner_id": 0}
        elif own:
            values = {"runner_id": own}
        else:
            outcome = rows.plain({"error": lost_words(job)})
            values = {"state": JobState.FAILED, "ended": self._site.now(), "outcome": outcome}

        def work(connection: Connection) -> bool:
            if runner is not None:
                beat = connection.execute(select(runners.c.beat).where(runners.c.id == runner.id)).scalar()
                if beat is not None and beat != runner.beat:
                    return False
            return connection.execute(update(tables.jobs).where(_held(job)).values(values)).rowcount == 1

        return self._site.write(work)

    def _change(self, which: ColumnElement[bool], values: Mapping[str, Any]) -> bool:
        change = update(tables.jobs).where(which).values(dict(values))
        return self._site.write(lambda connection: connection.execute(change).rowcount == 1)


def lost_words(job: Job) -> str:
    """Why a job is given up whose runners were lost."""
    return f"the process that did it was lost {job.attempts} times in the middle of it"


def _open(runner_id: int) -> Select[Any]:
    """A job that a runner may take, or has taken."""
    mine = (tables.jobs.c.state == JobState.RUNNING) & (tables.jobs.c.runner_id == runner_id)
    return select(tables.jobs.c.id).where((tables.jobs.c.state == JobState.WAITING) | mine).limit(1)


# The time from which a job's turn counts: when it was queued, or last given back
_queued = case((tables.jobs.c.began > tables.jobs.c.created, tables.jobs.c.began), else_=tables.jobs.c.created)


def _turn(job: Job) -> float:
    return max(job.began, job.created)


def _held(job: Job) -> ColumnElement[bool]:
    """The row of a job, while the runner that took it has it."""
    its = tables.jobs.c
    attempt = (its.runner_id == job.runner_id) & (its.attempts == job.attempts)
    return (its.id == job.id) & (its.state == JobState.RUNNING) & attempt


def _one(connection: Connection, job_id: int) -> Job:
    found = rows.first(connection, Job, rows.query(Job, tables.jobs).where(tables.jobs.c.id == job_id))
    if found is None:
        raise Missing("there is no such job")
    return found

"""Runners and their heartbeats. No other machine's clock is trusted, and no wall clock at all."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from sqlalchemy import Connection, delete, insert, select, update

from lanista.league.store import rows
from lanista.league.store.changes import lock
from lanista.league.store.process import is_gone
from lanista.league.store.records import Freed, RunnerProcess
from lanista.league.store.tables import pending, runners

LEASE_SECONDS = 30.0  # without a beat, after which a runner counts as dead
MAX_STEP = 5.0  # seconds that one check counts at most: after a long outage of the store, old beats prove nothing


@dataclass
class _Seen:
    beat: int
    seconds: float
    at: float


class Watch:
    """The time for which each runner's beat has been the same, by our monotonic clock."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._seen: dict[int, _Seen] = {}

    def judge(self, runner: RunnerProcess) -> str:
        """Why a runner counts as dead; empty if it does not."""
        if is_gone(runner):
            return "its process is gone"
        now = self._clock()
        seen = self._seen.get(runner.id)
        if seen is None or seen.beat != runner.beat:
            self._seen[runner.id] = _Seen(runner.beat, 0.0, now)
            return ""
        seen.seconds += min(now - seen.at, MAX_STEP)
        seen.at = now
        return f"no sign of life for {LEASE_SECONDS:.0f} s" if seen.seconds >= LEASE_SECONDS else ""


def begin(connection: Connection, runner: RunnerProcess) -> RunnerProcess:
    """Add a runner."""
    fields = rows.written(runner)
    del fields["id"]
    (number,) = connection.execute(insert(runners).values(fields).returning(runners.c.id)).one()
    return RunnerProcess(number, runner.label, runner.beat, runner.machine, runner.pid, runner.started)


def beat(connection: Connection, runner_id: int) -> None:
    """Send a heartbeat."""
    connection.execute(update(runners).where(runners.c.id == runner_id).values(beat=runners.c.beat + 1))


def end(connection: Connection, runner_id: int) -> None:
    """Remove a runner, and give back its matches."""
    for league_id in _leagues_of(connection, runner_id):
        lock(connection, league_id)
    connection.execute(update(pending).where(pending.c.runner_id == runner_id).values(runner_id=None))
    connection.execute(delete(runners).where(runners.c.id == runner_id))


def claimants(connection: Connection, league_id: int) -> list[RunnerProcess]:
    """The runners that have matches of a league."""
    having = select(pending.c.runner_id).where(pending.c.league_id == league_id)
    wanted = select(*rows.RUNNER).where(runners.c.id.in_(having)).order_by(runners.c.id)
    return rows.read(RunnerProcess, connection.execute(wanted))


def free(connection: Connection, league_id: int, given_up: list[tuple[RunnerProcess, str]]) -> list[Freed]:
    """Free the matches of dead runners, unless they have sent a beat since."""
    lock(connection, league_id)
    now = {runner.id: runner for runner in claimants(connection, league_id)}
    return [
        Freed(runner, _take(connection, league_id, runner), why)
        for runner, why in given_up
        if now.get(runner.id) == runner
    ]


def _take(connection: Connection, league_id: int, runner: RunnerProcess) -> tuple[int, ...]:
    """Take all matches of a league from a runner."""
    its = (pending.c.league_id == league_id) & (pending.c.runner_id == runner.id)
    numbers = connection.execute(select(pending.c.number).where(its).order_by(pending.c.number)).scalars().all()
    connection.execute(update(pending).where(its).values(runner_id=None))
    return tuple(numbers)


def _leagues_of(connection: Connection, runner_id: int) -> list[int]:
    wanted = select(pending.c.league_id).where(pending.c.runner_id == runner_id).distinct()
    return list(connection.execute(wanted.order_by(pending.c.league_id)).scalars())

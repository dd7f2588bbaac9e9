"""Lanes: what each runner does in its own words, or why it does nothing. Refreshed every few seconds."""

from __future__ import annotations

import threading
from contextlib import suppress
from typing import TYPE_CHECKING

from sqlalchemy import Connection, delete, insert, select, update

from lanista.core.errors import LanistaError
from lanista.core.text import inert
from lanista.league.store import RunnerProcess
from lanista.league.store import contest_tables as tables
from lanista.league.store.process import is_gone
from lanista.league.store.rows import RUNNER
from lanista.league.store.rows import read as read_rows
from lanista.league.store.tables import pending, runners
from lanista.serve import rows
from lanista.serve.records import JobState, Lane

if TYPE_CHECKING:
    from lanista.serve.site import Site

REFRESH_SECONDS = 5.0  # after which a lane says the same again
CURRENT_SECONDS = 15.0  # for which a sentence holds; its runner may be gone after that
KEPT_SECONDS = 24 * 3600.0  # for which lanes of machines that went away are kept
MAX_SAYS = 400  # characters


class Lanes:
    """The lanes of all runners."""

    def __init__(self, site: Site) -> None:
        self._site = site

    def all(self) -> list[Lane]:
        """All lanes, also those of runners that are gone; see `is_current`."""
        wanted = rows.query(Lane, tables.lanes).order_by(tables.lanes.c.runner_id, tables.lanes.c.name)
        return self._site.read(lambda connection: rows.found(connection, Lane, wanted))

    def is_current(self, lane: Lane) -> bool:
        """Whether a lane's runner was there a moment ago."""
        return self._site.now() - lane.at < CURRENT_SECONDS

    def say(self, runner_id: int, name: str, contest_id: int, says: str) -> None:
        """Write what a lane does."""
        lane = Lane(runner_id, name, contest_id, inert(says, MAX_SAYS), self._site.now())
        its = (tables.lanes.c.runner_id == runner_id) & (tables.lanes.c.name == name)

        def work(connection: Connection) -> None:
            change = update(tables.lanes).where(its).values(rows.written(lane, without=("runner_id", "name")))
            if not connection.execute(change).rowcount:
                connection.execute(insert(tables.lanes).values(rows.written(lane)))

        self._site.write(work)

    def remove(self, runner_id: int, name: str | None = None) -> None:
        """Remove the lanes of a runner, or one of them."""
        its = tables.lanes.c.runner_id == runner_id
        gone = delete(tables.lanes).where(its if name is None else its & (tables.lanes.c.name == name))
        self._site.write(lambda connection: connection.execute(gone))

    def forget_gone(self) -> None:
        """Remove runners of this machine that have ended, and the lanes of all that are gone."""
        old = self._site.now() - KEPT_SECONDS

        def work(connection: Connection) -> None:
            known = read_rows(RunnerProcess, connection.execute(select(*RUNNER)))
            busy = set(connection.execute(select(pending.c.runner_id).distinct()).scalars())
            doing = tables.jobs.c.state == JobState.RUNNING
            busy |= set(connection.execute(select(tables.jobs.c.runner_id).where(doing)).scalars())
            gone = [runner.id for runner in known if runner.id not in busy and is_gone(runner)]
            connection.execute(delete(runners).where(runners.c.id.in_(gone)))
            of_none = tables.lanes.c.runner_id.not_in(select(runners.c.id))
            connection.execute(delete(tables.lanes).where(of_none | (tables.lanes.c.at < old)))

        self._site.write(work)


class Voice:
    """Reports the state of a runner regularly from its own thread, also in the middle of long work."""

    def __init__(self, site: Site, runner_id: int) -> None:
        self._lanes = Lanes(site)
        self._runner_id = runner_id
        self._says: dict[str, tuple[int, str]] = {}  # by lane
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, name="voice", daemon=True)

    def __enter__(self) -> Voice:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        self._thread.join(REFRESH_SECONDS)
        for name in list(self._says):
            with suppress(LanistaError):
                self._lanes.remove(self._runner_id, name)

    def say(self, name: str, contest_id: int, says: str) -> None:
        """Change what a lane says; the first sentence of a kind is written at once."""
        is_new = name not in self._says
        self._says[name] = contest_id, says
        if is_new:
            self._write(name)

    def silence(self, name: str) -> None:
        """Remove a lane that has nothing to say any more."""
        if self._says.pop(name, None) is not None:
            with suppress(LanistaError):
                self._lanes.remove(self._runner_id, name)

    @property
    def names(self) -> list[str]:
        """The lanes that say something."""
        return list(self._says)

    def _run(self) -> None:
        written: dict[str, tuple[int, str]] = {}
        quiet = 0
        while not self._ended.wait(1.0):
            quiet += 1
            for name, says in list(self._says.items()):
                if written.get(name) != says or quiet >= REFRESH_SECONDS:
                    self._write(name)
                    written[name] = says
            quiet = 0 if quiet >= REFRESH_SECONDS else quiet

    def _write(self, name: str) -> None:
        contest_id, says = self._says.get(name, (0, ""))
        if says:
            with suppress(LanistaError):  # a store that is away; the lane itself notices
                self._lanes.say(self._runner_id, name, contest_id, says)

"""Limits on how often something is done, which hold for all processes of a server together."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, Dialect, case, delete, update
from sqlalchemy.dialects import postgresql, sqlite

from lanista.league.store import contest_tables as tables
from lanista.serve.errors import TooMany

if TYPE_CHECKING:
    from lanista.serve.site import Site

MAX_SECONDS = 24 * 3600.0  # of a limit
TIDY_SECONDS = 3600.0  # between removals of old counts
SKEW = 300.0  # seconds by which the clocks of processes may differ


class AttemptLimits:
    """Counts what is done in periods: one begins with the first attempt, and lasts as long as its limit says."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self._tidied = 0.0

    def count(self, name: str, limit: int, seconds: float) -> None:
        """Count an attempt; raises TooMany, with the time to wait, if it is one too many for this period."""
        self.count_all({name: (limit, seconds)})

    def count_all(self, limits: Mapping[str, tuple[int, float]]) -> None:
        """Count an attempt against several limits; if it is one too many for any, raise TooMany and count nothing.

        Otherwise attempts after a refusal would use up the limits of others.
        """
        now = self._site.now()
        keys = {self._key(name): limit for name, limit in limits.items()}

        def work(connection: Connection) -> None:
            wait = 0.0
            for key, (limit, seconds) in sorted(keys.items()):  # in one order, so that no two transactions block
                assert seconds <= MAX_SECONDS, "older counts are removed"
                count, since = _counted(connection, key, now, seconds)
                wait = max(wait, since + seconds - now if count > limit else 0.0)
            if wait:
                raise TooMany(f"that was too often; try again in {wait_text(wait)}", wait)

        self._site.write(work)
        self._tidy(now)

    def forgive(self, *names: str) -> None:
        """Take back an attempt against these limits, because it succeeded."""
        table = tables.throttles
        change = update(table).where(table.c.name.in_(list(map(self._key, names))), table.c.count > 0)
        self._site.write(lambda connection: connection.execute(change.values(count=table.c.count - 1)))

    def clear(self, name: str) -> None:
        """Forget all attempts."""
        gone = delete(tables.throttles).where(tables.throttles.c.name == self._key(name))
        self._site.write(lambda connection: connection.execute(gone))

    def _key(self, name: str) -> str:
        """The name of a counter, without saying whose it is."""
        return self._site.signed("throttle", name)

    def _tidy(self, now: float) -> None:
        if now < self._tidied + TIDY_SECONDS:
            return
        self._tidied = now
        old = delete(tables.throttles).where(tables.throttles.c.since < now - MAX_SECONDS)
        self._site.write(lambda connection: connection.execute(old))


def _counted(connection: Connection, key: str, now: float, seconds: float) -> tuple[int, float]:
    """Count in one statement, so that no two attempts see the same count."""
    table = tables.throttles
    is_over = (table.c.since + seconds <= now) | (table.c.since > now + SKEW)  # or the clock was set back
    insert = _insert(connection.dialect)
    change = insert(table).values(name=key, count=1, since=now)
    change = change.on_conflict_do_update(
        index_elements=[table.c.name],
        set_={
            "count": case((is_over, 1), else_=table.c.count + 1),
            "since": case((is_over, now), else_=table.c.since),
        },
    )
    count, since = connection.execute(change.returning(table.c.count, table.c.since)).one()
    return int(count), float(since)


def _insert(dialect: Dialect) -> Any:
    return sqlite.insert if dialect.name == "sqlite" else postgresql.insert


def wait_text(seconds: float) -> str:
    """A time to wait, for people."""
    if seconds < 60:
        return f"{max(1, round(seconds))} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 120 else f"{round(seconds / 3600)} h"

"""How many matches a league may play a day.

The limit is exact over all runners: matches are counted, and claimed, under the league's lock. A match counts from
the moment at which it is claimed, and for a day from its result on. Cancelled matches were not played.
"""

from __future__ import annotations

import time
from bisect import bisect_right, insort
from collections.abc import Callable
from typing import Any

from sqlalchemy import Connection, Select, func, select

from lanista.league.store.records import CANCELLED, DailyQuota
from lanista.league.store.tables import pending, results

DAY = 24 * 3600.0  # seconds


class PlayedToday:
    """Counts the matches of leagues that were played within a day; reads each result once."""

    def __init__(self, clock: Callable[[], float] = time.time) -> None:
        self._clock = clock
        self._ended: dict[int, list[float]] = {}  # by league: when matches ended, in order
        self._cursors: dict[int, int] = {}

    def quota(self, connection: Connection, league_id: int, cursor: int, per_day: int) -> DailyQuota:
        """The matches that the limit allows now; with the league's `cursor` locked, the answer holds."""
        now = self._clock()
        ended = self._read(connection, league_id, cursor, now - DAY)
        del ended[: bisect_right(ended, now - DAY)]
        here = select(func.count()).where(pending.c.league_id == league_id, pending.c.runner_id.is_not(None))
        claimed = int(connection.execute(here).scalar_one())
        used = len(ended) + claimed
        opens = 0.0 if used < per_day else ended[min(used - per_day, len(ended) - 1)] + DAY if ended else now
        return DailyQuota(per_day, len(ended), claimed, opens)

    def _read(self, connection: Connection, league_id: int, cursor: int, since: float) -> list[float]:
        """When the matches of a day ended; all transactions up to the cursor are known to be committed."""
        known = self._ended.setdefault(league_id, [])
        wanted = _played(league_id, self._cursors.get(league_id, 0), cursor, since)
        found: list[float] = list(connection.execute(wanted).scalars())  # whole: an error must count nothing twice
        for ended in found:
            insort(known, ended)
        self._cursors[league_id] = cursor
        return known


def _played(league_id: int, after: int, cursor: int, since: float) -> Select[Any]:
    return select(results.c.ended).where(
        results.c.league_id == league_id,
        results.c.changed > after,
        results.c.changed <= cursor,
        results.c.ended > since,
        results.c.void.not_like(f"{CANCELLED}%"),
    )

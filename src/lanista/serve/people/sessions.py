"""Sessions of people who have signed in: a secret in a cookie, of which the store has the digest only."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from sqlalchemy import Connection, delete, insert, select, update

from lanista.league.store import contest_tables as tables
from lanista.serve import rows
from lanista.serve.access import Actor
from lanista.serve.records import Standing, User
from lanista.serve.secret import digest, new_secret

if TYPE_CHECKING:
    from lanista.serve.site import Site

MAX_SECONDS = 30 * 24 * 3600.0  # since the person signed in
IDLE_SECONDS = 14 * 24 * 3600.0  # since its last request
USED_SECONDS = 300.0  # between two notes of its use
MAX_SESSIONS = 20  # of a person; the oldest end


class SessionRecord(msgspec.Struct, frozen=True):
    """A session as it is stored."""

    digest: str  # of the cookie
    user_id: int
    created: float
    used: float


class Sessions:
    """All sessions of a server."""

    def __init__(self, site: Site) -> None:
        self._site = site

    def begin(self, user_id: int) -> str:
        """Begin a session; returns the cookie."""
        cookie, now = new_secret(), self._site.now()
        record = SessionRecord(digest(cookie), user_id, now, now)

        def work(connection: Connection) -> None:
            table = tables.sessions
            old = (table.c.created <= now - MAX_SECONDS) | (table.c.used <= now - IDLE_SECONDS)
            connection.execute(delete(table).where(old | (table.c.digest == record.digest)))
            newest = select(table.c.digest).where(table.c.user_id == user_id).order_by(table.c.created.desc())
            extra = list(connection.execute(newest.offset(MAX_SESSIONS - 1)).scalars())
            if extra:
                connection.execute(delete(table).where(table.c.digest.in_(extra)))
            connection.execute(insert(table).values(rows.written(record)))

        self._site.write(work)
        return cookie

    def actor(self, cookie: str) -> Actor | None:
        """The person behind a cookie, unless the session or the account has ended."""
        now, key = self._site.now(), digest(cookie)

        def look(connection: Connection) -> tuple[SessionRecord, User] | None:
            wanted = rows.query(SessionRecord, tables.sessions).where(tables.sessions.c.digest == key)
            record = rows.first(connection, SessionRecord, wanted)
            if record is None:
                return None
            person = rows.query(User, tables.users).where(tables.users.c.id == record.user_id)
            user = rows.first(connection, User, person)
            return None if user is None else (record, user)

        found = self._site.read(look)
        if found is None or not _is_live(found[0], now) or found[1].standing is Standing.CLOSED:
            return None
        if now - found[0].used > USED_SECONDS:
            self._note_use(key, now)
        return Actor(found[1], cookie)

    def end(self, cookie: str) -> None:
        """End one session; an unknown one has ended before."""
        gone = delete(tables.sessions).where(tables.sessions.c.digest == digest(cookie))
        self._site.write(lambda connection: connection.execute(gone))

    def end_all(self, user_id: int, *, but: str = "") -> None:
        """End all sessions of a person, except the one with a cookie."""
        kept = self.key(but)
        self._site.write(lambda connection: end_sessions(connection, user_id, kept))

    def of(self, user_id: int) -> list[SessionRecord]:
        """The live sessions of a person, the newest first."""
        table, now = tables.sessions, self._site.now()
        wanted = (
            rows.query(SessionRecord, table).where(table.c.user_id == user_id).order_by(table.c.created.desc())
        )
        found = self._site.read(lambda connection: rows.found(connection, SessionRecord, wanted))
        return [record for record in found if _is_live(record, now)]

    def key(self, cookie: str) -> str:
        """The digest of a session's cookie; empty for none."""
        return digest(cookie) if cookie else ""

    def _note_use(self, key: str, now: float) -> None:
        change = update(tables.sessions).where(tables.sessions.c.digest == key).values(used=now)
        self._site.write(lambda connection: connection.execute(change))


def _is_live(record: SessionRecord, now: float) -> bool:
    return record.created > now - MAX_SECONDS and record.used > now - IDLE_SECONDS


def end_sessions(connection: Connection, user_id: int, kept: str = "") -> None:
    """End all sessions of a person, except the one with a digest."""
    table = tables.sessions
    connection.execute(delete(table).where(table.c.user_id == user_id, table.c.digest != kept))

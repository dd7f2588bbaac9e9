"""The log of actions that change something for others: who did what, and when."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import insert

from lanista.core.text import inert
from lanista.league.store import contest_tables as tables
from lanista.serve import rows
from lanista.serve.records import AuditEntry

if TYPE_CHECKING:
    from lanista.serve.site import Site

MAX_DETAIL = 500


class AuditLog:
    """The audit log of a server; entries are only ever added."""

    def __init__(self, site: Site) -> None:
        self._site = site

    def add(self, user_id: int, contest_id: int, action: str, detail: str = "") -> None:
        """Note an action of a person, or of the server itself (0)."""
        entry = AuditEntry(0, self._site.now(), user_id, contest_id, action, inert(detail, MAX_DETAIL))
        fields = rows.written(entry, without=("id",))
        self._site.write(lambda connection: connection.execute(insert(tables.audit).values(fields)))

    def latest(self, contest_id: int | None = None, count: int = 100, before: int = 0) -> list[AuditEntry]:
        """The newest entries of a contest, or of the whole server, the newest first; `before` is an id."""
        wanted = rows.query(AuditEntry, tables.audit).order_by(tables.audit.c.id.desc()).limit(count)
        if contest_id is not None:
            wanted = wanted.where(tables.audit.c.contest_id == contest_id)
        if before:
            wanted = wanted.where(tables.audit.c.id < before)
        return self._site.read(lambda connection: rows.found(connection, AuditEntry, wanted))

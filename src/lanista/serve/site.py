"""A contest server's data: one store, one folder, and what can be done with them."""

from __future__ import annotations

import hashlib
import hmac
import secrets
import time
from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Self, TypeVar

from sqlalchemy import Connection

from lanista.league.store import LeagueRecord, LeagueStore, open_store
from lanista.league.store.database import Tell
from lanista.league.store.leagues import set_setting, setting
from lanista.serve.audit import AuditLog
from lanista.serve.bots.uploads import Uploads
from lanista.serve.contests import Contests
from lanista.serve.people.accounts import Accounts
from lanista.serve.people.invitations import Invitations
from lanista.serve.people.sessions import Sessions
from lanista.serve.people.teams import Teams
from lanista.serve.people.throttle import AttemptLimits
from lanista.serve.people.tokens import Tokens
from lanista.serve.work.jobs import Jobs

if TYPE_CHECKING:
    from lanista.serve.people.oidc import Provider

T = TypeVar("T")
SECRET = "contest secret"
DATABASE = "lanista.db"  # in the data folder


class Site:
    """An open contest server: each part of it is reached from here. Thread-safe, and so are its parts."""

    def __init__(self, store: LeagueStore, data: Path, *, clock: Callable[[], float] = time.time) -> None:
        self.store = store
        self.data = data
        self.now = clock
        self._leagues: dict[int, LeagueRecord] = {}
        self.audit = AuditLog(self)
        self.throttle = AttemptLimits(self)
        self.accounts = Accounts(self)
        self.sessions = Sessions(self)
        self.tokens = Tokens(self)
        self.contests = Contests(self)
        self.invitations = Invitations(self)
        self.teams = Teams(self)
        self.uploads = Uploads(self)
        self.jobs = Jobs(self)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.store.close()

    def read(self, work: Callable[[Connection], T]) -> T:
        """Run a transaction that only reads."""
        return self.store.database.read(work)

    def write(self, work: Callable[[Connection], T]) -> T:
        """Run a transaction that writes; it must be repeatable."""
        return self.store.database.write(work)

    @cached_property
    def secret(self) -> bytes:
        """The server's secret, shared by all its processes."""

        def work(connection: Connection) -> str:
            known = setting(connection, SECRET)
            if known is None:
                known = secrets.token_hex(32)
                set_setting(connection, SECRET, known)
            return known

        return bytes.fromhex(self.write(work))

    @cached_property
    def provider(self) -> Provider | None:
        """The provider by which people may sign in, if the data folder names one."""
        from lanista.serve.people.oidc import read_provider

        return read_provider(self)

    def signed(self, purpose: str, text: str) -> str:
        """A proof that this server has seen a text, for a purpose."""
        return hmac.new(self.secret, f"{purpose}\0{text}".encode(), hashlib.sha256).hexdigest()

    def league(self, league_id: int) -> LeagueRecord:
        """The record of a league, which never changes."""
        if league_id not in self._leagues:
            self._leagues |= {record.id: record for record in self.store.leagues()}
        return self._leagues[league_id]


def open_site(data: Path, address: str = "", *, create: bool = True, tell: Tell | None = None) -> Site:
    """Open a server's data folder; its store is a SQLite file in it, or the database at an address."""
    data.mkdir(mode=0o700, parents=True, exist_ok=True)
    replays = data / "replays" if address else None
    return Site(open_store(address or data / DATABASE, replays=replays, create=create, tell=tell), data)

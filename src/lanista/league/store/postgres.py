"""Connections to PostgreSQL: every wait has a deadline, and passwords stay out of messages."""

from __future__ import annotations

from sqlalchemy import URL, Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError

from lanista.core.errors import StoreError
from lanista.league.store.database import CONNECT_SECONDS, LOCK_SECONDS, Database, Tell

STATEMENT_SECONDS = 120
IDLE_SECONDS = 10  # a stopped process must not hold locks for longer than others wait for them
INSTALL = "leagues in PostgreSQL need its driver: pip install 'lanista[postgres]'"
# Notice a server behind a broken network
_KEEPALIVE = {
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 4,
    "tcp_user_timeout": 30_000,
}


def open_postgres(address: str, tell: Tell | None) -> Database:
    """A database on a PostgreSQL server; connects when it is first used."""
    url = _parse(address)
    shown = url.set(drivername="postgresql").render_as_string(hide_password=True)
    secret = url.password if isinstance(url.password, str) else ""
    return Database(_engine(url), shown, secret, tell)


def _parse(address: str) -> URL:
    try:
        url = make_url(address)
        _ = url.port, url.host
    except (ArgumentError, ValueError):  # its text may show the password
        raise StoreError(
            "expected postgresql://USER@HOST:PORT/DATABASE as store, got another form of URL"
        ) from None
    return url.set(drivername="postgresql+psycopg")


def _engine(url: URL) -> Engine:
    arguments = {"connect_timeout": CONNECT_SECONDS, "application_name": "lanista", **_KEEPALIVE}
    given = {name: value for name, value in arguments.items() if name not in url.query}
    try:
        engine = create_engine(url, connect_args=given, pool_timeout=LOCK_SECONDS, pool_use_lifo=True)
    except ModuleNotFoundError:
        raise StoreError(INSTALL) from None
    event.listen(engine, "connect", _prepare)
    return engine


def _prepare(connection: object, _record: object) -> None:
    limits = {
        "lock_timeout": LOCK_SECONDS,
        "statement_timeout": STATEMENT_SECONDS,
        "idle_in_transaction_session_timeout": IDLE_SECONDS,
    }
    for name, seconds in limits.items():
        connection.execute(f"SET {name} = '{seconds}s'")  # type: ignore[attr-defined]
    connection.commit()  # type: ignore[attr-defined]

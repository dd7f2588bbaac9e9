"""Turns database errors into errors for people: why, and what to do."""

from __future__ import annotations

from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from lanista.core.errors import StoreError
from lanista.core.text import describe, inert

MAX_REASON = 300  # characters of a database's message

UNHARMED = "nothing was written by halves, and the league can be continued"
_SQLITE = {
    "SQLITE_FULL": f"the disk is full; free some space and run it again ({UNHARMED})",
    "SQLITE_IOERR": f"the disk does not answer or is full; check it and run it again ({UNHARMED})",
    "SQLITE_BUSY": "another program keeps it locked; end that one, or try again",
    "SQLITE_LOCKED": "another program keeps it locked; end that one, or try again",
    "SQLITE_READONLY": "it cannot be written to; change the permissions of the file and its folder, or copy it",
    "SQLITE_PERM": "it may not be opened; change the permissions of the file and its folder, or copy it",
    "SQLITE_CANTOPEN": "it cannot be opened; check that the folder exists and that you may write to it",
    "SQLITE_NOTADB": "it is not a database; name another file",
    "SQLITE_CORRUPT": "the file is damaged (copied while it was written?); take another copy, or its backup",
}
_NOT_OURS = "the file is damaged, or not a store of lanista; take another copy, or its backup"
_POSTGRES = {
    "28": "it refuses the user or the password; check the address",
    "3D": "there is no such database; create it (`createdb NAME`), or check the address",
    "42501": "the user may not do that; grant it the right to create tables",
    "53100": f"its disk is full; free some space there and run it again ({UNHARMED})",
    "53": "it has no room for another connection; end other programs, or raise max_connections",
    "55P03": "another program keeps it locked; end that one, or try again",
    "57014": "it did not answer in time; end what keeps it busy, or try again",
}
# A refused connection has no code, only words
_WORDS = {
    "authentication failed": _POSTGRES["28"],
    "no password supplied": _POSTGRES["28"],
    "no pg_hba.conf entry": _POSTGRES["28"],
    "role ": _POSTGRES["28"],
    "database ": _POSTGRES["3D"],
    "could not translate host name": "there is no such host; check the address",
    "too many clients": _POSTGRES["53"],
}
# A lost connection, a server that starts or stops, conflicting transactions, such as two that add the same row:
# a retry may work
_PASSING = ("08", "23505", "57P01", "57P02", "57P03", "57P05", "25P03", "40001", "40P01")


def explain(error: SQLAlchemyError, address: str, secret: str = "") -> StoreError:
    """An error of a database as one sentence, without the password."""
    said = _own_words(error)
    if secret:
        said = said.replace(secret, "***")
    advice = _advice(error) or "check the address and whether it is running"
    return StoreError(f"cannot use the store {inert(address)}: {advice} ({inert(said, MAX_REASON)})")


class DamageError(Exception):
    """A store holds invalid content; the transaction turns this into a StoreError."""


# Raised when a value from a database has an unexpected type or size
ODD_VALUES = (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError)


def explain_damage(error: Exception, address: str) -> StoreError:
    """The damage of a store in one sentence."""
    why = inert(str(error), 2 * MAX_REASON) if isinstance(error, DamageError) else describe(error)
    return StoreError(f"the store {inert(address)} is damaged: {why}; take another copy, or its backup")


def is_passing(error: SQLAlchemyError) -> bool:
    """Whether a retry may succeed: the connection was lost, or could not be made."""
    if not isinstance(error, DBAPIError) or is_sqlite(error):
        return False
    state = sql_state(error)
    if state:
        return state.startswith(_PASSING)
    return type(error.orig).__name__ in ("OperationalError", "ConnectionTimeout", "AdminShutdown")


def is_sqlite(error: DBAPIError) -> bool:
    """Whether the error comes from SQLite."""
    return type(error.orig).__module__ == "sqlite3"


def sql_state(error: DBAPIError) -> str:
    """PostgreSQL's code of an error; empty if it sent none."""
    return getattr(error.orig, "sqlstate", None) or ""


def _own_words(error: SQLAlchemyError) -> str:
    """The database's message on one line."""
    cause = error.orig if isinstance(error, DBAPIError) and error.orig is not None else error
    return " ".join(str(cause).split()) or type(cause).__name__


def _advice(error: SQLAlchemyError) -> str:
    if isinstance(error, PoolTimeout):
        return "all its connections are in use; try again"
    if not isinstance(error, DBAPIError):
        return ""
    if is_sqlite(error):
        return _longest(_SQLITE, getattr(error.orig, "sqlite_errorname", None) or "") or _NOT_OURS
    words = str(error.orig).rpartition("FATAL:")[2]
    return _longest(_POSTGRES, sql_state(error)) or next((_WORDS[key] for key in _WORDS if key in words), "")


def _longest(advice: dict[str, str], code: str) -> str:
    """The advice for the longest key with which a code begins."""
    fitting = [key for key in advice if code.startswith(key)]
    return advice[max(fitting, key=len)] if fitting else ""

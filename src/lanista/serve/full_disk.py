"""Tells a full disk from other trouble, wherever it shows: in a file, in SQLite or in PostgreSQL."""

from __future__ import annotations

import errno
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

from sqlalchemy.exc import DBAPIError

from lanista.core.errors import LanistaError
from lanista.serve.errors import DiskFull

if TYPE_CHECKING:
    from lanista.serve.site import Site

NO_ROOM = (errno.ENOSPC, errno.EDQUOT)
SQLITE, POSTGRES = ("SQLITE_FULL", "SQLITE_IOERR_WRITE"), "53100"


def is_full(error: BaseException) -> bool:
    """Whether a full disk is behind an error."""
    seen: set[int] = set()
    cause: BaseException | None = error
    while cause is not None and id(cause) not in seen:
        seen.add(id(cause))
        if _says_full(cause):
            return True
        cause = cause.__cause__ or cause.__context__
    return False


def _says_full(error: BaseException) -> bool:
    if isinstance(error, OSError):
        return error.errno in NO_ROOM
    if isinstance(error, DBAPIError):
        name = getattr(error.orig, "sqlite_errorname", None)
        return name in SQLITE or getattr(error.orig, "sqlstate", None) == POSTGRES
    return False


@contextmanager
def disk_errors(site: Site, contest_id: int, what: str) -> Iterator[None]:
    """Turn errors behind which is a full disk into DiskFull, and note it in the audit log if that still works.

    `what` could not be kept, such as "an upload of the team alice".
    """
    try:
        yield
    except (LanistaError, OSError) as error:
        if not is_full(error):
            raise
        with suppress(LanistaError):
            site.audit.add(0, contest_id, "the disk is full", f"{what} could not be kept")
        raise DiskFull(
            "the disk of the server is full, so nothing was kept; tell the organiser, and try again later"
        ) from None

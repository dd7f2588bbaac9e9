"""Locks on files, which end with the process that holds them."""

from __future__ import annotations

import sys
from typing import IO, Any

LOCKED_BYTE = 2**31 - 2  # of a file on Windows, whose locks also keep others from reading; no file is so long


def try_lock(file: IO[Any] | int, *, shared: bool = False) -> bool:
    """Take the lock on an open file unless another process has it; several may share one.

    Closing the file ends the lock. Raises OSError if it cannot be locked.
    """
    fd = file if isinstance(file, int) else file.fileno()
    try:
        _lock(fd, shared=shared)
    except BlockingIOError:
        return False
    return True


if sys.platform == "win32":
    import msvcrt
    import os

    def _lock(fd: int, *, shared: bool) -> None:
        if shared:  # there are no such locks, but files that are in use cannot be removed either
            return
        position = os.lseek(fd, 0, os.SEEK_CUR)
        try:
            os.lseek(fd, LOCKED_BYTE, os.SEEK_SET)
            msvcrt.locking(fd, msvcrt.LK_NBLCK, 1)
        except PermissionError as error:
            raise BlockingIOError(error.errno, error.strerror) from None
        finally:
            os.lseek(fd, position, os.SEEK_SET)

else:
    import fcntl

    def _lock(fd: int, *, shared: bool) -> None:
        fcntl.flock(fd, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)

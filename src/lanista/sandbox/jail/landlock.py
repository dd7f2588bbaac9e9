"""Landlock: the kernel's own allow-list of files, without privileges and without namespaces, from Linux 5.13 on.

Best effort: each version of the interface (ABI) protects more. Every import here takes time at every start of a
bot.
"""

from __future__ import annotations

import ctypes
import os
import stat
import struct
import sys

TYPE_CHECKING = False  # importing `typing` would take longer than everything else here
if TYPE_CHECKING:
    from collections.abc import Iterable

CREATE_RULESET, ADD_RULE, RESTRICT_SELF = 444, 445, 446  # on every processor
ASK_VERSION, PATH_BENEATH = 1, 1
PR_SET_NO_NEW_PRIVS = 38

EXECUTE, WRITE_FILE, READ_FILE, READ_DIR = 1 << 0, 1 << 1, 1 << 2, 1 << 3
MAKE_CHAR, MAKE_BLOCK = 1 << 6, 1 << 11
FIRST = (1 << 13) - 1  # everything about files that ABI 1 knows
REFER, TRUNCATE, IOCTL_DEV = 1 << 13, 1 << 14, 1 << 15  # ABI 2, 3 and 5
OF_FILES = EXECUTE | WRITE_FILE | READ_FILE | TRUNCATE | IOCTL_DEV
READING = EXECUTE | READ_FILE | READ_DIR
BIND_TCP, CONNECT_TCP = 1, 2  # ABI 4
ABSTRACT_SOCKETS, SIGNALS = 1, 2  # ABI 6


def abi() -> int:
    """The version of the interface, found by asking the kernel; 0 without Landlock."""
    if not sys.platform.startswith("linux"):
        return 0
    return max(0, int(_libc().syscall(CREATE_RULESET, None, 0, ASK_VERSION)))


def restrict(read: Iterable[str], write: Iterable[str], *, network: bool = False) -> int:
    """Limit this process and its descendants to files below `read` and `write`; returns the ABI, 0 without.

    What may be written may be read too. Paths that do not exist are skipped. Without `network` it can neither
    listen to nor connect to TCP ports (ABI 4). It can signal its descendants only, and connect to none but their
    abstract sockets (ABI 6).
    """
    version = abi()
    if not version:
        return 0
    files, ports = _files(version), 0 if network or version < 4 else BIND_TCP | CONNECT_TCP
    scope = ABSTRACT_SOCKETS | SIGNALS if version >= 6 else 0
    ruleset = _create(struct.pack("=QQQ", files, ports, scope), version)
    try:
        for path in read:
            _allow(ruleset, path, READING)
        for path in write:
            _allow(ruleset, path, files & ~(MAKE_CHAR | MAKE_BLOCK))
        _libc().prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
        _check(_libc().syscall(RESTRICT_SELF, ruleset, 0))
    finally:
        os.close(ruleset)
    return version


def missing(version: int) -> str:
    """The protections that this version lacks, as text; empty if it has all."""
    gaps = {1: "files", 4: "TCP ports", 6: "signals and abstract sockets"}
    return ", ".join(what for needed, what in gaps.items() if version < needed)


def _files(version: int) -> int:
    """Everything about files that this version can refuse."""
    known = {2: REFER, 3: TRUNCATE, 5: IOCTL_DEV}
    return FIRST | sum(right for needed, right in known.items() if version >= needed)


def _create(attributes: bytes, version: int) -> int:
    """A ruleset; older versions know fewer attributes."""
    size = 24 if version >= 6 else 16 if version >= 4 else 8
    return _check(_libc().syscall(CREATE_RULESET, attributes[:size], size, 0))


def _allow(ruleset: int, path: str, rights: int) -> None:
    try:
        fd = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError:
        return
    try:
        if not stat.S_ISDIR(os.fstat(fd).st_mode):
            rights &= OF_FILES
        _check(_libc().syscall(ADD_RULE, ruleset, PATH_BENEATH, struct.pack("=Qi", rights, fd), 0))
    finally:
        os.close(fd)


def _check(result: int) -> int:
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, f"landlock: {os.strerror(number)}")
    return result


def _libc() -> ctypes.CDLL:
    return ctypes.CDLL(None, use_errno=True)

"""System calls of Linux that Python does not offer; standard library only, as the supervisor imports it."""

from __future__ import annotations

import ctypes
import os
import sys

CLONE_NEWNS = 0x00020000
CLONE_NEWCGROUP = 0x02000000
CLONE_NEWUTS = 0x04000000
CLONE_NEWIPC = 0x08000000
CLONE_NEWUSER = 0x10000000
CLONE_NEWPID = 0x20000000
CLONE_NEWNET = 0x40000000

MS_RDONLY, MS_NOSUID, MS_NODEV, MS_NOEXEC = 1, 2, 4, 8
MS_REMOUNT, MS_BIND, MS_REC, MS_PRIVATE = 32, 4096, 16384, 1 << 18
MNT_DETACH = 2

MOUNT_ATTR_RDONLY, MOUNT_ATTR_NOSUID, MOUNT_ATTR_NODEV, MOUNT_ATTR_NOEXEC = 1, 2, 4, 8
MOUNT_ATTR_IDMAP = 0x00100000
AT_FDCWD, AT_EMPTY_PATH, AT_RECURSIVE = -100, 0x1000, 0x8000
OPEN_TREE_CLONE = 1
MOVE_MOUNT_F_EMPTY_PATH = 4

PR_SET_PDEATHSIG, PR_SET_DUMPABLE, PR_CAPBSET_DROP = 1, 4, 24
PR_SET_NO_NEW_PRIVS, PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL = 38, 47, 4
LAST_CAPABILITY = 63
CAPABILITY_VERSION = 0x20080522

# The same numbers on every architecture that Linux has added calls to since 2019, except Alpha
SYS_OPEN_TREE, SYS_MOVE_MOUNT, SYS_CLONE3, SYS_CLOSE_RANGE, SYS_MOUNT_SETATTR = 428, 429, 435, 436, 442
SYS_PIVOT_ROOT = {
    "x86_64": 155,
    "aarch64": 41,
    "riscv64": 41,
    "ppc64le": 203,
    "s390x": 217,
    "i686": 217,
    "armv7l": 218,
}
CLOSE_RANGE_CLOEXEC = 4
SIGCHLD = 17

IS_LINUX = sys.platform.startswith("linux")
_libc: ctypes.CDLL = ctypes.CDLL(None, use_errno=True) if IS_LINUX else ctypes.CDLL.__new__(ctypes.CDLL)


def _check(result: int, what: str) -> int:
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number), what)
    return result


def unshare(flags: int) -> None:
    """Move this process into new namespaces."""
    _check(_libc.unshare(flags), "unshare")


def setns(fd: int, kind: int) -> None:
    """Join the namespace that a descriptor refers to."""
    _check(_libc.setns(fd, kind), "setns")


def mount(source: str, target: str, kind: str = "", flags: int = 0, options: str = "") -> None:
    """Mount a file system, or bind a folder."""
    words = [os.fsencode(word) if word else None for word in (source, target, kind)]
    result = _libc.mount(*words, ctypes.c_ulong(flags), os.fsencode(options) if options else None)
    _check(result, target)


def enter_root(folder: str) -> None:
    """Make a mounted folder the root of this mount namespace, and detach the old root."""
    os.chdir(folder)
    _check(_libc.syscall(ctypes.c_long(SYS_PIVOT_ROOT[os.uname().machine]), b".", b"."), "pivot_root")
    _check(_libc.umount2(b".", MNT_DETACH), "umount2")
    os.chdir("/")


class _MountAttributes(ctypes.Structure):
    _fields_ = (
        ("set", ctypes.c_uint64),
        ("clear", ctypes.c_uint64),
        ("propagation", ctypes.c_uint64),
        ("userns", ctypes.c_uint64),
    )


def set_mount(path: str, attributes: int, *, fd: int = AT_FDCWD, flags: int = 0, userns: int = 0) -> None:
    """Add attributes to a mount, with AT_RECURSIVE to those below it too."""
    value = _MountAttributes(attributes, 0, 0, userns)
    size = ctypes.c_size_t(ctypes.sizeof(value))
    call = ctypes.c_long(SYS_MOUNT_SETATTR)
    _check(_libc.syscall(call, fd, os.fsencode(path), flags, ctypes.byref(value), size), path)


def clone_tree(path: str) -> int:
    """A descriptor of a detached copy of a mount and all below it."""
    flags = OPEN_TREE_CLONE | AT_RECURSIVE | os.O_CLOEXEC
    return _check(_libc.syscall(ctypes.c_long(SYS_OPEN_TREE), AT_FDCWD, os.fsencode(path), flags), path)


def attach(fd: int, target: str) -> None:
    """Attach a detached mount."""
    call = ctypes.c_long(SYS_MOVE_MOUNT)
    result = _libc.syscall(call, fd, b"", AT_FDCWD, os.fsencode(target), MOVE_MOUNT_F_EMPTY_PATH)
    _check(result, target)


class _CloneArguments(ctypes.Structure):
    _fields_ = tuple(
        (name, ctypes.c_uint64)
        for name in ("flags", "pidfd", "child_tid", "parent_tid", "exit_signal", "stack", "stack_size", "tls")
    )


def fork_into(flags: int) -> int:
    """Fork a child into new namespaces; as `os.fork`, in a process with one thread."""
    value = _CloneArguments(flags=flags, exit_signal=SIGCHLD)
    size = ctypes.c_size_t(ctypes.sizeof(value))
    return _check(_libc.syscall(ctypes.c_long(SYS_CLONE3), ctypes.byref(value), size), "clone3")


def write_file(path: str, data: bytes, flags: int = 0) -> None:
    """Write a file without importing a codec, which may be out of sight by now."""
    fd = os.open(path, os.O_WRONLY | os.O_CLOEXEC | flags, 0o644)
    try:
        os.write(fd, data)
    finally:
        os.close(fd)


def set_hostname(name: str) -> None:
    """Set the name of this machine in the current namespace."""
    _check(_libc.sethostname(name.encode(), len(name)), "sethostname")


def prctl(option: int, value: int = 0) -> int:
    """Set an option of this process; returns -1 where the kernel does not know it."""
    return int(_libc.prctl(option, ctypes.c_ulong(value), 0, 0, 0))


def close_on_exec(first: int) -> None:
    """Close every descriptor from a number on at the next exec."""
    _libc.syscall(ctypes.c_long(SYS_CLOSE_RANGE), first, ctypes.c_uint(0xFFFFFFFF), CLOSE_RANGE_CLOEXEC)


def bound_capabilities() -> None:
    """Make sure that no program started from now on gains a capability."""
    for number in range(LAST_CAPABILITY + 1):
        if prctl(PR_CAPBSET_DROP, number) < 0:
            break
    prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL)


def drop_capabilities() -> None:
    """Give up every capability."""
    header = (ctypes.c_uint32 * 2)(CAPABILITY_VERSION, 0)
    _check(_libc.capset(header, (ctypes.c_uint32 * 6)()), "capset")

"""Side channels: what two bots, or two matches, could share unnoticed."""

from __future__ import annotations

import contextlib
import ctypes
import os
import struct

from .attempt import MARK, Targets, attempt
from .files import read
from .kernel import call

KEYCTL_SEARCH, KEYCTL_READ, USER_KEYRING = 10, 11, -4


@attempt("find your secrets in its environment", family=12, stopped_from="limits")
def read_own_environment(targets: Targets) -> str:
    """Tokens of services are often in it."""
    return ", ".join(f"{name}={value}" for name, value in os.environ.items() if MARK in value)


@attempt("use descriptors that it inherited", family=15, stopped_from="none")
def use_descriptors(targets: Targets) -> str:
    """All but its standard streams, and what Python has opened itself."""
    got = []
    for name in os.listdir("/proc/self/fd"):
        with contextlib.suppress(OSError):
            if int(name) > 2 and MARK in os.pread(int(name), 1000, 0).decode(errors="replace"):
                got.append(os.readlink(f"/proc/self/fd/{name}"))
    return ", ".join(got)


@attempt("open your terminal", family=15, stopped_from="none")
def use_terminal(targets: Targets) -> str:
    """The terminal of the person who started the match."""
    os.close(os.open("/dev/tty", os.O_RDWR | os.O_NOCTTY))
    return "opened your terminal"


@attempt("read shared memory (/dev/shm)", family=15)
def read_shared_memory(targets: Targets) -> str:
    """A segment that another process keeps there."""
    return read(targets["shm"])


@attempt("read shared memory (System V)", family=15, stopped_from="limits")
def read_system_v_memory(targets: Targets) -> str:
    """A segment whose key is known."""
    segment = call("shmget", targets["shm_key"], 0, 0)
    address = call("shmat", segment, 0, 0o10000)
    return ctypes.string_at(address, 100).split(b"\0")[0].decode(errors="replace")


@attempt("leave a message queue (System V)", family=15, stopped_from="limits")
def leave_message_queue(targets: Targets) -> str:
    """Messages stay when the process has ended, for the next match to find. Ours is opened, none is made."""
    return f"opened queue {call('msgget', targets['queue_key'], 0)}"


@attempt("leave a message queue (POSIX)", family=15, stopped_from="limits")
def open_message_queue(targets: Targets) -> str:
    """As above, by name."""
    os.close(call("mq_open", targets["queue_name"].encode(), os.O_RDONLY | os.O_NONBLOCK, 0, 0))
    return f"opened queue {targets['queue_name']}"


@attempt("read keys of the kernel's key rings", family=15, stopped_from="limits")
def read_keys(targets: Targets) -> str:
    """Processes of one user share a key ring, whatever namespaces they are in."""
    key = call("keyctl", KEYCTL_SEARCH, USER_KEYRING, b"user", targets["key"].encode(), 0)
    text = ctypes.create_string_buffer(100)
    call("keyctl", KEYCTL_READ, key, text, 100, 0)
    return text.value.decode(errors="replace")


@attempt("see locks of others on a file of yours", family=15)
def see_locks(targets: Targets) -> str:
    """A lock on a file that two bots can open is one bit per turn; ours is held on a file of yours."""
    import fcntl

    with open(targets["public"], "rb") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return "saw the lock that another process holds"
        return "locked a file of yours"


@attempt("carry a message by locks on a file of the system", family=15, stopped_from="limits")
def carry_locks(targets: Targets) -> str:
    """Everybody who may read a file may lock it, and others see that; here a child does."""
    import fcntl

    with open(os.path.realpath("/bin/sh"), "rb") as file:
        fcntl.fcntl(file, fcntl.F_SETLK, lock(fcntl.F_RDLCK))
        said, say = os.pipe()
        child = os.fork()
        if child == 0:
            os.write(say, fcntl.fcntl(file, fcntl.F_GETLK, lock(fcntl.F_WRLCK)))
            os._exit(0)
        os.waitpid(child, 0)
        (kind,) = struct.unpack_from("h", os.read(said, 100))
    return "" if kind == fcntl.F_UNLCK else "another process saw its lock"


def lock(kind: int) -> bytes:
    """A lock of one byte, for `fcntl`."""
    return struct.pack("hhqqi4x", kind, os.SEEK_SET, 0, 1, 0)


@attempt("see the locks of all processes", family=15)
def list_locks(targets: Targets) -> str:
    """`/proc/locks` lists the locks of all processes that it can see."""
    return ", ".join(line for line in read("/proc/locks").splitlines() if str(targets["referee"]) in line.split())


@attempt("read the kernel's messages", family=15, stopped_from="limits")
def read_kernel_log(targets: Targets) -> str:
    """They name other processes and addresses."""
    size = call("syslog", 10, 0, 0)
    return f"may read {size} bytes"

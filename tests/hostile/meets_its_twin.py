"""Both seats of a match run this and look for one another: `meets_its_twin.py NUMBER`.

Each leaves a file, a file in shared memory, an abstract socket, a shared memory segment and a lock on the file of
the interpreter, which both can open. Then it reports which of the other's it found, and takes its own away.
"""

import contextlib
import ctypes
import fcntl
import os
import socket
import struct
import sys

from common import polite, report, start, turns

NUMBER = int(sys.argv[1])
FOLDERS = ("/tmp", "/var/tmp", "/dev/shm", ".")
libc = ctypes.CDLL(None)
kept = []
LOCK = "hhqqi4x"  # struct flock: kind, whence, start, length, process
LOCKS, SETS = {"POSIX lock": 5, "OFD lock": 36}, {"POSIX lock": 6, "OFD lock": 37}  # F_GETLK..., F_SETLK...


def lock_at(kind, start):
    return struct.pack(LOCK, kind, os.SEEK_SET, start, 1, 0)


def name(seat):
    return f"lanista-twin-{NUMBER}-{seat}"


def leave(seat):
    for folder in FOLDERS:
        with contextlib.suppress(OSError), open(f"{folder}/{name(seat)}", "w"):
            pass
    with contextlib.suppress(OSError):
        server = socket.socket(socket.AF_UNIX)
        server.bind(f"\0{name(seat)}")
        server.listen()
        kept.append(server)
    libc.shmget(NUMBER + seat, 4096, 0o1666)
    lock = os.open(sys.executable, os.O_RDONLY)
    with contextlib.suppress(OSError):
        fcntl.flock(lock, fcntl.LOCK_SH)
    for kind in LOCKS:
        with contextlib.suppress(OSError):
            fcntl.fcntl(lock, SETS[kind], lock_at(fcntl.F_RDLCK, NUMBER + seat))
    kept.append(lock)


def look(other):
    found = [folder for folder in FOLDERS if os.path.exists(f"{folder}/{name(other)}")]
    with contextlib.suppress(OSError):
        socket.socket(socket.AF_UNIX).connect(f"\0{name(other)}")
        found.append("abstract socket")
    if libc.shmget(NUMBER + other, 0, 0) >= 0:
        found.append("System V memory")
    with contextlib.suppress(PermissionError), open(sys.executable, "rb") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            found.append("lock")
    with open(sys.executable, "rb") as file:
        for kind, ask in LOCKS.items():
            with contextlib.suppress(OSError):
                answer = fcntl.fcntl(file, ask, lock_at(fcntl.F_WRLCK, NUMBER + other))
                found += [kind] * (struct.unpack(LOCK, answer)[0] != fcntl.F_UNLCK)
    return found + ["process" for pid in os.listdir("/proc") if pid.isdigit() and is_twin(int(pid), other)]


def is_twin(pid, other):
    """Whether a process that it may signal is the other bot."""
    with contextlib.suppress(OSError), open(f"/proc/{pid}/cmdline") as file:
        if f"{NUMBER}\0seat-{other}" in file.read():
            os.kill(pid, 0)
            return True
    return False


def clean(seat):
    segment = libc.shmget(NUMBER + seat, 0, 0)
    if segment >= 0:
        libc.shmctl(segment, 0, None)
    for folder in FOLDERS:
        with contextlib.suppress(OSError):
            os.unlink(f"{folder}/{name(seat)}")


seat = start()["seat"]
for turn, _ in turns():
    if turn == 3:
        leave(seat)
    if turn == 6:
        report(found=look(1 - seat))
    if turn == 9:
        clean(seat)
    polite(turn)

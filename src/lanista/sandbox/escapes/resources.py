"""Taking more than a bot may use. Each attempt stops at twice its limit, and gives back what it took."""

from __future__ import annotations

import contextlib
import mmap
import os
import select
import signal
import tempfile
import threading
import time

from .attempt import Targets, attempt

CHUNK = b"x" * 2**20
HOLD_SECONDS = 5.0  # for memory to be taken
WATCH_SECONDS = 1.0  # for a supervisor that looks now and then to notice
MAX_PROCESSES, MAX_MB, MAX_FILES = 300, 1024, 20_000  # however high the limits are


@attempt("start more processes than it may", family=1, stopped_from="limits", tried_from="limits", alone=True)
def fork(targets: Targets) -> str:
    """Children that wait, up to a bound."""
    bound = min(2 * targets["processes"], MAX_PROCESSES)
    children: list[int] = []
    try:
        with contextlib.suppress(OSError):
            while len(children) < bound:
                children.append(start_waiting())
        wait_to_be_noticed(len(children), targets)
    finally:
        for child in children:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
    return exceeding(len(children), targets["processes"], "processes")


def wait_to_be_noticed(tasks: int, targets: Targets) -> None:
    """Give a supervisor that looks now and then the time to end a tree that is too large."""
    if tasks > targets["processes"]:
        time.sleep(HOLD_SECONDS)


def start_waiting() -> int:
    """Start a process that waits to be killed, and not for ever."""
    pid = os.fork()
    if pid == 0:
        signal.alarm(30)
        while True:
            signal.pause()
    return pid


@attempt("start more threads than it may", family=1, stopped_from="limits", tried_from="limits", alone=True)
def start_threads(targets: Targets) -> str:
    """Threads that wait, up to a bound."""
    bound = min(2 * targets["processes"], MAX_PROCESSES)
    done, threads = threading.Event(), 0
    threading.stack_size(65536)
    try:
        with contextlib.suppress(RuntimeError):
            while threads < bound:
                threading.Thread(target=done.wait, args=(30,), daemon=True).start()
                threads += 1
        wait_to_be_noticed(threads, targets)
    finally:
        done.set()
    return exceeding(threads, targets["processes"], "threads")


@attempt("use more memory than it may", family=2, stopped_from="limits", tried_from="limits", alone=True)
def use_memory(targets: Targets) -> str:
    """Memory that is written to, so that it is really there."""
    return touched([targets["memory_mb"] + 64])


@attempt(
    "use more memory than it may, in two processes",
    family=2,
    stopped_from="cgroup",
    tried_from="limits",
    alone=True,
)
def share_memory_out(targets: Targets) -> str:
    """Limits of one process do not count what its children use."""
    half = targets["memory_mb"] * 5 // 8
    return touched([half, half])


def touched(sizes: list[int]) -> str:
    """Use this much memory in this many processes at the same time; each reports when it has it."""
    said, say = os.pipe()
    children = [start_touching(min(size, MAX_MB), say) for size in sizes]
    os.close(say)
    got, deadline = 0, time.monotonic() + HOLD_SECONDS
    while got < len(sizes) and time.monotonic() < deadline and not has_lost_a_child():
        got += len(os.read(said, 1)) if select.select([said], [], [], 0.05)[0] else 0
    for child in children:
        with contextlib.suppress(OSError):
            os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
    return f"used {sum(sizes)} MB" if got == len(sizes) else ""


def has_lost_a_child() -> bool:
    """Whether a child was killed: what the others get then does not count."""
    return os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None


def start_touching(megabytes: int, say: int) -> int:
    """Start a process that writes to so much memory, says so, and keeps it for some seconds."""
    pid = os.fork()
    if pid:
        return pid
    with contextlib.suppress(OSError, MemoryError, ValueError):
        memory = mmap.mmap(-1, megabytes * 2**20, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
        for start in range(0, len(memory), mmap.PAGESIZE):
            memory[start] = 1
        time.sleep(WATCH_SECONDS)
        os.write(say, b".")
        signal.alarm(10)
        signal.pause()
    os._exit(0)


@attempt("fill its temporary folder", family=3, tried_from="namespaces", alone=True)
def fill_temporary_folder(targets: Targets) -> str:
    """More than the folder may hold, in several files."""
    return filled(tempfile.mkdtemp(), targets["scratch_mb"] + 8)


@attempt("fill /dev/shm", family=3, tried_from="namespaces", alone=True)
def fill_shared_memory(targets: Targets) -> str:
    """It is memory of this machine."""
    return filled(tempfile.mkdtemp(dir="/dev/shm"), targets["scratch_mb"] + 8)


def filled(folder: str, megabytes: int) -> str:
    """Write so much into a folder, at most 4 MB to a file, and remove it; nothing if it became full before."""
    names = [f"{folder}/{number}" for number in range(min(megabytes, MAX_MB) // 4)]
    try:
        for name in names:
            with open(name, "wb") as file:
                for _ in range(4):
                    file.write(CHUNK)
    finally:
        for name in names:
            with contextlib.suppress(OSError):
                os.unlink(name)
        os.rmdir(folder)
    return f"wrote {megabytes} MB"


@attempt("write a file larger than it may", family=3, stopped_from="limits")
def write_large_file(targets: Targets) -> str:
    """A sparse file, which takes no space of the disk."""
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    with tempfile.TemporaryFile() as file:
        os.ftruncate(file.fileno(), (targets["file_mb"] + 1) * 2**20)
    return f"wrote a file of {targets['file_mb'] + 1} MB"


@attempt("make more files than its temporary folder may hold", family=3, tried_from="namespaces", alone=True)
def use_up_files(targets: Targets) -> str:
    """Empty files take no space, but each takes an entry."""
    folder = tempfile.mkdtemp()
    made = 0
    try:
        while made < MAX_FILES:
            os.close(os.open(f"{folder}/{made}", os.O_CREAT | os.O_WRONLY))
            made += 1
    finally:
        for number in range(made):
            os.unlink(f"{folder}/{number}")
        os.rmdir(folder)
    return f"made {made} files"


@attempt("open more files than it may", family=3, stopped_from="limits")
def open_files(targets: Targets) -> str:
    """The null device, again and again."""
    opened: list[int] = []
    try:
        with contextlib.suppress(OSError):
            while len(opened) < min(2 * targets["open_files"], MAX_FILES):
                opened.append(os.open(os.devnull, os.O_RDONLY))
    finally:
        for fd in opened:
            os.close(fd)
    return exceeding(len(opened), targets["open_files"], "open files")


def exceeding(number: int, limit: int, what: str) -> str:
    """The amount obtained, in words, if it is more than the limit."""
    return f"{number} {what}" if number > limit else ""

"""The memory of a process tree without a control group."""

from __future__ import annotations

import mmap
import os
import signal
import subprocess
import sys
from collections.abc import Iterator

import pytest

from lanista.sandbox.usage import memory, process_tree
from tests.sandbox.confined import LINUX

MIB = 1024 * 1024
pytestmark = LINUX
SHARING = f"""
import mmap, os, signal
held = mmap.mmap(-1, 32 * {MIB})
held.write(b"x" * len(held))
for _ in range(3):
    if os.fork() == 0:
        sum(held[::4096])
        os.write(1, b"f")
        signal.pause()
os.write(1, b"f")
signal.pause()
"""


@pytest.fixture
def family() -> Iterator[int]:
    """The process id of a parent with three children, who share 32 MiB."""
    process = subprocess.Popen([sys.executable, "-c", SHARING], stdout=subprocess.PIPE, start_new_session=True)
    assert process.stdout is not None
    with process.stdout as output:
        assert output.read(4) == b"ffff"
        yield process.pid
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def test_shared_memory_counts_once(family):
    pids = [family, *process_tree.descendants(family)]
    assert memory.used(pids, limit=2**60) > 4 * 32 * MIB  # roughly: everybody's pages
    assert 32 * MIB < memory.used(pids, limit=MIB) < 3 * 32 * MIB


def test_what_is_only_reserved_does_not_count():
    before = memory.used([os.getpid()], limit=1)
    with mmap.mmap(-1, 512 * MIB):
        assert memory.used([os.getpid()], limit=1) < before + 256 * MIB


def test_a_process_that_is_gone_uses_nothing():
    process = subprocess.Popen(["true"])
    process.wait()
    assert memory.used([process.pid], limit=0) == 0


HOARDS = {
    "sockets": "import socket; kept = [socket.socketpair() for _ in range(200)]",
    "pipes": "import os; kept = [os.pipe() for _ in range(400)]",
    "page tables": "from mmap import *; kept = mmap(-1, 2**34, flags=MAP_PRIVATE | MAP_ANONYMOUS, prot=1)\n"
    "for at in range(0, 2**34, 2**21): kept[at]",
    "shared memory that was let go": "import mmap; kept = mmap.mmap(-1, 2**25); kept[:] = bytes(2**25)\n"
    "kept.madvise(mmap.MADV_DONTNEED)",
}


@pytest.mark.parametrize("what", HOARDS)
def test_memory_that_no_process_has_counts(what):
    words = [sys.executable, "-S", "-c", f"import os\n{HOARDS[what]}\nos.write(1, b'f')\nos.read(0, 1)"]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.read(1) == b"f"
        assert memory.used([process.pid], limit=1, thorough=True) > 24 * MIB
        process.kill()

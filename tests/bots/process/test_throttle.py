"""A bot that is slowed down: stopped and continued, and running again at the end."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from lanista.bots.process.process_tree import memory_mb
from lanista.bots.process.throttle import Throttle
from lanista.sandbox.usage.process_tree import descendants
from tests.processes import eventually

PARENT = """
import subprocess, sys
child = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
print(child.pid, flush=True)
input()
"""


@pytest.fixture
def family():
    """A process with a child; both wait for input."""
    parent = subprocess.Popen([sys.executable, "-c", PARENT], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert parent.stdout is not None
    yield parent.pid, int(parent.stdout.readline())
    parent.communicate(b"\n")


def state_of(pid: int) -> str:
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]


def test_processes_are_stopped_in_turns_and_run_at_the_end(family):
    with Throttle(lambda: family, 1):
        eventually(lambda: all(state_of(pid) == "T" for pid in family))
    eventually(lambda: all(state_of(pid) != "T" for pid in family))


def test_every_stop_is_followed_by_a_go():
    sent = []
    with Throttle(lambda: [7], 50, lambda pid, number: sent.append((pid, number))):
        eventually(lambda: len(sent) >= 6)
    assert len(sent) % 2 == 0
    assert sent[:2] == [(7, signal.SIGSTOP), (7, signal.SIGCONT)]
    assert set(sent[0::2]) == {(7, signal.SIGSTOP)}


def test_full_speed_needs_no_thread():
    sent = []
    with Throttle(lambda: [7], 100, lambda pid, number: sent.append(pid)):
        pass
    assert sent == []


def test_a_tree_has_all_descendants_and_their_memory(family):
    parent, child = family
    assert descendants(parent) == [child]
    eventually(lambda: (memory_mb([child]) or 0) > 1)  # a process has little until it runs its program
    both = memory_mb([parent, child])
    assert both is not None
    assert both > (memory_mb([child]) or 0)
    assert memory_mb([]) is None

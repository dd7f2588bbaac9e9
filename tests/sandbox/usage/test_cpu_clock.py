"""Processor time of process trees: children, threads and the dead included."""

from __future__ import annotations

import sys

import pytest

from lanista.sandbox.usage.cpu_clock import CgroupClock, TreeClock, find_clock
from tests.sandbox.programs import program

linux = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
BURNT = 0.05
TICK = 0.011  # what parents account for is in steps of a tick

# A parent that burns in its child; the child stays, or ends and is waited for.
CHILD_STAYS = f"""
if not os.fork():
    input(); burn({BURNT}); say("burnt"); sys.stdin.readline(); os._exit(0)
time.sleep(600)
"""
CHILD_ENDS = f"""
input()
pid = os.fork()
if not pid:
    burn({BURNT}); os._exit(0)
os.waitpid(pid, 0)
say("burnt")
input()
"""
THREADS = f"""
input()
helper = threading.Thread(target=burn, args=[{BURNT}])
helper.start(); helper.join()
say("burnt")
input()
"""
GRANDCHILD = f"""
if not os.fork():
    input()
    if not os.fork():
        burn({BURNT}); say("burnt"); time.sleep(600)
    time.sleep(600)
time.sleep(600)
"""


def wrapped(source: str) -> str:
    """The program below a supervisor, whose own time does not count."""
    return f"if not os.fork():\n    exec({source!r})\n    os._exit(0)\ntime.sleep(600)\n"


@linux
@pytest.mark.parametrize("source", ["CHILD_STAYS", "CHILD_ENDS", "THREADS", "GRANDCHILD"])
def test_what_children_and_threads_use_counts(source):
    with program(wrapped(globals()[source])) as bot:
        clock = TreeClock(bot.pid)
        before = clock.scan()
        assert bot.order() == "burnt"
        used = clock.scan() - before
        assert used >= BURNT - TICK
        assert clock.scan() - before >= used, "it never runs backwards"


@linux
def test_the_root_itself_does_not_count():
    with program(f"input(); burn({BURNT}); say('burnt'); input()") as supervisor:
        clock = TreeClock(supervisor.pid)
        before = clock.scan()
        supervisor.order()
        assert clock.scan() - before < BURNT / 2


@linux
def test_a_process_found_late_is_not_charged_for_earlier_turns():
    with program(wrapped(GRANDCHILD)) as bot:
        clock = TreeClock(bot.pid)
        clock.scan()
        bot.order()
        before = clock.now()  # a turn begins, and the clock does not know the grandchild yet
        assert clock.scan() - before < BURNT / 2


def test_a_cgroup_comes_first():
    class Counter:
        def cpu_seconds(self) -> float:
            return 7.0

    clock = find_clock(1, Counter())
    assert isinstance(clock, CgroupClock)
    assert clock.now() == clock.scan() == 7.0


def test_the_clock_of_a_cgroup_stops_when_it_is_removed():
    class Removed:
        seconds = [3.0]  # noqa: RUF012

        def cpu_seconds(self) -> float:
            if not self.seconds:
                raise FileNotFoundError
            return self.seconds.pop()

    clock = CgroupClock(Removed())
    assert [clock.now(), clock.now()] == [3.0, 3.0]


def test_no_process_no_clock():
    assert find_clock(0) is None


def test_no_clock_where_there_is_no_proc(monkeypatch):
    monkeypatch.setattr("sys.platform", "darwin")
    assert find_clock(1) is None

"""Frozen processes get no processor time, and continue afterwards."""

from __future__ import annotations

import sys

import pytest

from lanista.sandbox.usage.cgroup_support import find_cgroups
from lanista.sandbox.usage.cpu_clock import TreeClock
from lanista.sandbox.usage.freezer import Freezer, TreeFreezer, find_freezer
from tests.processes import SECONDS, eventually
from tests.sandbox.programs import Program, program

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="freezes processes")

SPINS = """
if not os.fork():
    threading.Thread(target=burn, args=[600], daemon=True).start()
    if not os.fork():
        burn(600)
    say("spins"); time.sleep(600)
time.sleep(600)
"""
CONTROL = "burn(0.05)\nsay('burnt')\n"


def stands_still(bot: Program) -> bool:
    """Whether it gets no processor time while another program gets some."""
    clock = TreeClock(bot.pid)
    before = clock.scan()
    with program(CONTROL) as other:
        assert other.hear() == "burnt"
    return clock.scan() == before


def check(bot: Program, freezer: Freezer) -> None:
    freezer.freeze()
    freezer.freeze()
    eventually(lambda: stands_still(bot))
    freezer.thaw()
    clock = TreeClock(bot.pid)
    before = clock.scan()
    eventually(lambda: clock.scan() > before)


def test_signals_stop_threads_and_children():
    with program(SPINS) as bot:
        assert bot.hear() == "spins"
        freezer = TreeFreezer(bot.pid)
        check(bot, freezer)
        freezer.freeze()  # and it can be killed as it stands


def test_a_cgroup_stops_threads_and_children():
    support = find_cgroups()
    if not support.kind:
        pytest.skip(support.why)
    group = support.create(256, 64)
    try:
        with program(f"[open(path, 'w').write('0') for path in {group.procs!r}]\n{SPINS}") as bot:
            assert bot.hear() == "spins"
            # The first process joined too, but it only sleeps.
            freezer = find_freezer(bot.pid, group)
            assert freezer is not None
            check(bot, freezer)
            group.freeze()
            group.kill()  # frozen ones too
            assert bot.process.wait(SECONDS) < 0
    finally:
        group.close()


def test_nothing_to_freeze():
    assert find_freezer(0) is None
    TreeFreezer(2**22 + 1).freeze()
    TreeFreezer(2**22 + 1).thaw()

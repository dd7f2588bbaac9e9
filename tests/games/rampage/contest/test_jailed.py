"""Clients of the kits in network namespaces of their own: all connect to the same port, each to its own."""

from __future__ import annotations

import shlex
import sys

import pytest

from lanista.bots.player import Limits
from lanista.games.rampage.contest import player
from lanista.games.rampage.contest.bench import KIT
from lanista.match import arrange
from lanista.sandbox import Level, Wanted
from lanista.sandbox.machine import find_machine
from lanista.verdict import Verdict

TURNS = 6


@pytest.mark.skipif(find_machine().level < Level.NAMESPACES, reason="bots have no namespaces here")
def test_kits_play_without_a_port_of_this_machine(monkeypatch):
    monkeypatch.setattr(player, "open_port", lambda _: pytest.fail("a port was opened"))
    bot = "orbis:" + shlex.join([sys.executable, "-c", f"import sys; assert sys.argv[-1] == '4461'\n{KIT}"])
    limits, wanted = Limits(60_000, 60_000), Wanted(Level.NAMESPACES)
    plan = arrange("rampage", [bot, bot], seed=7, changes={"max_turns": TURNS}, limits=limits, wanted=wanted)
    result = plan.play()
    assert [dict(seat.verdicts) for seat in result.seats] == [{Verdict.OK: TURNS}] * 2

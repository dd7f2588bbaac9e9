"""Clients of the kits in network namespaces of their own: all connect to the same port, each to its own."""

from __future__ import annotations

import shlex
import sys

import pytest

from lanista.bots.player import Budgets
from lanista.core.verdict import Verdict
from lanista.games.rampage.contest import player
from lanista.games.rampage.contest.bench import KIT
from lanista.match.planning import plan_match
from lanista.match.terms import MatchTerms
from lanista.sandbox import Level, SandboxRequest
from lanista.sandbox.machine import find_machine

TURNS = 6


@pytest.mark.skipif(find_machine().level < Level.NAMESPACES, reason="bots have no namespaces here")
def test_kits_play_without_a_port_of_this_machine(monkeypatch):
    monkeypatch.setattr(player, "open_port", lambda _: pytest.fail("a port was opened"))
    bot = "orbis:" + shlex.join([sys.executable, "-c", f"import sys; assert sys.argv[-1] == '4461'\n{KIT}"])
    limits, wanted = Budgets(60_000, 60_000), SandboxRequest(Level.NAMESPACES)
    plan = plan_match(
        "rampage",
        [bot, bot],
        MatchTerms(settings={"max_turns": TURNS}, wanted=wanted).with_budgets(limits),
        seed=7,
    )
    result = plan.play()
    assert [dict(seat.verdicts) for seat in result.seats] == [{Verdict.OK: TURNS}] * 2

"""Bots of the hub in network namespaces of their own, where the hub is all that they reach."""

from __future__ import annotations

import shlex
import socket
import sys

import pytest

from lanista.bots.player import Budgets
from lanista.bots.signalr.server import HubServer
from lanista.core.verdict import Verdict
from lanista.games.sproutopia.contest.bench import HUB_BOT
from lanista.match.planning import plan_match
from lanista.match.replay import read_replay, verify
from lanista.match.terms import MatchTerms
from lanista.sandbox import Level, SandboxRequest
from lanista.sandbox.machine import find_machine

PATIENT = Budgets(60_000, 60_000)
REACH = """
import os, socket, sys
for address in (("127.0.0.1", PORT), ("10.0.0.1", 80)):
    try:
        socket.create_connection(address, 5)
        print("reached", address)
    except OSError as error:
        print("not reached:", address, error)
print("hub at", os.environ["RUNNER_IPV4"])
sys.stdout.flush()
"""


@pytest.fixture(autouse=True)
def jailed() -> None:
    if find_machine().level < Level.NAMESPACES:
        pytest.skip(f"bots have no namespaces here: {'; '.join(find_machine().missing(Level.NAMESPACES))}")


def bot(script: str = "") -> str:
    return "signalr:" + shlex.join([sys.executable, "-c", script + HUB_BOT])


@pytest.mark.parametrize("lock_step", [True, False])
def test_bots_play_without_a_port_of_this_machine(tmp_path, monkeypatch, lock_step):
    monkeypatch.setattr(HubServer, "listen", lambda _: pytest.fail("a port was opened"))
    plan = plan_match(
        "sproutopia",
        [bot(), bot()],
        MatchTerms(
            settings={"MaxTicks": 6, "TickRate": 40}, lock_step=lock_step, wanted=SandboxRequest(Level.NAMESPACES)
        ).with_budgets(PATIENT),
        seed=7,
    )
    result = plan.play(replay=tmp_path / "match.jsonl.gz")
    assert [dict(seat.verdicts) for seat in result.seats] == [{Verdict.OK: 6}] * 2
    replay = read_replay(tmp_path / "match.jsonl.gz")
    assert verify(replay).identical
    if lock_step:
        assert [sum("RIGHT" in str(line.moves[seat]) for line in replay.turns) for seat in range(2)] == [5, 5]


def test_bots_reach_nothing_else(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
        plan = plan_match(
            "sproutopia",
            [bot(REACH.replace("PORT", str(port))), "squares"],
            MatchTerms(
                settings={"MaxTicks": 3}, lock_step=True, wanted=SandboxRequest(Level.NAMESPACES)
            ).with_budgets(PATIENT),
            seed=7,
        )
        plan.play(replay=tmp_path / "match.jsonl.gz")
    logs = str([line.log for line in read_replay(tmp_path / "match.jsonl.gz").turns])
    assert logs.count("not reached:") == 2
    assert "hub at 127.0.0.1" in logs

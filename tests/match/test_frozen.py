"""Bots stand still except in their turns, whatever their threads do; and their processor time is measured."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from lanista.bots.player import Budgets, MatchInfo, Opening
from lanista.bots.poll_loop import PollLoop
from lanista.bots.process.live_bots import LiveBots
from lanista.bots.process.process_tree import Supervised
from lanista.bots.protocol.lines_player import LinesPlayer
from lanista.core.verdict import Verdict
from lanista.game import get_game
from lanista.match.branch import branch
from lanista.match.planning import plan_match
from lanista.match.referee import PlayedTurn
from lanista.match.replay import Branch, read_replay
from lanista.match.terms import MatchTerms
from lanista.sandbox import Level, SandboxPolicy, SandboxRequest
from lanista.sandbox.usage.cpu_clock import TreeClock
from tests.bots.matches import Watcher
from tests.processes import eventually, is_gone
from tests.sandbox.programs import program

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="freezes processes")

THINKS_ON = """
import json, sys, threading, time
def think():
    while True:
        pass
threading.Thread(target=think, daemon=True).start()
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "start":
        print('{"type":"ready","again":true}', flush=True)
    elif message["type"] == "turn":
        print(json.dumps({"turn": message["turn"], "move": "NOTHING"}), flush=True)
"""
ROOT = Path(__file__).parent.parent.parent
TURN = 0.05  # seconds of processor time
LIMITS = Budgets(60_000, 60_000)  # nobody is late, however busy the machine is


@contextmanager
def thinker(tmp_path: Path, *, freeze: bool) -> Iterator[tuple[LinesPlayer, PollLoop]]:
    """A bot with a thread that never rests, which is ready."""
    file = tmp_path / "thinks_on.py"
    file.write_text(THINKS_ON)
    player = LinesPlayer([sys.executable, "-S", str(file)], "thinks on")
    game = get_game("overdrive")
    config = game.configure()
    policy = SandboxPolicy(Level.NONE, freeze=freeze)
    match = MatchInfo(game.name, "standard", config, ["a", "b"], LIMITS, policy)
    loop = PollLoop([player], freeze=freeze)
    try:
        player.start(Opening(match, 0, 1, game.start(config, 1, 2)))
        loop.seat()
        loop.wait()
        assert player.ready()
        yield player, loop
    finally:
        loop.close(None)


def stands_still(supervisor: int) -> bool:
    """Whether a bot gets no processor time, but for stopping, while another program gets some: the opponent."""
    clock = TreeClock(supervisor)
    before = clock.scan()
    with program(f"burn({TURN})\nsay('moved')\n") as opponent:
        assert opponent.hear() == "moved"
    return clock.scan() - before < TURN / 10


def test_a_thread_in_the_background_gets_nothing_of_the_opponents_turn(tmp_path):
    with thinker(tmp_path, freeze=True) as (player, loop):
        for turn in (1, 2):
            assert stands_still(player.supervisor_pid)
            player.ask(turn, b"{}")
            loop.wait()
            assert player.take().verdict is Verdict.OK
        assert stands_still(player.supervisor_pid)


def test_without_the_option_it_thinks_on(tmp_path):
    with thinker(tmp_path, freeze=False) as (player, _):
        eventually(lambda: not stands_still(player.supervisor_pid))


def test_a_frozen_bot_is_ended_like_any_other(tmp_path):
    with thinker(tmp_path, freeze=True) as (player, _):
        supervisor = player.supervisor_pid
    assert is_gone(supervisor)


REFEREE = """
import sys, time
from pathlib import Path
from lanista.sandbox.usage import process_tree
from tests.match.test_frozen import thinker
with thinker(Path(sys.argv[1]), freeze=True) as (player, _):
    print(player.supervisor_pid, *process_tree.descendants(player.supervisor_pid), flush=True)
    time.sleep(600)
"""


def test_a_frozen_bot_dies_with_its_referee(tmp_path):
    command = [sys.executable, "-c", REFEREE, str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, cwd=ROOT) as referee:
        assert referee.stdout is not None
        pids = [int(pid) for pid in referee.stdout.readline().split()]
        referee.kill()
    assert len(pids) >= 2
    eventually(lambda: all(map(is_gone, pids)))


def test_a_bot_that_waits_for_its_next_match_is_frozen(tmp_path):
    file = tmp_path / "thinks_on.py"
    file.write_text(THINKS_ON)
    frozen = SandboxRequest(Level.NONE, freeze=True)
    bots = [f"{sys.executable} -S {file}", "cruise"]
    with LiveBots() as live_bots:
        for seed in (1, 2):
            seen = Watcher()
            plan = plan_match(
                "overdrive",
                bots,
                MatchTerms(settings={"max_rounds": 2}, wanted=frozen).with_budgets(LIMITS),
                seed=seed,
            )
            result = plan.play([seen], live_bots=live_bots)
            assert result.seats[0].verdicts == {Verdict.OK: 2}
            assert all((turn.answers[0].cpu_ms or 0) > 0 for turn in seen.turns), "both clocks are read"
            assert all(turn.answers[1].cpu_ms is None for turn in seen.turns), "a built-in bot has no processes"
            (bot,) = live_bots._waiting
            assert stands_still(bot.supervisor.pid)


def test_the_bot_of_a_takeover_is_frozen_too(tmp_path, monkeypatch):
    file = tmp_path / "thinks_on.py"
    file.write_text(THINKS_ON)
    changes = {"max_rounds": 4}
    plan_match("overdrive", ["cruise", "cruise"], MatchTerms(settings=changes), seed=1).play(
        replay=tmp_path / "old.gz"
    )
    bot, frozen = f"{sys.executable} -S {file}", SandboxRequest(Level.NONE, freeze=True)
    plan = branch(read_replay(tmp_path / "old.gz"), Branch("old.gz", 2, 0), bot, terms=MatchTerms(wanted=frozen))
    plan.setup = replace(plan.setup, limits=LIMITS)
    players = plan.players()
    monkeypatch.setattr(plan, "players", lambda *_: players)
    still: list[bool] = []

    class Look(Watcher):
        def turn(self, turn: PlayedTurn, state: object) -> None:
            assert isinstance(players[0], Supervised)
            pid = players[0].supervisor_pid
            still.append(stands_still(pid) or stands_still(pid))  # on a busy machine it may take a moment to stop

    plan.play([Look()])
    assert still == [True] * 4

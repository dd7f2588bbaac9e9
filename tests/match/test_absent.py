"""Seats that are out: bots that do not get ready, and players that a game does not ask any more."""

from __future__ import annotations

import sys
from pathlib import Path

import msgspec
import pytest

from lanista.bots.player import Budgets
from lanista.bots.protocol.lines_player import LinesPlayer
from lanista.core.verdict import Verdict
from lanista.match.recorder import Recorder
from lanista.match.referee import MatchResult, MatchSetup, Referee
from lanista.match.replay import SeatHeader, read_replay
from lanista.match.replay.verify import verify
from tests.coins import Coins

LINES = """
import json, sys
start = json.loads(input())
print(json.dumps({ready}), flush=True)
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "end":
        break
    print(start, message, file=sys.stderr, flush=True)
    print(json.dumps({{"turn": message["turn"], "move": "STAY"}}), flush=True)
"""
READY = LINES.format(ready='{"type": "ready"}')
NOT_READY = LINES.format(ready='{"type": "not_ready", "reason": "no book of openings"}')


class Knockout(Coins):
    """Coins, but the second runner is out after two turns, and who did not come gets 25 coins and rests."""

    def asked(self, state, seat):
        return not (seat == 1 and state.record.turn >= 2) and state.record.runners[seat].purse < 25

    def leave_out(self, state, seats):
        for seat in seats:
            state.record.runners[seat].purse = 25

    def fixed_json(self, state, seat):
        return msgspec.json.encode({"for": seat})


KNOCKOUT = Knockout()


def play(tmp_path: Path, *sources: str) -> tuple[MatchResult, Path]:
    players = []
    for seat, source in enumerate(sources):
        file = tmp_path / f"bot{seat}.py"
        file.write_text(source)
        players.append(LinesPlayer([sys.executable, str(file)], f"bot{seat}"))
    setup = MatchSetup(KNOCKOUT, 5, "short", KNOCKOUT.configure("short"), Budgets(5_000, 2_000))
    path = tmp_path / "match.replay"
    headers = [SeatHeader(player.name, player.name, "") for player in players]
    return Referee(setup, players, [Recorder(path, headers)]).play(), path


def test_a_seat_that_is_out_is_not_asked(tmp_path):
    result, path = play(tmp_path, READY, READY)
    assert result.turns == 8
    assert [sum(seat.verdicts.values()) for seat in result.seats] == [8, 2]
    turns = read_replay(path).turns
    assert [turn.moves for turn in turns[1:3]] == [["STAY", "STAY"], ["STAY", None]]
    assert len(turns[1].log) == 2
    assert turns[2].log[1] == "", "its bot heard nothing"


def test_what_never_changes_is_sent_once(tmp_path):
    _, path = play(tmp_path, READY, READY)
    first = read_replay(path).turns[0]
    assert ["'map': {'for': 0}" in first.log[0], "'map': {'for': 1}" in first.log[1]] == [True, True]


@pytest.mark.parametrize(
    ("source", "verdict", "reason"),
    [
        (NOT_READY, Verdict.CRASHED, "says that it is not ready: no book of openings"),
        ("raise SystemExit(3)", Verdict.CRASHED, "exit status 3"),
        ("print('hello')", Verdict.PROTOCOL_ERROR, "expected"),
    ],
    ids=["not ready", "ends", "wrong word"],
)
def test_a_bot_that_does_not_get_ready_takes_no_part(tmp_path, source, verdict, reason):
    result, _ = play(tmp_path, source, READY, READY)
    assert result.setup.absent == (0,)
    fault = result.seats[0].fault
    assert fault is not None
    assert (fault.turn, fault.verdict) == (0, verdict)
    assert reason in fault.reason
    assert sum(result.seats[0].verdicts.values()) == 1
    assert result.outcome is not None
    assert result.outcome.scores[0] >= 25, "the game left it out"
    assert result.outcome.rule_ranks[0] == 1, "by the rules it leads"
    assert result.outcome.forfeits == ("did not get ready", "", "")
    assert result.outcome.ranks[0] == 3


def test_a_replay_remembers_who_did_not_come(tmp_path, monkeypatch):
    _, path = play(tmp_path, NOT_READY, READY)
    replay = read_replay(path)
    assert replay.header.absent == (0,)
    monkeypatch.setattr(sys.modules["lanista.match.replay.playing"], "get_game", lambda name: KNOCKOUT)
    assert verify(replay).identical
    replay.header.absent = ()
    assert verify(replay).first == 0

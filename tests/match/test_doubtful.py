"""Timeouts of bots that the machine had starved: in the result, in the replay, in the report and in a series."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import msgspec
import pytest
from rich.console import Console

from lanista.arena import MatchReport, MatchSpec, play_spec, tally
from lanista.arena.spec import MAX_VOIDED
from lanista.bots.builtin import BuiltinPlayer
from lanista.bots.player import Answer, Evidence, Limits, Opening, Player
from lanista.cli.report import as_json, print_result
from lanista.compare.result import result_of
from lanista.game import get_game
from lanista.match import MatchResult, Plan
from lanista.match.recorder import Recorder
from lanista.match.referee import Referee, Setup
from lanista.replay import SeatHeader, read_replay, verify
from lanista.sandbox.starvation import Starved
from lanista.verdict import Verdict
from lanista.web.film import Film, Reel

STARVED = Starved(412.0, 1000.0, 63.0, 0.0)
WHY = "turn 2: slow waited 412 of 1,000 ms for a core; pressure 63 %"


class Slow:
    """A player that is late in its second turn, by no fault of its own if it was `starved`."""

    answers_at_once = True

    def __init__(self, starved: Starved | None) -> None:
        self.name = "slow"
        self._starved = starved
        self._turn = 0

    def start(self, opening: Opening) -> None:
        pass

    def ask(self, turn: int, view: bytes) -> None:
        self._turn = turn

    def ready(self) -> bool:
        return True

    def waiting(self) -> bool:
        return False

    def take(self) -> Answer:
        if self._turn != 2:
            return Answer(Verdict.OK, "NOTHING", ms=2.0, cpu_ms=1.5)
        reason = f"no answer within 1000 ms; doubtful: it {self._starved}"
        return Answer(Verdict.TIMEOUT, reason=reason, ms=1000, cpu_ms=300, starved=self._starved)

    def evidence(self) -> Evidence:
        return Evidence()

    def finish(self, outcome: Any) -> None:
        pass

    def close(self) -> None:
        pass


def played(path: Path, starved: Starved | None = STARVED) -> MatchResult:
    players: list[Player] = [Slow(starved), BuiltinPlayer("overdrive", "cruise", "cruise")]
    config = get_game("overdrive").configure("standard", {"max_rounds": 4})
    setup = Setup(get_game("overdrive"), 5, "standard", config, Limits(5_000, 1_000))
    seats = [SeatHeader(player.name, player.name, "") for player in players]
    with Recorder(path, seats, force=True) as recorder:
        return Referee(setup, players, [recorder]).play()


@pytest.fixture
def replay(tmp_path):
    return tmp_path / "match.jsonl.gz"


def test_a_doubtful_timeout_marks_the_match_and_play_goes_on(replay):
    result = played(replay)
    assert result.doubtful == WHY
    assert result.outcome is not None
    assert result.seats[0].verdicts[Verdict.TIMEOUT] == 1


def test_a_certain_timeout_does_not(replay):
    assert played(replay, None).doubtful == ""


def test_the_replay_has_both_times_and_the_evidence(replay):
    played(replay)
    read = read_replay(replay)
    assert read.turns[0].cpu_ms == [1.5, None]
    assert read.turns[0].starved == []
    assert read.turns[1].cpu_ms == [300, None]
    assert read.turns[1].starved == [STARVED, None]
    assert read.footer is not None
    assert read.footer.doubtful == WHY


def test_such_a_replay_passes_verification_with_a_remark(replay):
    played(replay)
    check = verify(read_replay(replay))
    assert check.passed
    assert check.doubtful == WHY


def test_the_viewer_gets_both_times_and_the_evidence(replay):
    played(replay)
    turns = msgspec.json.decode(Film(Reel.of_replay(read_replay(replay))).encode())["turns"]
    assert turns[0]["cpu_ms"] == [1.5, None]
    assert "starved" not in turns[0]
    assert turns[1]["starved"][0]["waited_ms"] == 412


def test_the_report_shows_processor_time_and_the_doubt(replay):
    result = played(replay)
    out = Console(width=200, record=True, file=io.StringIO())
    print_result(out, result)
    text = out.export_text()
    assert "max cpu" in text
    assert "300.0" in text
    assert "1000.0 ms, 300.0 ms of processor time" in text
    assert f"doubtful, because the machine was too busy: {WHY}" in text
    shape = as_json(result, "", None)
    assert shape.doubtful == WHY
    assert shape.seats[0].cpu_ms is not None
    assert shape.seats[0].cpu_ms.max == 300
    assert shape.seats[1].cpu_ms is None


# Series


def series_of(monkeypatch, tmp_path: Path, doubtful: int, replay: str = "") -> tuple[MatchReport, list[bool]]:
    """A match whose first plays are doubtful; and whether a replay was in the way of each."""
    in_the_way: list[bool] = []

    def play(self: Plan, replay: Path | None = None, **_: object) -> MatchResult:
        in_the_way.append(replay is not None and replay.exists())
        starved = STARVED if len(in_the_way) <= doubtful else None
        return played(replay or tmp_path / "other.jsonl.gz", starved)

    monkeypatch.setattr(Plan, "play", play)
    return play_spec(MatchSpec(1, "overdrive", ("cruise", "cruise"), (0, 1), 5, replay=replay)), in_the_way


def test_a_doubtful_match_is_void_and_played_again(monkeypatch, tmp_path):
    file = tmp_path / "1.jsonl.gz"
    report, in_the_way = series_of(monkeypatch, tmp_path, 1, str(file))
    assert in_the_way == [False, False]
    assert report.counts
    assert (report.doubtful, report.voided, report.problem) == ("", [WHY], "")
    assert read_replay(file).footer.doubtful == ""  # type: ignore[union-attr]
    assert result_of(report, 1).voided == 1


def test_a_match_that_stays_doubtful_is_void(monkeypatch, tmp_path):
    report, plays = series_of(monkeypatch, tmp_path, 99)
    assert len(plays) == 1 + MAX_VOIDED
    assert not report.counts
    assert report.problem == f"void, played 3 times with a doubtful timeout each: {WHY}"
    standings = tally(["a", "b"], [report])
    assert [standing.played for standing in standings] == [0, 0]
    result = result_of(report, 1)
    assert (result.score, result.error) == (None, report.problem)

"""Timeouts of bots that the machine had starved: in the result, in the replay, in the report and in a series."""

from __future__ import annotations

import io
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from lanista.bots.builtin import PolicyPlayer
from lanista.bots.player import BotAnswer, BotPlayer, Budgets, FaultEvidence, Opening
from lanista.cli.shared.report import as_json, print_result
from lanista.core.verdict import Verdict
from lanista.game import get_game
from lanista.match.planning import PlannedMatch, plan_match
from lanista.match.recorder import Recorder
from lanista.match.referee import MatchResult, MatchSetup, Referee
from lanista.match.replay import SeatHeader, read_replay, verify
from lanista.match.terms import MatchTerms
from lanista.sandbox import Level, SandboxRequest
from lanista.sandbox.usage.cores import usable_cores
from lanista.sandbox.usage.starvation import Starved
from lanista.series.compare.result import result_of
from lanista.series.executor import InProcess
from lanista.series.spec import MatchReport, MatchSpec, play_spec
from lanista.series.tally import tally
from lanista.web.film import MatchHistory
from tests.web.films import film_of

STARVED = Starved(412.0, 1000.0, 63.0, 0.0)
WHY = "turn 2: slow waited 412 of 1,000 ms for a core; pressure 63 %"


class Slow:
    """A player that is late in its second turn, through no fault of the bot if it was `starved`."""

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

    def take(self) -> BotAnswer:
        if self._turn != 2:
            return BotAnswer(Verdict.OK, "NOTHING", ms=2.0, cpu_ms=1.5)
        reason = f"no answer within 1000 ms; doubtful: it {self._starved}"
        return BotAnswer(Verdict.TIMEOUT, reason=reason, ms=1000, cpu_ms=300, starved=self._starved)

    def evidence(self) -> FaultEvidence:
        return FaultEvidence()

    def finish(self, outcome: Any) -> None:
        pass

    def close(self) -> None:
        pass


def played(path: Path, starved: Starved | None = STARVED) -> MatchResult:
    players: list[BotPlayer] = [Slow(starved), PolicyPlayer("overdrive", "cruise", "cruise")]
    config = get_game("overdrive").configure("standard", {"max_rounds": 4})
    setup = MatchSetup(get_game("overdrive"), 5, "standard", config, Budgets(5_000, 1_000))
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
    turns = film_of(MatchHistory.of_replay(read_replay(replay)))["turns"]
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
    """A match whose first plays are doubtful; and whether each play was patient."""
    plays: list[bool] = []

    def play(self: PlannedMatch, replay: Path | None = None, **_: object) -> MatchResult:
        assert replay is None or not replay.exists(), "the replay of an earlier attempt is in the way"
        plays.append(self.setup.patient)
        starved = STARVED if len(plays) <= doubtful and not self.setup.patient else None
        return played(replay or tmp_path / "other.jsonl.gz", starved)

    monkeypatch.setattr(PlannedMatch, "play", play)
    (report,) = InProcess().run([MatchSpec(1, "overdrive", ("cruise", "cruise"), (0, 1), 5, replay=replay)])
    return report, plays


# Doubtful plays of a match, and the plays there are: the last one waits for bots that the machine starves
@pytest.mark.parametrize(
    ("doubtful", "plays"),
    [(0, [False]), (1, [False, False]), (2, [False, False, True]), (9, [False, False, True])],
)
def test_a_doubtful_match_is_played_again_and_always_decided(monkeypatch, tmp_path, doubtful, plays):
    file = tmp_path / "1.jsonl.gz"
    report, played_as = series_of(monkeypatch, tmp_path, doubtful, str(file))
    assert played_as == plays
    assert report.counts
    assert (report.doubtful, report.voided, report.problem) == ("", [WHY] * (len(plays) - 1), "")
    assert read_replay(file).footer.doubtful == ""  # type: ignore[union-attr]
    assert result_of(report, 1).voided == len(plays) - 1
    assert [standing.played for standing in tally(["a", "b"], [report])] == [1, 1]


def test_a_match_by_itself_only_says_that_it_is_doubtful(monkeypatch, tmp_path):
    monkeypatch.setattr(PlannedMatch, "play", lambda *_, **__: played(tmp_path / "1.jsonl.gz"))
    report = play_spec(MatchSpec(1, "overdrive", ("cruise", "cruise"), (0, 1), 5))
    assert not report.counts
    assert report.problem == f"a timeout was doubtful, and the match was not played again: {WHY}"
    assert result_of(report, 1).score is None


# Hostile bots on a busy machine

LINUX = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="processor time is measured on Linux")
SPIN = "import time\nend = time.monotonic() + 60\nwhile time.monotonic() < end: pass"
CHILD = """
    if os.fork() == 0:
        while True:
            pass
"""
THREAD = """
    threading.Thread(target=lambda: [hashlib.sha256(BLOCK) and None for _ in iter(int, 1)], daemon=True).start()
"""
SPINNER = """
import hashlib, json, os, sys, threading, time
BLOCK = bytes(1 << 20)  # hashing one needs no lock of the interpreter
print(json.dumps({{"type": "ready"}}), flush=True)
for _ in range(40):
{}
for line in sys.stdin:
    if json.loads(line)["type"] == "turn":
        end = time.thread_time() + 0.02
        while time.thread_time() < end:
            pass
        print(json.dumps({{"move": "NOTHING"}}), flush=True)
"""


@pytest.fixture
def busy():
    """A machine that is busy already: four sessions for each core."""
    words = [sys.executable, "-c", SPIN]
    spinning = [subprocess.Popen(words, start_new_session=True) for _ in range(4 * usable_cores())]
    yield
    for process in spinning:
        process.kill()
        process.wait()


@LINUX
@pytest.mark.usefixtures("busy")
@pytest.mark.parametrize("spin", [CHILD, THREAD], ids=["children", "threads"])
def test_load_of_its_own_does_not_make_the_timeouts_of_a_bot_doubtful(tmp_path, spin):
    (tmp_path / "bot.py").write_text(SPINNER.format(spin))
    changes, limits = {"max_rounds": 4, "too_many_invalid": 0}, Budgets(60_000, 100)
    bots = [f"{sys.executable} {tmp_path / 'bot.py'}", "cruise"]
    result = plan_match(
        "overdrive",
        bots,
        MatchTerms(settings=changes, wanted=SandboxRequest(Level.LIMITS)).with_budgets(limits),
        seed=1,
    ).play()
    assert result.seats[0].verdicts[Verdict.TIMEOUT] >= 2
    assert result.doubtful == ""

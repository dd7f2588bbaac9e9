"""Bots that said `"again": true`: which processes play another match, and which are started anew."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from lanista.bots.player import Budgets
from lanista.bots.process import live_bots
from lanista.bots.process.live_bots import LiveBots
from lanista.match.planning import plan_match
from lanista.match.replay import Replay, read_replay
from lanista.match.terms import MatchTerms
from lanista.sandbox import Level, SandboxRequest
from lanista.sandbox.machine import find_machine
from lanista.series.executor import InProcess
from lanista.series.pool import LocalPool
from lanista.series.series import series
from lanista.series.spec import MatchReport, MatchSpec
from tests.bots.matches import PATIENT, Watcher
from tests.hostile.leftovers import expecting_nothing_left
from tests.processes import eventually, is_gone, running

# It notes its process id at every start message; `{...}` are the places where a test adds something.
BOT = """
import json, os, sys, time
PIDS, matches = {pids!r}, 0
def write(line):
    print(line, flush=True)
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "start":
        matches += 1
        with open(PIDS, "a") as file:
            file.write(f"{{os.getpid()}}\\n")
        print(f"start of match {{matches}}", file=sys.stderr, flush=True)
        {at_start}
        write({ready!r})
    elif message["type"] == "turn":
        print(f"turn of match {{matches}}", file=sys.stderr, flush=True)
        {at_turn}
        write("NOTHING")
    else:
        {at_end}
        print(f"end of match {{matches}}", file=sys.stderr, flush=True)
"""
AGAIN = '{"type":"ready","again":true}'
SHORT = MatchSpec(
    0, "overdrive", (), (0, 1), 7, terms=MatchTerms(settings={"max_rounds": 3}, start_ms=60_000, turn_ms=60_000)
)


class Series:
    """Some matches of a bot against a built-in one, and the processes in which the bot played."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.bot = folder / "bot.py"
        self.command = f"{sys.executable} {self.bot}"
        self.reports: list[MatchReport] = []

    def write(self, ready: str = AGAIN, **added: str) -> None:
        parts = {"at_start": "pass", "at_turn": "pass", "at_end": "pass", **added}
        self.bot.write_text(BOT.format(pids=str(self.folder / "pids"), ready=ready, **parts))

    def specs(self, matches: int = 3, **changes: object) -> list[MatchSpec]:
        first = msgspec.structs.replace(SHORT, **{"bots": (self.command, "cruise"), **changes})
        return series(first, matches, folder=self.folder / "replays")

    def play(self, matches: int = 3, **changes: object) -> None:
        (self.folder / "replays").mkdir(exist_ok=True)
        self.reports = list(InProcess().run(self.specs(matches, **changes)))

    @property
    def pids(self) -> list[int]:
        """The process of each match."""
        return [int(line) for line in (self.folder / "pids").read_text().split()]

    @property
    def replays(self) -> list[Replay]:
        return [read_replay(Path(report.spec.replay)) for report in self.reports]

    @property
    def faults(self) -> list[int]:
        return [report.faults[report.spec.bots.index(self.command)] for report in self.reports]

    def verdicts(self, match: int) -> list[str]:
        return [line.verdicts[0] for line in self.replays[match - 1].turns]

    def log(self, match: int) -> str:
        return "".join(line.log[0] for line in self.replays[match - 1].turns)


@pytest.fixture
def bots(tmp_path, monkeypatch):
    monkeypatch.setenv("LANISTA_SANDBOX", "none")  # these bots write their process ids into a file of the test
    return Series(tmp_path)


def all_gone(pids: list[int]) -> bool:
    return all(is_gone(pid) for pid in pids)


def test_one_process_plays_all_matches(bots):
    bots.write()
    bots.play(4)
    assert len(bots.pids) == 4
    assert len(set(bots.pids)) == 1
    assert all(report.counts for report in bots.reports)
    assert bots.faults == [0] * 4
    assert all_gone(bots.pids)


def test_the_seat_may_change(bots):
    bots.write()
    first = msgspec.structs.replace(SHORT, bots=(bots.command, "cruise"))
    bots.reports = list(InProcess().run(series(first, 4, swap=True)))
    assert len(set(bots.pids)) == 1
    assert bots.faults == [0] * 4


def test_two_seats_have_two_processes(bots):
    bots.write()
    bots.play(2, bots=(bots.command, bots.command))
    assert len(bots.pids) == 4
    assert len(set(bots.pids)) == 2


@pytest.mark.parametrize("ready", ['{"type":"ready"}', '{"type":"ready","again":false}'])
def test_without_again_every_match_has_its_process(bots, ready):
    bots.write(ready)
    bots.play(2)
    assert len(set(bots.pids)) == 2


def test_again_is_true_or_false(bots):
    bots.write('{"type":"ready","again":1}')
    bots.play(1)
    (report,) = bots.reports
    assert "Expected `bool`, got `int` - at `$.again`" in report.first_faults[0]


def test_the_log_of_a_match_is_its_own(bots):
    bots.write()
    bots.play(3)
    assert bots.log(1).startswith("start of match 1\nturn of match 1\n")
    assert set(bots.log(2).splitlines()) == {"turn of match 2"}
    assert set(bots.log(3).splitlines()) == {"turn of match 3"}


def test_an_invalid_move_does_not_matter(bots):
    bots.write(at_turn="write('FLY'); continue")
    bots.play(2)
    assert bots.faults == [3, 3]
    assert len(set(bots.pids)) == 1


# Hostile bots: the match after the misbehaviour is played by a new process, and shows no fault

MISBEHAVED = {
    "it exits after a match": {"at_end": "sys.exit()"},
    "it exits at its second start": {"at_start": "sys.exit() if matches == 2 else None"},
    "it is killed between matches": {"at_end": "os.kill(os.getpid(), 9)"},
    "it writes a line between matches": {"at_end": "write('NOTHING')"},
    "it writes half a line between matches": {"at_end": "os.write(1, b'NOTH')"},
    "it writes a line at its second start": {"at_start": "write('NOTHING') if matches == 2 else None"},
    "it closes its output": {"at_end": "os.close(1)"},
}


@pytest.mark.parametrize("what", MISBEHAVED)
def test_a_process_that_misbehaves_between_matches_is_replaced(bots, what):
    bots.write(**MISBEHAVED[what])
    bots.play(3)
    assert all(report.counts for report in bots.reports), [report.error for report in bots.reports]
    assert bots.faults == [0, 0, 0], [report.first_faults for report in bots.reports]
    assert len(set(bots.pids)) == 3
    assert all_gone(bots.pids)


def test_a_bot_that_says_ready_twice_is_not_kept(bots):
    bots.write(at_start=f"write('{AGAIN}')")
    bots.play(2)
    assert [bots.verdicts(match)[0] for match in (1, 2)] == ["protocol_error"] * 2
    assert len(set(bots.pids)) == 2


def test_a_bot_that_answers_twice_is_not_kept(bots):
    bots.write(at_turn="write('NOTHING') if message['turn'] == 1 else None")
    bots.play(2)
    assert len(set(bots.pids)) == 2


def test_a_late_answer_is_not_one_of_the_next_match(bots):
    """It would answer the last turn of its first match when the next one has begun."""
    first_match = "message['turn'] == 3 and len(open(PIDS).readlines()) == 1"
    bots.write(at_turn=f"time.sleep(600) if {first_match} else None")
    bots.play(2, terms=msgspec.structs.replace(SHORT.terms, turn_ms=3000))
    assert bots.verdicts(1)[-1] == "timeout"
    assert len(set(bots.pids)) == 2
    assert bots.verdicts(2) == ["ok"] * 3


def test_a_bot_that_hangs_at_its_second_start_loses_its_time(bots):
    """It said that it can play again: the start budget holds for every match."""
    bots.write(at_start="time.sleep(600) if matches == 2 else None")
    bots.play(3, terms=msgspec.structs.replace(SHORT.terms, start_ms=2000))
    assert bots.faults[0] == bots.faults[2] == 0
    assert bots.reports[1].first_faults[0].startswith("timeout in turn")
    assert "not ready after 2000 ms" in bots.reports[1].first_faults[0]
    first, second, third = bots.pids
    assert first == second != third


def test_a_bot_whose_file_changed_is_started_anew(bots):
    bots.write()
    specs = bots.specs(2, replay="")
    with LiveBots() as waiting:
        for number, spec in enumerate(specs):
            bots.bot.write_text(bots.bot.read_text() + f"# {number}\n")
            plan = spec.plan()
            plan.play(live_bots=waiting)
            assert len(waiting) == 1, "the outdated process is ended"
    assert len(set(bots.pids)) == 2
    assert all_gone(bots.pids)


def test_other_budgets_and_games_start_it_anew(bots):
    bots.write()
    with LiveBots() as waiting:
        for game, limits in (("overdrive", PATIENT), ("overdrive", Budgets(60_000, 50_000)), ("tanks", PATIENT)):
            rounds = {"max_rounds": 2} if game == "overdrive" else {"max_turns": 2}
            plan_match(game, (bots.command, "random"), MatchTerms(settings=rounds).with_budgets(limits)).play(
                live_bots=waiting
            )
        assert len(waiting) == 3
    assert len(set(bots.pids)) == 3
    assert all_gone(bots.pids)


def test_those_that_wait_longest_are_ended(bots, monkeypatch):
    monkeypatch.setattr(live_bots, "MAX_WAITING", 1)
    bots.write()
    with LiveBots() as waiting:
        for turn_ms in (60_000, 50_000):
            limits = Budgets(60_000, turn_ms)
            plan = plan_match(
                "overdrive", (bots.command, "cruise"), MatchTerms(settings={"max_rounds": 2}).with_budgets(limits)
            )
            plan.play(live_bots=waiting)
        assert len(waiting) == 1
        assert is_gone(bots.pids[0])
        assert not is_gone(bots.pids[1])


def test_a_single_match_keeps_nothing(bots):
    bots.write()
    plan_match(
        "overdrive", (bots.command, "cruise"), MatchTerms(settings={"max_rounds": 2}).with_budgets(PATIENT)
    ).play()
    assert all_gone(bots.pids)


# In a jail, where a bot can write no file for the test: it logs what it has seen

JAILED = """
import json, os, sys
matches = 0
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "start":
        matches += 1
        found = sorted(name for name in os.listdir(os.environ["TMPDIR"]) if name.startswith("match-"))
        open(os.path.join(os.environ["TMPDIR"], f"match-{{matches}}"), "w").close()
        print('{ready}', flush=True)
    elif message["type"] == "turn":
        print(json.dumps({{"match": matches, "found": found}}), file=sys.stderr, flush=True)
        print("NOTHING", flush=True)
"""


class Jailed(Series):
    """Matches of a bot in a jail, frozen outside its turns."""

    def __init__(self, folder: Path, level: Level) -> None:
        super().__init__(folder)
        self.wanted = SandboxRequest(level, freeze=True)

    def play_one(self, ready: str, live: LiveBots, *, seat: int = 0) -> list[dict[str, object]]:
        """The log lines of the bot in each turn of a match."""
        self.bot.write_text(JAILED.format(ready=ready))
        seen = Watcher()
        names = [self.command, "cruise"] if seat == 0 else ["cruise", self.command]
        plan = plan_match(
            "overdrive", names, MatchTerms(settings={"max_rounds": 3}, wanted=self.wanted).with_budgets(PATIENT)
        )
        result = plan.play([seen], live_bots=live)
        assert result.seats[seat].fault is None
        return [json.loads(turn.answers[seat].log) for turn in seen.turns]


@pytest.fixture(params=[Level.NAMESPACES, Level.CGROUP], ids=lambda level: level.value)
def jailed(request, tmp_path):
    if find_machine().level < request.param:
        pytest.skip(f"this machine has no level {request.param.value}")
    return Jailed(tmp_path, request.param)


def test_a_jailed_process_plays_again_at_another_seat(jailed):
    """It keeps its jail with all that it wrote there, and is frozen while it waits."""
    with LiveBots() as waiting:
        for match, seat in enumerate((0, 1, 0), 1):
            seen = jailed.play_one(AGAIN, waiting, seat=seat)
            assert [one["match"] for one in seen] == [match] * 3
            assert seen[0]["found"] == [f"match-{before}" for before in range(1, match)]
            assert len(waiting) == 1
            assert waiting._waiting[0].freezer is not None, "it is frozen"
        assert running(jailed.bot)
    eventually(lambda: running(jailed.bot) == [])


def test_a_jailed_process_that_does_not_play_again_leaves_nothing(jailed):
    ready = '{"type":"ready"}'
    with LiveBots() as waiting:
        jailed.play_one(ready, waiting)  # a first match, because our clock keeps some files open
        with expecting_nothing_left(str(jailed.bot), jailed.folder / "nothing"):
            assert jailed.play_one(ready, waiting) == [{"match": 1, "found": []}] * 3
            assert len(waiting) == 0


# Workers


def test_a_worker_keeps_its_bots_and_ends_them(bots):
    bots.write()
    reports = list(LocalPool(1).run(bots.specs(3, replay="")))
    assert all(report.counts for report in reports)
    assert len(set(bots.pids)) == 1
    eventually(lambda: all_gone(bots.pids))


def test_bots_that_wait_end_with_a_killed_worker(bots):
    bots.write()
    (bots.folder / "replays").mkdir()
    worker = subprocess.Popen(
        [sys.executable, "-P", "-m", "lanista.series.worker"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert worker.stdin is not None
    assert worker.stdout is not None
    try:
        worker.stdin.write(msgspec.json.encode(bots.specs(1)[0]) + b"\n")
        worker.stdin.flush()
        assert b'"error":""' in worker.stdout.readline()
        (pid,) = bots.pids
        assert not is_gone(pid)
        os.kill(worker.pid, signal.SIGKILL)
    finally:
        worker.kill()
        worker.communicate()
    eventually(lambda: is_gone(pid))

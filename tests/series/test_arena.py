"""Many matches: which are played, where, and what is counted."""

import itertools
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import ClassVar

import msgspec
import pytest

from lanista.bots.resolve import BotKind, FoundBot
from lanista.core.errors import InputError
from lanista.game import Outcome
from lanista.match.replay import read_replay, verify
from lanista.match.terms import MatchTerms
from lanista.sandbox.usage.cgroup_support import find_cgroups
from lanista.series import pool
from lanista.series.cores import crowding, default_jobs, thinking_at_once
from lanista.series.executor import InProcess
from lanista.series.pool import LocalPool
from lanista.series.series import rotations, series
from lanista.series.spec import MatchReport, MatchSpec, play_spec
from lanista.series.tally import interval, tally
from tests.processes import eventually, is_gone, running

SHORT = MatchSpec(0, "overdrive", ("cruise", "random"), (0, 1), 7, MatchTerms(settings={"max_rounds": 5}))
PATIENT = MatchTerms(settings={"max_rounds": 5}, turn_ms=600_000)


def test_seeds_follow_from_the_first():
    specs = series(SHORT, 3)
    assert [spec.number for spec in specs] == [1, 2, 3]
    assert len({spec.seed for spec in specs}) == 3
    assert specs == series(SHORT, 3)
    assert [spec.seed for spec in series(SHORT, 5)][:3] == [spec.seed for spec in specs]


def test_swapped_seats_share_their_seed_and_come_in_whole_rotations():
    specs = series(SHORT, 3, swap=True)
    assert [spec.bots for spec in specs] == [("cruise", "random"), ("random", "cruise")] * 2
    assert [spec.entrants for spec in specs] == [(0, 1), (1, 0)] * 2
    assert [specs[0].seed, specs[2].seed] == [specs[1].seed, specs[3].seed]
    assert rotations(3) == [(0, 1, 2), (1, 2, 0), (2, 0, 1)]


def test_what_cannot_be_sent_is_refused():
    with pytest.raises(InputError, match="in UTF-8"):
        series(msgspec.structs.replace(SHORT, terms=MatchTerms(map="\udcff")), 2)


@pytest.mark.parametrize("executor", [InProcess(), LocalPool(2)])
def test_every_executor_plays_the_same_matches(executor, tmp_path):
    specs = series(SHORT, 4, swap=True, folder=tmp_path)
    reports = sorted(executor.run(specs), key=lambda report: report.spec.number)
    assert [report.spec for report in reports] == specs
    assert [report.outcome for report in reports] == [play_spec(alone(spec)).outcome for spec in specs]
    assert all(report.command == command(report.spec) for report in reports)
    assert all(verify(read_replay(Path(spec.replay))).identical for spec in specs)


def alone(spec: MatchSpec) -> MatchSpec:
    return msgspec.structs.replace(spec, replay="")


def command(spec: MatchSpec) -> str:
    return f"lanista play overdrive {' '.join(spec.bots)} --seed {spec.seed} --set max_rounds=5"


def test_a_match_that_cannot_be_played_is_a_report():
    report = play_spec(msgspec.structs.replace(SHORT, bots=("cruise", "nobody")))
    assert "no bot 'nobody'" in report.error
    assert not report.counts
    assert report.unplayable


def test_faults_are_counted(tmp_path):
    bot = tmp_path / "bad.py"
    bot.write_text("def move(view):\n    return 'FLY'\n")
    report = play_spec(msgspec.structs.replace(SHORT, bots=(str(bot), "cruise")))
    assert report.faults == [5, 0]
    assert report.first_faults[0].startswith("invalid in turn 1: unknown command 'FLY'")


@pytest.mark.usefixtures("unconfined")  # it kills what a jail hides
def test_a_worker_that_dies_costs_one_match(tmp_path):
    """A bot that finds and kills the worker: its match is an error, the others are played."""
    bot = tmp_path / "killer.py"
    bot.write_text(
        "import os, pathlib\n"
        "def move(view):\n"
        "    pid = os.getpid()\n"
        "    for _ in range(9):\n"
        "        stat = pathlib.Path(f'/proc/{pid}/stat').read_text()\n"
        "        pid = int(stat.rpartition(')')[2].split()[1])\n"
        "        if b'lanista.series.worker' in pathlib.Path(f'/proc/{pid}/cmdline').read_bytes():\n"
        "            os.kill(pid, 9)\n"
    )
    first, *others = series(SHORT, 3)
    specs = [msgspec.structs.replace(first, bots=(str(bot), "cruise")), *others]
    reports = {report.spec.number: report for report in LocalPool(1).run(specs)}
    assert "the process that played it ended, twice" in reports[1].error
    assert reports[2].counts
    assert reports[3].counts


class Noted(pool.Worker):
    """A worker whose process the test knows."""

    all: ClassVar[list[pool.Worker]] = []

    def __init__(self) -> None:
        super().__init__()
        self.all.append(self)


HANGS_ONCE = """
import pathlib, time
def move(view):
    mark = pathlib.Path({mark!r})
    if not mark.exists():
        mark.touch()
        time.sleep(600)
    return "NOTHING"
"""


@pytest.mark.usefixtures("unconfined")  # it leaves a mark on the disk
def test_a_match_whose_worker_was_killed_is_played_again(tmp_path, monkeypatch):
    bot, mark = tmp_path / "hangs.py", tmp_path / "mark"
    bot.write_text(HANGS_ONCE.format(mark=str(mark)))
    monkeypatch.setattr(Noted, "all", [])
    monkeypatch.setattr(pool, "Worker", Noted)

    def kill_first() -> None:
        eventually(mark.exists)
        os.kill(Noted.all[0].pid, signal.SIGKILL)

    killer = threading.Thread(target=kill_first)
    killer.start()
    specs = series(msgspec.structs.replace(SHORT, bots=(str(bot), "cruise"), terms=PATIENT), 2, folder=tmp_path)
    reports = list(LocalPool(1).run(specs))
    killer.join()
    assert [report.spec for report in reports] == specs
    assert all(report.counts and not any(report.faults) for report in reports)
    assert all(verify(read_replay(Path(spec.replay))).identical for spec in specs)
    assert len(Noted.all) == 2


def test_a_replay_older_than_the_worker_is_never_removed(tmp_path):
    old, new = tmp_path / "old", tmp_path / "new"
    old.touch(), new.touch()
    began = 1_000_000.0
    os.utime(old, (began - 1, began - 1))
    os.utime(new, (began + 1, began + 1))
    for path in (old, new, tmp_path / "missing"):
        pool._remove_partial_replay(msgspec.structs.replace(SHORT, replay=str(path)), began)
    assert [old.exists(), new.exists()] == [True, False]


@pytest.mark.parametrize(("executor", "ahead"), [(InProcess(), 0), (LocalPool(1), 2), (LocalPool(2), 4)])
def test_matches_are_taken_as_they_are_needed(executor, ahead):
    taken = []

    def endless() -> Iterator[MatchSpec]:
        for number in itertools.count(1):
            taken.append(number)
            yield msgspec.structs.replace(SHORT, number=number, seed=number)

    reports = executor.run(endless())
    assert all(report.counts for report in itertools.islice(reports, 5))
    reports.close()
    assert 5 <= len(taken) <= 5 + ahead


def test_matches_that_are_long_are_not_queued(monkeypatch):
    monkeypatch.setattr(pool, "QUICK_SECONDS", 0.0)
    specs = iter(series(SHORT, 4))
    reports = LocalPool(1).run(specs)
    assert [next(reports).spec.number, next(reports).spec.number] == [1, 2]
    assert next(specs).number == 3
    reports.close()  # type: ignore[attr-defined]


def test_errors_in_the_specifications_reach_the_caller():
    def broken() -> Iterator[MatchSpec]:
        yield SHORT
        raise InputError("no such map")

    with pytest.raises(InputError, match="no such map"):
        list(LocalPool(1).run(broken()))


def test_what_is_over_at_ctrl_c_is_reported(monkeypatch):
    """The interrupt arrives when a report has been written, but not read."""
    ready = pool._ready

    def interrupted(workers, seconds):
        found = ready(workers, seconds)
        if seconds is None:
            raise KeyboardInterrupt
        return found

    monkeypatch.setattr(pool, "_ready", interrupted)
    reports = LocalPool(1).run(itertools.repeat(SHORT))
    assert next(reports).counts
    with pytest.raises(KeyboardInterrupt):
        next(reports)


def test_a_worker_that_does_not_end_is_killed(tmp_path, monkeypatch):
    """It is stopped, so that it cannot even be asked to end; supervisors end its bots all the same."""
    bot = slow_bot(tmp_path)
    monkeypatch.setattr(pool, "END_SECONDS", 0.01)
    monkeypatch.setattr(Noted, "all", [])
    monkeypatch.setattr(pool, "Worker", Noted)
    slow = msgspec.structs.replace(SHORT, bots=(str(bot), "cruise"), terms=PATIENT)
    reports = LocalPool(2).run([SHORT, slow])
    assert next(reports).counts
    wait_until_it_runs(bot)
    for worker in Noted.all:
        os.kill(worker.pid, signal.SIGSTOP)
    reports.close()  # type: ignore[attr-defined]
    eventually(lambda: running(bot) == [])
    assert all(is_gone(worker.pid) for worker in Noted.all)


def test_groups_of_a_worker_that_was_killed_while_it_removed_them_are_removed(tmp_path, monkeypatch):
    """Its supervisors are gone by then, so nobody else would."""
    if not find_cgroups().kind:
        pytest.skip("no control groups on this machine")
    held = tmp_path / "held"
    monkeypatch.setattr(pool, "END_SECONDS", 0.01)
    child = subprocess.Popen([sys.executable, "-c", HOLDS_A_GROUP, held], start_new_session=True)
    eventually(held.exists)
    monkeypatch.setattr(Noted, "all", [])
    monkeypatch.setattr(pool, "Worker", Noted)
    reports = LocalPool(1).run([SHORT, SHORT])
    assert next(reports).counts
    os.kill(child.pid, signal.SIGKILL)
    child.wait()
    assert all(map(os.path.isdir, held.read_text().split()))
    os.kill(Noted.all[0].pid, signal.SIGSTOP)
    reports.close()  # type: ignore[attr-defined]
    assert not any(map(os.path.isdir, held.read_text().split()))


HOLDS_A_GROUP = """
import pathlib, sys, time
from lanista.sandbox.usage.cgroup_support import find_cgroups
group = find_cgroups().create(64, 8)
path = pathlib.Path(sys.argv[1])
path.with_suffix(".new").write_text("\\n".join(group.paths))
path.with_suffix(".new").rename(path)
time.sleep(600)
"""


def slow_bot(folder: Path) -> Path:
    bot = folder / "slow.py"
    bot.write_text("import time\ndef move(view):\n    time.sleep(600)\n")
    return bot


def wait_until_it_runs(bot: Path) -> None:
    """A jail hides what a bot writes and its process id, but not its command line."""
    eventually(lambda: len(running(bot)) >= 2)  # with its supervisor


def test_closing_the_iterator_ends_workers_and_bots(tmp_path):
    bot = slow_bot(tmp_path)
    slow = msgspec.structs.replace(SHORT, bots=(str(bot), "cruise"), terms=PATIENT)
    reports = LocalPool(2).run([SHORT, slow])
    assert next(reports).counts
    wait_until_it_runs(bot)
    reports.close()  # type: ignore[attr-defined]
    eventually(lambda: running(bot) == [])


def test_no_worker_outlives_whoever_asked(tmp_path):
    """Killed outright, we cannot end our workers; they see that nobody is left to ask them."""
    bot = slow_bot(tmp_path)
    code = (
        "import msgspec, sys\nfrom lanista.series.pool import LocalPool\n"
        "from lanista.series.spec import MatchSpec\n"
        "list(LocalPool(1).run([msgspec.json.decode(sys.argv[1], type=MatchSpec)]))"
    )
    slow = msgspec.structs.replace(SHORT, bots=(str(bot), "cruise"), terms=PATIENT)
    asking = subprocess.Popen([sys.executable, "-c", code, msgspec.json.encode(slow).decode()])
    try:
        wait_until_it_runs(bot)
    finally:
        asking.kill()
        asking.wait()
    eventually(lambda: running(bot) == [])


def test_a_module_of_ours_is_not_shadowed_by_a_bot(tmp_path, monkeypatch):
    (tmp_path / "random.py").write_text("raise SystemExit('this is a bot')\n")
    (tmp_path / "queue.py").write_text("raise SystemExit('this is a bot')\n")
    monkeypatch.chdir(tmp_path)
    (report,) = LocalPool(1).run([SHORT])
    assert report.counts


# Counting


def report(ranks: tuple[int, ...], entrants: tuple[int, ...], **more: object) -> MatchReport:
    spec = msgspec.structs.replace(SHORT, entrants=entrants)
    outcome = Outcome(ranks, tuple(10 * rank for rank in ranks), "end")
    return MatchReport(spec, outcome=outcome, **more)  # type: ignore[arg-type]


def test_wins_draws_and_losses_follow_the_entrant_not_the_seat():
    a, b = tally(["a", "b"], [report((1, 2), (0, 1)), report((1, 2), (1, 0)), report((1, 1), (0, 1))])
    assert (a.won, a.drawn, a.lost, a.score) == (1, 1, 1, 1.5)
    assert (b.won, b.drawn, b.lost, b.score) == (1, 1, 1, 1.5)
    assert a.mean_points == 40 / 3


def test_of_more_than_two_the_share_of_the_others_beaten_counts():
    a, b, c = tally(["a", "b", "c"], [report((1, 2, 2), (0, 1, 2))])
    assert (a.score, b.score, c.score) == (1.0, 0.25, 0.25)
    assert (a.won, b.lost, c.drawn) == (1, 1, 0)


def test_what_does_not_count_is_not_counted():
    void = report((1, 2), (0, 1), void="our fault", faults=[3, 0])
    lost = MatchReport(SHORT, error="no such bot")
    a, b = tally(["a", "b"], [void, lost])
    assert (a.played, b.played, a.faults) == (0, 0, 3)
    assert (a.share, a.mean_points, interval(a.score, a.played)) == (None, None, None)


@pytest.mark.parametrize(
    ("score", "played", "low", "high"),
    [(0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0), (5, 10, 0.2366, 0.7634), (50, 100, 0.4038, 0.5962)],
)
def test_the_interval_is_wilsons(score, played, low, high):
    assert interval(score, played) == pytest.approx((low, high), abs=1e-4)


def test_every_program_has_a_core_of_its_own(monkeypatch):
    monkeypatch.setattr("lanista.series.cores.usable_cores", lambda: 8)
    assert [default_jobs(thinking) for thinking in (0, 1, 2, 3, 40)] == [8, 8, 4, 2, 1]


PROGRAM, BUILTIN = (
    FoundBot("node bot.js", "bot", "", command=("node", "bot.js")),
    FoundBot("greedy", "greedy", "", BotKind.BUILTIN),
)


@pytest.mark.parametrize(
    ("bots", "one_at_a_time", "thinking"),
    [
        ([BUILTIN, BUILTIN], False, 1),
        ([PROGRAM, BUILTIN], False, 1),
        ([PROGRAM, PROGRAM], False, 2),
        ([PROGRAM] * 4, False, 4),
        ([PROGRAM] * 4, True, 1),
    ],
)
def test_a_match_counts_as_its_bots_that_may_think_at_the_same_time(bots, one_at_a_time, thinking):
    assert thinking_at_once(bots, one_at_a_time=one_at_a_time) == thinking


def test_more_bots_than_cores_are_warned_of(monkeypatch):
    monkeypatch.setattr("lanista.series.cores.usable_cores", lambda: 4)
    assert crowding(2, 2) == ""
    assert crowding(3, 2).startswith("6 bots at once on 4 cores")

"""A short soak, and the rules by which a long one is judged."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from lanista.core.errors import InputError
from lanista.sandbox import Level, SandboxRequest
from lanista.series.spec import MatchReport
from tests.hostile.table import PROGRAMS
from tests.processes import eventually, is_gone
from tests.rows import every_row
from tests.soak.bots import Mix, Pairing
from tests.soak.growth import ALLOWED, grown, growth
from tests.soak.loops import BusyLoops
from tests.soak.schedule import Finding, Outcome, Schedule, judge
from tests.soak.soak import Options, Soak
from tests.soak.store import Head, Line, Store
from tests.soak.watching import Sample

GOOD = Pairing("good", "overdrive", ("a", "b"))
CRASHES = next(program for program in PROGRAMS if program.name == "crashes")
BAD = Pairing("crashes", "overdrive", ("a", "b"), program=CRASHES)
HEAD = Head(1, "none", 3)


@pytest.mark.long
def test_two_hundred_matches_leave_nothing_and_are_judged_rightly(tmp_path: Path):
    level = SandboxRequest().policy().level
    soak = Soak(Options(200, level, loops=0, mix=Mix(14, quick=True)), Store(tmp_path / "state.jsonl"), tmp_path)
    soak.run()
    assert soak.failures() == []
    assert len(soak.store.played) == 200
    assert len(soak.kinds()) == 15


@every_row(
    ("pairing", "faults", "outcome"),
    [
        (GOOD, ["", ""], Outcome.AS_EXPECTED),
        (GOOD, ["", "timeout in turn 2: no answer within 1000 ms"], Outcome.FALSE_TIMEOUT),
        (GOOD, ["crashed in turn 1: x", ""], Outcome.GOOD_AT_FAULT),
        (BAD, ["crashed in turn 3: the process ended: exit status 1", ""], Outcome.AS_EXPECTED),
        (BAD, ["crashed in turn 3: the process ended: exit status 9", ""], Outcome.UNEXPECTED),
        (BAD, ["timeout in turn 3: x", ""], Outcome.UNEXPECTED),
        (BAD, ["", ""], Outcome.UNEXPECTED),
        (BAD, ["crashed in turn 3: exit status 1", "timeout in turn 3: x"], Outcome.FALSE_TIMEOUT),
        (GOOD, [], Outcome.VOID),
    ],
)
def test_a_match_is_judged(pairing: Pairing, faults: list[str], outcome: Outcome):
    spec = Schedule([pairing], 1, Level.NONE).spec(0)
    assert judge(pairing, MatchReport(spec, first_faults=faults), Level.NONE)[0] is outcome


def test_a_void_match_is_a_failure():
    spec = Schedule([GOOD], 1, Level.NONE).spec(0)
    assert judge(GOOD, MatchReport(spec, void="x", first_faults=["", ""]), Level.NONE) == (Outcome.VOID, "x")


def samples(*values: float) -> list[Sample]:
    return [Sample(50 * number, round(value), 100.0, 8, 4, 0, 0, 0, 20) for number, value in enumerate(values)]


@pytest.mark.parametrize(
    ("values", "leaks"),
    [
        ([40] * 60, False),
        ([10] * 14 + [90] * 46, False),  # it warms up
        ([40 + (number % 3) * 30 for number in range(60)], False),  # live bots come and go
        ([40 + number for number in range(60)], True),  # one in fifty matches
        ([40 + number + (number % 3) * 30 for number in range(60)], True),
        ([40] * 55 + [400] * 5, False),  # something happened once
    ],
)
def test_growth_is_told_from_noise(values: list[float], leaks: bool):
    assert ("descriptors" in grown(samples(*values))) == leaks


def test_too_few_samples_say_nothing():
    assert growth(samples(1, 2, 3), "descriptors") is None
    assert grown([]) == {}
    assert set(ALLOWED) == set(Sample.__struct_fields__) - {"matches"}


def test_a_soak_is_resumed_where_it_ended_even_if_its_last_line_is_torn(tmp_path: Path):
    path = tmp_path / "state.jsonl"
    store = Store(path)
    store.begin(HEAD)
    store.add(Line(played=0))
    store.add(Line(finding=Finding(2, "x", Outcome.VOID, "y")))
    store.add(Line(played=2))
    store.add(Line(sample=samples(3)[0]))
    with path.open("ab") as file:
        file.write(b'{"played":1')
    again = Store(path)
    assert (again.played, len(again.findings), len(again.sessions[0])) == ({0, 2}, 1, 1)
    soak = Soak(Options(4, Level.NONE), again, tmp_path)
    assert [spec.number for spec in soak._specs()] == [1, 3]
    assert soak.failures() == ["match 2 (x): void: y"]


def test_the_state_of_another_soak_is_refused(tmp_path: Path):
    store = Store(tmp_path / "state.jsonl")
    store.begin(HEAD)
    with pytest.raises(InputError, match="is of another soak"):
        store.begin(Head(2, "none", 3))


def test_busy_loops_end_with_their_owner():
    with BusyLoops(1) as loops:
        (pid,) = loops.pids
        assert not is_gone(pid)
    assert is_gone(pid)


def test_busy_loops_end_even_if_their_owner_is_killed():
    code = "from tests.soak.loops import *\nimport os\nl = BusyLoops(1).__enter__()\nprint(l.pids[0])\n"
    root = Path(__file__).resolve().parents[2]
    done = subprocess.run(
        [sys.executable, "-c", code + "import sys; sys.stdout.flush(); os.kill(os.getpid(), 9)"],
        capture_output=True, text=True, timeout=120, check=False, cwd=root, env={"PYTHONPATH": str(root)},
    )  # fmt: skip
    eventually(lambda: is_gone(int(done.stdout)))

"""The guards that a bot's processes put on at each level: what it notices, and the verdicts that they lead to."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from lanista.core.verdict import Verdict
from lanista.match.planning import plan_match
from lanista.match.referee import MatchResult
from lanista.match.terms import MatchTerms
from lanista.sandbox import Level, SandboxRequest
from lanista.sandbox.machine import find_machine
from lanista.sandbox.usage.cgroup_support import find_cgroups
from tests.bots.matches import PATIENT
from tests.processes import eventually
from tests.sandbox.confined import LINUX

pytestmark = LINUX
LEVELS = [level for level in Level if Level.NONE < level <= find_machine().level]
BOT = """
import ctypes, json, os, resource, signal, sys, threading
for line in sys.stdin:
    message = json.loads(line)
    if "turn" not in message:
        if message.get("type") == "end":
            break
        print(json.dumps({{"type": "ready"}}), flush=True)
        continue
{act}
    print(json.dumps({{"turn": message["turn"], "move": "NOTHING"}}), flush=True)
"""


def play(folder: Path, act: str, level: Level, **limits: int) -> MatchResult:
    """Three turns of a bot that does something in each."""
    folder.mkdir(exist_ok=True)
    (folder / "bot.py").write_text(BOT.format(act="\n".join(f"    {line}" for line in act.splitlines())))
    command = shlex.join([sys.executable, "-B", str(folder / "bot.py")])
    wanted = SandboxRequest(level, limits)
    plan = plan_match(
        "overdrive",
        [command, "random"],
        MatchTerms(settings={"max_rounds": 3}, wanted=wanted).with_budgets(PATIENT),
        seed=1,
    )
    return plan.play()


REPORT = """
status = dict(line.split(":", 1) for line in open("/proc/self/status") if ":" in line)
named = {"NOFILE": resource.RLIMIT_NOFILE, "FSIZE": resource.RLIMIT_FSIZE, "CORE": resource.RLIMIT_CORE}
found = {name: resource.getrlimit(number) for name, number in named.items()}
found |= {name: status[name].strip() for name in ("Seccomp", "NoNewPrivs", "CapEff", "CapBnd")}
print(json.dumps(found), file=sys.stderr, flush=True)
sys.exit(3)
"""


@pytest.mark.parametrize("level", LEVELS)
def test_a_bot_wears_all_guards(level, tmp_path):
    fault = play(tmp_path / "bot", REPORT, level, open_files=99, file_mb=3).seats[0].fault
    assert fault is not None
    worn = json.loads(fault.evidence.log_tail[0])
    assert worn == {
        "NOFILE": [99, 99],
        "FSIZE": [3 * 2**20] * 2,
        "CORE": [0, 0],
        "Seccomp": "2",
        "NoNewPrivs": "1",
        "CapEff": "0" * 16,
        "CapBnd": "0" * 16,
    }


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(
    ("act", "verdict", "reason"),
    [
        ("ctypes.CDLL(None).ptrace(0, 0, 0, 0)", Verdict.DENIED, "killed by SIGSYS; it made a system call"),
        ("held = bytearray(b'x') * 2**30", Verdict.OUT_OF_MEMORY, "memory_mb=64"),
        ("os.abort()", Verdict.KILLED, "killed by SIGABRT; it aborted itself"),
    ],
    ids=["denied", "out of memory", "killed"],
)
def test_ends_are_told_apart(level, act, verdict, reason, tmp_path):
    seat = play(tmp_path / "bot", act, level, memory_mb=64).seats[0]
    assert seat.verdicts == {verdict: 3}
    assert seat.fault is not None
    assert reason in seat.fault.reason


def test_too_many_threads_end_a_bot_where_the_kernel_does_not_limit_them(tmp_path):
    start = "for _ in range(64): threading.Thread(target=threading.Event().wait, daemon=True).start()"
    seat = play(tmp_path / "bot", f"{start}\nthreading.Event().wait()", Level.LIMITS, processes=32).seats[0]
    assert seat.verdicts == {Verdict.KILLED: 3}
    assert seat.fault is not None
    assert "processes and threads, more than processes=32" in seat.fault.reason


@pytest.mark.parametrize("level", LEVELS)
def test_threads_and_processes_are_at_hand(level, tmp_path):
    work = """
thread = threading.Thread(target=os.getpid)
thread.start()
thread.join()
assert os.waitpid(os.posix_spawn("/bin/true", ["true"], {}), 0)[1] == 0
"""
    assert play(tmp_path / "bot", work, level).seats[0].verdicts == {Verdict.OK: 3}


REFEREE = """
import sys
from lanista.match.planning import plan_match
from lanista.match.terms import MatchTerms
from lanista.sandbox import Level, SandboxRequest
bots = [sys.argv[1], "random"]
terms = MatchTerms(start_ms=600_000, turn_ms=600_000, wanted=SandboxRequest(Level.CGROUP))
plan = plan_match("overdrive", bots, terms, seed=1)
plan.play()
"""


@pytest.mark.skipif(Level.CGROUP not in LEVELS, reason="; ".join(find_machine().missing(Level.CGROUP)))
def test_no_group_is_left_when_the_referee_is_killed(tmp_path):
    (tmp_path / "sleeper.py").write_text("import time\ntime.sleep(600)\n")
    bot = shlex.join([sys.executable, str(tmp_path / "sleeper.py")])
    referee = subprocess.Popen([sys.executable, "-c", REFEREE, bot])
    eventually(lambda: any(runs(path, b"sleeper.py") for path in groups_of(referee.pid)))
    referee.kill()
    referee.wait()
    eventually(lambda: not groups_of(referee.pid))


def groups_of(pid: int) -> list[str]:
    folders = set(find_cgroups().folders.values())
    return [f"{folder}/{name}" for folder in folders for name in os.listdir(folder) if f"-{pid}-" in name]


def runs(path: str, program: bytes) -> bool:
    """Whether a process of a group runs a program; the referee also tries out a group with none of its bots."""
    try:
        pids = Path(path, "cgroup.procs").read_text().split()
        return any(program in Path(f"/proc/{pid}/cmdline").read_bytes() for pid in pids)
    except OSError:
        return False

"""Attempts to get out of the sandbox: none succeeds that the level promises to stop."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import msgspec
import pytest

import lanista
from lanista.bots.escapes import MODEST, EscapeTrial, try_all
from lanista.core.verdict import Verdict
from lanista.sandbox import Level, SandboxRequest
from lanista.sandbox.escapes.bait import Bait
from lanista.sandbox.escapes.program import ATTEMPTS, NOT_TRIED
from tests.hostile.leftovers import Snapshot
from tests.hostile.matches import Logs, command, play
from tests.hostile.runs import Stage, reported
from tests.hostile.table import TURNS
from tests.sandbox.test_hostile import BEST, LEVELS, needs


@pytest.fixture(scope="module")
def trials() -> dict[Level, EscapeTrial]:
    return {}


def trial(trials: dict[Level, EscapeTrial], level: Level) -> EscapeTrial:
    """All attempts at a level, made once."""
    if level not in trials:
        trials[level] = try_all(level, lambda _: None)
    return trials[level]


@pytest.mark.parametrize("level", LEVELS, ids=lambda level: level.value)
def test_no_attempt_succeeds_that_a_level_promises_to_stop(trials, level):
    needs(level)
    found = trial(trials, level)
    assert found.escapes == []
    assert [outcome for outcome in found.outcomes if outcome.why.startswith(NOT_TRIED)] == []
    assert len(found.outcomes) == len(ATTEMPTS) or level < Level.NAMESPACES


def test_attempts_succeed_where_nothing_stops_them(trials):
    """Otherwise that they are stopped elsewhere would prove nothing."""
    got = {outcome.attempt.name for outcome in trial(trials, Level.NONE).outcomes if outcome.got}
    assert got >= {
        *("read_private_file", "read_opponent", "read_replay", "read_by_detours", "write_outside"),
        *("list_processes", "read_environment", "signal_referee", "kill_neighbour", "read_own_environment"),
        *("connect_to_server", "resolve_name", "connect_to_abstract_socket", "connect_to_socket_file"),
        *(
            "read_shared_memory",
            "see_locks",
            "carry_locks",
            "use_setuid_program",
            "open_files",
            "write_large_file",
        ),
    }


def test_a_bot_obtains_nothing_in_a_match(tmp_path: Path):
    """The attempts again, by a bot that answers its turns meanwhile."""
    needs(Level.NAMESPACES)
    stage = Stage(tmp_path)
    package = Path(lanista.__file__).parent / "sandbox"
    shutil.copytree(package / "escapes", stage.bot / "sandbox" / "escapes", dirs_exist_ok=True)
    shutil.copy(package / "syscalls.py", stage.bot / "sandbox")
    names = [attempt.name for attempt in ATTEMPTS.values() if not attempt.alone]
    logs = Logs()
    with Bait(msgspec.structs.asdict(MODEST)) as bait, stage.temporary_files():
        before = Snapshot(str(stage.bot), stage.scratch)
        targets = stage.bot / "targets.json"
        targets.write_text(json.dumps(bait.targets))
        spec = command(stage.bot / "tries.py", str(targets), *names)
        result = play(
            [spec, stage.opponent], observers=(logs,), wanted=SandboxRequest(BEST, dict(MODEST.changes()))
        )
        assert before.left() == []
        assert bait.damage() == []
    reports = reported(logs.logs[0])
    assert {report["attempt"] for report in reports} == set(names)
    assert {report["attempt"]: report["got"] for report in reports if report["got"]} == {}
    assert [dict(seat.verdicts) for seat in result.seats] == [{Verdict.OK: TURNS}] * 2

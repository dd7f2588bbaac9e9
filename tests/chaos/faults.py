"""Faults that can happen to a league while it is played."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random

import msgspec

from lanista.core.errors import StoreError
from lanista.league.store.records import StoredResult
from tests.chaos.league import NAME, Trial
from tests.chaos.processes import Found, Part
from tests.postgres import PostgresServer

Fault = Callable[[Trial, Random], bool]  # false if there was nothing to disturb

FIND_SECONDS = 20.0  # for a process of a kind to appear
FULL_SECONDS = 1.5  # for which a disk stays full
DOWN_SECONDS = 1.0  # for which PostgreSQL is away


def kill(part: Part) -> Fault:
    """Kill one process of a kind."""

    def fault(trial: Trial, randomly: Random) -> bool:
        deadline = time.monotonic() + FIND_SECONDS
        while trial.alive() and time.monotonic() < deadline:  # bots and their supervisors come and go
            if (candidates := trial.parts(part)) and randomly.choice(candidates).kill():
                return True
            time.sleep(0.002)
        return False

    return fault


def kill_everything(trial: Trial, randomly: Random) -> bool:
    """All parts of all runners at once, the runners first: otherwise they could report that a bot has died."""
    return sum(process.kill() for part in Part for process in trial.parts(part)) > 0


def second_runner(trial: Trial, randomly: Random) -> bool:
    """Another runner plays beside those that are there."""
    trial.start()
    return True


def second_runner_killed(trial: Trial, randomly: Random) -> bool:
    """Another runner begins, takes matches, and is killed."""
    runner = trial.start()
    trial.wait_for_results(2, randomly)
    with suppress(ProcessLookupError):
        os.kill(runner.pid, signal.SIGKILL)
    return True


def stopped_runner(trial: Trial, randomly: Random) -> bool:
    """A runner stands still for a while, as on a machine that swaps, and continues."""
    processes = trial.parts(Part.RUNNER)
    if not processes:
        return False
    process: Found = randomly.choice(processes)
    with suppress(ProcessLookupError):
        os.kill(process.pid, signal.SIGSTOP)
        time.sleep(randomly.uniform(0.2, 1.5))
        os.kill(process.pid, signal.SIGCONT)
    return True


def jumping_clock(trial: Trial, randomly: Random) -> bool:
    """The runner is killed; the next one's wall clock jumps by hours, all the time."""
    for process in trial.parts(Part.RUNNER):
        process.kill()
    trial.start("--jumping")
    return True


def late_reports(trial: Trial, randomly: Random) -> bool:
    """A runner that was given up reports all matches again, with other results, the last first: none counts."""
    with suppress(StoreError), trial.opened() as store:
        league_id = store.find_league(NAME).id
        results = store.changes(league_id, 0).results
        runner = store.begin_runner("given up")
        repeated = [_changed(result) for result in sorted(results, key=lambda result: -result.number)]
        assert store.record(league_id, runner, repeated) == []
        store.end_runner(runner)
        return bool(repeated)
    return False


def _changed(result: StoredResult) -> StoredResult:
    return msgspec.structs.replace(result, ranks=result.ranks[::-1], runner="given up")


def full_disk(trial: Trial, randomly: Random) -> bool:
    """The disk of the store is full for a while; only on its own file system."""
    if not os.path.ismount(trial.store_folder):
        return False
    filler = trial.store_folder / "filler"
    with suppress(OSError), filler.open("wb") as file:
        size = 1 << 20
        while size:
            try:
                os.write(file.fileno(), b"\0" * size)
            except OSError:
                size //= 2
    time.sleep(randomly.uniform(0.1, FULL_SECONDS))
    filler.unlink(missing_ok=True)
    return True


def restart(server: PostgresServer) -> Fault:
    """PostgreSQL is away for a moment, and everything that was not committed is lost."""

    def fault(trial: Trial, randomly: Random) -> bool:
        server.stop()
        time.sleep(randomly.uniform(0, DOWN_SECONDS))
        server.start()
        return True

    return fault


def copied(trial: Trial, folder: Path) -> Trial:
    """A copy of the league's files, taken while its runners stand still in the middle of whatever they do."""
    runners = [process for part in (Part.RUNNER, Part.WORKER) for process in trial.parts(part)]
    for process in runners:
        with suppress(ProcessLookupError):
            os.kill(process.pid, signal.SIGSTOP)
    copy = Trial(folder, trial.plan)
    shutil.copytree(trial.store_folder, copy.store_folder, dirs_exist_ok=True)
    for process in runners:
        with suppress(ProcessLookupError):
            os.kill(process.pid, signal.SIGCONT)
    return copy


def mounted(folder: Path, megabytes: int = 64) -> bool:
    """Mount a small file system on a folder; false where that is not allowed."""
    folder.mkdir(parents=True, exist_ok=True)
    command = ["mount", "-t", "tmpfs", "-o", f"size={megabytes}m", "lanista-chaos", str(folder)]
    return (
        shutil.which("mount") is not None
        and subprocess.run(command, capture_output=True, check=False).returncode == 0
    )


def unmounted(folder: Path) -> None:
    """Undo `mounted`."""
    if os.path.ismount(folder):
        subprocess.run(["umount", "-l", str(folder)], capture_output=True, check=False)

"""A league that is disturbed while it is played: its store, its runners, and what it must come to."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from lanista.core.errors import LanistaError
from lanista.game import get_game
from lanista.league.check import check_store
from lanista.league.conditions import LEAGUE_MATCHES, LeagueTerms
from lanista.league.league import League
from lanista.league.runner import LeagueRunner
from lanista.league.store import LeagueStore, open_store
from lanista.league.table import make_table
from lanista.series.crew import SoloCrew
from lanista.tools.starters import starter_files, write_starter
from tests.chaos.processes import MARK, Found, Part, cgroups_of, marked, parts_of
from tests.chaos.runner import REFUSED

NAME = "cup"
SECONDS = 300.0  # within which a league must come to its end, even on a busy machine
SAMPLE = 2  # replays that are played again
PATIENCE = 30.0  # seconds for what was killed to vanish
ROOT = Path(__file__).parents[2]
STARTER = "starter"  # what `lanista new python` gives
BOTS = {  # programs that play deterministically
    "fast": "def move(view):\n    return 'ACCELERATE'\n",
    "idle": "def move(view):\n    return 'NOTHING'\n",
    "turner": "turns = 0\n\n\ndef move(view):\n    global turns\n    turns += 1\n"
    "    return ('ACCELERATE', 'TURN_LEFT', 'TURN_RIGHT')[turns % 3]\n",
}


class Plan(NamedTuple):
    """The plan of a league; the same plan gives the same table."""

    game: str = "overdrive"
    format: str = "round-robin"
    bots: tuple[tuple[str, str], ...] = ()  # name and specification: a built-in's name, a key of BOTS, or STARTER
    settings: tuple[tuple[str, int], ...] = (("max_rounds", 30),)
    options: tuple[tuple[str, Any], ...] = ()
    seed: int = 1
    jobs: int = 2  # matches at once, which the table does not depend on


class Trial:
    """One league in its own folder. `close` ends whatever is left of it."""

    def __init__(self, folder: Path, plan: Plan, address: str = "", environment: Mapping[str, str] = {}) -> None:
        self.folder, self.plan = folder, plan
        self.store_folder = folder / "store"
        self.temporary = folder / "tmp"
        for each in (self.store_folder, self.temporary):
            each.mkdir(parents=True, exist_ok=True)
        self.address = address or str(self.store_folder / "league.db")
        self.runners: list[subprocess.Popen[bytes]] = []
        self.seen: set[Found] = set()
        self.refusals: list[str] = []
        self._environment = environment
        self._log = folder / "runner.log"

    def create(self) -> None:
        """Make the league and add its bots."""
        with self.opened() as store:
            if not os.path.isabs(self.address):
                store.keep_replays_in(self.store_folder / "replays")
            league = League.create(
                store,
                NAME,
                self.plan.game,
                self.plan.format,
                seed=self.plan.seed,
                conditions=LeagueTerms(
                    matches=replace(LEAGUE_MATCHES, settings=dict(self.plan.settings), no_timeout=True)
                ),
                options=dict(self.plan.options),
            )
            for name, spec in self.plan.bots:
                league.add(self._program(name, spec), name, tried=False)

    def _program(self, name: str, spec: str) -> str:
        """The specification of a bot, whose files are written if it is not built in."""
        path = self.folder / "bots" / name
        if spec == STARTER:
            write_starter(path, starter_files("python", get_game(self.plan.game), name))
            return str(path)
        if spec not in BOTS:
            return spec
        path.parent.mkdir(exist_ok=True)
        path.with_suffix(".py").write_text(BOTS[spec])
        return str(path.with_suffix(".py"))

    @contextmanager
    def opened(self) -> Iterator[LeagueStore]:
        """The store, for this process."""
        with open_store(self.address) as store:
            yield store

    # Runners

    def start(self, *options: str, **popen: Any) -> subprocess.Popen[bytes]:
        """Start a runner."""
        environment = {**os.environ, "TMPDIR": str(self.temporary), MARK: str(self.folder), **self._environment}
        with self._log.open("ab") as log:
            runner = subprocess.Popen(
                [sys.executable, "-m", "tests.chaos.runner", self.address, NAME, str(self.plan.jobs), *options],
                cwd=ROOT,
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                **popen,
            )
        self.runners.append(runner)
        return runner

    def alive(self) -> list[subprocess.Popen[bytes]]:
        """The runners that have not ended; an unexpected end is an error."""
        for runner in self.runners:
            if runner.poll() not in (None, 0, -9, REFUSED):
                raise AssertionError(f"a runner ended with {runner.returncode}:\n{self.log()}")
        self.runners = [runner for runner in self.runners if runner.returncode is None]
        return self.runners

    def log(self) -> str:
        """The output of the runners."""
        return self._log.read_text(errors="replace")[-4_000:] if self._log.exists() else ""

    def parts(self, part: Part) -> list[Found]:
        """The processes of all runners that are such a part."""
        processes = [parts_of(runner.pid) for runner in self.alive()]
        self.seen.update(process for one in processes for group in one.values() for process in group)
        return [process for one in processes for process in one[part]]

    def results(self) -> int:
        """The number of results in the store; -1 if it does not answer."""
        with suppress(LanistaError), self.opened() as store:
            return store.counts(store.find_league(NAME).id).results
        return -1

    def is_over(self) -> bool:
        """Whether every match has a result, and no more are to come."""
        with self.opened() as store:
            return League.open(store, NAME).is_over

    def wait_for_results(self, more: int, randomly: random.Random) -> bool:
        """Wait until a few more results are there, and then for another moment; false if the league ended."""
        target, deadline = max(0, self.results()) + more, time.monotonic() + SECONDS
        while self.results() < target:
            assert time.monotonic() < deadline, f"no result within {SECONDS:.0f} s:\n{self.log()}"
            if not self.alive():
                return False
            time.sleep(0.02)
        time.sleep(randomly.uniform(0, 0.2))
        return bool(self.alive())

    def finish(self) -> None:
        """Play to the end, without faults."""
        deadline = time.monotonic() + SECONDS
        while True:
            if not self.alive():
                if self.is_over():
                    return
                self.start()
            self.parts(Part.RUNNER)  # to remember all processes
            assert time.monotonic() < deadline, f"no end within {SECONDS:.0f} s:\n{self.log()}"
            time.sleep(0.1)

    def play_here(self) -> None:
        """Play to the end in this process, without faults."""
        with self.opened() as store:
            LeagueRunner(League.open(store, NAME), SoloCrew()).run()

    def close(self) -> None:
        """End all runners."""
        for runner in self.runners:
            runner.kill()
            runner.wait(SECONDS)

    # What it came to

    def table(self) -> bytes:
        """The whole table, without the digests of replays, which hold the times of moves."""
        with self.opened() as store:
            league = League.open(store, NAME)
            table = make_table(league.history, league.format)
        return msgspec.json.format(
            msgspec.json.encode(
                msgspec.structs.replace(
                    table, matches=[msgspec.structs.replace(match, replay="") for match in table.matches]
                )
            )
        )

    def lost_and_doubled(self) -> tuple[int, int]:
        """How many scheduled matches have no result, and how many results are more than one of their match."""
        with self.opened() as store:
            changes = store.changes(store.find_league(NAME).id, 0)
        results = Counter(result.number for result in changes.results)
        lost = sum(not results[match.number] for match in changes.matches)
        return lost, results.total() - len(results)

    def outcomes(self) -> dict[int, bytes]:
        """How each match ended, without times and runners."""
        with self.opened() as store:
            results = store.changes(store.find_league(NAME).id, 0).results
        blank = {"seconds": 0.0, "replay": "", "runner": "", "sandbox": "", "ended": 0.0}
        return {each.number: msgspec.json.encode(msgspec.structs.replace(each, **blank)) for each in results}

    def problems(self) -> list[str]:
        """The findings of `lanista league check`."""
        with self.opened() as store:
            checked = check_store(store, sample=SAMPLE, clean=True, tell=lambda _: None)
            claimed = store.counts(store.find_league(NAME).id).claimed
        return checked.problems + ([f"{claimed} matches are still claimed"] if claimed else [])

    def leftovers(self) -> list[str]:
        """Processes, files and cgroups that are left although all runners have ended, after some patience.

        What a killed runner leaves is removed by the next one, so there is one more if that is needed.
        """
        if self._leftovers():
            self.start().wait(SECONDS)
        deadline = time.monotonic() + PATIENCE
        while (left := self._leftovers()) and time.monotonic() < deadline:
            time.sleep(0.1)
        return left

    def _leftovers(self) -> list[str]:
        left = [f"process {process.pid}" for process in self.seen if process.is_alive]
        left += [f"process {pid}" for pid in marked(self.folder)]
        left += [f"file {path.relative_to(self.folder)}" for path in self.temporary.rglob("*")]
        left += [f"file {path.relative_to(self.folder)}" for path in self.store_folder.rglob(".run-*")]
        return left + [f"cgroup {path}" for path in cgroups_of({process.pid for process in self.seen})]

"""Any sequence of claims, results, kills, extensions and roster changes: the store agrees with a simple model."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from unittest import mock

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule, run_state_machine_as_test

from lanista.league.store import LeagueMatch, LeagueStore, RunnerProcess, StoredResult, open_store
from lanista.league.store.database import PRAGMAS
from tests.league.store.conftest import empty
from tests.league.store.leagues import BOTS, new_league
from tests.postgres import PostgresServer

SETTINGS = settings(
    stateful_step_count=25, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck), database=None
)
NUMBERS = st.lists(st.integers(0, 30), max_size=6)


@dataclass
class Process:
    """A runner, with its own connection and its own view of the league."""

    store: LeagueStore
    runner: RunnerProcess
    clock: list[float]
    cursor: int = 0
    length: int = 0
    held: set[int] = field(default_factory=set)


@dataclass
class Model:
    """The expected content of the store."""

    seats: list[tuple[int, int]] = field(default_factory=list)  # by match
    owners: dict[int, int | None] = field(default_factory=dict)  # of matches without a result
    attempts: dict[int, int] = field(default_factory=dict)
    results: dict[int, str] = field(default_factory=dict)  # who recorded it, or why it is void
    active: dict[str, int] = field(default_factory=dict)  # entries by bot
    entries: int = 0
    roster: int = 0  # changes of the roster

    def retire(self, bot: str, why: str) -> None:
        entry = self.active.pop(bot)
        for number in [number for number in self.owners if entry in self.seats[number]]:
            del self.owners[number]
            self.results[number] = f"cancelled: {bot} {why}"

    def free(self, owner: int) -> None:
        self.owners.update({number: None for number, own in self.owners.items() if own == owner})


class Machine(RuleBasedStateMachine):
    """Processes on one store, some of which die."""

    new_address: Callable[[], str]

    def __init__(self) -> None:
        super().__init__()
        self.address = self.new_address()
        self.dead: set[int] = set()
        self.patch = mock.patch("lanista.league.store.runners.is_gone", lambda runner: runner.id in self.dead)
        self.patch.start()
        self.observer = open_store(self.address)
        self.league = new_league(self.observer)
        self.model = Model(active={bot: at for at, bot in enumerate(BOTS)}, entries=len(BOTS))
        self.processes: list[Process] = []
        self.rosters: dict[int, int] = {}  # the roster that each process has seen
        self.seen_cursor = 0
        self.seen_results: dict[int, str] = {}
        self.begin()

    def teardown(self) -> None:
        self.play_to_the_end()
        for process in self.processes:
            process.store.close()
        self.observer.close()
        self.patch.stop()

    def pick(self, at: int) -> Process:
        return self.processes[at % len(self.processes)]

    @rule()
    @precondition(lambda self: len(self.processes) < 4)
    def begin(self) -> None:
        clock = [0.0]
        opened = open_store(self.address)
        store = LeagueStore(opened._database, opened.replays.folder, opened.replays.owner, clock=lambda: clock[0])
        self.processes.append(Process(store, store.begin_runner(), clock))
        self.look(len(self.processes) - 1)

    @rule(at=st.integers(0, 3))
    def look(self, at: int) -> None:
        process = self.pick(at)
        changes = process.store.changes(self.league.id, process.cursor)
        process.cursor = changes.cursor
        process.length += len(changes.matches)
        self.rosters[process.runner.id] = self.model.roster
        assert process.length == len(self.model.seats)

    @rule(at=st.integers(0, 3), pairs=st.lists(st.permutations(range(3)), min_size=1, max_size=4))
    def extend(self, at: int, pairs: list[list[int]]) -> None:
        process, model = self.pick(at), self.model
        seats = [(pair[0], pair[1]) for pair in pairs]
        added = [LeagueMatch(process.length + i, 0, 0, each, 1) for i, each in enumerate(seats)]
        is_new = process.length == len(model.seats) and self.rosters[process.runner.id] == model.roster
        assert process.store.extend(self.league.id, process.cursor, added) == is_new
        if is_new:
            for match in added:
                model.owners[match.number] = None
                model.attempts[match.number] = 0
            model.seats += seats
        self.look(at)

    @rule(at=st.integers(0, 3), count=st.integers(1, 4))
    def claim(self, at: int, count: int) -> None:
        process, owners = self.pick(at), self.model.owners
        mine = process.runner.id
        free = [n for n in sorted(owners) if owners[n] in (None, mine) and n not in process.held][:count]
        claims = process.store.claim(self.league.id, process.runner, count)
        assert [claim.match.number for claim in claims] == free
        assert [claim.attempt for claim in claims] == [self.model.attempts[number] for number in free]
        owners.update(dict.fromkeys(free, mine))
        process.held.update(free)

    @rule(at=st.integers(0, 3), numbers=NUMBERS)
    def record(self, at: int, numbers: list[int]) -> None:
        """Report any results, also of matches that are not the runner's, once or several times."""
        process, model = self.pick(at), self.model
        numbers = [number for number in numbers if number < len(model.seats)]
        new = sorted(set(numbers) & set(model.owners))
        results = [StoredResult(number, (1, 2), runner=str(process.runner.id)) for number in numbers]
        assert process.store.record(self.league.id, process.runner, results) == new
        for number in new:
            del model.owners[number]
            model.results[number] = str(process.runner.id)
        process.held.difference_update(numbers)

    @rule(at=st.integers(0, 3), numbers=NUMBERS, void=st.booleans())
    def release(self, at: int, numbers: list[int], void: bool) -> None:
        process, model = self.pick(at), self.model
        mine = sorted(n for n in set(numbers) if model.owners.get(n, -1) == process.runner.id)
        assert process.store.release(self.league.id, process.runner, numbers, void=void) == mine
        for number in mine:
            model.owners[number] = None
            model.attempts[number] += void
        process.held.difference_update(numbers)

    @rule(at=st.integers(0, 3))
    @precondition(lambda self: len(self.processes) > 1)
    def kill(self, at: int) -> None:
        process = self.pick(at)
        process.store.close()
        self.processes.remove(process)
        self.dead.add(process.runner.id)

    @rule(at=st.integers(0, 3))
    @precondition(lambda self: len(self.processes) > 1)
    def end(self, at: int) -> None:
        process = self.pick(at)
        process.store.end_runner(process.runner)
        process.store.close()
        self.processes.remove(process)
        self.model.free(process.runner.id)

    @rule(at=st.integers(0, 3))
    def free_dead(self, at: int) -> None:
        process = self.pick(at)
        freed = process.store.free_dead(self.league.id, process.runner)
        owners = set(self.model.owners.values())
        assert {each.runner.id for each in freed} == self.dead & owners
        for owner in self.dead:
            self.model.free(owner)

    @rule(at=st.integers(0, 3), other=st.integers(0, 3), stopped=st.booleans())
    @precondition(lambda self: len(self.processes) > 1)
    def wait(self, at: int, other: int, stopped: bool) -> None:
        """Watch the others for 40 seconds, in which one may be stopped; all others show signs of life."""
        process = self.pick(at)
        sleeper = self.pick(other).runner.id if stopped else None
        for _ in range(9):
            process.clock[0] += 5
            for each in self.processes:
                if each.runner.id != sleeper:
                    each.store.beat(each.runner)
            process.store.free_dead(self.league.id, process.runner)
        for owner in self.dead | ({sleeper} - {None, process.runner.id}):
            assert owner is not None
            self.model.free(owner)

    @rule(bot=st.sampled_from(BOTS), version=st.integers(1, 3))
    def replace(self, bot: str, version: int) -> None:
        known = self.model.active.get(bot)
        entry = self.observer.add_entry(self.league.id, bot, f"digest {bot} {version}", builtin=bot)
        if entry.id == known:
            return
        if known is not None:
            self.model.retire(bot, "has a new version")
        assert (entry.id, entry.joined) == (self.model.entries, len(self.model.seats))
        self.model.active[bot] = entry.id
        self.model.entries += 1
        self.model.roster += 1

    @rule(bot=st.sampled_from(BOTS))
    def remove(self, bot: str) -> None:
        was_active = bot in self.model.active
        entry = self.observer.remove_entry(self.league.id, bot)
        assert entry.left is not None
        if was_active:
            assert entry.left == len(self.model.seats)
            self.model.retire(bot, "left")
            self.model.roster += 1

    @invariant()
    def the_store_agrees_with_the_model(self) -> None:
        changes = self.observer.changes(self.league.id, self.seen_cursor)
        self.seen_cursor = changes.cursor
        for result in changes.results:
            assert result.number not in self.seen_results, "a result came twice"
            self.seen_results[result.number] = result.void or result.runner
        assert self.seen_results == self.model.results
        counts = self.observer.counts(self.league.id)
        claimed = sum(owner is not None for owner in self.model.owners.values())
        assert (counts.matches, counts.results, counts.claimed) == (
            len(self.model.seats),
            len(self.model.results),
            claimed,
        )

    def play_to_the_end(self) -> None:
        """Whatever happened, each match ends with one result."""
        for process in self.processes[1:]:
            process.store.end_runner(process.runner)
        survivor = self.processes[0]
        survivor.store.free_dead(self.league.id, survivor.runner)
        left = {claim.match.number for claim in survivor.store.claim(self.league.id, survivor.runner, 1000)}
        results = [StoredResult(number, (1, 2)) for number in left | survivor.held]
        survivor.store.record(self.league.id, survivor.runner, results)
        whole = self.observer.changes(self.league.id)
        assert [result.number for result in whole.results] == list(range(len(self.model.seats)))


def run(new_address: Callable[[], str], examples: int) -> None:
    machine = type("Machine", (Machine,), {"new_address": staticmethod(new_address)})
    run_state_machine_as_test(machine, settings=settings(SETTINGS, max_examples=examples))


def test_sqlite(tmp_path: Path):
    open_store(tmp_path / "template.db").close()

    def new_address() -> str:
        folder = tempfile.mkdtemp(dir=tmp_path)
        shutil.copyfile(tmp_path / "template.db", Path(folder, "lanista.db"))
        return str(Path(folder, "lanista.db"))

    run(new_address, 12)


def test_postgresql(postgres: PostgresServer):
    address = postgres.new_store()

    def emptied() -> str:
        empty(address)
        return address

    run(emptied, 3)


@pytest.fixture(autouse=True)
def _unbuffered(monkeypatch: pytest.MonkeyPatch) -> None:
    """Files of one example need not survive a power failure."""
    monkeypatch.setitem(PRAGMAS, "synchronous", "OFF")

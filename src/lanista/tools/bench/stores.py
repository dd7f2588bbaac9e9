"""The time to open a store, and the rate at which runners record matches in it."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from lanista.core.errors import LanistaError
from lanista.league.history import LeagueHistory
from lanista.league.store import LeagueMatch, LeagueStore, StoredResult, open_store
from lanista.league.store.temporary import find_programs, running_server
from lanista.tools.bench.measure import Measure, missing, wall_seconds

Report = Callable[[str], None]

POSTGRES = "LANISTA_BENCH_POSTGRES"  # the address of an empty database, if not of a temporary server
BOTS = 20
CHUNK = 5000
SECONDS = 300.0  # for runners that record, even on a busy machine


def run(report: Report, many: int, few: int) -> Iterator[Measure]:
    """Yields the time to open a store with many matches, and rates of recording a few."""
    with tempfile.TemporaryDirectory(prefix="lanista-bench-") as folder:
        report(f"a store with {many:,} matches")
        yield from opening(Path(folder) / "many.db", many)
        report(f"{few} matches recorded in SQLite")
        yield from recording("SQLite", [str(Path(folder) / f"{runners}.db") for runners in (1, 2)], few)
    report(f"{few} matches recorded in PostgreSQL")
    name = "PostgreSQL: recorded"
    try:
        with postgres_addresses(2) as addresses:
            yield from (
                recording("PostgreSQL", addresses, few)
                if addresses
                else [missing(name, f"PostgreSQL is not installed, and {POSTGRES} is not set")]
            )
    except (LanistaError, ImportError) as error:
        yield missing(name, str(error))


@contextmanager
def postgres_addresses(count: int) -> Iterator[list[str]]:
    """Addresses of databases: new ones of a temporary server that is as careful as a usual one, or a given one."""
    if given := os.environ.get(POSTGRES):
        yield [given] * count
        return
    programs = find_programs()
    if programs is None:
        yield []
        return
    with running_server(programs, {}) as server:
        yield [server.new_database() for _ in range(count)]


def new_league(store: LeagueStore, matches: int) -> int:
    """A league with a schedule of made-up matches."""
    record = store.create_league(f"bench{time.time_ns()}", "bench", "round-robin", 1)
    for number in range(BOTS):
        store.add_entry(record.id, f"bot{number}", f"digest{number}", builtin="bench")
    cursor = store.changes(record.id).cursor
    for start in range(0, matches, CHUNK):
        numbers = range(start, min(matches, start + CHUNK))
        store.extend(record.id, cursor, [_match(number) for number in numbers])
    return record.id


def _match(number: int) -> LeagueMatch:
    first = number % BOTS
    second = (first + 1 + number // BOTS % (BOTS - 1)) % BOTS
    return LeagueMatch(number, number // 2, 1, (first, second), number)


def result_of(number: int) -> StoredResult:
    """A result of usual size."""
    return StoredResult(
        number, (1, 2), (17, 4), "all turns played", faults=(0, 0), turns=100, seconds=0.5, replay="0" * 64
    )


def opening(path: Path, matches: int) -> Iterator[Measure]:
    """The time to open a store and see its leagues, and to read the history of one."""
    with open_store(path) as store:
        league = new_league(store, matches)
        runner = store.begin_runner("bench")
        for start in range(0, matches, CHUNK):
            store.record(league, runner, [result_of(n) for n in range(start, min(matches, start + CHUNK))])
        store.end_runner(runner)

    def look() -> None:
        with open_store(path) as store:
            store.counts(store.find_league().id)

    def read() -> None:
        with open_store(path) as store:
            changes = store.changes(store.find_league().id)
        LeagueHistory(changes.entries, changes.matches, changes.results)

    about = f"store with {matches:,} matches"
    yield Measure(f"{about}: open and count", wall_seconds(look), "s")
    yield Measure(f"{about}: open and read all", wall_seconds(read), "s")
    size = sum(file.stat().st_size for file in path.parent.glob(f"{path.name}*"))
    yield Measure(f"{about}: bytes of a match", size / matches, "bytes")


def recording(name: str, addresses: list[str], matches: int) -> Iterator[Measure]:
    """Matches per second that one and two runners claim and record, one transaction for each."""
    rates = [_rate(address, runners, matches) for runners, address in enumerate(addresses, 1)]
    yield Measure(f"{name}: recorded by 1 runner", rates[0], "matches/s")
    yield Measure(f"{name}: recorded by 2 runners", rates[1], "matches/s", rates[1] / rates[0], "1 runner")


def _rate(address: str, runners: int, matches: int) -> float:
    with open_store(address) as store:
        league = new_league(store, matches)
    command = [sys.executable, "-m", "lanista.tools.bench.recorder", address, str(league)]
    with ExitStack() as stack:
        started = [stack.enter_context(_process(command)) for _ in range(runners)]
        for process in started:
            _answer(process)
        began = time.perf_counter()
        for process in started:
            assert process.stdin is not None
            process.stdin.close()
        recorded = sum(int(_answer(process)) for process in started)
        seconds = time.perf_counter() - began
    assert recorded == matches, f"{recorded} of {matches} matches were recorded"
    return matches / seconds


@contextmanager
def _process(command: list[str]) -> Iterator[subprocess.Popen[str]]:
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    try:
        yield process
        process.wait(SECONDS)
    finally:
        process.kill()
        process.wait()
        for stream in (process.stdin, process.stdout):
            assert stream is not None
            stream.close()


def _answer(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    line = process.stdout.readline()
    assert line, f"a runner of the bench ended with exit status {process.wait(SECONDS)}"
    return line

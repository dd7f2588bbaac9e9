"""How the suite runs: tests that compile come first, and in CI a skipped test is a failure."""

import gc
import os
import signal
from collections.abc import Iterator
from itertools import islice

import pytest

from tests.postgres import PostgresServer, find_programs, running_server

NEW_OBJECTS = 7000  # between collections of garbage; ten times the usual
COMPILE_SECONDS = 1800  # a compilation takes up to 50 s of CPU, and a busy machine may offer a tenth of a core


def pytest_configure(config: pytest.Config) -> None:
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a background job of a shell ignores it
    config.addinivalue_line("markers", "compiles: compiles a game's rules; runs first, with a longer time limit")
    config.addinivalue_line("markers", "long: not part of `make test`; see tests/long_tests.py")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put tests that compile at the start of each worker's share, because workers start with equal shares.

    Each of them compiles one whole game in one process, where its parts share work; later tests find the result in
    the cache.
    """
    first = [item for item in items if item.get_closest_marker("compiles")]
    others = [item for item in items if not item.get_closest_marker("compiles")]
    for item in first:
        item.add_marker(pytest.mark.timeout(COMPILE_SECONDS))
    items[:] = shared_out(first, others, int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1")))


def shared_out(first: list[pytest.Item], others: list[pytest.Item], workers: int) -> list[pytest.Item]:
    """All items in equal shares, as pytest-xdist deals them out; each begins with its part of the first ones."""
    size, left_over = divmod(len(first) + len(others), workers)
    rest, order = iter(others), list[pytest.Item]()
    for worker in range(workers):
        share = first[worker::workers]
        room = size + (worker >= workers - left_over) - len(share)
        order += [*share, *islice(rest, max(0, room))]
    return [*order, *rest]


def pytest_collection_finish() -> None:
    """Spare the garbage collector everything that is there for all tests: it took a tenth of their time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(NEW_OBJECTS)


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    """In CI everything that tests need is installed, so a skipped test is a failure."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if reporter is None:
        return
    skipped = reporter.stats.get("skipped", [])
    if os.environ.get("CI") == "true" and skipped and exitstatus == 0:
        reporter.write_line(f"{len(skipped)} tests were skipped, which is a failure in CI", red=True)
        session.exitstatus = 1


@pytest.fixture
def unconfined(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots play without a sandbox: they write files for the test to read, or attack what a jail hides."""
    monkeypatch.setenv("LANISTA_SANDBOX", "none")


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgresServer]:
    """A PostgreSQL server; `postgres.new_store()` is the address of a new store."""
    programs = find_programs()
    if programs is None:
        pytest.skip("PostgreSQL is not installed")
    with running_server(programs) as server:
        yield server

"""How the suite runs: tests that compile come first, and in CI a skipped test is a failure."""

import os
import signal
from collections.abc import Iterator

import pytest

from tests.postgres import PostgresServer, find_programs, running_server

COMPILE_SECONDS = 1800  # a compilation takes up to 50 s of CPU, and a busy machine may offer a tenth of a core


def pytest_configure(config: pytest.Config) -> None:
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a background job of a shell ignores it
    config.addinivalue_line("markers", "compiles: compiles a game's rules; runs first, with a longer time limit")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put tests that compile at the start of both halves, because each of two workers starts with one half.

    Each of them compiles one whole game in one process, where its parts share work; later tests find the result in
    the cache.
    """
    first = [item for item in items if item.get_closest_marker("compiles")]
    others = [item for item in items if not item.get_closest_marker("compiles")]
    for item in first:
        item.add_marker(pytest.mark.timeout(COMPILE_SECONDS))
    half = len(others) // 2
    items[:] = [*first[0::2], *others[:half], *first[1::2], *others[half:]]


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

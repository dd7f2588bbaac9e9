"""How the suite is run: what compiles comes first, and in CI a skipped test is a failure."""

import os

import pytest

COMPILE_SECONDS = 1800  # a compilation takes up to 50 s of a quiet core, and a busy machine gives a tenth of one


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "compiles: compiles a game's rules; runs first, with a longer time limit")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put tests that compile at the beginning of both halves: of two workers each begins with one half.

    Each of them compiles all of one game in one process, where the parts share their work. What runs later finds
    it in the cache instead of compiling a part of it again.
    """
    first = [item for item in items if item.get_closest_marker("compiles")]
    others = [item for item in items if not item.get_closest_marker("compiles")]
    for item in first:
        item.add_marker(pytest.mark.timeout(COMPILE_SECONDS))
    half = len(others) // 2
    items[:] = [*first[0::2], *others[:half], *first[1::2], *others[half:]]


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    """In CI everything that a test needs is installed."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if reporter is None:
        return
    skipped = reporter.stats.get("skipped", [])
    if os.environ.get("CI") == "true" and skipped and exitstatus == 0:
        reporter.write_line(f"{len(skipped)} tests were skipped, which is a failure in CI", red=True)
        session.exitstatus = 1

"""In CI everything that a test needs is installed, so a skipped test is a failure there."""

import os

import pytest


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if reporter is None:
        return
    skipped = reporter.stats.get("skipped", [])
    if os.environ.get("CI") == "true" and skipped and exitstatus == 0:
        reporter.write_line(f"{len(skipped)} tests were skipped, which is a failure in CI", red=True)
        session.exitstatus = 1

"""Fixtures of several tests of this folder."""

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from lanista.sandbox.jail import installed


@pytest.fixture
def opt() -> Iterator[Path]:
    """A folder where toolchains of the machine are installed, as /opt: only root can have one."""
    if os.geteuid() != 0:
        pytest.skip("only root can install for all")
    with tempfile.TemporaryDirectory(dir="/opt", prefix="lanista-test-") as folder:
        Path(folder).chmod(0o755)
        installed._private_entries.cache_clear()
        yield Path(folder)
    installed._private_entries.cache_clear()

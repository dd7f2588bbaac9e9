"""Bots as contestants handed them in."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.bots.kits import Kits, folder, own_python_first

__all__ = ["folder", "kit", "own_python_first"]


@pytest.fixture(scope="session")
def kit(tmp_path_factory) -> Callable[[str], str]:
    """A contestant's folder by language."""
    return Kits(Path(__file__).with_name("kits"), tmp_path_factory).find

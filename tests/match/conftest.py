"""Bots written on the spot."""

import textwrap
from collections.abc import Callable
from pathlib import Path

import pytest


@pytest.fixture
def bot(tmp_path: Path) -> Callable[..., str]:
    """Write a Python bot into a file and return its name."""

    def write(source: str, name: str = "bot.py") -> str:
        path = tmp_path / name
        path.write_text(textwrap.dedent(source))
        return str(path)

    return write

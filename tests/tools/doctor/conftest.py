"""Bots for examinations."""

import sys
import textwrap
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.tools.doctor.examined import lines_bot


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Cases are kept below the working directory; Python buffers its output as it does for people."""
    monkeypatch.setattr("lanista.tools.doctor.examination.MAX_PLAYED", 2)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTHONUNBUFFERED", "1")  # which must not reach them


@pytest.fixture
def lines(tmp_path: Path) -> Callable[..., str]:
    """Write a bot that speaks the lines protocol and return its command."""

    def write(**parts: str) -> str:
        path = tmp_path / "bots" / "bot.py"
        path.parent.mkdir(exist_ok=True)
        path.write_text(lines_bot(**parts))
        return f"{sys.executable} {path}"

    return write


@pytest.fixture
def python(tmp_path: Path) -> Callable[[str], str]:
    """Write a Python bot into a file and return its name."""

    def write(source: str) -> str:
        path = tmp_path / "bots" / "mybot.py"
        path.parent.mkdir(exist_ok=True)
        path.write_text(textwrap.dedent(source))
        return str(path)

    return write

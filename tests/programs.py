"""Programs that tests need. Without one a test is skipped with a reason, which in CI is a failure."""

from __future__ import annotations

import os
import shutil
from typing import Any

import pytest

from lanista.game import Game
from lanista.testing import check_game


def need(*programs: str) -> str:
    """The path of the first program; skips the test unless all of them are installed."""
    missing = [program for program in programs if shutil.which(program) is None]
    if missing:
        pytest.skip(f"needs {', '.join(missing)}, not installed here")
    return str(shutil.which(programs[0]))


def check_with_all_tools(game: Game[Any, Any, Any], turns: int) -> list[str]:
    """Check a game as far as this machine can and return the report; skips the test if anything was left out."""
    lines: list[str] = []
    check_game(game, turns=turns, report=lines.append)
    if left_out := [line for line in lines if "NOT checked: " in line]:
        pytest.skip("; ".join(left_out))
    return lines


def need_other_user() -> str:
    """A Python that an ordinary user can run; skips the test unless we can become that user."""
    if os.geteuid() != 0 or shutil.which("setpriv") is None:
        pytest.skip("only root can become another user, with setpriv")
    python = shutil.which("python3", path="/usr/bin")
    if python is None:
        pytest.skip("an ordinary user needs a Python in /usr/bin: install the package python3")
    return python

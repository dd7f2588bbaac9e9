"""The manual's single-file example learns."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLE = Path(__file__).parents[2] / "docs" / "examples" / "ppo.py"
TURNS = 400_000
DEADLINE = 1500  # seconds, on a busy machine
WON = re.compile(r"won +(\d+)% of the last matches")


def test_it_wins_more_and_more_matches_against_greedy():
    pytest.importorskip("torch", reason="the example needs PyTorch: pip install torch")
    command = [sys.executable, str(EXAMPLE), "overdrive", "--opponent", "greedy", "--turns", str(TURNS)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=DEADLINE, check=False)
    assert done.returncode == 0, done.stderr
    percent = [int(found) for found in WON.findall(done.stdout)]
    assert percent[-1] >= 60 > 30 >= min(filter(None, percent))

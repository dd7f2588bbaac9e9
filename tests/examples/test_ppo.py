"""The manual's single-file example learns."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLE = Path(__file__).parents[2] / "docs" / "examples" / "ppo.py"
TURNS = 150_000
DEADLINE = 1500  # seconds, on a busy machine
WON = re.compile(r"won +(\d+)% of the last matches")


def test_it_learns_to_beat_random_moves():
    pytest.importorskip("torch", reason="the example needs PyTorch: pip install torch")
    command = [sys.executable, str(EXAMPLE), "overdrive", "--turns", str(TURNS)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=DEADLINE, check=False)
    assert done.returncode == 0, done.stderr
    first, *_, last = (int(percent) for percent in WON.findall(done.stdout))
    assert first <= 75
    assert last >= 95

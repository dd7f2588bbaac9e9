"""Benchmark of the contest's protocol against starting bare processes."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

from lanista.games.tower_defence.contest import PROTOCOL
from lanista.games.tower_defence.contest.player import RoundProcessPlayer
from lanista.games.tower_defence.game import TOWER_DEFENCE
from lanista.tools.bench.measure import Measure
from lanista.tools.bench.protocols import BOT, PYTHON, turn_and_bare

SOURCE = "open('command.txt', 'w').close()\n"


def measures(rounds: int = 30) -> Iterator[Measure]:
    """A round of two bots, against starting the same processes and waiting for them."""
    turn, bare = turn_and_bare(TOWER_DEFENCE, RoundProcessPlayer, SOURCE, seconds_per_start, rounds)
    yield Measure(f"turn of {PROTOCOL.title} bots", 1e3 * turn, "ms", turn / bare, "starting two processes")


def seconds_per_start(folder: Path, rounds: int) -> float:
    """Seconds to start two processes at the same time and wait for both."""
    began = time.perf_counter()
    for _ in range(rounds):
        for child in [subprocess.Popen([*PYTHON, BOT], cwd=folder) for _ in range(2)]:
            child.wait()
    return (time.perf_counter() - began) / rounds

"""Benchmark of the contest's protocol against bare file writes and pipe exchanges."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from lanista.games.overdrive.contest import PROTOCOL
from lanista.games.overdrive.contest.player import RoundFilesPlayer, state_file
from lanista.games.overdrive.game import OVERDRIVE
from lanista.games.overdrive.views import text_map
from lanista.tools.bench.measure import Measure
from lanista.tools.bench.protocols import BOT, PYTHON, turn_and_bare
from lanista.tools.bench.suite import SEED, ping_pong

SOURCE = """
import os, sys
for line in sys.stdin:
    os.write(1, b"C;%d;NOTHING\\n" % int(line))
"""


def measures(rounds: int = 300) -> Iterator[Measure]:
    """A round of two bots, against writing the same files and exchanging the same lines over bare pipes."""
    turn, bare = turn_and_bare(OVERDRIVE, RoundFilesPlayer, SOURCE, seconds_per_exchange, rounds)
    name = f"turn of {PROTOCOL.title} bots"
    yield Measure(name, 1e6 * turn, "us", turn / bare, "the same files and lines alone")


def seconds_per_exchange(folder: Path, rounds: int) -> float:
    """Seconds to write a round's files for two bots, send them its number and read their answers."""
    state = OVERDRIVE.start(OVERDRIVE.configure(), SEED, 2)
    files = {"state.json": state_file(OVERDRIVE.view_json(state, 0)), "textMap.txt": text_map(state, 0).encode()}
    files["state.txt"] = files["textMap.txt"]
    with tempfile.TemporaryDirectory() as name:  # not in `folder`, which every bot gets a copy of
        target = Path(name)
        began = time.perf_counter()
        for number in range(rounds):
            for seat in "AB":
                written = target / seat / str(number)
                written.mkdir(parents=True)
                for file, data in files.items():
                    (written / file).write_bytes(data)
        writing = (time.perf_counter() - began) / rounds
    return writing + ping_pong(
        [*PYTHON, str(folder / BOT)], [[b"%d\n" % number for number in range(rounds + 1)]] * 2, 2
    )

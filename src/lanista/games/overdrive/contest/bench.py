"""What a round costs in the contest's protocol, against the same files and lines with nothing around them."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from lanista.bench.measure import Measure
from lanista.bench.protocols import PYTHON, REPETITIONS, seconds_per_turn
from lanista.bench.suite import SEED, ping_pong
from lanista.games.overdrive.contest import PROTOCOL
from lanista.games.overdrive.contest.player import Entelect2020Player, state_file
from lanista.games.overdrive.game import OVERDRIVE
from lanista.games.overdrive.views import text_map

BOT = "bot.py"
COMMAND = [*PYTHON, BOT]
SOURCE = """
import os, sys
for line in sys.stdin:
    os.write(1, b"C;%d;NOTHING\\n" % int(line))
"""


def measures(rounds: int = 300) -> Iterator[Measure]:
    """A round of two bots, against writing as many bytes to files and a raw ping-pong of the lines."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        (folder / BOT).write_text(SOURCE)
        turn = bare = float("inf")
        for take in range(REPETITIONS):
            bare = min(bare, seconds_per_exchange(folder, folder / f"files {take}", rounds))
            players = [Entelect2020Player(COMMAND, name, folder) for name in "AB"]
            turn = min(turn, seconds_per_turn(OVERDRIVE, players, rounds))
    name = f"turn of {PROTOCOL.title} bots"
    yield Measure(name, 1e6 * turn, "us", turn / bare, "the same files and lines alone")


def seconds_per_exchange(folder: Path, target: Path, rounds: int) -> float:
    """Seconds to write the files of a round for two bots, send both its number and read their answers."""
    state = OVERDRIVE.start(OVERDRIVE.configure(), SEED, 2)
    files = {"state.json": state_file(OVERDRIVE.view_json(state, 0)), "textMap.txt": text_map(state, 0).encode()}
    files["state.txt"] = files["textMap.txt"]
    command = [*COMMAND[:-1], str(folder / BOT)]
    began = time.perf_counter()
    for number in range(rounds):
        for seat in "AB":
            place = target / seat / str(number)
            place.mkdir(parents=True)
            for name, data in files.items():
                (place / name).write_bytes(data)
    writing = (time.perf_counter() - began) / rounds
    return writing + ping_pong(command, [[b"%d\n" % number for number in range(rounds + 1)]] * 2, 2)

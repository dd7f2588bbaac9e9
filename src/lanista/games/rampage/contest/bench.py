"""The cost of a turn in the contest's protocol, compared with exchanging the same bytes over plain TCP."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from lanista.games.rampage.contest import PROTOCOL
from lanista.games.rampage.contest.message import original_message
from lanista.games.rampage.contest.player import Orbis2015Player
from lanista.games.rampage.game import RAMPAGE
from lanista.tools.bench.measure import Measure
from lanista.tools.bench.protocols import PYTHON, REPETITIONS, seconds_per_reply, seconds_per_turn
from lanista.tools.bench.suite import SEED

KIT = """
import socket, sys
link = socket.create_connection(("127.0.0.1", int(sys.argv[-1])))
lines = link.makefile("rb")
link.sendall(b"kit\\n")
while lines.readline() == b"MOVE\\n":
    lines.readline()
    link.sendall(b"NONE\\n")
"""


def measures(rounds: int = 300) -> Iterator[Measure]:
    """A turn of two kit bots, compared with exchanging the same bytes over plain TCP."""
    command = [*PYTHON, "-c", KIT]
    turn = bare = float("inf")
    for _ in range(REPETITIONS):
        bare = min(bare, seconds_per_tcp_exchange(command, rounds))
        players = [Orbis2015Player(command, name) for name in "AB"]
        turn = min(turn, seconds_per_turn(RAMPAGE, players, rounds, "max_turns"))
    yield Measure(f"turn of {PROTOCOL.title} bots", 1e6 * turn, "us", turn / bare, "the same bytes over TCP alone")


def seconds_per_tcp_exchange(command: list[str], rounds: int) -> float:
    """Seconds to send two kits a typical turn message and read both answers."""
    message = b"MOVE\n%b\n" % msgspec.json.encode(original_message(RAMPAGE.start(RAMPAGE.configure(), SEED, 2), 0))
    return seconds_per_reply([*command, "-p"], message, rounds, greeting=True)

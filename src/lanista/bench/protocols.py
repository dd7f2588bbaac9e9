"""What a turn costs in the original contests' protocols, against the same exchange with nothing around it."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from lanista.bench.measure import Measure
from lanista.bench.suite import SEED, TurnClock, ping_pong
from lanista.bots.entelect2020 import state_file
from lanista.bots.player import Limits, Player
from lanista.game import get_game
from lanista.games.overdrive.views import text_map
from lanista.match import Referee, Setup

BOT = "bot.py"
COMMAND = [sys.executable, "-I", "-S", BOT]
TAKES = 3  # of everything, in turn, so that noise meets all alike; the least counts

RUN_ONCE = "open('command.txt', 'w').close()\n"
RUN_ON = """
import os, sys
for line in sys.stdin:
    os.write(1, b"C;%d;NOTHING\\n" % int(line))
"""


KIT = """
import socket, sys
link = socket.create_connection(("127.0.0.1", int(sys.argv[-1])))
lines = link.makefile("rb")
link.sendall(b"kit\\n")
while lines.readline() == b"MOVE\\n":
    lines.readline()
    link.sendall(b"NONE\\n")
"""


def of_game(game: str) -> Iterator[Measure]:
    """The measures of a game's original protocol, if it is measured."""
    measured: dict[str, Callable[[], Iterator[Measure]]] = {
        "tower_defence": entelect_2018,
        "overdrive": entelect_2020,
        "rampage": orbis_2015,
    }
    if game in measured:
        yield from measured[game]()


def entelect_2018(rounds: int = 30) -> Iterator[Measure]:
    """A round of two bots of 2018, against starting the same processes and waiting for them."""
    from lanista.bots.entelect2018 import Entelect2018Player

    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        (folder / BOT).write_text(RUN_ONCE)
        turn = bare = float("inf")
        for _ in range(TAKES):
            bare = min(bare, seconds_per_start(folder, rounds))
            players = [Entelect2018Player(COMMAND, name, folder) for name in "AB"]
            turn = min(turn, seconds_per_turn("tower_defence", players, rounds))
    yield Measure("turn of Entelect 2018 bots", 1e3 * turn, "ms", turn / bare, "starting two processes")


def entelect_2020(rounds: int = 300) -> Iterator[Measure]:
    """A round of two bots of 2020, against writing as many bytes to files and a raw ping-pong of the lines."""
    from lanista.bots.entelect2020 import Entelect2020Player

    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        (folder / BOT).write_text(RUN_ON)
        turn = bare = float("inf")
        for take in range(TAKES):
            bare = min(bare, seconds_per_exchange(folder, folder / f"files {take}", rounds))
            players = [Entelect2020Player(COMMAND, name, folder) for name in "AB"]
            turn = min(turn, seconds_per_turn("overdrive", players, rounds))
    yield Measure("turn of Entelect 2020 bots", 1e6 * turn, "us", turn / bare, "the same files and lines alone")


def seconds_per_exchange(folder: Path, target: Path, rounds: int) -> float:
    """Seconds to write the files of a round for two bots, send both its number and read their answers."""
    game = get_game("overdrive")
    state = game.start(game.configure(), SEED, 2)
    files = {"state.json": state_file(game.view_json(state, 0)), "textMap.txt": text_map(state, 0).encode()}
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


def orbis_2015(rounds: int = 300) -> Iterator[Measure]:
    """A turn of two kits' bots of 2015, against the same bytes to and fro over TCP with nothing around them."""
    from lanista.bots.orbis2015 import Orbis2015Player

    command = [sys.executable, "-I", "-S", "-c", KIT]
    turn = bare = float("inf")
    for _ in range(TAKES):
        bare = min(bare, seconds_per_tcp_exchange(command, rounds))
        players = [Orbis2015Player(command, name) for name in "AB"]
        turn = min(turn, seconds_per_turn("rampage", players, rounds, "max_turns"))
    yield Measure("turn of Orbis 2015 bots", 1e6 * turn, "us", turn / bare, "the same bytes over TCP alone")


def seconds_per_tcp_exchange(command: list[str], rounds: int) -> float:
    """Seconds to send two clients a turn's message, much the same in all turns, and read both answers."""
    import msgspec

    from lanista.bots.orbis_door import open_port
    from lanista.games.rampage.original import original_message

    game = get_game("rampage")
    message = b"MOVE\n%b\n" % msgspec.json.encode(original_message(game.start(game.configure(), SEED, 2), 0))
    links, children = [], []
    with open_port(0) as door:
        door.settimeout(10)
        for _ in range(2):
            children.append(subprocess.Popen([*command, "-p", str(door.getsockname()[1])]))
            links.append(door.accept()[0])
            links[-1].recv(100)
    began = time.perf_counter()
    for _ in range(rounds):
        for link in links:
            link.sendall(message)
        for link in links:
            link.recv(100)
    used = (time.perf_counter() - began) / rounds
    for link, child in zip(links, children, strict=True):
        link.close()
        child.wait(10)
    return used


def seconds_per_turn(game: str, players: Sequence[Player], rounds: int, limit: str = "max_rounds") -> float:
    """Seconds per turn of a match, its start and its first turn left out: bots are starting then."""
    chosen = get_game(game)
    config = chosen.configure("standard", {limit: rounds})
    clock = Later()
    Referee(Setup(chosen, SEED, "standard", config, Limits(10_000, 10_000)), players, [clock]).play()
    return (clock.ended - clock.began) / (clock.turns - 1)


class Later(TurnClock):
    """Takes the time from the end of the first turn on."""

    def turn(self, *_: object) -> None:
        """A turn was played."""
        super().turn()
        if self.turns == 1:
            self.began = self.ended


def seconds_per_start(folder: Path, rounds: int) -> float:
    """Seconds to start two processes at the same time and wait for both."""
    began = time.perf_counter()
    for _ in range(rounds):
        for child in [subprocess.Popen(COMMAND, cwd=folder) for _ in range(2)]:
            child.wait()
    return (time.perf_counter() - began) / rounds

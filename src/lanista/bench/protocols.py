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
from lanista.bots.player import Limits, Player
from lanista.game import get_game
from lanista.games.overdrive.contest.player import state_file
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


# A bot of Sproutopia's hub, as short as can be: a frame for every state, masked with zeros
HUB_BOT = """
import os, socket
END = bytes([30])
link = socket.create_connection((os.environ["RUNNER_IPV4"], 5000))
lines = link.makefile("rb")

def say(text):
    data = text.encode() + END
    link.sendall(bytes([0x81, 0xFE]) + len(data).to_bytes(2, "big") + bytes(4) + data)

link.sendall(
    b"GET /runnerhub HTTP/1.1\\r\\nUpgrade: websocket\\r\\nSec-WebSocket-Version: 13\\r\\n"
    b"Sec-WebSocket-Key: bGFuaXN0YSBsYW5pc3RhIQ==\\r\\n\\r\\n"
)
while lines.readline().strip():
    pass
say('{"protocol":"json","version":1}' + " " * 99)
token = os.environ["TOKEN"]
say('{"type":1,"target":"Register","arguments":["%s","bench"]}' % token)
command = '{"type":1,"target":"SendPlayerCommand","arguments":[{"action":4,"botId":"%s"}]}' % token
message = b""
while data := link.recv(65536):
    message += data
    if message.endswith(END):
        if b"ReceiveBotState" in message:
            say(command)
        message = b""
"""
TCP_BOT = """
import socket, sys
link = socket.create_connection(("127.0.0.1", int(sys.argv[-1])))
message = b""
while data := link.recv(65536):
    message += data
    if message.endswith(bytes([30])):
        link.sendall(bytes(130))
        message = b""
"""


def of_game(game: str) -> Iterator[Measure]:
    """The measures of a game's original protocol, if it is measured."""
    measured: dict[str, Callable[[], Iterator[Measure]]] = {
        "tower_defence": entelect_2018,
        "overdrive": entelect_2020,
        "rampage": orbis_2015,
        "sproutopia": sproutopia_2024,
    }
    if game in measured:
        yield from measured[game]()


def entelect_2018(rounds: int = 30) -> Iterator[Measure]:
    """A round of two bots of 2018, against starting the same processes and waiting for them."""
    from lanista.games.tower_defence.contest.player import Entelect2018Player

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
    from lanista.games.overdrive.contest.player import Entelect2020Player

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
    from lanista.games.rampage.contest.player import Orbis2015Player

    command = [sys.executable, "-I", "-S", "-c", KIT]
    turn = bare = float("inf")
    for _ in range(TAKES):
        bare = min(bare, seconds_per_tcp_exchange(command, rounds))
        players = [Orbis2015Player(command, name) for name in "AB"]
        turn = min(turn, seconds_per_turn("rampage", players, rounds, "max_turns"))
    yield Measure("turn of Orbis 2015 bots", 1e6 * turn, "us", turn / bare, "the same bytes over TCP alone")


def seconds_per_tcp_exchange(command: list[str], rounds: int) -> float:
    """Seconds to send two kits a turn's message, much the same in all turns, and read both answers."""
    import msgspec

    from lanista.games.rampage.contest.message import original_message

    game = get_game("rampage")
    message = b"MOVE\n%b\n" % msgspec.json.encode(original_message(game.start(game.configure(), SEED, 2), 0))
    return seconds_per_reply([*command, "-p"], message, rounds, greeting=True)


def seconds_per_reply(command: list[str], message: bytes, rounds: int, *, greeting: bool = False) -> float:
    """Seconds to send a message to two clients, whose commands end with a port, and read both replies."""
    from lanista.games.rampage.contest.server import open_port

    links, children = [], []
    with open_port(0) as door:
        door.settimeout(10)
        for _ in range(2):
            children.append(subprocess.Popen([*command, str(door.getsockname()[1])]))
            links.append(door.accept()[0])
            if greeting:
                links[-1].recv(100)
    began = time.perf_counter()
    for _ in range(rounds):
        for link in links:
            link.sendall(message)
        for link in links:
            link.recv(200)
    used = (time.perf_counter() - began) / rounds
    for link, child in zip(links, children, strict=True):
        link.close()
        child.wait(10)
    return used


def sproutopia_2024(ticks: int = 300) -> Iterator[Measure]:
    """A tick of two bots at the hub in lock-step, against the same bytes to and fro over TCP alone."""
    from lanista.games.sproutopia.contest.hub import MatchHub
    from lanista.games.sproutopia.contest.player import hub_player

    game = get_game("sproutopia")
    python = [sys.executable, "-I", "-S", "-c"]
    view = game.view_json(game.start(game.configure(), SEED, 2), 0)
    turn = bare = float("inf")
    for _ in range(TAKES):
        bare = min(bare, seconds_per_reply([*python, TCP_BOT], b"%b%c" % (view, 30), ticks))
        hub = MatchHub(game.configure(), 2, lock_step=True)
        players = [hub_player(name, [*python, HUB_BOT]) for name in "AB"]
        for player in players:
            player.meet_at(hub)
        turn = min(turn, seconds_per_turn("sproutopia", players, ticks, "MaxTicks"))
    yield Measure("tick of bots at the hub", 1e6 * turn, "us", turn / bare, "the same bytes over TCP alone")


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

"""Measures a tick at the hub against the same bytes over plain TCP."""

from __future__ import annotations

from collections.abc import Iterator

from lanista.games.sproutopia.contest import PROTOCOL
from lanista.games.sproutopia.contest.hub import MatchHub
from lanista.games.sproutopia.contest.player import hub_player
from lanista.games.sproutopia.game import SPROUTOPIA
from lanista.tools.bench.measure import Measure
from lanista.tools.bench.protocols import PYTHON, REPETITIONS, seconds_per_reply, seconds_per_turn
from lanista.tools.bench.suite import SEED

# A minimal bot: one frame per state, masked with zeros
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


def measures(ticks: int = 300) -> Iterator[Measure]:
    """A tick of two bots at the hub in lock-step, against the same bytes over plain TCP."""
    game = SPROUTOPIA
    python = [*PYTHON, "-c"]
    view = game.view_json(game.start(game.configure(), SEED, 2), 0)
    turn = bare = float("inf")
    for _ in range(REPETITIONS):
        bare = min(bare, seconds_per_reply([*python, TCP_BOT], b"%b%c" % (view, 30), ticks))
        hub = MatchHub(game.configure(), 2, lock_step=True)
        players = [hub_player(name, [*python, HUB_BOT]) for name in "AB"]
        for player in players:
            player.meet_at(hub)
        turn = min(turn, seconds_per_turn(game, players, ticks, "MaxTicks"))
    yield Measure(f"turn of {PROTOCOL.title} bots", 1e6 * turn, "us", turn / bare, "the same bytes over TCP alone")

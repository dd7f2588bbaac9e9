"""A bot that needs only the standard library; an argument selects its behaviour: `plain.py WAY [FILE]`."""

# mypy: ignore-errors

import json
import os
import signal
import sys
import time
from pathlib import Path

from client import RawClient
from crowd import crowd

COMMAND = {"type": 1, "target": "SendPlayerCommand", "arguments": [{"action": 4, "botId": ""}]}
FLOODS = {  # a thousand times each, 100 MB or a million messages
    "floods-letters": lambda client: client.send_bytes(b"A" * 100_000),
    "floods-blanks": lambda client: client.send_bytes(b"\x82\xfe\xff\xff\0\0\0\0" + b" " * 65_535),
    "floods-messages": lambda client: client.send_frame((json.dumps(COMMAND) + "\x1e").encode() * 1000),
    "floods-pings": lambda client: client.send_bytes(b"\x89\x80\0\0\0\0" * 1000),
}


def environments(word):
    """The variables of every process that can be read and has a word in its command."""
    for path in Path("/proc").glob("[0-9]*/environ"):
        try:
            command = path.with_name("cmdline").read_bytes()
            variables = path.read_bytes().split(b"\0")
        except OSError:
            continue
        if word.encode() not in command:
            continue
        yield dict(line.decode(errors="replace").split("=", 1) for line in variables if b"=" in line)


def token_of_the_opponent():
    """The token of the other bot of this match, once it runs; it was given the same file."""
    while True:
        for variables in environments(sys.argv[2]):
            found = variables.get("REGISTRATION_TOKEN", token)
            if found != token:
                return found
        time.sleep(0.05)


def leave_daemon(file):
    """Start a process in a new session; its id is in the file when this returns."""
    begun, begin = os.pipe()
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            Path(file).write_text(str(os.getpid()))
            os.write(begin, b".")
            time.sleep(600)
        os._exit(0)
    os.read(begun, 1)


way = sys.argv[1] if len(sys.argv) > 1 else "square"
token = os.environ["REGISTRATION_TOKEN"]
if way == "comes-late":
    while not Path(sys.argv[2]).exists():
        time.sleep(0.01)
if way == "never-registers":
    time.sleep(600)
if way == "ends-at-once":
    sys.exit("I do not want to play")
client = RawClient(os.environ["RUNNER_IPV4"]).shake_hands()
if way == "steals":
    print("stolen:", client.register(token_of_the_opponent(), "thief"), flush=True)
    Path(sys.argv[2]).touch()
client.register(token, os.environ["BOT_NICKNAME"])
if way == "crowds":
    crowd(os.environ["RUNNER_IPV4"], Path(sys.argv[2]))
while (message := client.hear()) is not None:
    target = message.get("target")
    if target == "EndGame":
        print("end", message["arguments"], flush=True)
    if target == "Disconnect":
        print("disconnect", message["arguments"], flush=True)
    if target != "ReceiveBotState":
        continue
    (state,) = message["arguments"]
    tick = state["gameTick"]
    if way in ("square", "drops", "crashes", "killed", "crowds", "comes-late", "steals", *FLOODS):
        client.say(
            {
                "type": 1,
                "target": "SendPlayerCommand",
                "arguments": [{"action": (4, 2, 3, 1)[tick // 3 % 4], "botId": token}],
            }
        )
    if way == "chatters":
        print("x" * 200_000, flush=True)
    if tick == 3 and way == "drops":
        client.drop()
        time.sleep(600)
    if tick == 3 and way == "crashes":
        sys.exit("I have had enough")
    if tick == 3 and way == "killed":
        os.kill(os.getpid(), signal.SIGKILL)
    if tick == 3 and way in ("leaves-daemon", "kills-supervisor"):
        leave_daemon(sys.argv[2])
        if way == "kills-supervisor":
            os.kill(os.getppid(), signal.SIGKILL)
            signal.pause()
        sys.exit(5)
    if tick == 3 and way in FLOODS:
        try:
            for _ in range(1000):
                FLOODS[way](client)
        except OSError as error:
            print("stopped:", error, flush=True)
        time.sleep(600)
    if way == "floods":
        for _ in range(60):  # at 25 ticks a second fewer than the 2,000 messages that cost the connection
            client.command(4)

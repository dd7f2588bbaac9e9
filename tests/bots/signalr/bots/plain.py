"""A bot of the standard library alone, whose ways a word tells: `plain.py WAY`."""

# mypy: ignore-errors

import os
import signal
import sys
import time

from client import RawClient

way = sys.argv[1] if len(sys.argv) > 1 else "square"
token = os.environ["REGISTRATION_TOKEN"]
if way == "never-registers":
    time.sleep(600)
if way == "ends-at-once":
    sys.exit("I do not want to play")
client = RawClient(os.environ["RUNNER_IPV4"]).shake_hands()
client.register(token, os.environ["BOT_NICKNAME"])
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
    if way in ("square", "drops"):
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
    if way == "floods":
        for _ in range(100):
            client.command(4)

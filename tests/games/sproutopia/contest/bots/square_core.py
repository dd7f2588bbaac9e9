"""A square with signalrcore, written as the contest's Python starter is."""

# mypy: ignore-errors

import os
import threading

from signalrcore.hub_connection_builder import HubConnectionBuilder

runner = os.getenv("RUNNER_IPV4", "localhost")
url = f"{runner}:5000/runnerhub" if runner.startswith("http://") else f"http://{runner}:5000/runnerhub"
token = os.getenv("Token") or os.getenv("REGISTRATION_TOKEN")  # noqa: SIM112 - the contest's name
connection = HubConnectionBuilder().with_url(url).build()
over = threading.Event()


def on_registered(args):
    print(f"registered {args[0] == token}", flush=True)


def on_state(args):
    state = args[0]
    action = (2, 4, 1, 3)[state["gameTick"] // 3 % 4]
    connection.send("SendPlayerCommand", [{"Action": action, "BotId": token}])


def on_end(args):
    print(f"end {args}", flush=True)
    over.set()


connection.on("Registered", on_registered)
connection.on("ReceiveBotState", on_state)
connection.on("EndGame", on_end)
connection.on("Disconnect", on_end)
connection.on_open(lambda: connection.send("Register", [token, os.getenv("BOT_NICKNAME", "PyBot")]))
connection.start()
over.wait()
connection.stop()

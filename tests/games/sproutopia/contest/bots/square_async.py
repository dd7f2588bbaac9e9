"""A square with pysignalr: the commands go by name, and only where the direction changes."""

# mypy: ignore-errors

import asyncio
import os

from pysignalr.client import SignalRClient

token = os.environ["TOKEN"]
client = SignalRClient(f"http://{os.environ['RUNNER_IPV4']}:5000/runnerhub")


async def on_open():
    await client.send("Register", [token, os.environ["BOT_NICKNAME"]])


async def on_registered(args):
    print(f"registered {args[0] == token}", flush=True)


async def on_state(args):
    tick = args[0]["gameTick"]
    if tick % 4 == 1:
        name = ("Left", "Up", "Right", "Down")[tick // 4 % 4]
        await client.send("SendPlayerCommand", [{"action": name, "botId": token}])


async def on_end(args):
    print(f"end {args}", flush=True)
    os._exit(0)


client.on_open(on_open)
client.on("Registered", on_registered)
client.on("ReceiveBotState", on_state)
client.on("EndGame", on_end)
client.on("Disconnect", on_end)
asyncio.run(client.run())

"""Finds, builds, starts and asks bots, each behind the interface `BotPlayer`.

Imports `game`, `search`, `sandbox` and the layers below; knows no referee.
"""

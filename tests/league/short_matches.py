"""Leagues of short matches, for tests."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from lanista.league.conditions import Conditions
from lanista.league.league import League
from lanista.store import Store, open_store

SHORT = {"max_rounds": 3}
FAST = "def move(view):\n    return 'ACCELERATE'\n"
IDLE = "def move(view):\n    return 'NOTHING'\n"


def new_store(folder: Path) -> Store:
    """A new store in a folder."""
    return open_store(folder / "league.db")


def new_league(store: Store, bots: Sequence[str] = ("cruise", "random", "greedy"), **changes: Any) -> League:
    """A league with a few bots and matches of three turns."""
    settings = {"name": "cup", "game": "overdrive", "seed": 3, "conditions": Conditions(settings=SHORT), **changes}
    league = League.create(store, **settings)
    for bot in bots:
        league.add(bot)
    return league


def outcomes(league: League) -> dict[int, tuple[int, ...]]:
    """The places in each match that counts."""
    league.refresh()
    return {number: result.places for number, result in sorted(league.history.results.items()) if result.counts}

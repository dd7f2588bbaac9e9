"""Leagues of short matches, for tests."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from lanista.league.conditions import LEAGUE_MATCHES, LeagueTerms
from lanista.league.league import League
from lanista.league.packing import split_name
from lanista.league.store import LeagueStore, open_store

SHORT = {"max_rounds": 3}
FAST = "def move(view):\n    return 'ACCELERATE'\n"
IDLE = "def move(view):\n    return 'NOTHING'\n"


@cache
def empty_store() -> bytes:
    """The file of a store without leagues; copying it is faster than to migrate each."""
    with tempfile.TemporaryDirectory() as folder:
        open_store(Path(folder) / "empty.db").close()
        return (Path(folder) / "empty.db").read_bytes()


def new_store(folder: Path, name: str = "league") -> LeagueStore:
    """The store in a file of a folder, made if it is missing."""
    path = folder / f"{name}.db"
    if not path.exists():
        path.write_bytes(empty_store())
    return open_store(path)


def new_league(store: LeagueStore, bots: Sequence[str] = ("cruise", "random", "greedy"), **changes: Any) -> League:
    """A league with a few bots and matches of three turns."""
    settings = {
        "name": "cup",
        "game": "overdrive",
        "seed": 3,
        "conditions": LeagueTerms(matches=replace(LEAGUE_MATCHES, settings=SHORT)),
        **changes,
    }
    league = League.create(store, **settings)
    for bot in bots:
        name, spec = split_name(bot)
        league.add(spec, name)
    return league


def outcomes(league: League) -> dict[int, tuple[int, ...]]:
    """The places in each match that counts."""
    league.refresh()
    return {number: result.ranks for number, result in sorted(league.history.results.items()) if result.counts}

"""Leagues on file: SQLite by default, PostgreSQL by URL; bots and replays by digest. Knows no game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lanista.store.records import Changes, Claim, Counts, Entry, Freed, LeagueRecord, Match, Result, Runner

if TYPE_CHECKING:
    from lanista.store.replay_files import ReplayFiles
    from lanista.store.store import LEASE_SECONDS, Store, open_store

__all__ = [
    "LEASE_SECONDS",
    "Changes",
    "Claim",
    "Counts",
    "Entry",
    "Freed",
    "LeagueRecord",
    "Match",
    "ReplayFiles",
    "Result",
    "Runner",
    "Store",
    "open_store",
]


def __getattr__(name: str) -> Any:
    """Load SQLAlchemy only when a store is opened: formats and tables need the values alone."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from lanista.store import replay_files, store

    return getattr(replay_files if name == "ReplayFiles" else store, name)

"""Storage of leagues: SQLite by default, PostgreSQL by URL; bots and replays by digest. Knows no game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lanista.league.store.records import (
    Changes,
    Claim,
    Freed,
    LeagueEntry,
    LeagueMatch,
    LeagueRecord,
    MatchCounts,
    RunnerProcess,
    StoredResult,
)

if TYPE_CHECKING:
    from lanista.league.store.replay_files import ReplayFiles
    from lanista.league.store.store import LEASE_SECONDS, LeagueStore, open_store

__all__ = [
    "LEASE_SECONDS",
    "Changes",
    "Claim",
    "Freed",
    "LeagueEntry",
    "LeagueMatch",
    "LeagueRecord",
    "LeagueStore",
    "MatchCounts",
    "ReplayFiles",
    "RunnerProcess",
    "StoredResult",
    "open_store",
]


def __getattr__(name: str) -> Any:
    """Load SQLAlchemy only when a store is opened: formats and tables need only the values."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from lanista.league.store import replay_files, store

    return getattr(replay_files if name == "ReplayFiles" else store, name)

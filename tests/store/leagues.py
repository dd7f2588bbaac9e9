"""Small leagues for tests of stores."""

from __future__ import annotations

from lanista.store import LeagueRecord, Match, Store

BOTS = ("ann", "bob", "eve")


def new_league(store: Store, name: str = "cup", bots: tuple[str, ...] = BOTS) -> LeagueRecord:
    """A league of bots that need no archives."""
    record = store.create_league(name, "coins", "round-robin", 2**64 - 1, {"best_of": 3})
    for bot in bots:
        store.add_entry(record.id, bot, f"digest of {bot}", builtin=bot)
    return record


def schedule(store: Store, league_id: int, *seats: tuple[int, ...]) -> bool:
    """Append matches between entries."""
    seen = store.changes(league_id)
    start = len(seen.matches)
    added = [Match(start + at, start + at, 0, each, 2**64 - 1 - at) for at, each in enumerate(seats)]
    return store.extend(league_id, seen.cursor, added)

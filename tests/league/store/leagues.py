"""Small leagues for tests of stores."""

from __future__ import annotations

from lanista.league.store import LeagueMatch, LeagueRecord, LeagueStore

BOTS = ("ann", "bob", "eve")


def new_league(store: LeagueStore, name: str = "cup", bots: tuple[str, ...] = BOTS) -> LeagueRecord:
    """A league of bots that need no archives."""
    record = store.create_league(name, "coins", "round-robin", 2**64 - 1, {"best_of": 3})
    for bot in bots:
        store.add_entry(record.id, bot, f"digest of {bot}", builtin=bot)
    return record


def schedule(store: LeagueStore, league_id: int, *seats: tuple[int, ...]) -> bool:
    """Append matches between entries."""
    seen = store.changes(league_id)
    start = len(seen.matches)
    added = [LeagueMatch(start + at, start + at, 0, each, 2**64 - 1 - at) for at, each in enumerate(seats)]
    return store.extend(league_id, seen.cursor, added)

"""Finds bots that fail too often; their league continues without them.

A bot fails a match that counts if it forfeits it, or if its process dies before the end of the match: it crashed,
was killed or hit a limit. A version that fails 3 of its first 5 matches, or 10 in a row, is
quarantined: it leaves the league as if it had been removed, until it is released or a new version is added.
"""

from __future__ import annotations

from collections.abc import Collection

from lanista.league.history import LeagueHistory

FIRST, MAX_OF_FIRST = 5, 3
MAX_IN_ROW = 10


def why_quarantined(history: LeagueHistory, entry: int) -> str:
    """Why a bot is quarantined; empty if it does not fail too often. Takes its matches by number."""
    played = [
        result.failures[match.entries.index(entry)] if result.failures else ""
        for match, result in history.judged()
        if entry in match.entries
    ]
    last = next((why for why in reversed(played) if why), "")
    early = sum(map(bool, played[:FIRST]))
    if early >= MAX_OF_FIRST:
        return f"it failed {early} of its first {min(FIRST, len(played))} matches; the last time it failed: {last}"
    if len(played) >= MAX_IN_ROW and all(played[-MAX_IN_ROW:]):
        return f"it failed {MAX_IN_ROW} matches in a row; the last time: {last}"
    return ""


def failing(history: LeagueHistory, suspects: Collection[int]) -> dict[int, str]:
    """The suspects that still play and fail too often, each with the reason."""
    playing = [entry.id for entry in history.active() if entry.id in suspects]
    return {entry: why for entry in playing if (why := why_quarantined(history, entry))}

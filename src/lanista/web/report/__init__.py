"""The report of a league: one page that works offline, and the replays beside it."""

"""One match: the referee, replays, pins, takeovers. May import `bots` and below, never `series`."""

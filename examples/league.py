"""A league in ten lines: three built-in bots, and its table."""

from lanista.league.league import League
from lanista.league.store import open_store

league = League.create(open_store("league.db"), "cup", "overdrive", "round-robin", seed=3, options={"rounds": 1})
for bot in ("greedy", "cruise", "random"):
    league.add(bot)
league.run(jobs=2)
for place in league.format.standings(league.history):
    print(place.rank, league.history.entries[place.entry].bot, place.points)

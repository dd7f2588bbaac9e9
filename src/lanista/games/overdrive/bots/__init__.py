"""The built-in bots, weakest first; `random` is the engine's."""

from lanista.games.overdrive.bots.cruise import cruise
from lanista.games.overdrive.bots.greedy import greedy
from lanista.games.overdrive.bots.planner import planner

BOTS = (cruise, greedy, planner)

"""Built-in bots for Tanks, weakest first."""

from lanista.games.tanks.bots.greedy import greedy
from lanista.games.tanks.bots.hunter import hunter
from lanista.games.tanks.bots.scout import scout
from lanista.games.tanks.bots.sniper import sniper

BOTS = (scout, sniper, hunter, greedy)

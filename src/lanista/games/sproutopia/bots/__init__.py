"""The built-in bots, which are rules: the weakest first."""

from lanista.games.sproutopia.bots.greedy import greedy
from lanista.games.sproutopia.bots.hunter import hunter
from lanista.games.sproutopia.bots.settler import settler
from lanista.games.sproutopia.bots.squares import squares

BOTS = (squares, settler, hunter, greedy)

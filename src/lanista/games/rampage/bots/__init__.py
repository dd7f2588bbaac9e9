"""The built-in bots of Rampage, weakest first."""

from lanista.games.rampage.bots.collector import collector
from lanista.games.rampage.bots.greedy import greedy
from lanista.games.rampage.bots.hunter import hunter

BOTS = (hunter, collector, greedy)

"""How playouts become chances to win; fitted by `python -m lanista.tools.analysis.fit`."""

from lanista.game.chances import Chances

CHANCES = Chances(policy="greedy", turns=15, wild=150, playouts=(1.296, 0.618), value=(1.729, 0.718))

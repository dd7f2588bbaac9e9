"""How playouts become chances to win; fitted by `python -m lanista.analysis.fit`."""

from lanista.game.chances import Chances

CHANCES = Chances(policy="commander", turns=30, wild=200, playouts=(1.393, 1.006), value=(0.436, 0.0))

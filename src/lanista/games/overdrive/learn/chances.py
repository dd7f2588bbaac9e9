"""How playouts become chances to win; fitted by `python -m lanista.tools.analysis.fit`."""

from lanista.game.chances import Chances

CHANCES = Chances(policy="cruise", turns=100_000, wild=200, playouts=(0.239, 0.77), value=(0.891, 0.64))

"""How playouts become chances to win; fitted by `python -m lanista.tools.analysis.fit`."""

from lanista.game.chances import Chances

CHANCES = Chances(policy="mason", turns=30, wild=100, playouts=(1.381, 0.982), value=(0.261, 0.0))

"""How playouts become chances to win; fitted by `python -m lanista.analysis.fit`."""

from lanista.game.chances import Chances

CHANCES = Chances(policy="settler", turns=50, wild=20, playouts=(0.815, 0.0), value=(1.758, 1.275))

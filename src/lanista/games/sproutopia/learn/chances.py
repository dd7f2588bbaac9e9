"""How playouts become chances to win; fitted by `python -m lanista.tools.analysis.fit`."""

from lanista.game.chances import Chances

CHANCES = Chances(policy="settler", turns=50, wild=20, playouts=(0.526, 0.172), value=(1.661, 1.599))

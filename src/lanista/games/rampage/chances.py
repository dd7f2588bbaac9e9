"""How playouts become chances to win; fitted by `python -m lanista.analysis.fit`."""

from lanista.game.chances import Chances

CHANCES = Chances(policy="skirmish", turns=15, wild=150, playouts=(0.62, 0.452), value=(1.431, 0.591))

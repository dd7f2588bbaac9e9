"""How playouts become chances to win; fitted by `python -m lanista.analysis.fit`."""

from lanista.game.chances import Chances

CHANCES = Chances(policy="skirmish", turns=15, wild=150, playouts=(0.712, 0.527), value=(1.508, 0.911))

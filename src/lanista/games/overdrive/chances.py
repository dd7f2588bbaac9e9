"""How playouts become chances to win; fitted by `python -m lanista.analysis.fit`."""

from lanista.game.chances import Chances

CHANCES = Chances(policy="greedy", turns=100_000, wild=200, playouts=(0.462, 0.672), value=(1.499, 0.064))

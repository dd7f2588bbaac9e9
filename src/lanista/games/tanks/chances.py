"""How playouts become chances to win; fitted by `python -m lanista.analysis.fit`."""

from lanista.game.chances import Chances

CHANCES = Chances(policy="greedy", turns=100_000, wild=20, playouts=(0.564, 0.438), value=(1.253, 2.026))

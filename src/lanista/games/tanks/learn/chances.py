"""How playouts become chances to win; fitted by `python -m lanista.tools.analysis.fit`."""

from lanista.game.chances import Chances

CHANCES = Chances(policy="greedy", turns=100_000, wild=20, playouts=(0.285, 0.393), value=(3.586, 2.743))

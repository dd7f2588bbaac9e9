"""How playouts become chances to win; fitted by `python -m lanista.tools.analysis.fit`."""

from lanista.game.chances import Chances

CHANCES = Chances(policy="greedy", turns=30, wild=200, playouts=(1.399, 0.366), value=(1.805, 1.535))

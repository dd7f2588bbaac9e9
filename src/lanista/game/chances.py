"""`Chances`: how playouts become chances to win; `chances.CHANCES` in a game's package, or the default."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Chances:
    """The policy of playouts, and the weights of playouts and of the rule `value` in a chance.

    A seat's chance is proportional to `p**a * v**b`, where `p` is the part of the playouts that it wins and `v`
    its part of the values; `a` and `b` go from the first to the second weight of their pair during a match.
    `python -m lanista.tools.analysis.fit` finds the weights.
    """

    policy: str = ""  # plays playouts; "" is the last policy of the game
    turns: int = 100_000  # of a playout, at most; then `value` judges the state
    wild: int = 20  # how many of 1000 moves in a playout are random
    playouts: tuple[float, float] = (0.8, 0.8)
    value: tuple[float, float] = (0.0, 0.0)

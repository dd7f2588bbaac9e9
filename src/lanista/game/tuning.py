"""`SearchTuning`: how the generic searcher plays a game; `thinking.TUNING` in its package, or the default."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class SearchTuning:
    """The numbers that fit the searcher to a game.

    A search plays imagined matches: moves chosen in the tree first, then `turns` turns by `policy`, and `value`
    judges the state that is reached.
    """

    policy: str = ""  # plays playouts; "" is the last policy of the game
    turns: int = 200  # of a playout after the tree, at most
    depth: int = 10  # of the tree, in turns
    width: int = 16  # moves that are tried in a state
    explore: float = 1.0  # weight of moves that were tried rarely
    trust: float = 0.5  # how fast proposals lose weight: 0 all are equal, 1 the n-th weighs 1/n
    rivals: bool = True  # whether the other seats also choose in the tree; otherwise they play the policy
    worlds: int = 8  # imagined states per turn, where something is hidden
    wild: int = 0  # how many of 1000 moves in a playout are random
    loyalty: float = 0.0  # by how much the plan that is followed may look worse than the best move, out of 1000


DEFAULT_TUNING = SearchTuning(turns=10, trust=0.0)  # for games without a plan: proposals come in no order

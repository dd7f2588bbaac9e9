"""Candidates at the root where a belief gives advice: its moves first, then what the imagined states propose."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from lanista.engine import Rules, over, zeros
from lanista.game.move_records import put_moves

Moves = npt.NDArray[np.void]


def record_of(rules: Rules, move: Any) -> bytes:
    """The bytes of a move."""
    record = zeros(rules.move)
    put_moves([over(rules.move, record.view(np.uint8))], [move])
    return record.tobytes()


def merge_candidates(
    first: Sequence[bytes], proposals: Moves, found: npt.NDArray[np.int32], width: int
) -> list[bytes]:
    """The advice, then the proposals for all states, those first that come early in many of them."""
    weights: dict[bytes, float] = {}
    for row, count in zip(proposals, found.tolist(), strict=True):
        for rank, move in enumerate(_in_order(row[:count])):
            weights[move] = weights.get(move, 0.0) + 1.0 / (1 + rank)
    ranked = sorted(weights, key=lambda move: -weights[move])
    return list(dict.fromkeys([*first, *ranked]))[:width]


def _in_order(row: Moves) -> list[bytes]:
    """A row of candidates, the most promising first: `loops.write_candidates` puts that at the end."""
    moves = [move.tobytes() for move in row]
    return [*moves[-1:], *moves[:-1]]

"""Candidates at the root: advice first, then what the imagined states propose, most often first."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from lanista.search.roots import merge_candidates, record_of
from tests.sixth_game.game import FRUIT

RIGHT, LEFT, UP = b"R", b"L", b"U"


def proposals(*rows: Sequence[bytes]) -> tuple[np.ndarray, np.ndarray]:
    """Rows as `loops.write_candidates` leaves them: proposals, then the move of the policy."""
    width = max(map(len, rows))
    table = np.frombuffer(b"".join(b"".join(row).ljust(width) for row in rows), "V1").reshape(len(rows), width)
    return table, np.array([len(row) for row in rows], np.int32)


def test_advice_comes_first():
    assert merge_candidates([UP], *proposals([LEFT, RIGHT]), width=3) == [UP, RIGHT, LEFT]


def test_what_more_states_propose_comes_earlier():
    assert merge_candidates([], *proposals([RIGHT], [LEFT], [LEFT]), width=3) == [LEFT, RIGHT]


def test_the_first_proposal_follows_the_policy():
    assert merge_candidates([], *proposals([LEFT, UP, RIGHT]), width=3) == [RIGHT, LEFT, UP]


def test_no_candidate_comes_twice_and_none_beyond_the_width():
    assert merge_candidates([LEFT], *proposals([LEFT, UP, RIGHT]), width=2) == [LEFT, RIGHT]


def test_moves_become_records():
    rules = FRUIT.rules
    size = rules.move.dtype.itemsize
    assert record_of(rules, FRUIT.missing) == bytes(size)

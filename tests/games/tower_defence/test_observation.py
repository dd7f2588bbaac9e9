"""Observations for learners: the board in the player's view, and both players."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from lanista.games.tower_defence.game import TOWER_DEFENCE
from lanista.games.tower_defence.learn.observation import UNFINISHED
from lanista.games.tower_defence.state import Building
from lanista.tools.conformance.play import RandomPlay
from tests.games.tower_defence.matches import RULESETS, SCRIPT, Moment, begin, played


def seen(state: Moment, seat: int) -> dict[str, Any]:
    """An observation by the names of its parts."""
    return {part.name: value for part, value in TOWER_DEFENCE.rules.spec.split(TOWER_DEFENCE.observe(state, seat))}


PLANES = ["building", "building health", "wait", "missiles", "enemy's missiles"]


def test_an_observation() -> None:
    state = played([*SCRIPT, ["0,3,1", "0,3,1"]])
    own, enemy = (seen(state, seat) for seat in range(2))
    assert [own[plane][1, 2] for plane in PLANES] == [Building.ATTACK, 5, 0, 0, 0]
    assert [enemy[plane][1, 5] for plane in PLANES] == [Building.ATTACK, 5, 0, 0, 0]
    assert [own[plane][2, 4] for plane in PLANES] == [Building.DEFENSE, 20, 0, 0, 0]
    assert [own[plane][3, 0] for plane in PLANES] == [Building.ATTACK + UNFINISHED, 5, 1, 0, 0]
    assert np.argwhere(own["missiles"]).tolist() == [[1, 6]]
    assert np.argwhere(enemy["enemy's missiles"]).tolist() == [[1, 1]]


NUMBERS = {"energy": 39, "health": 100, "score": 0, "income": 8, "hits taken": 0}
CURTAINS = {"curtain available": 0, "curtain rounds": -1}
MATCH = {"round": 9, "rounds left": 991, "width": 8, "height": 4}


def test_the_numbers_of_both_players() -> None:
    state = played(SCRIPT)
    found = {name: value for name, value in seen(state, 0).items() if name not in PLANES}
    both = NUMBERS | CURTAINS
    assert found == both | {f"enemy's {name}": value for name, value in both.items()} | MATCH


@pytest.mark.parametrize(("ruleset", "waits"), [("standard", [1, 1]), ("classic", [1, 0])])
def test_b_observes_no_cooldown_that_d16_hides_from_its_views(ruleset: str, waits: list[int]) -> None:
    state = played(SCRIPT, ruleset)
    assert [seen(state, seat)["wait"][cell] for seat, cell in enumerate([(1, 2), (1, 5)])] == waits


@pytest.mark.parametrize("changes", [{}, {"width": 16, "height": 8}, {"width": 12, "height": 5}, {"width": 2}])
def test_both_players_observe_the_same_board_from_their_side(changes: dict[str, int]) -> None:
    """On boards of every width, B's view is A's mirrored."""
    state, play = begin(changes=changes), RandomPlay(TOWER_DEFENCE, 1)
    width = state.const.width
    for _ in range(60):
        TOWER_DEFENCE.step(state, [play.legal(state, seat) for seat in range(2)])
        own, enemy = (seen(state, seat) for seat in range(2))
        for plane, other in zip(PLANES, [*PLANES[:3], PLANES[4], PLANES[3]], strict=True):
            assert (own[plane][:, :width] == enemy[other][:, width - 1 :: -1][:, :width]).all()
            assert not own[plane][:, width:].any()
            assert not enemy[other][:, width:].any()


@pytest.mark.parametrize("ruleset", RULESETS)
def test_both_players_observe_the_same_start(ruleset: str) -> None:
    state = begin(ruleset)
    assert (TOWER_DEFENCE.observe(state, 0) == TOWER_DEFENCE.observe(state, 1)).all()

"""States imagined from views."""

from __future__ import annotations

from typing import Any

import pytest

from lanista.engine import State
from lanista.games.tower_defence.exchange import exchange_seats
from lanista.games.tower_defence.game import TOWER_DEFENCE
from lanista.games.tower_defence.tactics.imagine import imagine
from tests.games.tower_defence.matches import RULESETS, SCRIPT, Moment, facts_of, play, played


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("seat", [0, 1])
def test_an_imagined_state_has_the_same_future(ruleset: str, seat: int) -> None:
    """A bot's state, in which it is A, is the real one or its mirror image."""
    script: list[Any] = [*SCRIPT, 8, ["0,0,1", "1,1,1"], 1, ["3,3,0", ""], 2]
    state = played(script, ruleset, {"d16_cooldown_hidden_from_b": 0})
    imagined: Moment = State.blank(TOWER_DEFENCE.rules)
    imagined.fixed[:] = state.fixed
    imagine(TOWER_DEFENCE.view(state, seat), imagined)
    real = exchange_seats(state) if seat else state.clone()
    for _ in range(12):
        assert facts_of(imagined) == {**facts_of(real), "tesla_hits": facts_of(imagined)["tesla_hits"]}
        play(real, "", "")
        play(imagined, "", "")

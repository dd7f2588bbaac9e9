"""Audits from the plan to the findings."""

from contextlib import closing
from typing import Any

import pytest

from lanista.arena import InProcess
from lanista.audit import Audit, Plan
from lanista.errors import InputError
from lanista.game import get_game


def plan(**changes: Any) -> Plan:
    given: dict[str, Any] = {"bots": ("cruise", "random"), "maps": ("",), "seats": 2, "matches": 5, "seed": 1}
    return Plan(get_game("overdrive"), **{**given, "settings": {"max_rounds": 5}, **changes})


def test_bots_play_themselves_on_all_maps_in_turn():
    rampage = Plan(get_game("rampage"), ("random", "hunter"), ("pocket", "duel"), seats=2, matches=6, seed=1)
    specs = list(rampage.specs())
    assert [(spec.bots[0], spec.map) for spec in specs[:5]] == [*rampage.cells, ("random", "pocket")]
    assert all(len(set(spec.bots)) == 1 for spec in specs)
    assert len({spec.seed for spec in specs}) == 6
    assert [spec.seed for spec in rampage.specs()] == [spec.seed for spec in specs]


def test_the_first_matches_of_each_bot_are_recorded(tmp_path):
    assert [bool(spec.replay) for spec in plan().specs(tmp_path)] == [True] * 4 + [False]


def test_an_audit():
    audit = Audit(plan(), 0.02)
    assert len(list(audit.run(InProcess()))) == 5
    assert [group.name for group in audit.groups] == ["", "cruise", "random"]
    assert audit.endings == {"round limit": 5, "finish line": 0}
    assert audit.coverage.turns == 4 * 5
    assert audit.failures == []


def test_what_was_played_before_it_is_closed_is_kept():
    audit = Audit(plan(), 0.02)
    with closing(audit.run(InProcess())) as running:  # type: ignore[type-var]
        next(running)
    assert len(audit.reports) == 1
    assert audit.groups[0].matches == 1


def test_a_single_seat_cannot_be_audited():
    with pytest.raises(InputError, match="expected at least 2, got 1"):
        Plan(get_game("sproutopia"), ("random",), ("",), seats=1, matches=1, seed=1)

"""Audits from the plan to the findings."""

from contextlib import closing
from typing import Any

import pytest

from lanista.core.errors import InputError
from lanista.game import get_game
from lanista.match.terms import MatchTerms
from lanista.series.executor import InProcess
from lanista.tools.audit import Audit, AuditPlan


def plan(**changes: Any) -> AuditPlan:
    given: dict[str, Any] = {"bots": ("cruise", "random"), "maps": ("",), "seats": 2, "matches": 5, "seed": 1}
    return AuditPlan(
        get_game("overdrive"), **{**given, "terms": MatchTerms(settings={"max_rounds": 5}), **changes}
    )


def test_bots_play_themselves_on_all_maps_in_turn():
    rampage = AuditPlan(get_game("rampage"), ("random", "hunter"), ("pocket", "duel"), seats=2, matches=6, seed=1)
    specs = list(rampage.probes())
    assert [(spec.bots[0], spec.terms.map) for spec in specs[:5]] == [*rampage.cells, ("random", "pocket")]
    assert all(len(set(spec.bots)) == 1 for spec in specs)
    assert len({spec.seed for spec in specs}) == 6
    assert [spec.seed for spec in rampage.probes()] == [spec.seed for spec in specs]


def test_the_first_matches_of_each_bot_are_recorded(tmp_path):
    specs = [*plan(matches=11).probes(tmp_path), *plan(matches=11).others(plan().cells)]
    assert [bool(spec.replay) for spec in specs] == [True] * 8 + [False] * 3
    assert [spec.number for spec in specs] == list(range(1, 12))


def test_a_bot_that_repeats_itself_plays_no_more_than_needed():
    rampage = AuditPlan(get_game("rampage"), ("random", "hunter"), ("pocket",), seats=2, matches=14, seed=1)
    audit = Audit(rampage, 0.02)
    bots = [report.spec.bots[0] for report in audit.run(InProcess())]
    assert (bots.count("hunter"), bots.count("random")) == (4, 10)
    assert [(group.matches, group.different) for group in audit.groups] == [(14, 11), (10, 10), (4, 1)]


def test_an_audit_of_bots_that_repeat_themselves_ends_early():
    rampage = AuditPlan(get_game("rampage"), ("hunter",), ("pocket",), seats=2, matches=50, seed=1)
    assert len(list(Audit(rampage, 0.02).run(InProcess()))) == 4


def test_an_audit():
    audit = Audit(plan(), 0.02)
    assert len(list(audit.run(InProcess()))) == 5
    assert [group.name for group in audit.groups] == ["", "cruise", "random"]
    assert audit.endings == {"round limit": 5, "finish line": 0}
    assert audit.coverage.turns == 5 * 5
    assert audit.failures == []


def test_what_was_played_before_it_is_closed_is_kept():
    audit = Audit(plan(), 0.02)
    with closing(audit.run(InProcess())) as running:  # type: ignore[type-var]
        next(running)
    assert len(audit.reports) == 1
    assert audit.groups[0].matches == 1


def test_a_single_seat_cannot_be_audited():
    with pytest.raises(InputError, match="expected at least 2, got 1"):
        AuditPlan(get_game("sproutopia"), ("random",), ("",), seats=1, matches=1, seed=1)

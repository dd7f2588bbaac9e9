"""Matches in bulk: what is measured, and of which bots."""

from __future__ import annotations

import pytest

from lanista.cli.bench.command import _find
from lanista.core.errors import EngineError
from lanista.game import get_game
from lanista.tools.bench import bulk
from lanista.tools.bench.measure import Measure


@pytest.fixture(autouse=True)
def few_matches(monkeypatch):
    for name in ("SECONDS", "WINDOW_SECONDS", "WARM_SECONDS"):
        monkeypatch.setattr(bulk, name, 0.0)
    for name in ("MIN_MATCHES", "RUNS", "WINDOWS"):
        monkeypatch.setattr(bulk, name, 1)


def by_name(measures) -> dict[str, Measure]:
    return {measure.name: measure for measure in measures}


def test_the_time_of_a_match_of_built_in_bots_has_parts(tmp_path):
    found = by_name(bulk.builtin_bots(get_game("rampage"), "random", tmp_path))
    assert found["built-in random"].unit == bulk.PER_CORE
    beyond = found.pop("- built-in: beyond the bots")
    parts = [measure for name, measure in found.items() if name.startswith("- ")]
    assert sum(part.ratio or 0 for part in parts) == pytest.approx(1)
    whole = sum(part.value for part in parts)
    assert found["- the bots' own thinking"].value + beyond.value == pytest.approx(whole)


def test_bots_that_are_processes_are_measured_alive_and_restarted(tmp_path):
    found = by_name(bulk.python_bots(get_game("rampage"), tmp_path))
    assert set(found) == {
        "Python bots that stay alive",
        "Python bots, started for every match",
        "- Python: beyond the bots",
        "- Python: by the clock, one at a time",
    }
    assert all(measure.value > 0 for measure in found.values())


def test_what_cannot_be_built_is_left_out(tmp_path, monkeypatch):
    monkeypatch.setattr(bulk, "COMPILED", ("cobol",))
    assert list(bulk.compiled_bots(get_game("tanks"), tmp_path)) == []


def test_two_workers_are_compared_with_one():
    found = by_name(bulk.scaling(bulk.spec_of(get_game("rampage"), "random")))
    assert found["matches with 2 workers"].against == "1 worker"


def test_matches_that_cannot_be_played_are_not_measured():
    with pytest.raises(EngineError, match="no bot 'nobody'"):
        bulk.rate(bulk.spec_of(get_game("tanks"), "nobody"), bulk.alive)


def test_a_subject_is_found_by_its_name_and_otherwise_a_game():
    assert _find("compare", quick=False)[0] == "compare"
    assert _find("tanks", quick=False)[1].title == get_game("tanks").title

"""Which rules and commands ever did something."""

from pathlib import Path

import pytest

from lanista.game import get_game
from lanista.match.planning import plan_match
from lanista.match.terms import MatchTerms
from lanista.tools.audit import EventCoverage


@pytest.fixture
def covered(tmp_path):
    """Looks into a short match."""

    def play(game, bots, seed=5, **changes):
        plan_match(game, bots, MatchTerms(settings=changes), seed=seed).play(replay=Path(tmp_path / "a.gz"))
        coverage = EventCoverage(get_game(game))
        coverage.add(tmp_path / "a.gz")
        return coverage

    return play


def test_commands_are_counted_without_their_numbers(covered):
    coverage = covered("overdrive", ["random", "random"], max_rounds=60)
    assert sum(coverage.commands.values()) == 120
    assert coverage.turns == 60
    assert {"ACCELERATE", "USE_TWEET"} <= {*coverage.commands} | {dead.name for dead in coverage.dead_commands}


def test_a_command_that_nobody_plays_is_dead(covered):
    coverage = covered("overdrive", ["cruise", "cruise"], max_rounds=4)
    assert "never played" in {dead.why for dead in coverage.dead_commands if dead.name == "USE_TWEET"}
    assert "ACCELERATE" not in {dead.name for dead in coverage.dead_commands}


def test_numbers_alone_are_named_by_their_enumeration(covered):
    coverage = covered("tower_defence", ["builder", "builder"], max_rounds=12)
    assert "ENERGY" in coverage.commands
    assert ("IRON_CURTAIN", "never played") in {(dead.name, dead.why) for dead in coverage.dead_commands}


def test_rules_are_dead_until_they_do_something(covered):
    coverage = covered("overdrive", ["cruise", "cruise"], max_rounds=4)
    dead = {part.name: part for part in coverage.dead_rules}
    assert {"step", "drive", "carry_out_command"} & {*dead} == set()
    assert dead["refuse_command"].why == "never called"
    assert dead["refuse_command"].about.startswith("An invalid command costs 5 points")
    assert dead["leads_off_track"].why == "never acts"  # it is asked, and the answer is always no
    assert {*dead} < {*coverage.rules}


def test_more_matches_leave_fewer_dead_rules(covered, tmp_path):
    coverage = covered("overdrive", ["cruise", "cruise"], max_rounds=4)
    before = len(coverage.dead_rules)
    plan_match("overdrive", ["random", "random"], MatchTerms(settings={"max_rounds": 90}), seed=2).play(
        replay=tmp_path / "b.gz"
    )
    coverage.add(tmp_path / "b.gz")
    assert len(coverage.dead_rules) < before


def test_long_matches_are_looked_into_here_and_there(covered, monkeypatch):
    monkeypatch.setattr("lanista.tools.audit.coverage.MAX_TURNS", 10)
    coverage = covered("overdrive", ["cruise", "cruise"], max_rounds=26)
    assert coverage.turns == 10  # every third turn, and the last
    assert sum(coverage.commands.values()) == 52

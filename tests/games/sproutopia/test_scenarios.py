"""The specification's scenarios (section 10), each under both rulesets and by both kinds of rules."""

from __future__ import annotations

from pathlib import Path

import pytest

from lanista.conform import read_lines
from lanista.games.sproutopia import SPROUTOPIA, scenarios, traces
from lanista.games.sproutopia.settings import SWITCHES
from tests.games.sproutopia.positions import Both

FILE = Path(__file__).parents[2] / "traces" / "sproutopia" / "scenarios.jsonl.gz"
LINES = [line for _, line in read_lines(FILE)]
SCENARIOS = [scenarios.parse(line, "here") for line in LINES]


def test_there_are_64_scenarios_and_each_has_the_states_of_both_rulesets() -> None:
    assert [scenario.id for scenario in SCENARIOS] == [f"SC{number:02}" for number in range(1, 65)]
    for scenario in SCENARIOS:
        assert len(scenario.expect["standard"]) == len(scenario.expect["classic"]) == len(scenario.commands)


@pytest.mark.parametrize("ruleset", ["standard", "classic"])
@pytest.mark.parametrize("scenario", SCENARIOS, ids=[f"{s.id}: {s.title}" for s in SCENARIOS])
def test_scenario(scenario: scenarios.Scenario, ruleset: str) -> None:
    both = Both(scenarios.set_up(SPROUTOPIA, scenario, ruleset, scenario.id))
    for tick, expected in enumerate(scenario.expect[ruleset], 1):  # type: ignore[index]
        both.tick(scenarios.moves_of(scenario, tick, scenario.id))
        assert scenarios.snapshot(both.state, both.play) == scenarios.wanted(expected, ruleset)


def differs(scenario: scenarios.Scenario, switch: str) -> bool:
    """Whether a switch alone changes a scenario of `standard`, tie-breaking points by the text's count."""
    states = [scenarios.set_up(SPROUTOPIA, scenario, "standard", scenario.id) for _ in range(2)]
    setattr(states[1].const, switch, 1)
    play = traces.Play(states[0])
    for tick in range(1, len(scenario.commands) + 1):
        for state in states:
            play.tick(state, scenarios.moves_of(scenario, tick, scenario.id))
        if states[0].bytes() != states[1].bytes():
            return True
    return False


def test_each_switch_changes_some_scenario_and_together_they_change_what_the_specification_says() -> None:
    changed = {switch: {s.id for s in SCENARIOS if differs(s, switch)} for switch in SWITCHES}
    assert {switch for switch in SWITCHES if not changed[switch]} == UNSEEN
    assert {name: ids for name, ids in changed.items() if name in NAMED} == NAMED


# D12 is about places alone, and D16 about corners that no scenario has
UNSEEN = {"d12_places_by_percentage", "d16_pieces_by_corner"}
NAMED: dict[str, set[str]] = {
    "d19_bridges_fill": {"SC64"},
}


def test_the_scenarios_that_differ_are_the_ones_the_file_says() -> None:
    marked = {line["id"] for line in LINES if line["rulesDiffer"]}
    differing = set()
    for scenario in SCENARIOS:
        if scenario.expect["standard"] != scenario.expect["classic"]:
            differing.add(scenario.id)
    assert marked == differing

"""The specification's scenarios (sections 11 and 13), each by both kinds of rules."""

from __future__ import annotations

from pathlib import Path

import msgspec

from lanista.game.conform import ConformTally, read_lines
from lanista.games.tanks.contest import recordings
from lanista.games.tanks.contest.recordings import Scenario
from lanista.games.tanks.game import TANKS
from tests.games.tanks.positions import step
from tests.rows import every_row

FILE = Path(__file__).parents[3] / "traces" / "tanks" / "scenarios.jsonl"
SCENARIOS = [msgspec.convert(value, Scenario) for _, value in read_lines(FILE)]


def test_there_are_63_scenarios() -> None:
    assert [scenario.id for scenario in SCENARIOS] == [f"S{number:02}" for number in range(1, 64)]


@every_row("scenario", SCENARIOS, ids=[f"{s.id}: {s.title}" for s in SCENARIOS])
def test_scenario(scenario: Scenario) -> None:
    state = recordings.set_up(TANKS, scenario.map, scenario.tanks, {})
    for actions, expected in zip(scenario.turns, scenario.expect, strict=True):
        state.record.over = 0  # some are about a single tank, whose match would be over (8.1)
        step(state, recordings.moves_of(state, actions))
        assert recordings.tanks_of(state) == expected.tanks
        assert recordings.scans_of(state, recordings.acting_tanks(actions)) == (expected.scans or [])
    if scenario.end is not None:
        assert recordings.ranking_of(state) == scenario.end.ranking


def test_conform_plays_the_scenarios_too() -> None:
    comparison = ConformTally("standard")
    recordings.conform(TANKS, FILE, comparison)
    assert (comparison.matches, comparison.turns) == (63, sum(len(s.turns) for s in SCENARIOS))

"""The specification's scenarios (section 10), each under both rulesets, interpreted and compiled."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from lanista.game.conform import read_lines
from lanista.games.sproutopia.contest import recordings, scenarios
from lanista.games.sproutopia.contest.play import Play
from lanista.games.sproutopia.game import SPROUTOPIA
from lanista.games.sproutopia.settings import SWITCHES
from tests.games.sproutopia.positions import Both
from tests.rows import every_row

FILE = Path(__file__).parents[3] / "traces" / "sproutopia" / "scenarios.jsonl.gz"
Line = Any  # as JSON

LINES = [line for _, line in read_lines(FILE)]
SCENARIOS = [scenarios.parse(line, "here") for line in LINES]


def test_there_are_64_scenarios_and_each_has_the_states_of_both_rulesets() -> None:
    assert [scenario.id for scenario in SCENARIOS] == [f"SC{number:02}" for number in range(1, 65)]
    for scenario in SCENARIOS:
        assert len(scenario.expect["standard"]) == len(scenario.expect["classic"]) == len(scenario.commands)


@every_row("ruleset", ["standard", "classic"])
@every_row("scenario", SCENARIOS, ids=[f"{s.id}: {s.title}" for s in SCENARIOS])
def test_scenario(scenario: scenarios.Scenario, ruleset: str) -> None:
    both = Both(scenarios.set_up(SPROUTOPIA, scenario, ruleset, scenario.id))
    for tick, expected in enumerate(scenario.expect[ruleset], 1):  # type: ignore[index]
        both.tick(scenarios.moves_of(scenario, tick, scenario.id))
        assert scenarios.snapshot(both.state, both.play) == scenarios.expected_snapshot(expected, ruleset)


# SC65 to SC67, which the file lacks: the position, and the end of the scenario per ruleset


def written(name: str, title: str, grid: Sequence[str], farmers: Sequence[Line], commands: Sequence[Line]) -> Line:
    """A scenario in the file's format, without expected states."""
    setups = [{"id": letter, **farmer} for letter, farmer in zip("ABC", farmers, strict=False)]
    line = {"id": name, "title": title, "grid": grid, "farmers": setups, "commands": commands}
    return {**line, "config": {}, "powerups": [], "weeds": [], "expect": {}}


HOMES = ["AAA......"] * 3 + ["........."] * 3 + ["CCC...BBB"] * 3
CUTTER = {"at": [6, 4], "spawn": [1, 1], "dir": 4}
CUT = {"at": [7, 3], "spawn": [7, 7], "dir": 1, "trail": [[7, 6], [7, 5], [7, 4], [7, 3]]}
COMER = {"at": [5, 7], "spawn": [1, 7], "dir": 4}
WITH_TRAIL = {**COMER, "trail": [[2, 7], [3, 7], [4, 7], [5, 7]]}
CORNER_GRID = ["AAA.BBB..", "AAA.BBB..", "AAA.BBB..", "...A.....", *["........."] * 5]
CORNER_MOVES = [[["A", ["RIGHT"]]], [["A", ["UP"]]], [["A", ["LEFT"]]], []]

MORE = [
    written(
        "SC65",
        "A pruned farmer's home stops nobody",
        HOMES,
        [CUTTER, {**CUT, "powerUp": 1, "powerUpLeft": 10}, WITH_TRAIL],
        [[]],
    ),
    written(
        "SC66",
        "A pruned farmer's home does not end Super Fertilizer",
        HOMES,
        [CUTTER, CUT, {**COMER, "superPowerUp": 5, "superPowerUpLeft": 10}],
        [[]],
    ),
    written(
        "SC67",
        "Pieces by corner",
        CORNER_GRID,
        [{"at": [3, 3], "spawn": [1, 1]}, {"at": [5, 1], "spawn": [5, 1]}],
        CORNER_MOVES,
    ),
]
WRITTEN = [scenarios.parse(line, "here") for line in MORE]
OPEN = "........."
ENDS: dict[tuple[str, str], tuple[list[str], list[tuple[int, int, int, int, int]], list[int]]] = {
    # picture; per farmer x, y, cells, trail, ticks left of a super power-up; the masks of cells with two owners
    (name, ruleset): end
    for name, rulesets, end in [
        (
            "SC65",
            ("standard", "classic"),
            (
                [*["AAA......"] * 3, OPEN, "......aa.", OPEN, "CCC...BBB", "CCCccccBB", "CCC...BBB"],
                [(7, 4, 9, 2, 0), (7, 7, 9, 0, 0), (6, 7, 9, 5, 0)],
                [],
            ),
        ),
        (
            "SC66",
            ("standard",),
            (
                [*["AAA......"] * 3, OPEN, "......aa.", OPEN, *["CCC...BBB"] * 3],
                [(7, 4, 9, 2, 0), (7, 7, 9, 0, 0), (6, 7, 9, 0, 9)],
                [],
            ),
        ),
        (
            "SC66",
            ("classic",),
            (
                [*["AAA......"] * 3, OPEN, "......aa.", OPEN, "CCC..CBBB", "CCC..CBBB", "CCC..CBBB"],
                [(7, 4, 9, 2, 0), (7, 7, 9, 0, 0), (6, 7, 13, 0, 9)],
                [6],
            ),
        ),
        (
            "SC67",
            ("standard",),
            (
                ["AAA.BBB..", "AAA.BBB..", "AAAAABB..", "...AA....", *[OPEN] * 5],
                [(2, 2, 13, 0, 0), (5, 1, 8, 0, 0)],
                [],
            ),
        ),
        (
            "SC67",
            ("classic",),
            (
                ["AAA.BBB..", "AAA.BBB..", "AAAABBB..", "...AA....", *[OPEN] * 5],
                [(2, 2, 12, 0, 0), (5, 1, 9, 0, 0)],
                [],
            ),
        ),
    ]
    for ruleset in rulesets
}


@pytest.mark.parametrize("ruleset", ["standard", "classic"])
@pytest.mark.parametrize("scenario", WRITTEN, ids=[f"{s.id}: {s.title}" for s in WRITTEN])
def test_written_scenario(scenario: scenarios.Scenario, ruleset: str) -> None:
    both = Both(scenarios.set_up(SPROUTOPIA, scenario, ruleset, scenario.id))
    pruned = []
    for tick in range(1, len(scenario.commands) + 1):
        both.tick(scenarios.moves_of(scenario, tick, scenario.id))
        pruned += both.play.pruned()
    picture, farmers, masks = ENDS[scenario.id, ruleset]
    assert scenarios.picture_of(both.state) == picture
    seen = [(f.x, f.y, f.cells, f.trail, f.super_left) for f in both.state.record.farmers[: both.state.seats]]
    assert seen == farmers
    assert [mask for *_, mask in recordings.overlaps_of(both.state)] == masks
    assert pruned == ([] if scenario.id == "SC67" else [1])


def differs(scenario: scenarios.Scenario, switch: str) -> bool:
    """Whether a switch alone changes a scenario of `standard`."""
    states = [scenarios.set_up(SPROUTOPIA, scenario, "standard", scenario.id) for _ in range(2)]
    setattr(states[1].const, switch, 1)
    play = Play(states[0])
    for tick in range(1, len(scenario.commands) + 1):
        for state in states:
            play.tick(state, scenarios.moves_of(scenario, tick, scenario.id))
        if states[0].bytes() != states[1].bytes():
            return True
    return False


def test_each_switch_changes_some_scenario_and_together_they_change_what_the_specification_says() -> None:
    changed = {switch: {s.id for s in [*SCENARIOS, *WRITTEN] if differs(s, switch)} for switch in SWITCHES}
    assert {switch for switch in SWITCHES if not changed[switch]} == UNSEEN
    assert {name: ids for name, ids in changed.items() if name in NAMED} == NAMED


# D12 affects ranks alone, and D16 shows in SC67 only where D18 spares homes
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

"""The specification's scenarios (section 14), under both rulesets, interpreted and compiled."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np

from tests.games.overdrive.positions import PARKED, Position, play, position, summary, surfaces
from tests.rows import every_row

FILE = Path(__file__).parents[3] / "traces" / "overdrive" / "scenarios.jsonl"
SCENARIOS: list[dict[str, Any]] = [json.loads(line) for line in FILE.read_text(encoding="utf-8").splitlines()]

KNOWN = {"id", "rule", "p1", "p2", "objects", "trucks", "round", "turns"}
KNOWN_OF_A_TURN = {"cmd", "p1", "p2", "trucks", "surface", "winner", "classic"}
AFTER = {"damage": 0, "score": 0, "boost": 0, "items": []}
PARKED_AFTER = {**PARKED, "states": ["NOTHING"]}


def test_there_are_98_scenarios_and_nothing_in_them_is_overlooked() -> None:
    assert len({scenario["id"] for scenario in SCENARIOS}) == 98
    assert {key for scenario in SCENARIOS for key in scenario} == KNOWN
    assert {key for scenario in SCENARIOS for turn in scenario["turns"] for key in turn} == KNOWN_OF_A_TURN


@every_row("ruleset", ["standard", "classic"])
@every_row("scenario", SCENARIOS, ids=[f"{s['id']}: {s['rule']}" for s in SCENARIOS])
def test_scenario(scenario: dict[str, Any], ruleset: str) -> None:
    setup = {key: scenario[key] for key in ("p1", "p2", "objects", "trucks", "round") if key in scenario}
    state = position(**setup, ruleset=ruleset)
    for turn in scenario["turns"]:
        before = surfaces(state).copy()
        play(state, *turn["cmd"])
        assert summary(state) == expected_after(turn, ruleset)
        assert changed_surfaces(before, state) == sorted(turn.get("surface", []))


def expected_after(turn: dict[str, Any], ruleset: str) -> dict[str, Any]:
    """The expected result of a round; under `classic`, with the engine's values where it departs from the text.

    T20: the original engine crashes; both of our rulesets keep the car on block 1 (S13).
    """
    engine = turn.get("classic", {}) if ruleset == "classic" else {}
    engine = {} if engine == "crash" else engine
    assert set(engine) <= {"p1", "p2", "trucks"}
    return {
        "p1": {**AFTER, **turn["p1"], **engine.get("p1", {})},
        "p2": {**AFTER, **turn.get("p2", PARKED_AFTER), **engine.get("p2", {})},
        "trucks": sorted(engine.get("trucks", turn.get("trucks", []))),
        "winner": turn.get("winner", 0),
    }


def changed_surfaces(before: Any, state: Position) -> list[list[int]]:
    """The blocks whose surface changed, as [lane, block, code]."""
    now = surfaces(state)
    return sorted([int(r) + 1, int(c) + 1, int(now[r, c])] for r, c in np.argwhere(now != before))

"""The specification's scenarios (section 10), under the rulesets they name, interpreted and compiled."""

from __future__ import annotations

import json
from typing import Any

from lanista.games.tower_defence import rules
from lanista.games.tower_defence.state import Ending
from tests.games.tower_defence.matches import FOLDER, Moment, begin, facts_of, play, rounds_of
from tests.rows import every_row

SCENARIOS: list[dict[str, Any]] = json.loads((FOLDER / "scenarios.json").read_text(encoding="utf-8"))
CASES = [(scenario, ruleset) for scenario in SCENARIOS for ruleset in scenario["profiles"]]


def test_there_are_50_scenarios_and_nothing_in_them_is_overlooked() -> None:
    assert len({scenario["id"] for scenario in SCENARIOS}) == 50
    assert len(CASES) == 2 * 28 + 22
    keys = {"id", "profiles", "what", "script", "after", "after standard", "after classic"}
    assert {key for scenario in SCENARIOS for key in scenario} == keys


@every_row(("scenario", "ruleset"), CASES, ids=[f"{s['id']} {ruleset}: {s['what']}" for s, ruleset in CASES])
def test_scenario(scenario: dict[str, Any], ruleset: str) -> None:
    expected = expected_facts(scenario, ruleset)
    state = begin(ruleset)
    for number, texts in enumerate(rounds_of(scenario["script"])):
        if not state.record.ending:
            play(state, *texts)
        known = expected.pop(str(number), {})
        assert {name: facts_of(state)[name] for name in known} == known, f"after round {number}"
    if "end" in expected:
        assert end_of(state) == expected.pop("end")
    assert not expected


def expected_facts(scenario: dict[str, Any], ruleset: str) -> dict[str, dict[str, Any]]:
    """The expected facts by round: those for all rulesets of the scenario, and those for this one."""
    facts: dict[str, dict[str, Any]] = {}
    for part in ("after", f"after {ruleset}"):
        for number, known in scenario.get(part, {}).items():
            facts.setdefault(number, {}).update(known)
    for known in facts.values():
        for hits in {"tesla_hits", "curtain_hits"} & known.keys():
            known[hits] = sorted(known[hits])
    return facts


def end_of(state: Moment) -> dict[str, Any]:
    """The result of a match in the form of the scenarios."""
    battle, config = state.record, state.const
    return {
        "reason": Ending(battle.ending).name.lower(),
        "rounds_played": battle.round,
        "winner": {1: "A", -1: "B"}.get(rules.lead(battle, config)),
        "health": [player.health for player in battle.players],
        "score": [rules.final_score(player, config) for player in battle.players],
    }

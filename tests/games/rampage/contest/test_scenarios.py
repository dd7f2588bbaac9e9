"""The specification's scenarios (section 15), each under both rulesets and by both kinds of rules."""

from __future__ import annotations

from pathlib import Path

import pytest

from lanista.game.conform import read_lines
from lanista.games.rampage.contest import message, recordings
from lanista.games.rampage.game import RAMPAGE
from tests.games.rampage.positions import play, position
from tests.rows import every_row

FILE = Path(__file__).parents[3] / "traces" / "rampage" / "scenarios.jsonl.gz"
SCENARIOS = [record for _, record in recordings.parse(FILE)]
TITLES = {record["id"]: record["title"] for _, record in read_lines(FILE)}


def test_there_are_88_scenarios_and_each_has_the_states_of_both_rulesets() -> None:
    assert [scenario.id for scenario in SCENARIOS] == [f"S{number:02}" for number in range(1, 89)]
    assert all(scenario.standard and scenario.classic for scenario in SCENARIOS)


@every_row("ruleset", ["standard", "classic"])
@every_row("scenario", SCENARIOS, ids=[f"{s.id}: {TITLES[s.id]}" for s in SCENARIOS])
def test_scenario(scenario: recordings.RecordedGame, ruleset: str) -> None:
    state = recordings.set_up(RAMPAGE, scenario, ruleset, scenario.id)
    expected = recordings.expected_states(scenario, ruleset)
    assert expected is not None
    for words, after in zip(scenario.moves, expected, strict=True):
        play(state, *words)
        assert recordings.state_of(state) == after


# What each switch changes, on its own: the scenario that the specification names for it

SWITCHES: dict[str, set[str]] = {
    "d1_extra_turn": {"S78", "S79"},
    "d2_winner_by_score": {"S84"},
    "d9_tele_fail_point": {"S14", "S65", "S66"},
    "d15_cross_shield_pays": {"S63"},
    "d15_cross_unlogged": {"S23", "S63", "S83"},
    "d16_stale_refund": {"S83"},
    "d20_late_reflect": {"S60", "S61"},
    "d21_first_last_split": {"S82"},
    "d23_own_reflection_listed": set(),  # it needs a narrow board and a shield: the next test
}


@every_row("switch", SWITCHES)
def test_each_switch_changes_its_own_scenarios_and_no_others(switch: str) -> None:
    changed = set()
    for scenario in SCENARIOS:
        state = recordings.set_up(RAMPAGE, scenario, "standard", scenario.id)
        setattr(state.const, switch, 1)
        for words, after in zip(scenario.moves, scenario.standard or [], strict=True):
            play(state, *words)
            if recordings.state_of(state) != after:
                changed.add(scenario.id)
    assert changed == SWITCHES[switch]


NARROW = (".......", ".A.....", ".....B.")  # D23: 7 x 3, robot A with one laser and one shield


@pytest.mark.parametrize(
    ("ruleset", "hits"),
    [
        ("standard", [["LASER", "1"]] * 2),
        ("classic", [["LASER", "1"]] * 2 + [["LASER", "2"]] * 2),
    ],
)
@pytest.mark.parametrize("seat", [0, 1])
def test_a_beam_that_comes_round_to_its_owners_shield(ruleset: str, hits: list[list[str]], seat: int) -> None:
    given = [{"laser": 1, "shield": 1}, {}]
    rows = NARROW if seat == 0 else [row.translate(str.maketrans("AB", "BA")) for row in NARROW]
    state = position(*rows, a=given[seat], b=given[1 - seat], ruleset=ruleset)
    for word in ("SHIELD", "LASER"):
        play(state, *((word, "NONE") if seat == 0 else ("NONE", word)))
    player = recordings.state_of(state)[f"p{seat + 1}"]
    assert player["hits"] == hits
    assert (player["hp"], player["score"], player["shield_left"]) == (2, 0, 1)
    listed = message.original_message(state, seat)["wasHitByLastTurn"]
    assert sorted([hit["type"], hit["shooter"]] for hit in listed) == hits

"""Recorded games of the original engine: `classic` is the engine, `standard` ends as the specification says."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from lanista.core.errors import LoadError
from lanista.game.conform import Differs, read_lines
from lanista.games.rampage.contest import recordings
from lanista.games.rampage.game import RAMPAGE
from lanista.games.rampage.settings import SWITCHES
from tests.games.rampage.positions import play
from tests.games.recorded import compare, write_recording

FOLDER = Path(__file__).parents[3] / "traces" / "rampage"
FILES = sorted(FOLDER.glob("*.jsonl.gz"))
EVERY = [*FILES, *sorted(FOLDER.glob("more/*"))]
IDS = [path.name.split(".")[0] for path in EVERY]
RULESETS = ["standard", "classic"]

Line = dict[str, Any]
conform = partial(compare, RAMPAGE)


def recording(name: str = "rare", number: int = 0) -> Line:
    """One game of a file."""
    return list(read_lines(FOLDER / f"{name}.jsonl.gz"))[number][1]


# They agree


def test_there_are_374_games_and_88_scenarios() -> None:
    games = [line for path in FILES for _, line in read_lines(path)]
    assert sum("states" in game for game in games) == 374
    assert sum(len(game["states"]) for game in games if "states" in game) == 8375
    assert sum("classic" in game for game in games) == 88


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("path", EVERY, ids=IDS)
def test_every_state_is_the_recorded_one(path: Path, ruleset: str) -> None:
    games = [line for _, line in read_lines(path)]
    comparison = conform(path, ruleset)
    assert comparison.matches == len(games)
    assert comparison.turns == sum(len(game["moves"]) for game in games)
    assert comparison.fields > 5 * comparison.matches
    assert comparison.differences == []


def test_the_recordings_reach_every_switch() -> None:
    reached = {name for path in EVERY for _, line in read_lines(path) for name in line.get("classic_switches", [])}
    assert reached == {switch.split("_", 1)[1] for switch in SWITCHES}


@pytest.mark.parametrize("path", EVERY, ids=IDS)
def test_compiled_rules_play_the_recordings_too(path: Path) -> None:
    """Real positions, with everything that happens in them, byte for byte."""
    for number, record in recordings.parse(path):
        if number % 4 == 0 or path.name.startswith("rare") or path.parent.name == "more":
            state = recordings.set_up(RAMPAGE, record, "classic", record.id)
            for words in record.moves:
                play(state, *words)


def test_no_response_is_none(tmp_path: Path) -> None:
    """11.1: what the kits' client sends for a bot that is late."""
    line = recording("own")
    assert any("NONE" in words for words in line["moves"])
    line["moves"] = [[word.replace("NONE", "NO_RESPONSE") for word in words] for words in line["moves"]]
    assert conform(write_recording(tmp_path / "late.jsonl", line)).turns == len(line["moves"])


def test_a_game_that_says_nothing_of_a_ruleset_is_passed_over(tmp_path: Path) -> None:
    line = recording()
    del line["standard_final"]
    path = write_recording(tmp_path / "silent.jsonl", line)
    assert (conform(path, "standard").matches, conform(path, "classic").matches) == (0, 1)


def test_standard_is_compared_state_by_state_where_no_switch_matters(tmp_path: Path) -> None:
    line = next(line for _, line in read_lines(FOLDER / "random.jsonl.gz") if not line["classic_switches"])
    line["states"][2]["p1"]["hp"] = 77
    with pytest.raises(Differs, match=r"p1\.hp \(standard\): expected 77"):
        conform(write_recording(tmp_path / "changed.jsonl", line), "standard")


# A difference is found and named: what is changed in turn 3, and the message

CHANGES: list[tuple[str, Callable[[Line], Any], str]] = [
    ("points", lambda state: state["p1"].update(score=5), "rare-000.p1.score (classic): expected 5, got 2902"),
    ("place", lambda state: state["p2"].update(x=4), "rare-000.p2.x (classic): expected 4, got 0"),
    ("facing", lambda state: state["p2"].update(dir="UP"), 'p2.dir (classic): expected "UP", got "DOWN"'),
    ("move", lambda state: state["p2"].update(last="NONE"), 'p2.last (classic): expected "NONE", got "LASER"'),
    ("hits", lambda state: state["p1"]["hits"].append(["LASER", "0"]), "p1.hits (classic)"),
    ("bullets", lambda state: state["bullets"].append([1, 1, "UP", "1"]), "bullets (classic)"),
    ("turret", lambda state: state["turrets"][0].__setitem__(2, False), "turrets[0][2] (classic): expected false"),
    ("items", lambda state: state["powerups"].pop(), "powerups (classic)"),
    ("beams", lambda state: state["lasers"].pop(), "lasers (classic)"),
    ("end", lambda state: state.update(over=True), "over (classic): expected true, got false"),
    ("winner", lambda state: state.update(winner=2), "winner (classic): expected 2, got 1"),
]


@pytest.mark.parametrize(("change", "words"), [c[1:] for c in CHANGES], ids=[c[0] for c in CHANGES])
def test_a_difference_names_file_turn_field_and_both_values(
    tmp_path: Path, change: Callable[[Line], Any], words: str
) -> None:
    line = recording()
    change(line["states"][2])
    with pytest.raises(Differs) as caught:
        conform(write_recording(tmp_path / "changed.jsonl.gz", line))
    assert str(caught.value).startswith("changed.jsonl.gz, turn 3, rare-000.")
    assert words in str(caught.value)


def test_the_end_under_standard_is_compared(tmp_path: Path) -> None:
    line = recording()
    line["standard_final"]["victor"] = 1
    with pytest.raises(Differs, match=r"standard_final\.victor \(standard\): expected 1, got 2"):
        conform(write_recording(tmp_path / "changed.jsonl", line), "standard")


def test_the_messages_to_the_bots_are_compared(tmp_path: Path) -> None:
    line = recording("wire")
    line["messages"][1][1]["player"]["HP"] = 9
    with pytest.raises(Differs, match=r"messages\[1\]\.player\.HP \(classic\): expected 9"):
        conform(write_recording(tmp_path / "changed.jsonl", line))


# Files that are no recordings: what is done to one, and words of the message


def set_in(*path: Any, value: Any) -> Callable[[Line], None]:
    """Replace a value in a line."""

    def change(line: Line) -> None:
        inside: Any = line
        for step in path[:-1]:
            inside = inside[step]
        inside[path[-1]] = value

    return change


BAD: list[tuple[str, Callable[[Line], Any], str]] = [
    ("no map", lambda line: line.pop("map"), "`map`"),
    ("no moves", lambda line: line.pop("moves"), "`moves`"),
    ("an unknown move", set_in("moves", 3, 0, value="JUMP"), "$.moves[3][0]"),
    ("one move", set_in("moves", 3, value=["NONE"]), "$.moves[3]"),
    (
        "a state too few",
        lambda line: line["states"].pop(),
        "one element for each of 12 moves, got 11 - at $.states",
    ),
    ("a wide map", set_in("map", "width", value=65), "got 65 - at $.map.width"),
    ("a wall on a start", set_in("map", "walls", 0, value={"x": 4, "y": 4}), "at $.map.walls[0]"),
    ("a wall of text", set_in("map", "walls", 0, value="#"), "at $.map.walls[0]"),
    ("an unknown direction", set_in("setup", "p1", "dir", value="NORTH"), "$.setup.p1.dir"),
    ("less than no items", set_in("setup", "p1", "laser", value=-1), "$.setup.p1.laser"),
    ("a dead player", set_in("setup", "p2", "hp", value=0), "$.setup.p2.hp"),
    ("a shield for ever", set_in("setup", "p2", "shield_left", value=900), "player 2: shield_left is 900"),
    ("a bullet in a wall", set_in("setup", "bullets", value=[[1, 3, "UP", "1"]]), "a bullet is on square 16"),
    ("a bullet below the board", set_in("setup", "bullets", value=[[0, 9, "UP", "1"]]), "got (0, 9) - at"),
    (
        "a bullet beside the board",
        set_in("setup", "bullets", value=[[5, 0, "UP", "1"]]),
        "got (5, 0) - at",
    ),
    ("HP that are null", set_in("map", "initialHP", value=None), "whole number, got None - at $.map.initialHP"),
    ("HP with a point", set_in("map", "initialHP", value=4.0), "whole number, got 4.0 - at $.map.initialHP"),
    ("HP with a blank", set_in("map", "initialHP", value=" 4"), "whole number, got ' 4' - at $.map.initialHP"),
    ("a bullet of nobody", set_in("setup", "bullets", value=[[0, 0, "UP", "3"]]), "$.setup.bullets[0]"),
    ("two bullets in one", set_in("setup", "bullets", value=[[0, 0, "UP", "1"]] * 2), "two bullets"),
    ("a match that is over", set_in("setup", "turn", value=900), "over is 0 in turn 31 of 31"),
]


@pytest.mark.parametrize(("change", "words"), [c[1:] for c in BAD], ids=[c[0] for c in BAD])
def test_a_bad_file_is_refused_with_file_and_line(
    tmp_path: Path, change: Callable[[Line], Any], words: str
) -> None:
    good, bad = recording(), recording()
    change(bad)
    with pytest.raises(LoadError) as caught:
        conform(write_recording(tmp_path / "bad.jsonl", good, bad), "standard")
    assert "bad.jsonl, line 2: " in str(caught.value)
    assert words in str(caught.value)


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(LoadError, match=r"nowhere\.jsonl: no such file"):
        conform(tmp_path / "nowhere.jsonl")

"""Recorded matches of the original engine: `classic` is the engine, `standard` agrees where nothing is tagged."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import Any

import pytest

from lanista.core.errors import LoadError
from lanista.game.conform import ConformTally, Differs, read_lines
from lanista.games.sproutopia import settings
from lanista.games.sproutopia.contest import recordings
from lanista.games.sproutopia.game import SPROUTOPIA
from lanista.games.sproutopia.settings import SWITCHES
from tests.games.recorded import compare, write_recording
from tests.games.sproutopia.positions import Both
from tests.rows import every_row

FOLDER = Path(__file__).parents[3] / "traces" / "sproutopia"
FILES = sorted([*FOLDER.glob("match-*.jsonl.gz"), *FOLDER.glob("more/*.jsonl.gz")])
IDS = [path.name.split(".")[0] for path in FILES]
SCENARIOS = FOLDER / "scenarios.jsonl.gz"
ALTERED = sorted(FOLDER.glob("more/scenarios/*.jsonl.gz"))
LARGER = {"weeds": 16, "items": 2504}

Line = dict[str, Any]
conform = partial(compare, SPROUTOPIA)


# They agree


def test_there_are_20_matches_and_14_that_reach_what_they_do_not() -> None:
    assert (len(FILES), len(ALTERED)) == (34, 10)
    farmers = [len(next(line for _, line in read_lines(path))["farmers"]) for path in FILES]
    assert {count: farmers.count(count) for count in farmers} == {4: 30, 3: 1, 2: 3}


@pytest.mark.parametrize("path", FILES, ids=IDS)
def test_classic_is_the_recorded_match_and_standard_agrees_on_every_tick_without_tags(path: Path) -> None:
    """`classic` from seed and commands alone; `standard` for a tick from each of its states, so both at once."""
    classic, standard = ConformTally("classic"), ConformTally("standard")
    recordings.conform(SPROUTOPIA, path, classic, standard)
    *ticks, end = [line for _, line in read_lines(path)][1:]
    untagged = sum(not line["tags"] for line in ticks)
    assert (classic.matches, classic.turns, classic.differences) == (1, end["ticks"], [])
    assert (standard.matches, standard.turns, standard.differences) == (1, untagged, [])
    assert classic.fields > 100 * classic.turns
    assert standard.fields > 80 * untagged


@pytest.mark.parametrize("ruleset", ["standard", "classic"])
def test_each_ruleset_alone_is_compared_in_as_many_fields(ruleset: str) -> None:
    path = FOLDER / "more" / "small_0048.jsonl.gz"
    both = ConformTally("standard"), ConformTally("classic")
    recordings.conform(SPROUTOPIA, path, *both)
    alone = conform(path, ruleset)
    assert (alone.turns, alone.fields) in [(one.turns, one.fields) for one in both if one.ruleset == ruleset]


@pytest.mark.parametrize("ruleset", ["standard", "classic"])
def test_scenarios_can_be_compared_too(ruleset: str) -> None:
    assert conform(SCENARIOS, ruleset).matches == 64


@every_row("path", ALTERED, ids=[path.name.split(".")[0] for path in ALTERED])
def test_classic_continues_from_altered_states_as_recorded(path: Path) -> None:
    comparison = conform(path)
    assert comparison.matches == 1
    assert comparison.turns in (4, 6, 10, 30, 40)
    assert conform(path, "standard").turns == 0, "there is nothing to compare, which is not an error"


@pytest.mark.parametrize("name", ["match-08", "more/p3_0020", "more/small_0048", "more/noweed_0005"])
def test_compiled_rules_play_the_recordings_too(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Real positions, with everything that happens in them, byte for byte; match 08 has the most events.

    All records larger than the default get the size of match 08's, because each layout is compiled separately.
    """
    needed = settings.capacities
    monkeypatch.setattr(settings, "capacities", lambda config: needed(config) and LARGER)
    init, *ticks, _ = (line for _, line in read_lines(FOLDER / f"{name}.jsonl.gz"))
    replay = recordings.RecordedReplay(SPROUTOPIA, recordings.parse(init, "here"), [], "here")  # type: ignore[arg-type]
    both = Both(replay.state)
    for tick in ticks:
        both.tick(recordings.moves_of(tick["received"], both.state.seats, "here"))
    assert recordings.state_of(both.state)["farmers"] == ticks[-1]["farmers"]


def test_the_recordings_reach_the_decisions() -> None:
    tags = {tag for path in FILES[1:4] for _, line in read_lines(path) for tag in line.get("tags", [])}
    assert {"D2", "D7", "D8", "D18", "D19", "OV"} <= tags
    assert tags - {"OV"} <= {switch.split("_", 1)[0].upper() for switch in SWITCHES}


# A difference is reported: a change to tick 3 of a small match, and part of the message


@cache
def _first_lines() -> tuple[str, ...]:
    return tuple(json.dumps(line) for _, line in read_lines(FOLDER / "match-04.jsonl.gz"))[:6]


def lines() -> list[Line]:
    """The beginning of a small match: init and five ticks."""
    return [json.loads(line) for line in _first_lines()]


CHANGES: list[tuple[str, Callable[[Line], Any], str]] = [
    ("position", lambda line: line["farmers"][0].update(x=3), "farmers[0].x (classic): expected 3, got 10"),
    ("direction", lambda line: line["farmers"][1].update(dir=1), "farmers[1].dir (classic): expected 1, got 3"),
    ("trail", lambda line: line["farmers"][2]["trail"].pop(), "farmers[2].trail (classic)"),
    ("land", lambda line: line["territory"].__setitem__(0, "B" * 30), "territory[0] (classic)"),
    ("points", lambda line: line["farmers"][3].update(tbp=7), "farmers[3].tbp (classic): expected 7, got 0"),
    ("items", lambda line: line["powerups"].append([1, 1, 1]), "powerups (classic)"),
    ("weeds", lambda line: line["weeds"].append({}), "weeds (classic)"),
    ("overlaps", lambda line: line["overlaps"].append([1, 1, 3]), "overlaps (classic)"),
    ("countdown", lambda line: line.update(nextWeed=1), "nextWeed (classic): expected 1, got 24"),
    ("share", lambda line: line["leaderboard"].__setitem__(0, 2), "leaderboard[0] (classic)"),
    ("order", lambda line: line["steps"].reverse(), "steps[0].bot (classic)"),
    ("respawned", lambda line: line["respawned"].append(1), "respawned (classic)"),
    ("a truth value", lambda line: line["farmers"][0].update(sfOut=0), "farmers[0].sfOut (classic): expected 0"),
]


@pytest.mark.parametrize(("change", "words"), [c[1:] for c in CHANGES], ids=[c[0] for c in CHANGES])
def test_a_difference_is_named(tmp_path: Path, change: Callable[[Line], Any], words: str) -> None:
    init, first, second, third, *_ = lines()
    change(third)
    with pytest.raises(Differs) as caught:
        conform(write_recording(tmp_path / "changed.jsonl", init, first, second, third))
    assert str(caught.value).startswith("changed.jsonl, tick 3, ")
    assert words in str(caught.value)


def test_what_a_bot_is_sent_is_compared(tmp_path: Path) -> None:
    init, first, *_ = lines()
    first["botStates"][2]["heroWindow"][5][5] = 9
    with pytest.raises(Differs, match=r"botStates\[2\]\.heroWindow\[5\]\[5\] \(classic\): expected 9, got 2"):
        conform(write_recording(tmp_path / "changed.jsonl", init, first))


def test_standard_is_compared_without_points(tmp_path: Path) -> None:
    init, first, *_ = lines()
    first["farmers"][0]["tbp"] = 99
    conform(write_recording(tmp_path / "points.jsonl", init, first), "standard")
    first["farmers"][0]["dir"] = 2
    with pytest.raises(Differs, match=r"farmers\[0\]\.dir \(standard\): expected 2, got 4"):
        conform(write_recording(tmp_path / "changed.jsonl", init, first), "standard")


def test_the_end_is_compared(tmp_path: Path) -> None:
    init, first, *_ = lines()
    end = {"type": "end", "ticks": 1, "cells": [9, 9, 9, 8], "tbp": [0, 0, 0, 0]}
    with pytest.raises(Differs, match=r"cells\[3\] \(classic\): expected 8, got 9"):
        conform(write_recording(tmp_path / "changed.jsonl", init, first, end))


# Files that are no recordings: a change to a line, and part of the message

BAD: list[tuple[str, int, Callable[[Line], Any], str]] = [
    ("no seed", 0, lambda line: line.pop("seed"), "`seed`"),
    ("no territory", 0, lambda line: line.pop("territory"), "`territory`"),
    ("an unknown setting", 0, lambda line: line["config"].update(Row=3), "no setting 'Row'; did you mean 'Rows'"),
    (
        "a huge map",
        0,
        lambda line: line["config"].update(Rows=900),
        "Rows expects 6 to 200, got 900 - at $.config",
    ),
    ("no farmer", 0, lambda line: line.update(farmers=[]), "played by 1 to 4, got 0"),
    ("an unknown action", 1, lambda line: line["received"].append([0, 5]), "$.received[4]"),
    ("an unknown farmer", 1, lambda line: line["received"].append([4, 1]), "$.received[4]"),
    (
        "many commands",
        1,
        lambda line: line["received"].extend([[0, 1]] * 256),
        "at most 256 commands of a farmer, got 257",
    ),
    ("a tick left out", 1, lambda line: line.update(tick=2), "expected tick 1, got 2 - at $.tick"),
    ("no such type", 1, lambda line: line.update(type="tock"), "tock"),
    ("no weeds", 1, lambda line: line.pop("weeds"), "`weeds`"),
]


@pytest.mark.parametrize(("number", "change", "words"), [c[1:] for c in BAD], ids=[c[0] for c in BAD])
def test_a_bad_file_is_refused_with_file_and_line(
    tmp_path: Path, number: int, change: Callable[[Line], Any], words: str
) -> None:
    written = lines()[:2]
    change(written[number])
    with pytest.raises(LoadError) as caught:
        conform(write_recording(tmp_path / "bad.jsonl", *written))
    assert f"bad.jsonl, line {number + 1}: " in str(caught.value)
    assert words in str(caught.value)


def test_a_match_begins_with_its_settings(tmp_path: Path) -> None:
    with pytest.raises(LoadError, match="line 1: expected a line of type init first, got 'tick'"):
        conform(write_recording(tmp_path / "bad.jsonl", lines()[1]))


SCENARIO_FAULTS: list[tuple[str, Callable[[Line], Any], str]] = [
    ("no grid", lambda line: line.pop("grid"), "`grid`"),
    ("a small map", lambda line: line.update(grid=["AB"]), "Rows expects 6 to 200, got 1"),
    ("off the map", lambda line: line["farmers"][0].update(at=[50, 1]), "x is 50, expected 0 to 8"),
    ("a broken trail", lambda line: line["farmers"][0].update(trail=[[3, 3], [5, 3]]), "cannot be set up"),
    ("a trail elsewhere", lambda line: line["farmers"][0].update(trail=[[3, 3], [4, 3]]), "end of its trail"),
]


@pytest.mark.parametrize(
    ("change", "words"), [c[1:] for c in SCENARIO_FAULTS], ids=[c[0] for c in SCENARIO_FAULTS]
)
def test_a_bad_scenario_is_refused(tmp_path: Path, change: Callable[[Line], Any], words: str) -> None:
    line = next(line for _, line in read_lines(SCENARIOS))
    change(line)
    with pytest.raises(LoadError) as caught:
        conform(write_recording(tmp_path / "bad.jsonl", line))
    assert "bad.jsonl, line 1: " in str(caught.value)
    assert words in str(caught.value)

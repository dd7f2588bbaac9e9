"""Recorded matches of the original engine: whole matches where its defects are removed, else turn by turn."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest

from lanista.core.errors import LoadError
from lanista.game.conform import Differs, read_lines
from lanista.games.tanks.contest import recordings
from lanista.games.tanks.game import TANKS, turn_limit
from tests.games.recorded import compare, write_recording
from tests.games.tanks.positions import step
from tests.rows import every_row

FOLDER = Path(__file__).parents[3] / "traces" / "tanks"
FILES = sorted(FOLDER.glob("*.jsonl.gz"))
IDS = [path.name.split(".")[0] for path in FILES]
MORE = sorted(FOLDER.glob("more/*.jsonl.gz"))
MORE_IDS = [f"more/{path.name.split('.')[0]}" for path in MORE]

Line = dict[str, Any]
conform = partial(compare, TANKS, ruleset="standard")


def recording(name: str) -> list[Line]:
    """The lines of a file."""
    return [line for _, line in read_lines(FOLDER / f"{name}.jsonl.gz")]


CORRECTED = [name for name in MORE_IDS if recording(name)[0]["engine"] == "corrected"]


# They agree


@pytest.mark.parametrize("alive", [0, 1])
def test_a_match_of_fewer_than_two_tanks_has_no_turn(tmp_path: Path, alive: int) -> None:
    """8.1, D35: the end is looked for before the first turn; who is alone gets the points for survival."""
    match, *_, end = recording("duel-001")
    for number in range(2):
        match["tanks"][number]["health"] = 100 if number < alive else 0
    tanks = [{**tank, "score": 5 if tank["health"] else 0} for tank in match["tanks"]]
    ranking = [{"id": i + 1, "rank": 2 if alive and i else 1, "score": tanks[i]["score"]} for i in range(2)]
    end |= {"turns": 0, "tanks": tanks, "ranking": ranking}
    comparison = conform(write_recording(tmp_path / "alone.jsonl", match, end))
    assert (comparison.matches, comparison.turns) == (1, 0)


@pytest.mark.parametrize("number", [0, 1])
def test_nobody_or_one_entrant_may_be_ready(tmp_path: Path, number: int) -> None:
    match, *_, end = recording("duel-001")
    match["tanks"] = match["tanks"][:number]
    tanks = [{**tank, "score": 5} for tank in match["tanks"]]
    end |= {"turns": 0, "tanks": tanks, "ranking": [{"id": 1, "rank": 1, "score": 5}][:number]}
    assert conform(write_recording(tmp_path / "alone.jsonl", match, end)).matches == 1


def test_there_are_61_matches_of_every_kind() -> None:
    first = [recording(name)[0] for name in IDS]
    assert len(first) == 61
    assert {line["category"] for line in first} == {
        "brawl", "brawl-shuffled", "crowd", "duel", "large", "league", "league-mid", "mixed", "open",
        "verbatim-brawl", "verbatim-league",
    }  # fmt: skip
    assert sum(line["engine"] == "original" for line in first) == 7


@pytest.mark.parametrize("path", [*FILES, *MORE], ids=[*IDS, *MORE_IDS])
def test_every_turn_is_the_recorded_one(path: Path) -> None:
    lines = [line for _, line in read_lines(path)]
    comparison = conform(path)
    assert comparison.matches == 1
    assert comparison.turns == len(lines) - 2
    assert comparison.fields >= comparison.turns * (1 + len(lines[0]["tanks"]) * 7)
    assert comparison.differences == []


def test_more_of_both_engines_are_there() -> None:
    assert {recording(name)[0]["engine"] for name in MORE_IDS} == {"corrected", "original"}
    assert len(MORE) == 14


def test_scans_and_expectations_are_among_what_is_compared() -> None:
    turns = [line for name in IDS for line in recording(name) if line["type"] == "turn"]
    assert len(turns) == sum(len(recording(name)) - 2 for name in IDS)
    assert sum(bool(line.get("scans")) for line in turns) > 1000
    assert sum("expect" in line for line in turns) > 10


@every_row("name", IDS)
def test_the_turn_limit_is_that_of_the_formula(name: str) -> None:
    """D22"""
    line = recording(name)[0]
    assert turn_limit(line["world_size"]["x"], line["world_size"]["y"]) == line["max_turns"]


@pytest.mark.parametrize(
    "name", ["brawl-shuffled-001", "crowd-007", "large-001", "open-022", "league-024", *CORRECTED]
)
def test_compiled_rules_play_the_recordings_too(name: str) -> None:
    """Real positions, with everything that happens in them, byte for byte."""
    lines = recording(name)
    tanks = msgspec.convert(lines[0]["tanks"], list[recordings.TankLine])
    state = recordings.set_up(TANKS, lines[0]["map"], tanks, {"max_turns": lines[0]["max_turns"]})
    for line in lines[1:-1]:
        step(state, recordings.moves_of(state, line["actions"]))
        assert list(TANKS.broken_invariants(state)) == []
    assert recordings.tanks_of(state) == lines[-2]["tanks"]


# They differ


def change(path: tuple[str | int, ...], value: Any) -> Callable[[list[Line]], None]:
    """Replace a value in the lines."""

    def apply(lines: list[Line]) -> None:
        inside: Any = lines
        for key in path[:-1]:
            inside = inside[key]
        inside[path[-1]] = value

    return apply


WRONG: list[tuple[str, Callable[[list[Line]], None], str]] = [
    ("a health", change((5, "tanks", 1, "health"), 99), "tanks[1].health"),
    ("an orientation", change((3, "tanks", 0, "orientation"), "West"), "tanks[0].orientation"),
    ("an action", change((1, "actions", 0), {"id": 1, "action": "Move", "direction": "Forward"}), "tanks[0]"),
    ("the last score", change((-1, "ranking", 0, "score"), 12), "ranking[0].score"),
    ("an end too early", lambda lines: lines.__delitem__(slice(6, -1)), "over"),
]


@pytest.mark.parametrize(("alter", "field"), [w[1:] for w in WRONG], ids=[w[0] for w in WRONG])
def test_a_difference_is_named(tmp_path: Path, alter: Callable[[list[Line]], None], field: str) -> None:
    lines = recording("duel-001")
    alter(lines)
    with pytest.raises(Differs) as caught:
        conform(write_recording(tmp_path / "wrong.jsonl.gz", *lines))
    assert field in caught.value.difference.field


def test_a_wrong_scan_is_named(tmp_path: Path) -> None:
    lines = recording("mixed-001")
    line = next(line for line in lines[1:-1] if line.get("scans"))
    line["scans"][0]["rows"][7] = "L" * 15
    with pytest.raises(Differs) as caught:
        conform(write_recording(tmp_path / "wrong.jsonl.gz", *lines))
    assert "scans[0].rows[7]" in caught.value.difference.field


def test_without_the_removed_defects_the_recorded_tanks_differ(tmp_path: Path) -> None:
    """D6 and D7: the specification's result stands in `expect`."""
    lines = recording("verbatim-brawl-004")
    for line in lines:
        line.pop("expect", None)
    with pytest.raises(Differs):
        conform(write_recording(tmp_path / "wrong.jsonl.gz", *lines))


# Bad files

BAD: list[tuple[str, Callable[[list[Line]], Any], int, str]] = [
    ("no map", lambda lines: lines[0].pop("map"), 1, "`map`"),
    ("an unknown terrain", change((0, "map", 3), "S" * 15 + "W"), 1, "got 'W' - at row 4, column 16"),
    ("a short row", change((0, "map", 3), "S"), 1, "Expected 16 letters"),
    ("an unknown engine", change((0, "engine"), "other"), 1, "$.engine"),
    ("an unknown damage", change((0, "damage", "rain"), 1), 1, "$.damage"),
    ("a tank off the map", change((0, "tanks", 0, "x"), 99), 1, "got 99, 3 - at $.tanks[0]"),
    ("ids that do not count up", change((0, "tanks", 0, "id"), 2), 1, "Expected tanks 1 to 2, got [2, 2]"),
    ("a health of text", change((0, "tanks", 0, "health"), "full"), 1, "$.tanks[0].health"),
    ("no actions", lambda lines: lines[3].pop("actions"), 4, "`actions`"),
    ("an unknown action", change((3, "actions", 0, "action"), "Jump"), 4, "one of Idle, Move, Rotate, Scan, Fire"),
    ("nobody's action", change((3, "actions", 0, "id"), 7), 4, "the `id` of a tank, got 7 - at $.actions[0]"),
    ("an action of nothing", change((3, "actions"), None), 4, "$.actions"),
    ("a line after the end", lambda lines: lines.append(lines[-1]), 16, "Expected nothing after the line"),
    ("a result of text", change((-1, "turns"), "many"), 15, "$.turns"),
]


@pytest.mark.parametrize(("alter", "number", "words"), [b[1:] for b in BAD], ids=[b[0] for b in BAD])
def test_a_bad_file_is_refused_with_file_and_line(
    tmp_path: Path, alter: Callable[[list[Line]], Any], number: int, words: str
) -> None:
    lines = recording("duel-001")
    alter(lines)
    with pytest.raises(LoadError) as caught:
        conform(write_recording(tmp_path / "bad.jsonl", *lines))
    assert f"bad.jsonl, line {number}: " in str(caught.value)
    assert words in str(caught.value)


def test_a_match_without_an_end_is_refused(tmp_path: Path) -> None:
    with pytest.raises(LoadError, match="Expected a last line of type `end`, got 'turn'"):
        conform(write_recording(tmp_path / "bad.jsonl", *recording("duel-001")[:-1]))


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(LoadError, match=r"nowhere\.jsonl: no such file"):
        conform(tmp_path / "nowhere.jsonl")

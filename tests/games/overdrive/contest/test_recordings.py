"""Recorded matches of the official engine: `classic` is the engine, `standard` the rules text, round by round."""

from __future__ import annotations

import gzip
import re
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from lanista.core.errors import LoadError
from lanista.engine import Records, over, zeros
from lanista.engine.playouts import step_native
from lanista.game import put_moves
from lanista.game.conform import Differs, read_lines
from lanista.games.overdrive.contest import recordings
from lanista.games.overdrive.game import OVERDRIVE
from lanista.games.overdrive.state import Order, Work
from tests.games.overdrive.positions import play, position
from tests.games.recorded import compare, write_recording
from tests.rows import every_row

FOLDER = Path(__file__).parents[3] / "traces" / "overdrive"
FILES = sorted(FOLDER.glob("match-*.jsonl.gz"))
MORE = sorted([*FOLDER.glob("more/*"), *FOLDER.glob("handmade/*")])
RULESETS = ["standard", "classic"]

Lines = list[dict[str, Any]]
conform = partial(compare, OVERDRIVE)


def recording(number: str = "018") -> Lines:
    """The lines of a recording; number 18 is a short one."""
    return [value for _, value in read_lines(FOLDER / f"match-{number}.jsonl.gz")]


# They agree


def test_there_are_recordings_of_every_kind() -> None:
    kinds = {next(read_lines(path))[1]["kind"].rstrip("sq-") for path in FILES}
    assert kinds == {"natural", "gift", "dense", "duel", "end", "max"}
    assert len(FILES) == 20


@every_row("ruleset", RULESETS)
@every_row("path", FILES, ids=[path.name.split(".")[0] for path in FILES])
def test_every_round_is_the_recorded_one(path: Path, ruleset: str) -> None:
    rounds = sum(1 for _, line in read_lines(path) if line["type"] == "round")
    comparison = conform(path, ruleset)
    assert (comparison.matches, comparison.turns) == (1, rounds)
    assert rounds > 0
    assert comparison.fields > 20 * rounds
    assert comparison.differences == []


@every_row("path", MORE, ids=[path.name.split(".")[0] for path in MORE])
def test_unusual_states_are_reproduced_too(path: Path) -> None:
    """Recordings without overlays cover `classic` only."""
    rounds = sum(1 for _, line in read_lines(path) if line["type"] == "round")
    for ruleset in RULESETS:
        comparison = conform(path, ruleset)
        is_covered = ruleset == "classic" or not path.name.startswith("classic-")
        assert (comparison.matches, comparison.turns) == ((1, rounds) if is_covered else (0, 0))
        assert comparison.fields > 20 * rounds or not is_covered


@pytest.mark.parametrize("ruleset", RULESETS)
def test_scenarios_are_compared_as_recordings_are(ruleset: str) -> None:
    comparison = conform(FOLDER / "scenarios.jsonl", ruleset)
    assert (comparison.matches, comparison.turns > 98, comparison.fields > 98 * 20) == (98, True, True)


def test_a_scenario_that_differs_is_named(tmp_path: Path) -> None:
    lines = [value for _, value in read_lines(FOLDER / "scenarios.jsonl")]
    lines[1]["turns"][0]["p1"]["speed"] = 9
    with pytest.raises(Differs, match=re.escape("round 1, C02.p1.speed (classic): expected 9, got 6")):
        conform(write_recording(tmp_path / "scenarios.jsonl", *lines))


@pytest.mark.parametrize(
    ("name", "value"), [("p1", {"pos": [5, 1]}), ("trucks", [[1, 0, 1]]), ("objects", [[1, 2]]), ("round", 600)]
)
def test_a_scenario_with_an_impossible_position_is_refused(tmp_path: Path, name: str, value: Any) -> None:
    lines = [value for _, value in read_lines(FOLDER / "scenarios.jsonl")]
    lines[1][name] = value
    with pytest.raises(LoadError, match=rf"line 2: .* at `\$\.{name}"):
        conform(write_recording(tmp_path / "scenarios.jsonl", *lines))


def played(*rounds: tuple[str, str], trucks: list[list[int]], overlays: dict[int, Any]) -> Lines:
    """A recording of our `classic` rules, with overlays of the rules text for some rounds."""
    car = {"speed": 6, "items": ["TWEET"] * 4}
    race = position({"pos": [1, 10], **car}, {"pos": [3, 10], **car}, trucks=trucks, ruleset="classic")

    def moment() -> dict[str, Any]:
        players = [recordings.player_of(race, seat) for seat in range(2)]
        return {"players": players, "trucks": recordings.trucks_of(race)}

    lanes = ["0" * 1499 + "4"] * 4
    lines = [{"type": "init", "round": 0, "maxRounds": 600, "map": lanes, **moment()}]
    for number, commands in enumerate(rounds, 1):
        play(race, *commands)
        text = {"rulesText": overlays[number]} if number in overlays else {}
        line = {"type": "round", "round": number, "commands": list(commands), "surfaceChanges": [], **text}
        lines.append(line | moment())
    return lines


def test_a_tweet_that_only_the_engine_accepted_makes_its_truck_the_players(tmp_path: Path) -> None:
    """D13: player 2 tweets where its last truck stood, and where player 1's truck is just leaving."""
    lines = played(
        ("NOTHING", "USE_TWEET 3 17"),
        ("NOTHING", "NOTHING"),  # player 2 drives into its truck
        ("USE_TWEET 3 17", "NOTHING"),
        ("USE_TWEET 1 700", "USE_TWEET 3 17"),
        ("NOTHING", "USE_TWEET 2 800"),
        trucks=[],
        overlays={
            4: {"players": [{"id": 2, "powerups": ["TWEET"] * 3, "score": -3}], "trucks": [[1, 700]]},
        },
    )
    assert [line["trucks"] for line in lines[1:]] == [
        [[3, 17]],
        [],
        [[3, 17]],
        [[1, 700], [3, 17]],
        [[1, 700], [2, 800]],
    ]
    path = write_recording(tmp_path / "same-block.jsonl", *lines)
    assert [conform(path, ruleset).turns for ruleset in RULESETS] == [5, 5]


def test_there_are_more_recordings_and_a_handmade_one() -> None:
    assert len(MORE) == 16


def test_the_recordings_reach_most_decisions() -> None:
    """D6, D8 and D13 fire in none of these; `test_rules` and the scenarios hold them."""
    tags = {tag.split(":")[-1] for path in FILES for _, line in read_lines(path) for tag in line.get("tags", [])}
    assert tags == {f"D{number}" for number in (1, 2, 3, 4, 5, 7, 9, 12, 14)}


@pytest.mark.parametrize("path", [*FILES, *MORE], ids=[path.name.split(".")[0] for path in [*FILES, *MORE]])
def test_compiled_rules_play_the_recordings_too(path: Path) -> None:
    """Real positions, with everything that happens in them, byte for byte."""
    init, *rounds = (line for _, line in recordings.parse(path))
    assert isinstance(init, recordings.Init)
    state = OVERDRIVE.blank(OVERDRIVE.configure("classic", {"max_rounds": init.maxRounds}))
    recordings.set_up(state, init)
    twin, moves, work = state.clone(), zeros(Order, 2), zeros(Work)
    size = Order.dtype.itemsize  # type: ignore[attr-defined]
    records = Records(over(Order, moves.view(np.uint8), size * seat) for seat in range(2))
    for line in rounds:
        if isinstance(line, recordings.Round):
            texts = enumerate(line.commands)
            chosen = [recordings.read_move(OVERDRIVE, state, seat, text) for seat, text in texts]
            put_moves(records, chosen)
            OVERDRIVE.step(state, chosen)
            step_native(twin, moves, work)
            assert twin.bytes() == state.bytes(), f"round {line.round}"
            assert list(OVERDRIVE.broken_invariants(state)) == []


# A difference is found and named: what is changed in round 3, under which ruleset, and the message

CHANGES: list[tuple[str, Callable[[dict[str, Any]], None], str]] = [
    ("speed", lambda line: line["players"][1].update(speed=2), "players[1].speed (classic): expected 2, got"),
    ("block", lambda line: line["players"][0].update(block=7), "players[0].block (classic): expected 7, got"),
    (
        "state",
        lambda line: line["players"][0].update(state="READY"),
        'players[0].state (classic): expected "READY"',
    ),
    ("states", lambda line: line["players"][0]["states"].append("FIXED_CAR"), "players[0].states (classic)"),
    (
        "score",
        lambda line: line["players"][0].update(score=1234),
        "players[0].score (classic): expected 1234, got",
    ),
    (
        "powerups",
        lambda line: line["players"][1].update(powerups=[]),
        "players[1].powerups (classic): expected []",
    ),
    (
        "last truck",
        lambda line: line["players"][0].update(lastTruck=[1, 9]),
        "players[0].lastTruck[1] (classic): expected 9, got 1436",
    ),
    (
        "trucks",
        lambda line: line["trucks"].append([4, 1000]),
        "trucks (classic): expected [[1,1436],[4,1000]], got [[1,1436]]",
    ),
    (
        "surface",
        lambda line: line["surfaceChanges"].append([1, 2, 2]),
        "surfaceChanges (classic): expected [[1,2,2]], got []",
    ),
]


@pytest.mark.parametrize(("change", "words"), [c[1:] for c in CHANGES], ids=[c[0] for c in CHANGES])
def test_a_difference_names_file_round_field_and_both_values(
    tmp_path: Path, change: Callable[[dict[str, Any]], None], words: str
) -> None:
    lines = recording()
    change(lines[3])
    with pytest.raises(Differs) as caught:
        conform(write_recording(tmp_path / "corrupted.jsonl.gz", *lines))
    assert str(caught.value).startswith("corrupted.jsonl.gz, round 3, ")
    assert words in str(caught.value)


def test_a_difference_can_be_taken_apart(tmp_path: Path) -> None:
    lines = recording()
    right = lines[3]["players"][1]["speed"]
    lines[3]["players"][1]["speed"] = right + 1
    with pytest.raises(Differs) as caught:
        conform(write_recording(tmp_path / "corrupted.jsonl", *lines), "standard")
    found = caught.value.difference
    assert (found.file, found.ruleset, found.turn) == ("corrupted.jsonl", "standard", 3)
    assert (found.field, found.expected, found.got) == ("players[1].speed", right + 1, right)


def test_the_rules_text_is_held_to_its_own_values(tmp_path: Path) -> None:
    lines = recording()
    tagged = next(line for line in lines if line.get("rulesText", {}).get("players"))
    tagged["rulesText"]["players"][0]["score"] = 4321
    path = write_recording(tmp_path / "corrupted.jsonl", *lines)
    assert conform(path, "classic").turns > 0
    with pytest.raises(Differs, match=rf"round {tagged['round']}, .*score \(standard\): expected 4321"):
        conform(path, "standard")


def test_the_winner_is_compared(tmp_path: Path) -> None:
    name = next(path.name[6:9] for path in FILES if recording(path.name[6:9])[-1].get("complete"))
    lines = recording(name)
    lines[-1]["winner"] = 3 - lines[-1]["winner"]
    with pytest.raises(Differs, match="winner"):
        conform(write_recording(tmp_path / "corrupted.jsonl", *lines))


# Invalid recordings: the change, the line, and part of the message


def set_in(line: int, *path: Any, value: Any) -> Callable[[Lines], None]:
    """Replace a value in a line."""

    def change(lines: Lines) -> None:
        inside: Any = lines[line - 1]
        for step in path[:-1]:
            inside = inside[step]
        inside[path[-1]] = value

    return change


BAD: list[tuple[str, Callable[[Lines], Any], int, str]] = [
    ("no start", lambda lines: lines.reverse(), 1, "expected an object of type 'init'"),
    ("nothing at all", lambda lines: lines.clear(), 1, "expected an object of type 'init'"),
    ("an unknown type", set_in(3, "type", value="turn"), 3, "'turn'"),
    ("a missing field", lambda lines: lines[2].pop("commands"), 3, "commands"),
    ("a number as text", set_in(3, "players", 0, "speed", value="fast"), 3, "$.players[0].speed"),
    ("a short map", set_in(1, "map", 2, value="000"), 1, "four strings of 1500 digits"),
    ("a map of letters", set_in(1, "map", 0, value="x" * 1500), 1, "four strings of 1500 digits"),
    ("three lanes", lambda lines: lines[0]["map"].pop(), 1, "four strings of 1500 digits"),
    ("one player", lambda lines: lines[0]["players"].pop(), 1, "$.players"),
    ("a round is left out", lambda lines: lines.pop(3), 4, "expected round 3, got 4 - at $.round"),
    ("no number of 32 bits", set_in(1, "players", 0, "score", value=2**31), 1, "$.players[0].score"),
    ("a map of other digits", set_in(1, "map", 0, value="٣" * 1500), 1, "four strings of 1500 digits"),
    ("an overlay of text", set_in(3, "rulesText", value={"players": "none"}), 3, "$.rulesText.players"),
    ("a truck of the text off the track", set_in(3, "rulesText", value={"trucks": [[5, 1]]}), 3, "$.rulesText"),
    ("one command", lambda lines: lines[4]["commands"].pop(), 5, "$.commands"),
    ("one player in a round", lambda lines: lines[4]["players"].pop(), 5, "$.players"),
    ("a truck beside the track", set_in(4, "trucks", value=[[5, 10]]), 4, "$.trucks[0][0]"),
    ("a truck behind the finish", set_in(4, "trucks", value=[[1, 1501]]), 4, "$.trucks[0][1]"),
    ("a car beside the track", set_in(1, "players", 1, "lane", value=0), 1, "player 2: lane is 0"),
    ("a car behind the finish", set_in(1, "players", 1, "block", value=2000), 1, "player 2: block is 2000"),
    ("an impossible speed", set_in(1, "players", 0, "speed", value=99), 1, "player 1: speed is 99"),
    ("an impossible damage", set_in(1, "players", 0, "damage", value=6), 1, "player 1: damage is 6"),
    ("an unknown state", set_in(1, "players", 0, "states", value=["FLYING"]), 1, "$.players[0].states[0]"),
    ("no states", set_in(1, "players", 0, "states", value=[]), 1, "$.players[0].states"),
    ("an unknown power-up", set_in(1, "players", 0, "powerups", value=["GUN"]), 1, "$.players[0].powerups[0]"),
]


@pytest.mark.parametrize(("change", "line", "words"), [c[1:] for c in BAD], ids=[c[0] for c in BAD])
def test_a_bad_file_is_refused_with_file_and_line(
    tmp_path: Path, change: Callable[[Lines], None], line: int, words: str
) -> None:
    lines = recording()
    change(lines)
    for ruleset in RULESETS:
        with pytest.raises(LoadError) as caught:
            conform(write_recording(tmp_path / "bad.jsonl", *lines), ruleset)
        assert f"bad.jsonl, line {line}: " in str(caught.value)
        assert words in str(caught.value)


RAW: list[tuple[str, str, bytes, str]] = [
    ("no JSON", "bad.jsonl", b'{"type":"init"\n', "line 1: expected a JSON object"),
    ("no object", "bad.jsonl", b"[1, 2]\n", "line 1: expected a JSON object, got b'[1, 2]"),
    ("no text", "bad.jsonl", b"\xff\xfe\x00\n", "line 1: expected a JSON object"),
    ("no gzip", "bad.jsonl.gz", b"plain text", "cannot be read"),
    ("half a file", "bad.jsonl.gz", gzip.compress(b"\n" * 9000)[:-12], "cannot be read"),
]


@pytest.mark.parametrize(("name", "content", "words"), [r[1:] for r in RAW], ids=[r[0] for r in RAW])
def test_bytes_that_are_no_recording_are_refused(tmp_path: Path, name: str, content: bytes, words: str) -> None:
    (tmp_path / name).write_bytes(content)
    with pytest.raises(LoadError) as caught:
        conform(tmp_path / name)
    assert name in str(caught.value)
    assert words in str(caught.value)


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(LoadError, match=r"nowhere\.jsonl: no such file"):
        conform(tmp_path / "nowhere.jsonl")

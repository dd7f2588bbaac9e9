"""Replays: written during the match, readable after a crash, verified byte for byte."""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from lanista.core.errors import ReplayError
from lanista.match.planning import plan_match
from lanista.match.replay import read_replay, verify
from lanista.match.terms import MatchTerms


@pytest.fixture
def replay(tmp_path: Path) -> Path:
    path = tmp_path / "match.jsonl.gz"
    plan_match("overdrive", ["random", "cruise"], MatchTerms(settings={"max_rounds": 60}), seed=2**63 + 11).play(
        replay=path
    )
    return path


def lines_of(path: Path) -> list[dict[str, Any]]:
    with gzip.open(path, "rt") as file:
        return [json.loads(line) for line in file]


def rewrite(path: Path, lines: list[dict[str, Any]]) -> Path:
    with gzip.open(path, "wt") as file:
        file.writelines(json.dumps(line) + "\n" for line in lines)
    return path


def test_header_turns_and_footer(replay):
    header, *turns, footer = lines_of(replay)
    assert header["type"] == "header"
    assert header["format"] == 3
    assert header["seed"] == 2**63 + 11
    assert header["config"]["max_rounds"] == 60
    assert [seat["name"] for seat in header["seats"]] == ["random", "cruise"]
    assert header["sandbox"] == "none"
    assert [turn["turn"] for turn in turns] == list(range(1, 61))
    assert set(turns[0]) == {"type", "turn", "moves", "verdicts", "ms", "digest", "chain"}
    assert footer["outcome"]["reason"] == "round limit"


@pytest.mark.parametrize("ruleset", ["standard", "classic"])
def test_identical(tmp_path, ruleset):
    path = tmp_path / "match.jsonl.gz"
    plan_match("overdrive", ["random", "random"], MatchTerms(ruleset=ruleset), seed=4).play(replay=path)
    check = verify(read_replay(path))
    assert check.identical
    assert check.turns > 100


def test_the_first_turn_that_differs_is_named(replay):
    lines = lines_of(replay)
    lines[31]["moves"][0] = "FIX" if lines[31]["moves"][0] != "FIX" else "NOTHING"
    check = verify(read_replay(rewrite(replay, lines)))
    assert (check.identical, check.first, check.what) == (False, 31, "state")


def test_a_changed_outcome_is_found(replay):
    lines = lines_of(replay)
    lines[-1]["outcome"]["places"] = lines[-1]["outcome"]["places"][::-1]
    check = verify(read_replay(rewrite(replay, lines)))
    assert (check.identical, check.what) == (False, "outcome")


def test_faults_are_replayed_identically(tmp_path):
    """Invalid moves, missing moves and turns off the track give the same states."""
    bot = tmp_path / "wild.py"
    bot.write_text(
        "def move(view):\n"
        "    n = view['currentRound']\n"
        "    if n == 30: raise SystemExit(1)\n"
        "    return ['TURN_LEFT', 'FLY', 'USE_BOOST', 'USE_TWEET 9 9', ''][n % 5]\n"
    )
    path = tmp_path / "match.jsonl.gz"
    plan_match("overdrive", [str(bot), "cruise"], MatchTerms(settings={"max_rounds": 50}), seed=1).play(
        replay=path
    )
    replay = read_replay(path)
    assert verify(replay).identical
    assert replay.turns[0].reasons[0].startswith("unknown command 'FLY'")
    assert replay.turns[40].moves[0] is None
    assert replay.turns[40].verdicts[0] == "crashed"


@pytest.mark.parametrize("lost", [1, 9, 40, 200])
def test_a_truncated_file_is_readable(replay, lost):
    """The writer died: everything flushed can be read."""
    data = replay.read_bytes()
    replay.write_bytes(data[:-lost])
    read = read_replay(replay)
    assert 50 <= len(read.turns) <= 60
    assert verify(read).identical


def test_every_turn_is_flushed_when_it_is_over(tmp_path):
    path = tmp_path / "match.jsonl.gz"
    counts = []

    class Reader:
        def begin(self, *_: object) -> None: ...
        def turn(self, turn, state) -> None:
            counts.append(len(read_replay(path).turns))

        def end(self, *_: object) -> None: ...

    plan_match("overdrive", ["random", "random"], MatchTerms(settings={"max_rounds": 5}), seed=4).play(
        [Reader()], replay=path
    )
    assert counts == [1, 2, 3, 4, 5]


DAMAGE = [
    (b"not gzip at all", "expected gzip"),
    (gzip.compress(b'{"type":"turn"}\n'), "line 1: not a line of a replay"),
    (gzip.compress(b"[]\n"), "line 1"),
    (gzip.compress(b""), "begins with a header"),
]


@pytest.mark.parametrize(("data", "said"), DAMAGE, ids=["not gzip", "half a turn", "a list", "empty"])
def test_other_files_are_rejected(tmp_path, data, said):
    path = tmp_path / "x.gz"
    path.write_bytes(data)
    with pytest.raises(ReplayError) as error:
        read_replay(path)
    assert said in str(error.value)
    assert str(path) in str(error.value)


def test_a_missing_file(tmp_path):
    with pytest.raises(ReplayError, match="no such file"):
        read_replay(tmp_path / "none.gz")


def test_another_format_or_other_rules_are_reported(replay):
    lines = lines_of(replay)
    with pytest.raises(ReplayError, match="replay format 9"):
        read_replay(rewrite(replay, [{**lines[0], "format": 9}, *lines[1:]]))
    with pytest.raises(ReplayError, match="version 99 of overdrive's rules"):
        verify(read_replay(rewrite(replay, [{**lines[0], "behaviour": 99}, *lines[1:]])))

"""The file of an analysis, sealed to its replay."""

from pathlib import Path

import msgspec
import pytest

from lanista.core.errors import InputError
from lanista.tools.analysis import (
    Analysis,
    Point,
    Stale,
    TurningPoint,
    analysis_beside,
    path_beside,
    read_analysis,
    shown_beside,
    write_analysis,
)
from lanista.tools.analysis.result import FORMAT, digest_of


def made(replay: Path) -> Analysis:
    points = [Point(0, [0.5, 0.5], [0.4, 0.4], [0.6, 0.6], 32), Point(3, [1, 0], [1, 0], [1, 0], 0)]
    turning = TurningPoint(2, 1, 0.5, 0.1, "STAY", "", "B: played STAY", "LEFT", "", 0.3, 0.05, blunder=True)
    return Analysis(FORMAT, digest_of(replay), "fruit", 2, 3, "random", 64, 1.5, True, points, [turning])


@pytest.fixture
def replay(tmp_path: Path) -> Path:
    path = tmp_path / "m.jsonl.gz"
    path.write_bytes(b"a replay")
    return path


def test_an_analysis_is_kept_beside_its_replay(replay):
    assert analysis_beside(replay) is None
    assert path_beside(replay).name == "m.analysis.json"
    write_analysis(path_beside(replay), made(replay))
    assert analysis_beside(replay) == shown_beside(replay) == made(replay)


def test_a_changed_replay_is_noticed(replay):
    write_analysis(path_beside(replay), made(replay))
    replay.write_bytes(b"another replay")
    with pytest.raises(
        Stale, match=r"m\.analysis\.json is of another replay than .*; run `lanista analyse` again"
    ):
        analysis_beside(replay)
    assert shown_beside(replay) is None


CHANGES = {
    "chances of another number of seats": lambda a: {"seats": 3},
    "turns out of order": lambda a: {"points": a["points"][::-1]},
    "a turn after the end": lambda a: {"turns": 2},
    "a seat that the match does not have": lambda a: {"turning_points": [{**a["turning_points"][0], "seat": 2}]},
    "a chance above 1": lambda a: {"points": [{**a["points"][0], "chances": [1.5, 0]}]},
    "another format": lambda a: {"format": 9},
    "a long text": lambda a: {"game": "x" * 1000},
    "no list": lambda a: {"points": {}},
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_what_is_no_analysis_is_refused_in_words(replay, change):
    data = msgspec.to_builtins(made(replay))
    path = path_beside(replay)
    path.write_bytes(msgspec.json.encode({**data, **change(data)}))
    with pytest.raises(InputError, match=r"m\.analysis\.json: .*; run `lanista analyse` again"):
        read_analysis(path)
    assert shown_beside(replay) is None

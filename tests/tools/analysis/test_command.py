"""`lanista analyse`: what it prints and writes."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from lanista.cli.analyse.screen import chart, value_at
from lanista.cli.main import lanista
from lanista.match.pins import read_pin
from lanista.tools.analysis import analysis_beside, read_analysis

CURVE = [(0, 0.5), (10, 1.0), (20, 0.0)]


def run(*words: str) -> Result:
    return CliRunner().invoke(lanista, ["analyse", *words])


def test_a_blunder_is_told_kept_and_pinned(missed):
    result = run(str(missed), "--seconds", "20", "--threads", "1", "--pin-blunders", "kept")
    assert result.exit_code == 0, result.output
    assert "A: played STAY" in result.output
    assert "RIGHT (+5" in result.output
    analysis = analysis_beside(missed)
    assert analysis is not None
    assert [point.best for point in analysis.turning_points] == ["RIGHT"]
    [path] = Path("kept").iterdir()
    pin = read_pin(path)
    assert (pin.turn, pin.seat, pin.avoid) == (1, 0, ["STAY"])
    assert "Better: RIGHT" in pin.note


def test_the_same_as_json_in_another_file(missed):
    result = run(str(missed), "--seconds", "20", "--threads", "1", "-o", "a.json", "--json")
    printed = json.loads(result.stdout)
    assert printed["file"] == "a.json"
    assert printed["pins"] == []
    assert printed["command"].startswith("lanista analyse ")
    assert len(read_analysis(Path("a.json")).points) == len(printed["analysis"]["points"]) == 2
    assert analysis_beside(missed) is None


def test_a_damaged_file_is_refused_in_words(record, tmp_path):
    path = tmp_path / "bad.gz"
    path.write_bytes(b"no replay")
    result = run(str(path))
    assert result.exit_code == 2
    assert "bad.gz: not a replay, or damaged" in result.stderr


@pytest.mark.parametrize(("turn", "value"), [(0, 0.5), (5, 0.75), (10, 1.0), (15, 0.5), (20, 0.0), (30, 0.0)])
def test_values_between_turns(turn, value):
    assert value_at(CURVE, turn) == pytest.approx(value)


def test_a_chart_is_as_wide_as_there_is_room_or_turns():
    assert chart(CURVE, 20, 5) == "▅▇█▅▁"
    assert chart([(0, 0.0), (2, 1.0)], 2, 60) == "▁▅█"

"""An analysis that is kept beside a replay, as pages receive it."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from lanista.match.planning import plan_match
from lanista.match.replay import read_replay
from lanista.match.terms import MatchTerms
from lanista.tools.analysis import Analysis, Point, TurningPoint, path_beside, write_analysis
from lanista.tools.analysis.result import FORMAT, digest_of
from lanista.web.film import MatchHistory
from lanista.web.rerun import whole_json
from tests.web.films import film_of

TURNS = 3


@pytest.fixture
def replay(tmp_path: Path) -> Path:
    path = tmp_path / "match.jsonl.gz"
    plan_match("overdrive", ["cruise", "random"], MatchTerms(settings={"max_rounds": TURNS}), seed=5).play(
        replay=path
    )
    return path


def analysed(replay: Path, turns: int = TURNS) -> Path:
    points = [Point(0, [0.5, 0.5], [0.4, 0.4], [0.6, 0.6], 9), Point(turns, [1, 0], [1, 0], [1, 0], 0)]
    moment = TurningPoint(
        2, 1, 0.62, 0.43, "FIX", "repair", "B: repair", "NOTHING", "wait", 0.25, 0.05, blunder=True
    )
    analysis = Analysis(
        FORMAT, digest_of(replay), "overdrive", 2, turns, "greedy", 99, 1.0, True, points, [moment]
    )
    write_analysis(path_beside(replay), analysis)
    return replay


def films(replay: Path) -> list[dict[str, Any]]:
    """A match that the page plays again, from a file and as an export reads it."""
    by_file, by_replay = MatchHistory.of_file(replay), MatchHistory.of_replay(read_replay(replay))
    return [msgspec.json.decode(whole_json(history)) for history in (by_file, by_replay)]


def test_pages_receive_the_analysis_beside_a_replay(replay):
    for film in films(analysed(replay)):
        assert film["analysis"] == {
            "turns": [0, TURNS],
            "chances": [[0.5, 0.5], [1.0, 0.0]],
            "low": [[0.4, 0.4], [1.0, 0.0]],
            "high": [[0.6, 0.6], [1.0, 0.0]],
            "moments": [
                {
                    "turn": 2,
                    "seat": 1,
                    "kind": "blunder",
                    "change": "62 % to 43 %",
                    "reason": "B: repair",
                    "better": "wait (+25 % ± 5)",
                }
            ],
        }


def test_without_one_nothing_is_added(replay):
    assert all("analysis" not in film for film in films(replay))


def test_one_of_another_match_is_left_out(replay):
    assert all("analysis" not in film for film in films(analysed(replay, turns=TURNS + 1)))
    path_beside(replay).write_text("{}")
    assert all("analysis" not in film for film in films(replay))


def test_what_one_seat_sees_has_no_analysis(replay):
    assert "analysis" not in film_of(MatchHistory.of_file(analysed(replay)), 0)

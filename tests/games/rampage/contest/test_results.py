"""Result files of the original: those that it would have written replay here, and ours replay too."""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from lanista.core.errors import LoadError
from lanista.game import get_game
from lanista.game.conform import ConformTally, Differs
from lanista.games.rampage.contest.results import read_result
from lanista.match.classic_logs import classic_logs
from lanista.match.planning import plan_match
from lanista.match.terms import MatchTerms

TRACES = Path(__file__).parents[3] / "traces" / "rampage"
RAMPAGE = get_game("rampage")


def recorded(name: str) -> list[dict[str, Any]]:
    """Games of the original engine from their first turn, each to its end."""
    with gzip.open(TRACES / f"{name}.jsonl.gz", "rt") as file:
        games = [json.loads(line) for line in file]
    return [game for game in games if not game.get("setup") and game["states"][-1]["over"]]


def as_the_original_wrote_it(game: dict[str, Any]) -> dict[str, Any]:
    """The result file of a recorded game: effective moves, what was left at the end."""
    last = game["states"][-1]
    players = {
        f"player{n}": {
            "score": last[f"p{n}"]["score"],
            "shield": last[f"p{n}"]["shield"],
            "laser": last[f"p{n}"]["laser"],
            "moves": [state[f"p{n}"]["last"] for state in game["states"]],
            "teleport": last[f"p{n}"]["teleport"],
            "HP": last[f"p{n}"]["hp"],
            "name": "AI",
        }
        for n in (1, 2)
    }
    return {
        "winner": last["winner"],
        **players,
        "turnNumber": last["turn"],
        "mapPath": "./Resources/Maps/Some.json",
    }


def write(folder: Path, result: dict[str, Any], map_: dict[str, Any]) -> Path:
    (folder / "Results").mkdir(exist_ok=True)
    (folder / "Resources" / "Maps").mkdir(parents=True, exist_ok=True)
    (folder / "Resources" / "Maps" / "Some.json").write_text(json.dumps(map_))
    path = folder / "Results" / "Game-1.json"
    path.write_text(json.dumps(result))
    return path


def compare(path: Path, ruleset: str = "classic") -> ConformTally:
    comparison = ConformTally(ruleset)
    RAMPAGE.contest.conform(RAMPAGE, path, comparison)
    return comparison


@pytest.mark.parametrize("name", ["contest-a", "own"])
def test_result_files_of_the_original_replay_to_the_recorded_end(name, tmp_path):
    games = recorded(name)[:12]
    assert games
    for game in games:
        compared = compare(write(tmp_path, as_the_original_wrote_it(game), game["map"]))
        assert (compared.matches, compared.turns) == (1, len(game["states"]))
        assert compared.fields > 10


def test_a_difference_in_points_is_reported(tmp_path):
    game = recorded("own")[0]
    result = as_the_original_wrote_it(game)
    result["player2"]["score"] += 1
    with pytest.raises(Differs, match=r"players\[1\].score"):
        compare(write(tmp_path, result, game["map"]))


@pytest.mark.parametrize("ruleset", ["standard", "classic"])
def test_our_own_result_files_replay_under_their_ruleset(ruleset, tmp_path):
    plan = plan_match("rampage", ["hunter", "random"], MatchTerms(map="duel", ruleset=ruleset), seed=5)
    for _ in range(2):
        plan.observers[:] = [classic_logs(RAMPAGE, tmp_path, ["hunter", "random"])]
        plan.play()
    paths = sorted((tmp_path / "Results").iterdir())
    assert [path.name for path in paths] == ["Game-1.json", "Game-2.json"]
    result = read_result(paths[0])
    assert [result.player1.name, result.player2.name] == ["hunter", "random"]
    assert result.turn_number == len(result.player1.moves) == len(result.player2.moves)
    assert [compare(paths[0], name).matches for name in (ruleset, "other")] == [1, 0]


def test_a_bad_file_is_refused_with_the_reason(tmp_path):
    game = recorded("own")[0]
    path = write(tmp_path, as_the_original_wrote_it(game), game["map"])
    (tmp_path / "Resources" / "Maps" / "Some.json").unlink()
    with pytest.raises(LoadError, match=r"Some\.json' was not found; expected it in"):
        compare(path)
    path.write_text('{"winner": 1}')
    with pytest.raises(LoadError, match="expected a result file"):
        compare(path)
    result = as_the_original_wrote_it(game)
    result["player1"]["moves"].pop()
    with pytest.raises(LoadError, match="as many moves"):
        compare(write(tmp_path, result, game["map"]))

"""The first bot of every game wins nine of ten matches against `random`.

The other languages except `sh` play the same moves as Python: see `test_starters`.
"""

from __future__ import annotations

import json
import shutil
from importlib import import_module
from pathlib import Path
from statistics import median
from typing import Any

import pytest
from click.testing import CliRunner

import lanista as platform
from lanista.cli.main import lanista
from lanista.game import game_names
from tests.long_tests import others_long
from tests.short import SHORT

MATCHES, WINS = 10, 9
SETTINGS = {"sproutopia": {"MaxTicks": 400}}  # matches of full length take long
MEDIAN_SCORES = {"sproutopia": 200}  # cells: beating `random` there takes no more than standing still
DECIDED_EARLY = ("overdrive", "sproutopia")  # the leader after some turns wins; elsewhere matches are short


def starter(game: str) -> Any:
    """The Python starter of a game, as `lanista.play` takes it."""
    module = import_module(f"lanista.games.{game}.starters.bot")
    return getattr(module, "Bot", None) or module.move


@pytest.mark.parametrize("game", game_names())
def test_the_python_starter_beats_random(game):
    wins, scores = 0, []
    for seed in range(MATCHES):
        seat = seed % 2
        bots = [starter(game), "random"] if seat == 0 else ["random", starter(game)]
        match = platform.play(game, bots, seed=seed, settings=SETTINGS.get(game), timeouts=False)
        assert match.faults[seat] is None
        assert match.outcome is not None
        wins += match.winner == seat
        scores.append(match.outcome.scores[seat])
    assert wins >= WINS
    assert median(scores) >= MEDIAN_SCORES.get(game, 0)


@pytest.mark.skipif(shutil.which("sed") is None, reason="the sh starters need sed, not installed here")
@pytest.mark.parametrize("game", others_long(["tanks"], game_names()))
def test_the_shell_starter_beats_random(game, tmp_path: Path):
    folder = tmp_path / "mine"
    assert CliRunner().invoke(lanista, ["new", "sh", game, str(folder)]).exit_code == 0
    settings = SHORT[game] if game in DECIDED_EARLY else {}
    words = ["play", game, str(folder), "random", "--games", str(MATCHES), "--swap", "--seed", "1", "--no-replay"]
    words += [f"--set={name}={value}" for name, value in settings.items()]
    done = CliRunner().invoke(lanista, [*words, "--turn-ms", "30000", "--json"])
    assert done.exit_code == 0, done.output
    mine = next(bot for bot in json.loads(done.stdout)["standings"] if bot["name"] != "random")
    assert mine["won"] >= WINS, mine
    assert mine["faults"] == 0

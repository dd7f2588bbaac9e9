"""Every example runs as it is: the game of another package, a bot of each style, the league, the notebook."""

from __future__ import annotations

import ast
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import lanista
from lanista.core.errors import ReplayError
from lanista.game import game_names, get_game
from lanista.match.replay import play_again, read_replay
from tests.plugins import forget_games, install, unload
from tests.programs import check_with_all_tools, need
from tests.rows import every_row

EXAMPLES = Path(__file__).parents[1] / "examples"
CYCLES = EXAMPLES / "lightcycles"
BOTS = sorted(path for path in (EXAMPLES / "bots").iterdir() if path.is_file())
RUN_BY = {".js": "node", ".sh": "sh"}
MAX_LINES = 420  # of a whole game with bots, pictures and documentation
SECONDS = 300


@pytest.fixture
def light_cycles(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of packages with the game, for this process and for others."""
    install(tmp_path, "lightcycles = lightcycles.game:LIGHTCYCLES", {}, package="lightcycles")
    for folder in (tmp_path, CYCLES):
        monkeypatch.syspath_prepend(str(folder))
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(tmp_path), str(CYCLES)]))
    forget_games()
    yield tmp_path
    forget_games()
    unload("lightcycles")


@pytest.mark.long
@pytest.mark.usefixtures("light_cycles")
def test_the_game_conforms() -> None:
    lines = check_with_all_tools(get_game("lightcycles"), turns=100)
    assert [line for line in lines if "NOT" in line] == []


@pytest.mark.usefixtures("light_cycles")
def test_the_games_own_tests_pass() -> None:
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", "not conforms", str(CYCLES)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_game_is_short() -> None:
    files = [path for path in (CYCLES / "lightcycles").rglob("*") if path.suffix in (".py", ".js")]
    assert sum(len(path.read_text(encoding="utf-8").splitlines()) for path in files) < MAX_LINES


@every_row("bot", BOTS, ids=lambda path: path.name)
def test_a_bot_of_each_style_beats_random(bot: Path) -> None:
    runner = RUN_BY.get(bot.suffix)
    command = f"{need(runner)} {bot}" if runner else str(bot)
    match = lanista.play("overdrive", [command, "random"], seed=4, turn_ms=30_000, start_ms=60_000)
    assert (match.winner, match.faults) == (0, [None, None])


def test_the_league_has_ten_lines_and_runs(tmp_path: Path) -> None:
    script = EXAMPLES / "league.py"
    code = [line for line in script.read_text(encoding="utf-8").splitlines() if line.strip()]
    assert len(code) - len((ast.get_docstring(ast.parse("\n".join(code))) or "").splitlines()) <= 10
    done = subprocess.run(
        [sys.executable, str(script)], cwd=tmp_path, capture_output=True, text=True, timeout=SECONDS, check=True
    )
    assert sorted(line.split()[1] for line in done.stdout.splitlines()) == ["cruise", "greedy", "random"]


def run_cell(source: str, names: dict[str, Any]) -> Any:
    """The value of a cell's last line, as a notebook shows it."""
    tree = ast.parse(source)
    last = tree.body.pop()
    exec(compile(tree, "cell", "exec"), names)
    assert isinstance(last, ast.Expr), "every cell shows something"
    return eval(compile(ast.Expression(last.value), "cell", "eval"), names)


def test_replays_and_states_of_the_notebook_show_themselves(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    cells = json.loads((EXAMPLES / "matches.ipynb").read_text(encoding="utf-8"))["cells"]
    names: dict[str, Any] = {}
    shown = [run_cell("".join(cell["source"]), names) for cell in cells if cell["cell_type"] == "code"]
    assert len(shown) == 5
    replay, state = shown[1]._repr_html_(), shown[2]._repr_html_()
    assert "<td>cruise</td>" in replay
    assert "finish line" in replay
    assert "<pre" in replay
    assert "<pre" in state
    assert "Traceback" not in replay + state


@every_row("game", game_names())
def test_every_games_states_show_themselves(game):
    chosen = get_game(game)
    assert "</pre>" in chosen.start(chosen.configure(), 1)._repr_html_()


def test_a_replay_that_cannot_be_played_again_says_why(tmp_path):
    path = tmp_path / "a.gz"
    lanista.play("overdrive", ["cruise", "random"], seed=1, settings={"max_rounds": 5}, replay=path)
    replay = read_replay(path)
    replay.header.behaviour += 1
    replay.header.seats[0].name = "<b>bold</b>"
    shown = replay._repr_html_()
    assert "recorded with version" in shown
    assert "&lt;b&gt;bold" in shown
    with pytest.raises(ReplayError):
        list(play_again(replay))

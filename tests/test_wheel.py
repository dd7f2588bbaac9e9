"""A wheel ships the compiled rules of the built-in games: they work on a machine without any compiler."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from lanista.engine.compiler import SUFFIX, expect_compiler, is_zig
from lanista.game import game_names

ROOT = Path(__file__).parents[1]
BUILD_SECONDS = 1500  # a minute or two on a quiet machine; see `COMPILE_SECONDS` in conftest.py
pytestmark = [pytest.mark.compiles, pytest.mark.long]
PLAY = """
import sys
from lanista.engine.batch import Batch
from lanista.engine.playouts import playouts
from lanista.game import get_game
from lanista.search.model import Model
from lanista.search.searcher import Searcher
for name in sys.argv[1:]:
    game = get_game(name)
    start = game.start(game.configure(), 1)
    batch = Batch([start], 4, opponents={0: "greedy"})
    batch.step(batch.draw_actions(1))
    searcher = Searcher(game, 0, seats=start.seats, rules=start.rules)
    model = Model(name)
    turns = model.playouts([model.new()], turns=2).turns
    print(name, playouts(start, 2, 1)[1] > 0, searcher.think([start], playouts=3).playouts, turns)
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of this checkout; its rules are compiled without what takes most of the time."""
    folder = tmp_path_factory.mktemp("wheel")
    compiler = expect_compiler()
    quick = folder / ("quick-zig" if is_zig(compiler) else "quick-cc")
    quick.write_text(f'#!/bin/sh\nexec {shlex.join(compiler)} "$@" -O0 -fno-sanitize=undefined\n')
    quick.chmod(0o755)
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    environment = {**os.environ, "LANISTA_CC": shlex.quote(str(quick))}
    subprocess.run(command, cwd=ROOT, env=environment, check=True, capture_output=True, timeout=BUILD_SECONDS)
    return next(folder.glob("*.whl"))


def test_it_is_for_one_platform_and_every_python(wheel: Path) -> None:
    assert "-py3-none-" in wheel.name
    assert not wheel.name.endswith("-any.whl")


def test_every_game_plays_without_a_compiler(wheel: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path / "site")
        shipped = [name for name in archive.namelist() if name.endswith(SUFFIX)]
    assert len(shipped) >= 3 * len(game_names())
    environment = {**os.environ, "PYTHONPATH": str(tmp_path / "site"), "LANISTA_CC": "no-such-compiler"}
    environment["LANISTA_CACHE"] = str(tmp_path / "cache")
    command = [sys.executable, "-c", PLAY, *game_names()]
    done = subprocess.run(
        command, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=120, check=False
    )
    assert done.stdout.splitlines() == [f"{name} True 3 2" for name in game_names()], done.stderr
    assert not list((tmp_path / "cache").rglob(f"*{SUFFIX}"))

"""A wheel ships compiled rules, the manual and the list of its parts; the source archive has no recordings."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from hatch_build import TARGETS
from lanista import __version__
from lanista.engine.compiler import SUFFIX, BuildMachine, expect_compiler, is_zig, zig
from lanista.engine.pool import compile_pool
from lanista.game import game_names

ROOT = Path(__file__).parents[1]
BUILD_SECONDS = 1500  # a minute or two on a quiet machine; see `COMPILE_SECONDS` in conftest.py
ABOUT = f"lanista-{__version__}.dist-info"
MAX_SOURCE_BYTES = 8_000_000
MAGIC = {  # how a library of each machine begins: the format, and the processor near the start
    "linux-x86_64": (b"\x7fELF\x02", b"\x03\x00\x3e\x00"),
    "linux-aarch64": (b"\x7fELF\x02", b"\x03\x00\xb7\x00"),
    "macos-x86_64": (b"\xcf\xfa\xed\xfe", b"\x07\x00\x00\x01"),
    "macos-arm64": (b"\xcf\xfa\xed\xfe", b"\x0c\x00\x00\x01"),
    "windows-x86_64": (b"MZ", b"PE\x00\x00\x64\x86"),
    "windows-arm64": (b"MZ", b"PE\x00\x00\x64\xaa"),
}
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


def test_it_has_the_manual_and_the_list_of_its_parts(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
        parts = json.loads(archive.read(f"{ABOUT}/sboms/lanista.cdx.json"))
    pages = {path.relative_to(ROOT / "docs").as_posix() for path in (ROOT / "docs").rglob("*.md")}
    assert {f"lanista/manual/{page}" for page in pages} <= names
    assert (parts["bomFormat"], parts["metadata"]["component"]["version"]) == ("CycloneDX", __version__)
    assert {"numpy", "click", "litestar"} <= {part["name"] for part in parts["components"]}


def test_its_readme_leads_nowhere_in_the_tree(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        text = archive.read(f"{ABOUT}/METADATA").decode()
    assert f"Version: {__version__}\n" in text
    assert "Write a bot (`lanista docs bots`)" in text
    assert re.findall(r"\]\((?!https?:|#)[^)]*\)", text) == []


@pytest.mark.parametrize("machine", TARGETS)
def test_zig_compiles_for_every_machine(machine: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lanista.engine.compiler.COMPILE_SECONDS", BUILD_SECONDS)
    if zig() is None:
        pytest.skip("needs Zig's compiler: pip install ziglang")
    _, *names = TARGETS[machine]
    built = compile_pool(tmp_path, BuildMachine(*names)).read_bytes()
    system, processor = MAGIC[machine]
    assert built.startswith(system)
    assert processor in built[:512]
    versions = {tuple(map(int, found.split(b"."))) for found in re.findall(rb"GLIBC_([\d.]+)", built)}
    assert max(versions, default=(0,)) <= (2, 17)


def test_the_source_archive_is_small_and_builds(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-d", str(tmp_path)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True, timeout=BUILD_SECONDS)
    file = tmp_path / f"lanista-{__version__}.tar.gz"
    with tarfile.open(file) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert file.stat().st_size < MAX_SOURCE_BYTES
    assert {"pyproject.toml", "hatch_build.py", "README.md", "LICENSE", "docs/games.md"} <= names
    assert not [name for name in names if name.startswith("tests/traces")]


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

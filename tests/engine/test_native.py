"""Native twins: what their cache depends on, what they do without Numba, and how they see enumerations."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from lanista.engine import Records, State, loops, native, rule, zeros
from lanista.engine.native import OPTIONS, Native, available, cache_key, cache_root
from lanista.errors import NativeError
from tests.sixth_game import COINS, RULES
from tests.sixth_game.rules import step
from tests.sixth_game.state import Config, Line, Step, Way, Work


@rule
def step_left(line: Line, moves: Records[Step], config: Config, work: Work) -> None:
    """Writes a member of an enumeration, compares with one and counts with one."""
    line.filler = Way.LEFT
    if moves[0].way == Way.RIGHT:
        line.filler = Way.RIGHT + Way.RIGHT * 10
    line.turn += chosen(moves[0].way)


@rule
def chosen(way: int) -> int:
    """Gives a member or a plain number, which must be one kind to the compiler."""
    return Way.RIGHT if way == Way.STAY else 5


@pytest.fixture
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache that nobody has written to yet."""
    monkeypatch.setenv("LANISTA_CACHE", str(tmp_path))
    return tmp_path / "lanista" / "native"


def take_step(twins: Native, move: Way = Way.RIGHT) -> State[Any, Any]:
    """One compiled turn of the sixth game."""
    state, moves = COINS.start(COINS.configure(), 1, 2), zeros(Step, 2)
    moves["way"] = move
    twins.loop(loops.step_once)(state.data, moves, state.fixed, zeros(Work))
    return state


# What the cache depends on


@pytest.fixture
def sources(tmp_path: Path) -> list[str]:
    """Two files of rules."""
    for name in ("rules.py", "moves.py"):
        (tmp_path / name).write_text(f"# {name}\n")
    return [str(tmp_path / "rules.py")]


def edit_the_rules(folder: Path) -> None:
    (folder / "rules.py").write_text("# other rules\n")


def edit_another_file(folder: Path) -> None:
    (folder / "moves.py").write_text("# other moves\n")


def add_a_file(folder: Path) -> None:
    (folder / "state.py").write_text("LENGTH = 3\n")


def rename_a_file(folder: Path) -> None:
    (folder / "moves.py").rename(folder / "move.py")


def touch(folder: Path) -> None:
    os.utime(folder / "rules.py", (1, 1))


def write_a_text(folder: Path) -> None:
    (folder / "notes.txt").write_text("nothing to compile\n")


EDITS: list[tuple[Callable[[Path], None], bool]] = [
    (edit_the_rules, True),
    (edit_another_file, True),
    (add_a_file, True),
    (rename_a_file, True),
    (touch, False),
    (write_a_text, False),
]


@pytest.mark.parametrize(("edit", "changes"), EDITS, ids=[edit.__name__ for edit, _ in EDITS])
def test_the_key_changes_with_the_content_of_every_source(
    sources: list[str], edit: Callable[[Path], None], changes: bool
) -> None:
    before = cache_key(sources, OPTIONS)
    edit(Path(sources[0]).parent)
    assert (cache_key(sources, OPTIONS) != before) == changes


@pytest.mark.parametrize("options", [{"boundscheck": False}, {"parallel": True}, {"fastmath": False}])
def test_the_key_changes_with_the_options(sources: list[str], options: dict[str, Any]) -> None:
    assert cache_key(sources, {**OPTIONS, **options}) != cache_key(sources, OPTIONS)


@pytest.mark.parametrize("library", ["numba", "llvmlite", "numpy"])
def test_the_key_changes_with_the_versions(
    sources: list[str], library: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = cache_key(sources, OPTIONS)
    monkeypatch.setattr(f"{library}.__version__", "0.0.0")
    assert cache_key(sources, OPTIONS) != before


@pytest.mark.parametrize(
    ("variables", "expected"),
    [
        ({"LANISTA_CACHE": "a", "XDG_CACHE_HOME": "b"}, Path("a")),
        ({"XDG_CACHE_HOME": "b"}, Path("b")),
        ({"HOME": "home", "USERPROFILE": "home"}, Path("home") / ".cache"),
    ],
)
def test_the_cache_can_be_moved(
    variables: dict[str, str], expected: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("LANISTA_CACHE", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert cache_root() == expected / "lanista" / "native"


def test_compiled_code_is_found_again(own_cache: Path) -> None:
    hits = []
    for _ in range(2):
        twins = Native(RULES)
        compiled = twins._compile_loop(loops.step_once, False)  # type: ignore[arg-type]
        state = COINS.start(COINS.configure(), 1, 2)
        compiled(state.data, zeros(Step, 2), state.fixed, zeros(Work))
        hits.append(sum(compiled.stats.cache_hits.values()))
    assert hits == [0, 1]
    assert list(own_cache.rglob("*.nbi"))


def test_variants_of_a_game_do_not_find_each_others_code(own_cache: Path) -> None:
    """They share a name, sources and versions; only which rule stands for `step` differs."""
    usual, left = Native(RULES), Native(replace(RULES, step=step_left))
    here = Native(replace(RULES, step=step_elsewhere))
    assert take_step(usual).record.filler == 0
    assert take_step(left).record.filler == Way.RIGHT + Way.RIGHT * 10
    assert take_step(here).record.filler == 77


@rule
def step_elsewhere(line: Line, moves: Records[Step], config: Config, work: Work) -> None:
    """Another variant in the same file."""
    step(line, moves, config, work)
    line.filler = 77


def test_a_cache_that_cannot_be_written_is_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("LANISTA_CACHE", str(tmp_path / "file"))
    assert take_step(Native(RULES)).record.turn == 1


# Without Numba


def test_without_numba_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(native, "available", lambda: False)
    with pytest.raises(NativeError, match=r"needs Numba; install it with: pip install 'lanista\[native\]'"):
        Native(RULES)


def test_numba_is_looked_for_without_importing_it(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    monkeypatch.setattr("importlib.util.find_spec", asked.append)
    assert not available()
    assert asked == ["numba"]


# Twins


@pytest.mark.parametrize("way", list(Way))
def test_members_of_enumerations_are_plain_numbers(way: Way) -> None:
    interpreted = COINS.start(COINS.configure(), 1, 2)
    game = type("Left", (type(COINS),), {"rules": replace(RULES, step=step_left)})()
    game.step(interpreted, [(way,), (way,)])
    assert take_step(Native(replace(RULES, step=step_left)), way) == interpreted


def test_a_twin_is_made_once_and_the_rule_stays_plain() -> None:
    twins = Native(RULES)
    assert twins.twin(step) is twins.twin(step)
    assert twins.loop(loops.step_once) is twins.loop(loops.step_once)
    assert type(step).__name__ == "function"


def test_there_is_one_set_of_twins_per_game_and_process() -> None:
    assert native.native(RULES) is native.native(replace(RULES))


def test_an_index_beside_an_array_is_an_error_when_compiled_too() -> None:
    state = COINS.start(COINS.configure(), 1, 2)
    which, too_short = np.zeros(1, dtype=np.int64), np.zeros((1, 2, 3), dtype=np.int16)
    with pytest.raises(IndexError):
        native.native(RULES).loop(loops.observe_batch)(state.data, state.fixed, which, too_short)

"""Native twins: that variants are kept apart, what they do without Numba, and how they see enumerations."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from lanista.engine import Records, State, loops, native, rule, zeros
from lanista.engine.native import Native, available
from lanista.errors import NativeError
from tests.coins import COINS, RULES
from tests.coins.rules import step
from tests.coins.state import Config, Line, Step, Way, Work


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


# What is kept


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

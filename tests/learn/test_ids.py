"""Every installed game has an id, and a missing extra is named."""

from __future__ import annotations

import doctest
import importlib.util
from typing import Any

import gymnasium
import pytest

from lanista import learn
from lanista.core.errors import InputError
from lanista.learn.ids import environment_id


@pytest.mark.parametrize("name", ["Overdrive", "TowerDefence", "Sproutopia", "Rampage", "Tanks"])
def test_ids_of_the_games(name: str) -> None:
    assert f"lanista/{name}-v0" in gymnasium.registry


def test_another_packages_game_gets_its_id(sixth_game: str) -> None:
    assert environment_id(sixth_game) == "lanista/Fruit-v0"
    env = gymnasium.make("lanista/Fruit-v0")
    env.reset(seed=1)
    assert env.unwrapped.spec is not None


def test_a_module_in_the_id_is_imported() -> None:
    assert gymnasium.make("lanista.learn:lanista/Overdrive-v0").spec is not None


@pytest.mark.parametrize("name", ["parallel_env", "vector_env", "SeatEnv"])
def test_a_missing_extra_is_named(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    find = importlib.util.find_spec
    without: Any = lambda module, *more: None if module == "pettingzoo" else find(module, *more)  # noqa: E731
    monkeypatch.setattr(learn, "find_spec", without)
    with pytest.raises(InputError, match=rf"learn\.{name} needs pettingzoo, .* pip install 'lanista\[learn\]'"):
        getattr(learn, name)


def test_other_names_are_no_part_of_it() -> None:
    with pytest.raises(AttributeError, match="no attribute 'serial_env'"):
        learn.serial_env  # noqa: B018


@pytest.mark.usefixtures("interpreted")
def test_the_example_in_the_docstring_runs() -> None:
    assert doctest.testmod(learn) == doctest.TestResults(failed=0, attempted=5)

"""Each adapter plays legal moves in environments of its library, and counts steps; the libraries are fakes."""

from __future__ import annotations

import importlib
import sys
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np
import pytest

from lanista.tools.bench.peers.catalogue import ADAPTERS, ALONE, SEEN, PeerEnvironment
from tests.tools.bench.peers import fake_jax

COUNT = 1024  # environments of a batch


@pytest.fixture
def adapter(monkeypatch):
    """Import an adapter anew, while the modules that it needs are fakes."""

    def load(name: str, **fakes: Any) -> ModuleType:
        for module, content in fakes.items():
            monkeypatch.setitem(sys.modules, module.replace("__", "."), content)
        full = f"{ADAPTERS}.{name}"
        for module in (full, f"{ADAPTERS}.jitted"):
            monkeypatch.delitem(sys.modules, module, raising=False)
        found = importlib.import_module(full)
        monkeypatch.delitem(sys.modules, full)
        return found

    return load


def sizes(made: PeerEnvironment) -> tuple[float, ...]:
    return made.seats, made.moves, made.actions, made.numbers


class Countdown:
    """A game of OpenSpiel: a die, then a move of one seat, then one of both; five times, then it is over."""

    def __init__(self) -> None:
        self.time = 0
        self.seen = 0

    def is_terminal(self):
        return self.time == 15

    def is_chance_node(self) -> bool:
        return self.time % 3 == 0

    def is_simultaneous_node(self):
        return self.time % 3 == 2

    def chance_outcomes(self):
        return [(1, 0.5), (6, 0.5)]

    def current_player(self):
        return 1

    def num_players(self):
        return 2

    def legal_actions(self, seat=1):
        return [seat + 4]

    def apply_action(self, action):
        assert action in ((1, 6) if self.is_chance_node() else (5,))
        self.time += 1

    def apply_actions(self, actions):
        assert actions == [4, 5]
        self.time += 1


def test_open_spiel_rolls_dice_and_moves_one_seat_or_all(adapter):
    seen: list[int] = []
    game = SimpleNamespace(
        num_players=lambda: 2,
        num_distinct_actions=lambda: 9,
        new_initial_state=Countdown,
        get_type=lambda: SimpleNamespace(dynamics="in turns"),
    )
    kinds = SimpleNamespace(Dynamics=SimpleNamespace(SIMULTANEOUS="simultaneous"))
    view = SimpleNamespace(tensor=np.zeros(27), set_from=lambda _, seat: seen.append(seat))
    observation = SimpleNamespace(make_observation=lambda _: view)
    spiel = adapter(
        "open_spiel",
        pyspiel=SimpleNamespace(load_game=lambda _: game, GameType=kinds),
        open_spiel__python__observation=observation,
    )
    made = spiel.make("countdown")
    assert sizes(made) == (2, 1, 9, 27)
    assert made.jobs[ALONE]() == spiel.STEPS
    assert seen == []
    assert made.jobs[SEEN]() == spiel.STEPS
    assert seen[:3] == [1, 0, 1], "who moves alone, then both"


class Turns:
    """An environment of PettingZoo whose episodes last three moves."""

    possible_agents = ("a", "b")

    def reset(self, seed=None):
        self.moves = 0

    def last(self):
        return {"action_mask": np.array([0, 0, 1])}, 0.0, self.moves == 3, False, {}

    def step(self, action):
        assert action == 2
        self.moves += 1

    def observation_space(self, _):
        return {"observation": SimpleNamespace(shape=(3, 6))}

    def action_space(self, _):
        return SimpleNamespace(n=3)


def test_pettingzoo_begins_episodes_anew(adapter):
    zoo = adapter("pettingzoo", pettingzoo__classic__turns_v1=SimpleNamespace(raw_env=Turns))
    made = zoo.make("turns_v1")
    assert sizes(made) == (2, 1, 3, 18)
    assert made.jobs[SEEN]() == zoo.STEPS


def masks_of(count: int) -> Any:
    return np.tile([False, True, False], (count, 1))


def test_pgx_steps_a_batch_with_legal_actions(adapter):
    class State(SimpleNamespace):
        @classmethod
        def of(cls, keys: Any) -> Any:
            return cls(observation=np.zeros((len(keys), 3, 4)), legal_action_mask=masks_of(len(keys)))

    def step(state, actions, keys):
        assert (actions == 1).all()
        return State.of(keys)

    env = SimpleNamespace(init=State.of, step=step, num_players=2, num_actions=3)
    wrapped = SimpleNamespace(auto_reset=lambda step, _: step)
    fakes = {"pgx": SimpleNamespace(make=lambda _: env), "pgx.experimental": wrapped, **fake_jax.modules()}
    pgx = adapter("pgx", **fakes)
    made = pgx.make("any")
    assert sizes(made) == (2, 1, 3, 12)
    assert made.jobs[SEEN]() == 16 * COUNT


def test_gymnax_steps_a_batch(adapter):
    def reset(keys, _):
        return np.zeros((len(keys), 5)), np.zeros(len(keys))

    def step(keys, states, actions, _):
        assert len(keys) == len(states) == len(actions) == COUNT
        return np.zeros((COUNT, 5)), states + 1, None, None, {}

    env = SimpleNamespace(reset=reset, step=step, num_actions=4)
    gymnax = adapter("gymnax", gymnax=SimpleNamespace(make=lambda _: (env, None)), **fake_jax.modules())
    made = gymnax.make("any")
    assert sizes(made) == (1, 1, 4, 5)
    assert made.jobs[SEEN]() == 16 * COUNT


@pytest.mark.parametrize(("seats", "numbers"), [(1, 12), (2, 12)])
def test_jumanji_steps_a_batch_with_legal_actions(adapter, seats, numbers):
    mask = masks_of(COUNT) if seats == 1 else np.stack([masks_of(COUNT)] * seats, axis=1)
    observation = SimpleNamespace(grid=np.zeros((COUNT, 3, 4)), action_mask=mask)

    class Env:
        def reset(self, keys):
            return 0, SimpleNamespace(observation=observation)

        def step(self, state, actions):
            assert (actions == 1).all()
            assert actions.shape == mask.shape[:-1]
            return state + 1, SimpleNamespace(observation=observation)

    wrappers = SimpleNamespace(VmapAutoResetWrapper=lambda env: env)
    fakes = {"jumanji": SimpleNamespace(make=lambda _: Env()), "jumanji.wrappers": wrappers, **fake_jax.modules()}
    made = adapter("jumanji", **fakes).make("any")
    assert sizes(made) == (seats, seats, 3, numbers)
    assert made.jobs[SEEN]() == 16 * COUNT


class Compiled:
    """An environment of PufferLib, whose first number counts steps."""

    is_alive = True

    def __init__(self, observations, actions, rewards, terminals, *_):
        self.observations = observations

    def reset(self):
        self.observations[:] = 0

    def step(self):
        self.observations[:] += self.is_alive


def test_pufferlib_refuses_environments_that_stand_still(adapter, monkeypatch):
    puffer = adapter("pufferlib")
    monkeypatch.setattr(puffer, "compiled", lambda _: SimpleNamespace(CySnake=Compiled))
    made = puffer.make("snake")
    assert sizes(made) == (4, 4, 4, 121)
    assert made.jobs[SEEN]() == 16 * COUNT
    monkeypatch.setattr(Compiled, "is_alive", False)
    with pytest.raises(RuntimeError, match="a step changes no observation"):
        puffer.make("snake")


def test_pufferlib_that_is_not_installed_is_said_to_be_missing(adapter, monkeypatch):
    monkeypatch.setattr(importlib.util, "find_spec", lambda _: None)
    with pytest.raises(ModuleNotFoundError, match="No module named 'pufferlib'"):
        adapter("pufferlib").compiled("snake")

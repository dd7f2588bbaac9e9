"""Copies of environments continue in the same way, on their own: libraries copy and pickle what they are given."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import cloudpickle
import numpy as np
import pytest

from lanista import learn
from lanista.engine.batch import Batch
from lanista.game import game_names, get_game
from lanista.game.bots import SEARCH
from lanista.search.model import Model
from tests.long_tests import others_long

TURNS = 4
COPIES: dict[str, Callable[[Any], Any]] = {
    "deepcopy": copy.deepcopy,
    "pickle": lambda env: pickle.loads(pickle.dumps(env)),
    "cloudpickle": lambda env: pickle.loads(cloudpickle.dumps(env)),
}
ENVS: dict[str, Callable[..., Any]] = {
    "parallel": learn.parallel_env,
    "aec": learn.aec_env,
    "single": learn.SeatEnv,
    "alternate": lambda game, **options: learn.SeatEnv(game, seat="alternate", **options),
    "vector": lambda game, **options: learn.vector_env(game, 3, starts=5, **options),
    "fresh": lambda game, **options: learn.vector_env(game, 2, starts=0, seat="alternate", **options),
}


def play_parallel(env: Any, turns: int) -> list[Any]:
    """The data of a PettingZoo environment in some turns, then in another match."""
    said: list[Any] = []
    for _ in range(turns):
        legal = {agent: env._episode.mask(env._seat_of[agent]) for agent in env.agents}
        said.append(env.step({agent: int(np.flatnonzero(mask)[-1]) for agent, mask in legal.items()}))
        if not env.agents:
            said.append(env.reset())
    return said


def play_aec(env: Any, turns: int) -> list[Any]:
    """The same, one agent after the other."""
    said: list[Any] = []
    for _ in range(turns * len(env.possible_agents)):
        if not env.agents:
            env.reset()
        seen, reward, *ends, info = env.last()
        said.append((env.agent_selection, seen, reward, ends, info))
        env.step(None if any(ends) else int(np.flatnonzero(info["action_mask"])[-1]))
    return said


def play_single(env: Any, turns: int) -> list[Any]:
    """The same of a Gymnasium environment."""
    said: list[Any] = []
    for _ in range(turns):
        said.append(env.step(int(np.flatnonzero(env.action_masks())[-1])))
        if any(said[-1][2:4]):
            said.append(env.reset())
    return said


def play_vector(env: Any, turns: int) -> list[Any]:
    """The same of a vector; the first legal action of each match."""
    return [env.step(np.array([int(np.flatnonzero(row)[-1]) for row in masks(env)])) for _ in range(turns)]


def masks(env: Any) -> Any:
    return env._infos()["action_mask"]


PLAY = {"parallel": play_parallel, "aec": play_aec, "vector": play_vector, "fresh": play_vector}


def text(said: list[Any]) -> str:
    """Everything that was said, arrays in full."""
    with np.printoptions(threshold=10**9):
        return repr(said)


@pytest.mark.parametrize("kind", ENVS)
def test_copies_continue_identically_and_on_their_own(game: str, kind: str) -> None:
    env = ENVS[kind](game, max_turns=6, seed=11)
    play = PLAY.get(kind, play_single)
    env.reset(seed=5)
    play(env, TURNS)
    first, second = ({how: make(env) for how, make in COPIES.items()} for _ in range(2))
    before = {how: text(play(twin, TURNS)) for how, twin in first.items()}
    expected = text(play(env, TURNS))
    assert before == dict.fromkeys(COPIES, expected), "copies were played before, and disturbed nothing"
    assert {how: text(play(twin, TURNS)) for how, twin in second.items()} == before


def test_an_environment_is_copied_before_its_first_match(game: str) -> None:
    for make in ENVS.values():
        env = make(game, max_turns=3, seed=11)
        twin = pickle.loads(pickle.dumps(env))
        assert text([twin.reset(seed=2)]) == text([env.reset(seed=2)])


@pytest.mark.usefixtures("interpreted")
def test_interpreted_matches_are_copied_too(game: str) -> None:
    env = learn.SeatEnv(game, seed=4)
    env.reset()
    play_single(env, 2)
    twins = {how: make(env) for how, make in COPIES.items()}
    expected = text(play_single(env, TURNS))
    assert {how: text(play_single(twin, TURNS)) for how, twin in twins.items()} == dict.fromkeys(twins, expected)


@pytest.mark.parametrize(
    ("name", "bot"),
    others_long(
        [(name, bot) for name in game_names() for bot in (get_game(name).bots[-1], SEARCH)],
        [(name, bot) for name in game_names() for bot in (*get_game(name).bots, SEARCH)],
    ),
)
def test_bots_of_the_opponents_continue_in_the_copy(name: str, bot: str) -> None:
    env = learn.SeatEnv(name, opponents="search:playouts=30" if bot == SEARCH else bot)
    env.reset(seed=3)
    play_single(env, 3)
    twins = [make(env) for make in COPIES.values()]
    expected = text(play_single(env, TURNS))
    assert [text(play_single(twin, TURNS)) == expected for twin in twins] == [True] * len(twins)


def test_states_rules_and_batches_are_copied() -> None:
    game = get_game("sproutopia")
    for state in (game.start(game.configure(), 3), game.start(game.configure("standard", {"Rows": 70}), 3)):
        for make in COPIES.values():
            twin = make(state)
            assert twin == state
            assert twin.rules is state.rules
            twin.record.raw[0] ^= 1
            assert twin != state
    batch = Batch([game.start(game.configure(), seed) for seed in range(3)], 4, opponents={1: "greedy"}, seed=5)
    batch.step()
    for make in COPIES.values():
        twin = make(batch)
        for one in (twin, batch):
            one.step(np.zeros((4, batch.seats), np.int32))
        assert (twin.states == batch.states).all()


@pytest.mark.parametrize(
    "action", [2, np.int8(2), np.uint8(2), np.int64(2), np.array(2), np.array(2, np.int8), True]
)
def test_every_action_that_the_space_contains_is_taken(action: Any) -> None:
    single, many = learn.SeatEnv("overdrive"), learn.parallel_env("overdrive")
    vector, aec = ENVS["vector"]("overdrive"), learn.aec_env("overdrive")
    envs: list[Any] = [single, many, vector, aec]
    for env in envs:
        env.reset(seed=1)
    assert single.action_space.contains(action)
    single.step(action)
    many.step(dict.fromkeys(many.agents, action))
    aec.step(action)
    vector.step([action] * 3)
    if action is not True:
        model: Any = Model("overdrive")
        model.step([model.new(1)], [[[action, None]]])
        model.step([model.new(1)], np.full((1, 1, 2), action))
        model.step([model.new(1)], [[np.full(2, action)]])

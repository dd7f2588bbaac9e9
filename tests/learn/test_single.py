"""Gymnasium's own checks of one seat against opponents."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from lanista import learn
from lanista.core.errors import InputError
from lanista.game import get_game
from lanista.learn.ids import environment_id

pytestmark = pytest.mark.usefixtures("interpreted")


def trajectory(env: gymnasium.Env[Any, Any], seed: int, turns: int) -> list[Any]:
    """Observations and rewards of random legal play."""
    env.action_space.seed(seed)
    observation, info = env.reset(seed=seed)
    seen: list[Any] = [observation.tolist()]
    for _ in range(turns):
        observation, reward, terminated, truncated, info = env.step(env.action_space.sample(info["action_mask"]))
        seen.append((observation.tolist(), reward, terminated, truncated))
    return seen


def test_gymnasiums_own_check(game: str) -> None:
    check_env(gymnasium.make(environment_id(game), max_turns=3).unwrapped)


@pytest.mark.parametrize("kind", ["int8", "int16", "float32"])
def test_every_kind_of_observation_is_within_its_space(game: str, kind: str) -> None:
    env = gymnasium.make(environment_id(game), observations=kind, max_turns=8)
    observation, info = env.reset(seed=2)
    for _ in range(8):
        assert observation.dtype == kind
        assert env.observation_space.contains(observation)
        observation, _, _, _, info = env.step(env.action_space.sample(info["action_mask"]))


def test_the_same_seed_gives_the_same_match() -> None:
    first, second, other = (trajectory(gymnasium.make("lanista/Overdrive-v0"), seed, 10) for seed in (3, 3, 4))
    assert first == second
    assert first != other


def test_a_match_goes_to_its_end() -> None:
    env = learn.SeatEnv("overdrive", settings={"max_rounds": 5}, seat=1)
    env.reset(seed=1)
    for _ in range(5):
        _, reward, terminated, truncated, info = env.step(0)
    assert (terminated, truncated) == (True, False)
    assert reward == info["outcome"][1] == -1, "who does nothing loses"
    assert info["ranks"].tolist() == [1, 2]
    with pytest.raises(InputError, match="the match has ended; call `reset`"):
        env.step(0)


def test_algorithms_with_masks_find_them_by_their_name() -> None:
    env = gymnasium.make("lanista/TowerDefence-v0")
    _, info = env.reset(seed=1)
    masks = env.unwrapped.action_masks()  # type: ignore[attr-defined]
    assert masks.dtype == np.bool_
    assert masks.tolist() == info["action_mask"].astype(bool).tolist()


def test_the_seat_alternates() -> None:
    env = learn.SeatEnv("sproutopia", seats=3, seat="alternate")
    assert [env.reset(seed=4 if match == 0 else None)[1]["seat"] for match in range(4)] == [0, 1, 2, 0]


@pytest.mark.parametrize(
    "opponents",
    ["greedy", "squares", ["greedy", "squares"], {0: "greedy", 2: "search:playouts=20"}],
    ids=str,
)
def test_opponents_are_built_in_bots(opponents: Any) -> None:
    """All of them move."""
    env = learn.SeatEnv("sproutopia", seats=3, seat=1, opponents=opponents, settings={"Rows": 20, "Cols": 20})
    env.reset(seed=2)
    before = env.episode.state.clone()
    for _ in range(6):
        env.step(1)
    cells = [[(farmer.x, farmer.y) for farmer in state.record.farmers] for state in (before, env.episode.state)]
    assert all(cells[0][seat] != cells[1][seat] for seat in (0, 2))


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"opponents": "gredy"}, "opponents: tanks has no bot 'gredy'; it has random, .*, greedy, search"),
        ({"opponents": ["greedy"]}, r"one name, or one for each of the seats \[1, 2\] of tanks, got \['greedy'\]"),
        ({"opponents": {0: "greedy", 1: "greedy"}}, r"each of the seats \[1, 2\] of tanks, got \{0: 'greedy'"),
        ({"seat": 3}, 'seat: expected a number from 0 to 2 or "alternate", got 3'),
        ({"render_mode": "svg"}, "render_mode: expected one of human, ansi, rgb_array, got 'svg'"),
    ],
    ids=str,
)
def test_wrong_settings_are_refused(settings: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        learn.SeatEnv("tanks", seats=3, **settings)


def test_a_match_can_begin_at_another_moment() -> None:
    game = get_game("tower_defence")
    state = game.start(game.configure(), 9)
    state.record.round = 5
    env = learn.SeatEnv("tower_defence", observations="int16")
    observation, _ = env.reset(options={"state": state})
    assert observation.tolist() == game.observe(state, 0).tolist()
    env.step(0)
    assert state.record.round == 5, "a copy is played"
    with pytest.raises(InputError, match="expected a state of tower_defence with 2 seats, got one of overdrive"):
        env.reset(options={"state": get_game("overdrive").start(get_game("overdrive").configure(), 1)})


def test_compact_actions_leave_out_what_is_never_legal() -> None:
    compact, flat = (learn.SeatEnv("tower_defence", compact=yes) for yes in (True, False))
    numbers = compact.setup.action_numbers
    assert compact.action_space == gymnasium.spaces.Discrete(len(numbers))
    assert len(numbers) < len(flat.setup.action_numbers)
    (_, few), (_, many) = compact.reset(seed=3), flat.reset(seed=3)
    assert few["action_mask"].tolist() == many["action_mask"][numbers].tolist()
    assert few["action_mask"].sum() == many["action_mask"].sum(), "nothing that is legal was left out"
    last = int(np.flatnonzero(few["action_mask"])[-1])
    assert compact.step(last)[0].tolist() == flat.step(int(numbers[last]))[0].tolist()

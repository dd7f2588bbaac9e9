"""A vector of matches does what as many single environments do."""

from __future__ import annotations

from functools import partial
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from gymnasium.wrappers.vector import DictInfoToList, RecordEpisodeStatistics

from lanista import learn
from lanista.core.errors import InputError
from lanista.learn.ids import environment_id
from lanista.learn.pool import pool_size

COUNT = 3
TURNS = 5
REWARD = {"outcome": 1.0, "score": 0.25}


def of_singles(game: str, **settings: Any) -> SyncVectorEnv:
    """As many environments of one match as the vector has, stepped one after the other by Gymnasium."""
    single = partial(learn.SeatEnv, game, **settings)
    return SyncVectorEnv([single] * COUNT, autoreset_mode=AutoresetMode.SAME_STEP)


def assert_same(expected: Any, found: Any, path: str) -> None:
    """Equal arrays of equal kinds; of infos, what the vector has."""
    if isinstance(found, dict):
        for name in found.keys() & expected.keys():
            assert_same(expected[name], found[name], f"{path}.{name}")
    elif found.dtype == object:
        for one, other in zip(expected, found, strict=True):
            assert (one is None and other is None) or np.array_equal(one, other), path
    else:
        assert expected.dtype == found.dtype, path
        assert np.array_equal(expected, found), path


def test_a_vector_is_equal_to_single_environments(game: str) -> None:
    """Through several matches, cut off after some turns, which compiled rules play in both."""
    settings = {"max_turns": TURNS, "reward": REWARD}
    vector, singles = learn.vector_env(game, COUNT, starts=0, **settings), of_singles(game, **settings)
    for name in ("single_observation_space", "observation_space", "single_action_space", "action_space"):
        assert getattr(vector, name) == getattr(singles, name)
    assert_same(singles.reset(seed=5)[0], vector.reset(seed=5)[0], "reset")
    vector.action_space.seed(6)
    ends = 0
    for turn in range(3 * TURNS + 1):
        actions = vector.action_space.sample()
        found = vector.step(actions)
        for number, (one, other) in enumerate(zip(singles.step(actions), found, strict=True)):
            assert_same(one, other, f"turn {turn}, part {number}")
        ends += int(found[3].sum())
    assert ends == 3 * COUNT


def test_ends_come_with_last_observations_and_outcomes() -> None:
    settings: dict[str, Any] = {"settings": {"max_rounds": TURNS}, "observations": "int16", "reward": "score"}
    vector, singles = (
        learn.vector_env("overdrive", COUNT, starts=0, **settings),
        of_singles("overdrive", **settings),
    )
    vector.reset(seed=1)
    singles.reset(seed=1)
    for _ in range(TURNS):
        actions = np.full(COUNT, 3)
        observations, _, terminations, truncations, infos = vector.step(actions)
        *_, expected = singles.step(actions)
    assert terminations.all()
    assert not truncations.any()
    last, about = infos["final_obs"], infos["final_info"]
    assert all(np.array_equal(row, other) for row, other in zip(last, expected["final_obs"], strict=True))
    assert not np.array_equal(last[0], observations[0]), "the next match has begun"
    assert about["outcome"].tolist() == expected["final_info"]["outcome"].tolist()
    assert set(about["outcome"].ravel()) == {-1.0, 1.0}
    assert about["turn"].tolist() == [TURNS] * COUNT
    assert infos["turn"].tolist() == [0] * COUNT


def test_gymnasium_makes_it_by_its_id(game: str) -> None:
    env = gymnasium.make_vec(environment_id(game), num_envs=2, max_episode_steps=2, starts=2)
    assert isinstance(env.unwrapped, learn.BatchEnv)
    assert env.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    first, infos = env.reset(seed=1)
    assert infos["action_mask"].shape == (2, int(env.single_action_space.n))  # type: ignore[attr-defined]
    for _ in range(2):
        observations, _, _, truncations, infos = env.step(infos["action_mask"].argmax(axis=1))
        assert env.observation_space.contains(observations)
    assert truncations.all()
    assert env.reset(seed=1)[0].tolist() == first.tolist()
    assert env.reset()[0].shape == first.shape


def test_gymnasiums_wrappers_understand_its_ends() -> None:
    made = gymnasium.make_vec("lanista/Overdrive-v0", num_envs=2, starts=2, settings={"max_rounds": 2})
    env = DictInfoToList(RecordEpisodeStatistics(made))
    env.reset(seed=1)
    for turn in range(5):
        *_, infos = env.step(np.zeros(2, dtype=np.int64))
        for info in infos:
            assert ("final_info" in info) == ("episode" in info) == (turn % 2 == 1)
    assert env.step(np.zeros(2, dtype=np.int64))[4][0]["episode"]["l"] == 2


def test_alternate_seats_differ_between_matches() -> None:
    """Match i has seat i modulo the number of seats, and sees what that seat sees."""
    vector = learn.vector_env("overdrive", 4, seat="alternate", starts=0, observations="int16")
    rows, _ = vector.reset(seed=[3, 3, 3, 3])
    for match, seat in enumerate([0, 1, 0, 1]):
        single = learn.SeatEnv("overdrive", seat=seat, observations="int16")
        assert rows[match].tolist() == single.reset(seed=3)[0].tolist()
    for _ in range(3):
        rows, *_ = vector.step(np.array([4, 0, 4, 0]))
    assert rows[0].tolist() == rows[2].tolist()
    assert rows[1].tolist() == rows[3].tolist()


def test_returned_arrays_are_not_reused() -> None:
    vector = learn.vector_env("tower_defence", 2, starts=2)
    before, _ = vector.reset(seed=1)
    copy = before.copy()
    vector.step(np.array([0, 0]))
    assert np.array_equal(before, copy)


@pytest.mark.parametrize(("size", "matches", "expected"), [(128, 5, 128), (128, 64, 129), (6, 10, 7), (1, 8, 1)])
def test_every_match_gets_to_play_each_start_of_a_pool(size: int, matches: int, expected: int) -> None:
    length = pool_size(size, matches)
    assert length == expected
    assert {(3 + turn * matches) % length for turn in range(length)} == set(range(length))


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        (
            {"opponents": "search"},
            "'search' is no rule, and only rules play in a vector of matches; overdrive",
        ),
        ({"num_envs": 0}, "num_envs: expected a whole number from 1, got 0"),
        ({"starts": -1}, "starts: expected a whole number from 0, got -1"),
        ({"seat": "both"}, "seat: expected a number from 0 to 1"),
    ],
    ids=str,
)
def test_wrong_settings_are_refused(settings: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        learn.vector_env("overdrive", **{"num_envs": 2, **settings})


def test_wrong_calls_are_refused() -> None:
    vector = learn.vector_env("tower_defence", 2, starts=1)
    with pytest.raises(InputError, match="there are no matches yet; call `reset`"):
        vector.step(np.array([0, 0]))
    vector.reset(seed=1)
    for actions, message in (
        (np.array([0, 0, 0]), r"whole numbers of shape \(2,\), got int64 of shape \(3,\)"),
        (np.array([0.0, 1.0]), r"whole numbers of shape \(2,\), got float64"),
        (np.array([0, 999]), r"actions from 0 to \d+, got 999 at actions\[1\]"),
    ):
        with pytest.raises(InputError, match=message):
            vector.step(actions)
    with pytest.raises(InputError, match="seed: expected 2 of them, or one, got 3"):
        vector.reset(seed=[1, 2, 3])

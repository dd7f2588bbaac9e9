"""PettingZoo's own checks, agents that leave, and what a seat may see."""

from __future__ import annotations

from functools import partial
from types import SimpleNamespace
from typing import Any

import pytest
from pettingzoo.test import (
    api_test,
    max_cycles_test,
    parallel_api_test,
    parallel_seed_test,
    render_test,
    seed_test,
)

from lanista import learn
from lanista.core.errors import InputError
from lanista.learn.achievements import value_of

TURNS = 6

# Of the classic environments, whose observations also are dictionaries with masks, PettingZoo says it by name only
DICTIONARY = pytest.mark.filterwarnings(
    "ignore:Observation is not a NumPy array",
    "ignore:Observation space for each agent probably should be gymnasium.spaces.box",
)


def legal_actions(env: learn.MatchEnv, infos: dict[str, dict[str, Any]]) -> dict[str, int]:
    """A random legal action of each agent."""
    return {agent: env.action_space(agent).sample(infos[agent]["action_mask"]) for agent in env.agents}


def seeded(env: learn.MatchEnv, seed: int) -> dict[str, dict[str, Any]]:
    """Begin a match in which random actions are the same each time; the infos of its agents."""
    for number, agent in enumerate(env.possible_agents):
        env.action_space(agent).seed(seed + number)
    return env.reset(seed=seed)[1]


# PettingZoo's checks


@pytest.mark.usefixtures("interpreted")
class TestPeersChecks:
    def test_the_parallel_api(self, game: str) -> None:
        parallel_api_test(learn.parallel_env(game, max_turns=TURNS), num_cycles=2 * TURNS)

    @DICTIONARY
    def test_the_api_of_agents_that_act_in_turn(self, game: str) -> None:
        api_test(learn.aec_env(game, max_turns=TURNS), num_cycles=4 * TURNS)

    def test_seeds(self, game: str) -> None:
        seed_test(partial(learn.aec_env, game), num_cycles=TURNS)
        parallel_seed_test(partial(learn.parallel_env, game), num_cycles=TURNS)

    def test_max_cycles(self, game: str) -> None:
        both = {"parallel_env": partial(learn.parallel_env, game), "env": partial(learn.aec_env, game)}
        max_cycles_test(SimpleNamespace(**both))

    def test_render_modes(self, game: str) -> None:
        render_test(partial(learn.aec_env, game))

    @pytest.mark.parametrize(
        ("name", "seats"), [("sproutopia", 1), ("sproutopia", 3), ("tanks", 2), ("tanks", 40)], ids=str
    )
    def test_numbers_of_seats(self, name: str, seats: int) -> None:
        env = learn.parallel_env(name, seats=seats, max_turns=3)
        assert len(env.possible_agents) == seats
        parallel_api_test(env, num_cycles=4)


# Matches


@pytest.mark.usefixtures("interpreted")
def test_all_agents_end_at_once_and_learn_the_outcome() -> None:
    env = learn.parallel_env("overdrive", settings={"max_rounds": 4})
    infos = seeded(env, 3)
    for _ in range(4):
        assert all("outcome" not in info for info in infos.values())
        _, rewards, terminations, truncations, infos = env.step(legal_actions(env, infos))
    assert terminations == {"seat_0": True, "seat_1": True}
    assert truncations == {"seat_0": False, "seat_1": False}
    assert env.agents == []
    for seat, info in enumerate(infos.values()):
        assert info["outcome"].tolist() in ([1.0, -1.0], [-1.0, 1.0])
        assert rewards[f"seat_{seat}"] == info["outcome"][seat]
        assert sorted(info["ranks"]) == [1, 2]
        assert info["reason"] == "round limit"
    with pytest.raises(InputError, match="no agent is left in the match; call `reset`"):
        env.step({})


@pytest.mark.usefixtures("interpreted")
def test_an_agent_that_is_out_leaves_and_never_returns() -> None:
    env = learn.parallel_env("tanks", seats=6, map="small", settings={"full_health": 1})
    infos, gone, last = seeded(env, 1), set[str](), {}
    while env.agents:
        acting = set(env.agents)
        observations, rewards, terminations, truncations, infos = env.step(legal_actions(env, infos))
        told = observations, rewards, terminations, truncations, infos
        assert all(set(part) == acting for part in told), "told about everything in the turn in which it acted"
        assert set(env.agents) == acting - {agent for agent in acting if terminations[agent]}
        assert not acting & gone
        if env.agents:
            gone |= {agent for agent in acting if terminations[agent]}
            state = env.episode.state
            for seat, agent in enumerate(env.possible_agents):
                if terminations.get(agent):
                    assert rewards[agent] == value_of(state, seat)
        else:
            last = infos
    assert gone, "some left while the match went on"
    outcome = next(iter(last.values()))["outcome"]
    assert len(outcome) == 6


@pytest.mark.usefixtures("interpreted")
def test_a_match_that_takes_too_long_is_truncated() -> None:
    env = learn.parallel_env("rampage", max_turns=2)
    infos = seeded(env, 1)
    assert env.step(legal_actions(env, infos))[3] == {"seat_0": False, "seat_1": False}
    _, _, terminations, truncations, infos = env.step(legal_actions(env, infos))
    assert set(terminations.values()) == {False}
    assert set(truncations.values()) == {True}
    assert env.agents == []
    assert all("outcome" not in info for info in infos.values())


@pytest.mark.usefixtures("interpreted")
def test_resets_without_a_seed_bring_other_matches() -> None:
    def seeds(count: int, **options: Any) -> list[int]:
        env = learn.parallel_env("tower_defence", **options)
        return [env.episode.seed for _ in range(count) if env.reset()]

    assert len(set(seeds(5))) == 5
    assert seeds(5) != seeds(5)
    assert seeds(3, seed=7) == seeds(3, seed=7)


@pytest.mark.usefixtures("interpreted")
@pytest.mark.parametrize(
    ("actions", "message"),
    [
        ({"seat_0": 1}, "turn 1: expected an action of each of seat_0, seat_1; got seat_0"),
        ({}, "turn 1: expected an action of each of seat_0, seat_1; got none"),
        ({"seat_0": 1, "seat_1": 999}, "seat 1, turn 1: expected an action from 0 to 129, got 999"),
        ({"seat_0": -1, "seat_1": 0}, "seat 0, turn 1: expected an action from 0 to 129, got -1"),
        ({"seat_0": "left", "seat_1": 0}, "seat 0, turn 1: expected an action from 0 to 129, got 'left'"),
    ],
)
def test_actions_that_do_not_exist_are_refused(actions: dict[str, Any], message: str) -> None:
    env = learn.parallel_env("overdrive")
    env.reset(seed=1)
    with pytest.raises(InputError, match=message):
        env.step(actions)


def test_nothing_can_be_played_or_drawn_before_a_reset() -> None:
    env = learn.parallel_env("overdrive", render_mode="ansi")
    with pytest.raises(InputError, match="there is no match yet; call `reset`"):
        env.render()
    with pytest.raises(InputError, match="no agent is left in the match; call `reset`"):
        env.step({"seat_0": 0, "seat_1": 0})


# Hidden information

# Settings under which a game hides something within a few turns, if its standard ones hide nothing
HIDING = {"tower_defence": {"ruleset": "classic", "settings": {"start_energy": 500}}}


@pytest.mark.usefixtures("interpreted")
def test_an_agent_sees_only_what_its_seat_sees(game: str) -> None:
    """Whatever is hidden from a seat is redrawn: its observation and its mask stay the same."""
    options: Any = HIDING.get(game, {})
    env = learn.parallel_env(game, **options)
    infos, redrawn = seeded(env, 5), False
    other = learn.parallel_env(game, **options)
    for turn in range(TURNS):
        state = env.episode.state
        seen, _ = other.reset(seed=1, options={"state": state})
        for seat, agent in enumerate(env.possible_agents[:3]):
            hidden = env.setup.game.learning.redraw_hidden(state, seat, turn)
            redrawn |= hidden.bytes() != state.bytes()
            found, _ = other.reset(seed=1, options={"state": hidden})
            for name, value in seen[agent].items():
                assert value.tolist() == found[agent][name].tolist(), name
        infos = env.step(legal_actions(env, infos))[4]
    assert redrawn or env.setup.game.rules.redraw is None

"""Requests to environments, and messages about invalid ones."""

from __future__ import annotations

from typing import Any

import pytest

from lanista import learn
from lanista.core.errors import ConfigError, InputError
from lanista.learn.setup import EpisodeSetup
from tests.rows import every_row


@every_row(
    ("settings", "message"),
    [
        (
            {"max_rounds": 9},
            r"no option 'max_rounds'; .* of overdrive: write settings=\{'max_rounds': 9\}",
        ),
        ({"colour": "red"}, "an environment has no option 'colour'; there are: ruleset, seats, map, settings"),
        ({"settings": {"laps": 3}}, "laps"),
        ({"ruleset": "modern"}, "overdrive has no ruleset 'modern'; it has: standard, classic"),
        ({"seats": 3}, "overdrive is played by"),
        ({"map": "hills"}, "overdrive has no maps to choose from, got 'hills'"),
        ({"max_turns": -1}, "max_turns: expected a whole number from 0, got -1"),
        ({"observations": "float64"}, "observations: expected one of int8, int16, float32, got 'float64'"),
        ({"reward": "fame"}, "reward: overdrive has no 'fame'; there are: outcome, score, value"),
    ],
    ids=str,
)
def test_wrong_options_are_refused(settings: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        EpisodeSetup.of("overdrive", **settings)


def test_rulesets_settings_maps_and_seats_are_those_of_the_game() -> None:
    setup = EpisodeSetup.of("tanks", seats=5, map="small", settings={"full_health": 7})
    state = setup.start(3)
    assert (state.seats, state.const.full_health) == (5, 7)
    assert state.bytes() == setup.game.start(setup.config, 3, 5, "small").bytes()
    with pytest.raises(ConfigError, match="seats"):
        EpisodeSetup.of("tanks", seats=41)


@pytest.mark.parametrize(
    ("kind", "own"),
    [
        ("SeatEnv", "opponents, seat, render_mode, seed"),
        ("MatchEnv", "render_mode, seed, max_cycles"),
        ("BatchEnv", "num_envs, opponents, seat, starts, threads, seed, max_episode_steps"),
    ],
)
def test_an_unknown_option_lists_all_that_the_environment_takes(kind: str, own: str) -> None:
    common = "ruleset, seats, map, settings, max_turns, reward, observations, compact"
    with pytest.raises(InputError) as refused:
        getattr(learn, kind)("overdrive", oponents="greedy")
    assert str(refused.value) == f"an environment has no option 'oponents'; there are: {common}, {own}"


def test_nothing_that_a_seat_is_told_gives_the_seed_away() -> None:
    """A seed is the whole map, the opponents' dice and, by derivation, every match to come."""
    single, many = learn.SeatEnv("overdrive", max_turns=1), learn.parallel_env("overdrive", max_turns=1)
    told = [single.reset(seed=31)[1], single.step(0)[4], *many.reset(seed=31)[1].values()]
    told += many.step(dict.fromkeys(many.agents, 0))[4].values()
    assert [sorted(info) for info in told[:2]] == [["action_mask", "seat", "turn"]] * 2
    assert [sorted(info) for info in told[2:]] == [["action_mask", "turn"]] * 4

"""Seed mining: nothing that a bot receives depends on the seed, except through the rules."""

import secrets
import time

import pytest

from lanista.game import SEED_BITS, get_game
from lanista.match.planning import plan_match
from lanista.match.terms import MatchTerms
from tests.hostile.matches import HERE, Logs, command

SPY = command(HERE / "records_what_it_gets.py")


def received(game: str, seed: int, **changes: int) -> str:
    """The log of a bot that writes all that it receives in a match."""
    logs = Logs()
    plan_match(game, [SPY, SPY], MatchTerms(settings=changes), seed=seed).play([logs])
    return logs.logs[0]


def test_without_chance_in_the_rules_two_seeds_look_alike():
    """The start message, every view and the environment: no byte differs."""
    first, second = (received("tower_defence", seed, max_rounds=8) for seed in (1, 2**63 + 12345))
    assert first == second
    assert first.count("digest") == 8


def test_seeds_are_drawn_from_all_of_64_bits_by_the_systems_generator(monkeypatch):
    monkeypatch.setattr(secrets, "randbits", lambda bits: 2**bits - 7)
    assert plan_match("overdrive", ["cruise", "cruise"]).setup.seed == 2**SEED_BITS - 7
    assert SEED_BITS == 64


@pytest.mark.parametrize("guesses", [range(60), range(int(time.time()) - 30, int(time.time()) + 30)])
def test_a_seed_cannot_be_guessed_from_what_a_bot_sees(guesses):
    """Small numbers and times of day give other maps than a seed that was drawn."""
    game = get_game("overdrive")
    config = game.configure("standard", {})
    seen = game.view_json(game.start(config, secrets.randbits(SEED_BITS) | 2**62, 2), 0)
    assert all(game.view_json(game.start(config, guess, 2), 0) != seen for guess in guesses)


def test_nearby_seeds_have_nothing_in_common():
    """Who knows the map of one match knows nothing about the next, even if seeds were counted up."""
    game = get_game("overdrive")
    config = game.configure("standard", {})
    views = {game.view_json(game.start(config, seed, 2), 0) for seed in range(100, 120)}
    assert len(views) == 20

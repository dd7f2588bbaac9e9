"""Policies of a game play as bots, by their names."""

from __future__ import annotations

from typing import Any

import pytest

from lanista.bots.resolve import Kind, find_bot
from lanista.engine import State
from lanista.game import BotStart, builtin_names, game_names, get_game, policy_names
from lanista.match import arrange
from lanista.search.policy_bot import PolicyBot, policy_move
from lanista.verdict import Verdict
from tests.coins import COINS

TURNS = 6
POLICIES = [(name, policy) for name in game_names() for policy in policy_names(get_game(name))]


@pytest.mark.parametrize(("name", "policy"), POLICIES)
def test_a_policy_is_a_bot_where_no_bot_has_its_name(name: str, policy: str) -> None:
    game = get_game(name)
    assert policy in builtin_names(game)
    assert policy not in game.bots
    assert find_bot(game, policy).kind is Kind.BUILTIN
    limit = next(setting for setting in ("max_rounds", "max_turns", "MaxTicks") if setting in game.settings)
    result = arrange(name, [policy, "random"], seed=3, changes={limit: TURNS}).play()
    assert set(result.seats[0].verdicts) == {Verdict.OK}


@pytest.mark.parametrize("policy", ["random", "greedy"])
def test_it_plays_what_the_rule_plays(policy: str) -> None:
    """What is hidden is drawn, and a policy uses nothing of it: only its dice differ."""
    state: State[Any, Any] = COINS.start(COINS.configure(), 4)
    start = BotStart(0, state.seats, "standard", COINS.configure(), seed=7)
    bots = [PolicyBot(COINS, start, policy, live=state) for _ in range(2)]
    for _ in range(TURNS):
        moves = [bot.move(COINS.view(state, 0)) for bot in bots]
        assert moves[0] == moves[1] in ("LEFT", "STAY", "RIGHT")
        if policy == "greedy":
            played = {policy_move(COINS, state, 0, policy, seed) for seed in range(40)}
            assert moves[0] in played
        COINS.step(state, [COINS.read(state, 0, moves[0]), COINS.missing])

"""Bots that are rules play in matches, by their names."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from lanista.bots.resolve import BotKind, find_bot
from lanista.core.verdict import Verdict
from lanista.engine import State
from lanista.engine.chooser import Chooser
from lanista.engine.ready import ready
from lanista.game import BotStart, builtin_names, game_names, get_game, take_move
from lanista.game.policy_bot import PolicyBot
from lanista.match.planning import plan_match
from lanista.match.terms import MatchTerms
from tests.rows import every_row

TURNS = 12
POLICIES = [(name, policy) for name in game_names() for policy in get_game(name).bots]


@every_row(("name", "policy"), POLICIES)
def test_a_policy_is_a_bot(name: str, policy: str) -> None:
    game = get_game(name)
    assert policy in builtin_names(game)
    assert find_bot(game, policy).kind is BotKind.BUILTIN
    limit = next(setting for setting in ("max_rounds", "max_turns", "MaxTicks") if setting in game.settings)
    result = plan_match(name, [policy, "random"], MatchTerms(settings={limit: TURNS}), seed=3).play()
    assert set(result.seats[0].verdicts) == {Verdict.OK}


@every_row(("name", "policy"), POLICIES)
def test_it_plays_from_views_as_from_the_state_of_the_match(name: str, policy: str) -> None:
    """So it knows no more than any other bot, and a bot elsewhere plays as the one in a match."""
    game = get_game(name)
    state: State[Any, Any] = game.start(game.configure(), 4)
    fixed = game.fixed_json(state, 0)
    known = msgspec.json.decode(fixed) if fixed else None
    start = BotStart(0, state.seats, "standard", game.configure(), 7, known)
    bots = PolicyBot(game, start, policy, live=state), PolicyBot(game, start, policy)
    others = [PolicyBot(game, start._replace(seat=seat), "random", live=state) for seat in range(1, state.seats)]
    for _ in range(TURNS):
        view = game.view(state, 0)
        moves = [bot.move(view) for bot in bots]
        assert moves[0] == moves[1]
        texts = [moves[0], *(bot.move(None) for bot in others)]
        game.step(state, [game.read(state, seat, text) for seat, text in enumerate(texts)])


@pytest.mark.parametrize(("name", "policy"), POLICIES)
def test_interpreted_and_compiled_bots_choose_the_same(name: str, policy: str) -> None:
    """... and remember the same, so that a league may mix both."""
    game = get_game(name)
    state: State[Any, Any] = game.start(game.configure(), 5)
    players = [Chooser(state, 0, policy) for _ in range(2)]
    for turn in range(TURNS):
        chosen = []
        for is_compiled, player in enumerate(players):
            ready.prefer_compiled(wanted=bool(is_compiled), compiling=True)
            chosen.append(take_move(type(game.missing), player.choose(state, turn)))
        ready.prefer_compiled(wanted=False)
        assert chosen[0] == chosen[1]
        assert players[0].remembered() == players[1].remembered()
        game.step(state, [chosen[0], *[game.missing] * (state.seats - 1)])

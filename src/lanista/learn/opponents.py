"""Opponents in environments of one match: policies of the game, or its built-in bots."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

import msgspec

from lanista.engine import Generator, State, derive, zeros
from lanista.errors import InputError
from lanista.game import BotStart, InvalidMove, bot_class, builtin_names, is_builtin, put_moves
from lanista.game.move_records import Slots
from lanista.learn.runner import Dice, Runner
from lanista.learn.setup import EpisodeSetup
from lanista.search.bot import SearchBot
from lanista.search.options import read_options
from lanista.text import quoted, shown

Wanted = str | Sequence[str] | Mapping[int, str] | None


class Opponent(Protocol):
    """Plays one seat of one match."""

    def move(self, state: State[Any, Any], slots: Slots) -> None:
        """Write the seat's move into its slot."""


class PolicyOpponent:
    """A policy: a bot that is a rule."""

    def __init__(self, runner: Runner, policy: str, seat: int, dice: Dice) -> None:
        self._runner, self._policy, self._seat, self._dice = runner, policy, seat, dice

    def move(self, state: State[Any, Any], slots: Slots) -> None:
        """Write the move that the policy chooses."""
        self._runner.choose(self._seat, self._policy, self._dice, slots)


class BotOpponent:
    """A built-in bot, which answers a view with the text of a move."""

    def __init__(self, setup: EpisodeSetup, spec: str, seat: int, state: State[Any, Any], seed: int) -> None:
        self._game, self._seat = setup.game, seat
        fixed = setup.game.fixed_json(state, seat)
        start = BotStart(
            seat,
            state.seats,
            setup.ruleset,
            setup.config,
            derive(seed, "bot", seat),
            msgspec.json.decode(fixed) if fixed else None,
        )
        if spec in setup.game.bots:
            self._bot: Any = bot_class(setup.game, spec)(start)
        else:
            self._bot = SearchBot(setup.game, start, read_options(spec), live=state)

    def move(self, state: State[Any, Any], slots: Slots) -> None:
        """Ask the bot; what the rules refuse is replaced as in a match."""
        if not self._game.asked(state, self._seat):
            return
        answer = self._bot.move(self._game.shared_view(state, self._seat))
        text = answer["move"] if isinstance(answer, dict) else answer
        try:
            move = self._game.read(state, self._seat, text)
        except InvalidMove as refused:
            move = refused.move
        put_moves([slots.moves[self._seat]], [move])


def opponents_by_seat(setup: EpisodeSetup, seat: int, wanted: Wanted) -> dict[int, str]:
    """Who plays each seat but the learner's: one name for all of them, one for each in order, or names by seat."""
    others = [other for other in range(setup.seats) if other != seat]
    if wanted is None:
        wanted = setup.rules.policies[-1].__name__
    if isinstance(wanted, str):
        names = dict.fromkeys(others, wanted)
    elif isinstance(wanted, Mapping):
        names = dict(wanted)
    else:
        names = dict(zip(others, wanted, strict=False)) if len(wanted) == len(others) else {}
    if sorted(names) != others:
        raise InputError(
            f"opponents: expected one name, or one for each of the seats {others} of {setup.game.name}, got "
            f"{shown(wanted)}"
        )
    for name in names.values():
        _expect_opponent(setup, name)
    return names


def is_policy(setup: EpisodeSetup, name: str) -> bool:
    """Whether an opponent is a rule of the game."""
    return any(policy.__name__ == name for policy in setup.rules.opponents)


def _expect_opponent(setup: EpisodeSetup, name: str) -> None:
    if not isinstance(name, str) or not (is_policy(setup, name) or is_builtin(setup.game, name)):
        policies = ", ".join(policy.__name__ for policy in setup.rules.opponents)
        bots = ", ".join(builtin_names(setup.game))
        known = f"it has the policies {policies} and the bots {bots}"
        raise InputError(f"opponents: {setup.game.name} has no {quoted(name)}; {known}")


def new_dice(seed: int) -> Dice:
    """The random numbers of the policies that play against a learner, as a batch derives them."""
    dice = zeros(Generator)
    dice["position"] = derive(seed, "opponents", 0)
    return dice


def seated(
    setup: EpisodeSetup, names: Mapping[int, str], runner: Runner, seed: int, dice: Dice
) -> dict[int, Opponent]:
    """The opponents of a match by seat: policies before bots of the same name, since they take no time."""
    return {
        seat: PolicyOpponent(runner, name, seat, dice)
        if is_policy(setup, name)
        else BotOpponent(setup, name, seat, runner.state, seed)
        for seat, name in names.items()
    }

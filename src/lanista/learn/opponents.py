"""Opponents in environments of one match: policies of the game, or the search."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

import msgspec

from lanista.core.errors import InputError
from lanista.core.text import quoted, shown
from lanista.engine import Generator, State, derive, zeros
from lanista.game import BotStart, InvalidMove, builtin_names, is_builtin, put_moves, usual_bot
from lanista.game.move_records import Slots
from lanista.learn.runner import Dice, EpisodeRunner
from lanista.learn.setup import EpisodeSetup
from lanista.search.bot import SearchBot
from lanista.search.options import read_options

OpponentChoice = (
    str | Sequence[str] | Mapping[int, str] | None
)  # for all, in order, or by seat; None: the usual bot


class SeatOpponent(Protocol):
    """Plays one seat of one match."""

    def move(self, state: State[Any, Any], slots: Slots) -> None:
        """Write the seat's move into its slot."""


class PolicyOpponent:
    """A policy: a bot that is a rule."""

    def __init__(self, runner: EpisodeRunner, policy: str, seat: int, dice: Dice) -> None:
        self._runner, self._policy, self._seat, self._dice = runner, policy, seat, dice
        self._memories = zeros(runner.state.rules.memory_of(policy), 2)

    def move(self, state: State[Any, Any], slots: Slots) -> None:
        """Write the move that the policy chooses."""
        self._runner.choose(self._seat, self._policy, self._dice, slots, self._memories)


class SearchOpponent:
    """The search, which answers a view with the text of a move."""

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
        self._bot = SearchBot(setup.game, start, read_options(spec), live=state)

    def move(self, state: State[Any, Any], slots: Slots) -> None:
        """Ask the bot; a move that the rules refuse is replaced as in a match."""
        if not self._game.asked(state, self._seat):
            return
        answer = self._bot.move(self._game.shared_view(state, self._seat))
        try:
            move = self._game.read(state, self._seat, answer["move"])
        except InvalidMove as refused:
            move = refused.move
        put_moves([slots.moves[self._seat]], [move])


def opponents_by_seat(setup: EpisodeSetup, seat: int, wanted: OpponentChoice) -> dict[int, str]:
    """Names of the opponents by seat, from one name for all, one for each in order, or names by seat."""
    others = [other for other in range(setup.seats) if other != seat]
    if wanted is None:
        wanted = usual_bot(setup.game)
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
    return any(policy.__name__ == name for policy in setup.rules.policies)


def _expect_opponent(setup: EpisodeSetup, name: str) -> None:
    if not isinstance(name, str) or not (is_policy(setup, name) or is_builtin(setup.game, name)):
        known = ", ".join(builtin_names(setup.game))
        raise InputError(f"opponents: {setup.game.name} has no bot {quoted(name)}; it has {known}")


def new_dice(seed: int) -> Dice:
    """The random numbers of the policies that play against a learner, as a batch derives them."""
    dice = zeros(Generator)
    dice["position"] = derive(seed, "opponents", 0)
    return dice


def seated(
    setup: EpisodeSetup, names: Mapping[int, str], runner: EpisodeRunner, seed: int, dice: Dice
) -> dict[int, SeatOpponent]:
    """The opponents of a match by seat."""
    return {
        seat: PolicyOpponent(runner, name, seat, dice)
        if is_policy(setup, name)
        else SearchOpponent(setup, name, seat, runner.state, seed)
        for seat, name in names.items()
    }

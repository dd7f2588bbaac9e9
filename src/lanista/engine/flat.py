"""Default records and rules for small games: moves of one word, a turn limit, the highest score wins."""

from __future__ import annotations

from types import FunctionType
from typing import Any

from lanista.engine.random import Generator, rand_below
from lanista.engine.record import Ints, i1, i4, record
from lanista.engine.rule import rule
from lanista.engine.showing import Judgement


@record
class Choice:
    """The record of a move that is one word; a game's `Move` then has the one field `action`."""

    action: i4


@record
class TurnLimit:
    """The constants of a game that has no others."""

    seats: i4
    max_turns: i4


@record
class NoWork:
    """For rules that need no scratch space."""

    unused: i4


@record
class NoMemory:
    """For bots that remember nothing."""

    unused: i1


ACTIONS = 1  # replaced by the number of words of a game


@rule
def decode(state: Any, config: Any, seat: int, action: int, move: Choice) -> None:
    """A flat action is the number of its word."""
    move.action = action


@rule
def legal(state: Any, config: Any, seat: int, action: int) -> bool:
    """Every word can be played at any time."""
    return True


@rule
def mask(state: Any, config: Any, seat: int, flags: Ints) -> None:
    """Write for each flat action whether it is legal."""
    for action in range(ACTIONS):
        flags[action] = 1 if legal(state, config, seat, action) else 0


@rule
def random_action(state: Any, config: Any, seat: int, generator: Generator) -> int:
    """Each legal flat action is equally likely; one must always be legal."""
    count = 0
    for action in range(ACTIONS):
        if legal(state, config, seat, action):
            count += 1
    left = rand_below(generator, count)
    for action in range(ACTIONS):
        if legal(state, config, seat, action):
            if left == 0:
                return action
            left -= 1
    return 0


@rule
def random_move(state: Any, config: Any, seat: int, generator: Generator, move: Any) -> None:
    """Each legal flat action is equally likely."""
    decode(state, config, seat, random_action(state, config, seat, generator), move)


@rule
def random(state: Any, config: Any, seat: int, generator: Generator, move: Any, work: Any) -> None:
    """The policy that plays random legal moves; bound to a game's own `random_move`."""
    random_move(state, config, seat, generator, move)


@rule
def choose(state: Any, config: Any, seat: int, generator: Generator, move: Any, work: Any) -> None:
    """Bound to a policy that remembers nothing."""


@rule
def forgetful(
    state: Any, config: Any, seat: int, generator: Generator, move: Any, work: Any, memory: NoMemory
) -> None:
    """A policy that remembers nothing, called as if it did."""
    choose(state, config, seat, generator, move, work)


@rule
def is_over(state: Any, config: TurnLimit) -> bool:
    """Whether all turns are played."""
    return bool(state.turn >= config.max_turns)


@rule
def score(state: Any, config: Any, seat: int) -> int:
    """Bound to a game's own `score`."""
    return 0


@rule
def reward(state: Any, config: Any, seat: int) -> int:
    """1000 for the highest score alone, 0 if it is shared, else -1000."""
    mine = score(state, config, seat)
    shared = 0
    for other in range(config.seats):
        if score(state, config, other) > mine:
            return -1000
        if other != seat and score(state, config, other) == mine:
            shared = 1
    return 0 if shared else 1000


@rule
def judge(state: Any, config: Any, judgement: Judgement) -> None:
    """The highest score wins; how many turns were played says why the match is over."""
    judgement.reason = -1
    for seat in range(config.seats):
        judgement.scores[seat] = score(state, config, seat)
        judgement.ranks[seat] = 1
        for other in range(config.seats):
            if score(state, config, other) > judgement.scores[seat]:
                judgement.ranks[seat] += 1


@rule
def value(state: Any, config: Any, seat: int, work: Any) -> int:
    """The default estimate of a running match: its result if it ended now."""
    return reward(state, config, seat)


SCORE_SCALE = 8  # a lead of as many points is worth half a win


@rule
def score_value(state: Any, config: Any, seat: int, work: Any) -> int:
    """An estimate of a running match by score: the lead over the best of the others, squashed."""
    mine = score(state, config, seat)
    lead = 0
    first = 1
    for other in range(config.seats):
        if other != seat:
            ahead = mine - score(state, config, other)
            lead = ahead if first == 1 else min(lead, ahead)
            first = 0
    return 1000 * lead // (abs(lead) + SCORE_SCALE)


@rule
def propose(state: Any, config: Any, seat: int, generator: Generator, moves: Any, work: Any) -> int:
    """Legal flat actions, from a random one on if there is no room for all."""
    first = rand_below(generator, ACTIONS) if len(moves) < ACTIONS else 0
    count = 0
    for i in range(ACTIONS):
        action = (first + i) % ACTIONS
        if count < len(moves) and legal(state, config, seat, action):
            decode(state, config, seat, action, moves[count])
            count += 1
    return count


def bind_globals(function: Any, **names: Any) -> Any:
    """A copy of a rule of this module with some global names bound to those of a game."""
    copy = FunctionType(function.__code__, {**function.__globals__, **names}, function.__name__)
    copy.__module__, copy.__qualname__, copy.__annotations__ = (
        __name__,
        function.__qualname__,
        function.__annotations__,
    )
    return rule(copy)

"""Moves of a policy in a position, and its results against random moves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from lanista.engine import Generator, State, derive, over, over_all, zeros
from lanista.engine.chooser import Chooser
from lanista.game import Game, take_move


def generator_of(seed: int) -> Generator:
    """A generator at the start of a seed's stream."""
    generator = over(Generator, zeros(Generator).view("u1"))
    generator.position = derive(seed, "policy")
    return generator


def memory_of(state: State[Any, Any], policy: str) -> Any:
    """The empty memory of a policy before a match."""
    kind: Any = state.rules.memory_of(policy)
    return over(kind, bytearray(kind.dtype.itemsize))


def chosen(
    game: Game[Any, Any, Any], state: State[Any, Any], seat: int = 0, seed: int = 1, policy: str = "greedy"
) -> str:
    """The move of a policy as text."""
    rules = state.rules
    move, work = over(rules.move, zeros(rules.move).view("u1")), over(rules.work, zeros(rules.work).view("u1"))
    memory = memory_of(state, policy)
    rules.policy(policy)(state.record, state.const, seat, generator_of(seed), move, work, memory)
    return game.write(take_move(type(game.missing), move))


def reward_against_random(
    game: Game[Any, Any, Any], ruleset: str, seed: int, seats: int = 2, **changes: int
) -> int:
    """Results of `greedy` in a match, whose seat the seed decides; the others move at random."""
    state = game.start(game.configure(ruleset, changes), seed, seats)
    rules, mine = state.rules, seed % seats
    greedy = rules.policy("greedy")
    generators = [generator_of(seed * seats + seat) for seat in range(seats)]
    moves = over_all(rules.move, zeros(rules.move, seats))
    work = over(rules.work, zeros(rules.work).view("u1"))
    memory = memory_of(state, "greedy")
    while not rules.is_over(state.record, state.const):
        for seat in range(seats):
            if seat == mine:
                greedy(state.record, state.const, seat, generators[seat], moves[seat], work, memory)
            else:
                rules.random_move(state.record, state.const, seat, generators[seat], moves[seat])
        rules.step(state.record, moves, state.const, work)
    return int(rules.reward(state.record, state.const, mine))


def play(
    game: Game[Any, Any, Any], names: Sequence[str], ruleset: str = "standard", seed: int = 1, **changes: int
) -> Iterator[State[Any, Any]]:
    """A match between policies by the interpreted rules: the same state before each turn, and at the end."""
    state = game.start(game.configure(ruleset, changes), seed, len(names))
    bots = [Chooser(state, seat, name) for seat, name in enumerate(names)]
    while game.outcome(state) is None:
        yield state
        asked = [game.asked(state, seat) for seat in range(state.seats)]
        chosen = [bot.interpret(state, derive(seed, game.turn(state), seat)) for seat, bot in enumerate(bots)]
        moves = [take_move(type(game.missing), move) for move in chosen]
        game.step(state, [move if wanted else game.missing for move, wanted in zip(moves, asked, strict=True)])
    yield state

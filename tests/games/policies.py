"""What a policy plays in a position, and how it fares against random moves."""

from __future__ import annotations

from typing import Any

from lanista.engine import Generator, State, derive, over, over_all, zeros
from lanista.game import Game, take_move


def generator_of(seed: int) -> Generator:
    """A generator at the start of a seed's stream."""
    generator = over(Generator, zeros(Generator).view("u1"))
    generator.position = derive(seed, "policy")
    return generator


def chosen(
    game: Game[Any, Any, Any], state: State[Any, Any], seat: int = 0, seed: int = 1, policy: str = "greedy"
) -> str:
    """The move of a policy as text."""
    rules = state.rules
    move, work = over(rules.move, zeros(rules.move).view("u1")), over(rules.work, zeros(rules.work).view("u1"))
    rules.policy(policy)(state.record, state.const, seat, generator_of(seed), move, work)
    return game.write(take_move(type(game.missing), move))


def reward_against_random(
    game: Game[Any, Any, Any], ruleset: str, seed: int, seats: int = 2, **changes: int
) -> int:
    """What a match gives `greedy`, whose seat the seed decides; the others move at random."""
    state = game.start(game.configure(ruleset, changes), seed, seats)
    rules, mine = state.rules, seed % seats
    greedy = rules.policy("greedy")
    generators = [generator_of(seed * seats + seat) for seat in range(seats)]
    moves = over_all(rules.move, zeros(rules.move, seats))
    work = over(rules.work, zeros(rules.work).view("u1"))
    while not rules.is_over(state.record, state.const):
        for seat in range(seats):
            if seat == mine:
                greedy(state.record, state.const, seat, generators[seat], moves[seat], work)
            else:
                rules.random_move(state.record, state.const, seat, generators[seat], moves[seat])
        rules.step(state.record, moves, state.const, work)
    return int(rules.reward(state.record, state.const, mine))

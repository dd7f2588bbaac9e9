"""The bot `mason`: it walls off missiles that endanger its base, and otherwise plays as `greedy` does."""

from __future__ import annotations

from lanista.engine import Generator, rule
from lanista.games.tower_defence.bots.greedy import greedy
from lanista.games.tower_defence.bots.rows import NOWHERE, can_pay, write_order
from lanista.games.tower_defence.bots.threats import (
    count_leaks,
    leaking_column,
    leaks_of,
    measure_missiles,
    stopping_column,
)
from lanista.games.tower_defence.state import Battle, Config, Order, OrderType, Work

VOLLEYS = 2  # like the one in flight that a base must withstand


@rule
def mason(battle: Battle, config: Config, seat: int, generator: Generator, move: Order, work: Work) -> None:
    """Stop missiles with a wall while the base is in danger."""
    write_order(move, OrderType.NOTHING, 0, 0)
    if can_pay(battle, config, seat, OrderType.DEFENSE):
        measure_missiles(battle, config, seat, work)
        danger = VOLLEYS * config.attack_damage * count_leaks(battle, config, seat, work)
        if danger >= battle.players[seat].health:
            wall_off(battle, config, seat, move, work)
    if move.type == OrderType.NOTHING:
        greedy(battle, config, seat, generator, move, work)


@rule
def wall_off(battle: Battle, config: Config, seat: int, move: Order, work: Work) -> None:
    """Order a wall where most missiles get through, as far ahead as one is still in time."""
    most = 0
    for row in range(config.height):
        leaks = leaks_of(battle, config, seat, row, work)
        if leaks > most:
            x = leaking_column(work, row, leaks)
            at = stopping_column(battle, config, seat, row, OrderType.DEFENSE, x)
            if at != NOWHERE:
                most = leaks
                write_order(move, OrderType.DEFENSE, at, row)

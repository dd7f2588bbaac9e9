"""The situation as the built-in bots see it, with the bot as player A, and where to build."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from lanista.engine import State
from lanista.game import BotStart
from lanista.games.tower_defence import board
from lanista.games.tower_defence.game import TOWER_DEFENCE
from lanista.games.tower_defence.moves import NOTHING, Move
from lanista.games.tower_defence.rules import why_refused
from lanista.games.tower_defence.state import CELLS, WIDTH, Battle, Building, Config, OrderType, Refusal
from lanista.games.tower_defence.tactics.imagine import imagine

Moment = State[Battle, Config]
ME = 0


class Situation:
    """The battle as a bot sees it; the bot is always player A."""

    def __init__(self, start: BotStart) -> None:
        self.now: Moment = TOWER_DEFENCE.blank(start.config)

    def update(self, view: dict[str, Any]) -> None:
        """Replace the current state by a view."""
        imagine(view, self.now)

    @property
    def battle(self) -> Battle:
        """The current state."""
        return self.now.record

    @property
    def config(self) -> Config:
        """The settings of the match."""
        return self.now.const

    @property
    def half(self) -> int:
        """The number of columns in the bot's half."""
        return self.config.width // 2

    def count(self, kind: Building, owner: int = ME, row: int | None = None) -> int:
        """The number of a player's buildings of a kind, finished or not, in total or in a row."""
        columns = range(self.half) if owner == ME else range(self.half, self.config.width)
        rows = range(self.config.height) if row is None else (row,)
        return sum(self.battle.building[y * WIDTH + x] == kind for y in rows for x in columns)

    def threat(self, row: int) -> int:
        """How threatened a row is: by the enemy's turrets and missiles in it."""
        coming = sum(missile - CELLS in row_cells(row) for missile in board.missiles_of(self.battle))
        return 2 * self.count(Building.ATTACK, 1 - ME, row) + coming

    def can_order(self, kind: OrderType, x: int, y: int) -> bool:
        """Whether an order would be carried out."""
        return why_refused(self.battle, self.config, ME, kind, x, y) == Refusal.NONE

    def legal_moves(self) -> Iterator[Move]:
        """Nothing, and every order that would be carried out."""
        yield NOTHING
        for kind in (kind for kind in OrderType if 0 <= kind < OrderType.IRON_CURTAIN):
            for y in range(self.config.height):
                yield from (Move(kind, x, y) for x in range(self.half) if self.can_order(kind, x, y))
        if self.can_order(OrderType.IRON_CURTAIN, 0, 0):
            yield Move(OrderType.IRON_CURTAIN)

    def first_possible(self, kind: OrderType, columns: range, key: Callable[[int], int]) -> Move | None:
        """The first possible order, by rows in order of `key`, then by `columns`."""
        for y in sorted(range(self.config.height), key=key):
            for x in columns:
                if self.can_order(kind, x, y):
                    return Move(kind, x, y)
        return None


def row_cells(row: int) -> range:
    """The cells of a row."""
    return range(row * WIDTH, (row + 1) * WIDTH)

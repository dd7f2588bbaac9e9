"""What the built-in bots share: the state they imagine, in which they are always player A, and places to build."""

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


class Mind:
    """The battle as a bot sees it."""

    def __init__(self, start: BotStart) -> None:
        self.now: Moment = TOWER_DEFENCE.blank(start.config)

    def see(self, view: dict[str, Any]) -> None:
        """Take the view for the present."""
        imagine(view, self.now)

    @property
    def battle(self) -> Battle:
        """The present."""
        return self.now.record

    @property
    def config(self) -> Config:
        """The settings of the match."""
        return self.now.const

    @property
    def half(self) -> int:
        """The columns of the own half."""
        return self.config.width // 2

    def count(self, kind: Building, owner: int = ME, row: int | None = None) -> int:
        """The buildings of a kind that a player has, finished or not, in all or in a row."""
        columns = range(self.half) if owner == ME else range(self.half, self.config.width)
        rows = range(self.config.height) if row is None else (row,)
        return sum(self.battle.building[y * WIDTH + x] == kind for y in rows for x in columns)

    def threat(self, row: int) -> int:
        """How much a row is shot at: the enemy's turrets in it, and its missiles on their way."""
        coming = sum(missile - CELLS in row_cells(row) for missile in board.missiles_of(self.battle))
        return 2 * self.count(Building.ATTACK, 1 - ME, row) + coming

    def can(self, kind: OrderType, x: int, y: int) -> bool:
        """Whether an order would be carried out."""
        return why_refused(self.battle, self.config, ME, kind, x, y) == Refusal.NONE

    def legal(self) -> Iterator[Move]:
        """Every order that would be carried out, and nothing."""
        yield NOTHING
        for kind in (kind for kind in OrderType if 0 <= kind < OrderType.IRON_CURTAIN):
            for y in range(self.config.height):
                yield from (Move(kind, x, y) for x in range(self.half) if self.can(kind, x, y))
        if self.can(OrderType.IRON_CURTAIN, 0, 0):
            yield Move(OrderType.IRON_CURTAIN)

    def first(self, kind: OrderType, columns: range, key: Callable[[int], int]) -> Move | None:
        """A building in the row with the smallest key and in the first of these columns, where it is possible."""
        for y in sorted(range(self.config.height), key=key):
            for x in columns:
                if self.can(kind, x, y):
                    return Move(kind, x, y)
        return None


def row_cells(row: int) -> range:
    """The cells of a row."""
    return range(row * WIDTH, (row + 1) * WIDTH)

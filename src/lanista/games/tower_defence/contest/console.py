"""The board as the contest's runner printed it (section 8.6)."""

from __future__ import annotations

from collections.abc import Sequence

from lanista.games.tower_defence.board import Moment, icon, missiles_of
from lanista.games.tower_defence.state import CELLS, WIDTH


def console_map(state: Moment, names: Sequence[str]) -> str:
    """The players' values, then the unmirrored board: each cell's icon between its missiles or coordinates."""
    numbers = [
        f"{name} - Health: {player.health} Energy: {player.energy} Score: {player.score}"
        for name, player in zip(names, state.record.players, strict=True)
    ]
    cells = [[_cell(state, x, y) for x in range(state.const.width)] for y in range(state.const.height)]
    width = max(len(side) for row in cells for left, _, right in row for side in (left, right))
    rows = ["".join(f"[{left:>{width}}{mark}{right:<{width}}]" for left, mark, right in row) for row in cells]
    return "\n".join([*numbers, "", *rows]) + "\n"


def _cell(state: Moment, x: int, y: int) -> tuple[str, str, str]:
    """B's missiles or the distance from the owner's base, the icon or a blank, and A's missiles or the row."""
    battle, width, cell = state.record, state.const.width, y * WIDTH + x
    missiles = missiles_of(battle)
    from_a, from_b = missiles.count(cell), missiles.count(cell + CELLS)
    mark = icon(battle, cell).replace("N", " ")
    return "<" * from_b or str(min(x, width - 1 - x)), mark, ">" * from_a or str(y)

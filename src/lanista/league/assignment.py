"""The cheapest assignment of rows to columns."""

from __future__ import annotations

from collections.abc import Sequence

UNREACHED = 1 << 62


def assign(costs: Sequence[Sequence[int]]) -> list[int]:
    """The column of each row of a square matrix that minimises the sum of costs (the Hungarian method)."""
    size = len(costs)
    row_of = [size] * (size + 1)  # by column; the last column holds the row that is being assigned
    row_price, column_price = [0] * (size + 1), [0] * (size + 1)
    for row in range(size):
        row_of[size] = row
        column, before = size, [size] * size
        slack, reached = [UNREACHED] * size, [False] * (size + 1)
        while row_of[column] != size:
            reached[column] = True
            column = _reach(costs, row_of, (row_price, column_price), slack, reached, before, column)
        while column != size:
            row_of[column] = row_of[before[column]]
            column = before[column]
    columns = [0] * size
    for column, row in enumerate(row_of[:size]):
        columns[row] = column
    return columns


def _reach(
    costs: Sequence[Sequence[int]],
    row_of: list[int],
    prices: tuple[list[int], list[int]],
    slack: list[int],
    reached: list[bool],
    before: list[int],
    column: int,
) -> int:
    """The column that is cheapest to reach next; prices are raised until it costs nothing."""
    row_price, column_price = prices
    row, free = row_of[column], [c for c in range(len(costs)) if not reached[c]]
    for c in free:
        cost = costs[row][c] - row_price[row] - column_price[c]
        if cost < slack[c]:
            slack[c], before[c] = cost, column
    nearest = min(free, key=lambda c: (slack[c], c))
    step = slack[nearest]
    for c in [c for c in range(len(reached)) if reached[c]]:
        row_price[row_of[c]] += step
        column_price[c] -= step
    for c in free:
        slack[c] -= step
    return nearest

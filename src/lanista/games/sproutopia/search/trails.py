"""In which order a trail was walked, from its cells alone: views show cells, and only those in the window."""

from __future__ import annotations

from collections.abc import Iterator

MAX_STEPS = 2000  # of the search for an order
MAX_DETOURS = 5  # of a trail out of sight and back, less one
MAX_WAYS = 6  # of one detour


class Puzzle:
    """Orders the visible cells of a trail to a path that ends where its farmer stands.

    `free` says for each cell whether a part of the trail that cannot be seen may lie on it, `hidden` whether its
    farmer may stand there.
    """

    def __init__(self, cols: int, free: list[bool], hidden: list[bool]) -> None:
        self._cols, self._free, self._hidden = cols, free, hidden
        self._steps = 0

    def solve(self, cells: set[int], end: int | None) -> list[int]:
        """The cells of the path, first to last; without an end, a path that leaves the window at last.

        If the search takes too long, the result leaves cells out.
        """
        best: list[int] = []
        ends = [end] if end is not None else self._ways_out(cells)
        for detours in range(MAX_DETOURS):
            self._steps = 0
            for last in ends:
                path = self._walk([last], cells - {last}, detours)
                best = max(best, path, key=lambda found: len(cells.intersection(found)))
                if cells <= set(best):
                    return best[::-1]
        return best[::-1]

    def _ways_out(self, cells: set[int]) -> list[int]:
        """The cells out of sight next to a visible part."""
        near = (near for cell in sorted(cells) for near in self._around(cell) if self._hidden[near])
        return list(dict.fromkeys(near))

    def _walk(self, path: list[int], left: set[int], detours: int) -> list[int]:
        """The path, continued over all cells that are left; the longest one found if there is none."""
        best = list(path)
        if not left:
            return best
        for steps in self._continuations(path, left, detours):
            self._steps += 1
            if self._steps > MAX_STEPS:
                break
            longer = self._walk(path + steps, left - {steps[-1]}, detours - (len(steps) > 1))
            best = max(best, longer, key=lambda found: len(left.intersection(found)))
            if left <= set(best):
                break
        return best

    def _continuations(self, path: list[int], left: set[int], detours: int) -> Iterator[list[int]]:
        """The next cells to try: visible neighbours, the most enclosed first, then ways around the window."""
        near = [cell for cell in self._around(path[-1]) if cell in left]
        near.sort(key=lambda cell: sum(other in left for other in self._around(cell)))
        yield from ([cell] for cell in near)
        if detours > 0:
            yield from self._detours(path, left)

    def _detours(self, path: list[int], left: set[int]) -> Iterator[list[int]]:
        """The shortest paths over free cells to visible cells, by breadth-first search."""
        came_from: dict[int, int] = {}
        used, waiting, found = set(path), [path[-1]], 0
        while waiting and found < MAX_WAYS:
            after = []
            for cell in waiting:
                for near in self._around(cell):
                    if near in used or near in came_from:
                        continue
                    if near in left and cell != path[-1]:
                        came_from[near] = cell
                        found += 1
                        yield _traced(came_from, near, path[-1])
                    elif self._free[near]:
                        came_from[near] = cell
                        after.append(near)
            waiting = after

    def _around(self, cell: int) -> list[int]:
        """The neighbouring cells on the map."""
        x, cols = cell % self._cols, self._cols
        near = [cell - cols, cell + cols] + ([cell - 1] if x > 0 else []) + ([cell + 1] if x < cols - 1 else [])
        return [other for other in near if 0 <= other < len(self._free)]


def _traced(came_from: dict[int, int], cell: int, start: int) -> list[int]:
    """The cells from behind the start to a cell."""
    path = [cell]
    while came_from[path[-1]] != start:
        path.append(came_from[path[-1]])
    return path[::-1]

"""Pairs of bots that have not met, as many as possible."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence

MayMeet = Callable[[int, int], bool]
NOBODY = -1


def most_pairs(first: dict[int, int], bots: Sequence[int], may_meet: MayMeet) -> dict[int, int]:
    """The largest possible set of pairs that may meet, by Edmonds' blossom algorithm from the pairs in `first`.

    Pairs are given and returned in both directions.
    """
    index = {bot: number for number, bot in enumerate(bots)}
    mates = [index.get(first.get(bot, NOBODY), NOBODY) for bot in bots]
    if NOBODY in mates:
        edges = [[b for b in range(len(bots)) if b != a and may_meet(bots[a], bots[b])] for a in range(len(bots))]
        for root in range(len(bots)):
            if mates[root] == NOBODY:
                _Search(edges, mates).augment(root)
    return {bots[a]: bots[b] for a, b in enumerate(mates) if b != NOBODY}


class _Search:
    """A search for an augmenting path from one free vertex; odd cycles are contracted to their base."""

    def __init__(self, edges: list[list[int]], mates: list[int]) -> None:
        self.edges, self.mates = edges, mates
        self.base = list(range(len(mates)))
        self.parent = [NOBODY] * len(mates)
        self.seen = [False] * len(mates)
        self.queue = deque[int]()

    def augment(self, root: int) -> None:
        """Extend the matching by one pair, if there is a path."""
        self.seen[root] = True
        self.queue.append(root)
        while self.queue:
            end = self._grow(root, self.queue.popleft())
            if end != NOBODY:
                return self._flip(end)
        return None

    def _grow(self, root: int, a: int) -> int:
        for b in self.edges[a]:
            if self.base[a] == self.base[b] or self.mates[a] == b:
                continue
            if b == root or (self.mates[b] != NOBODY and self.parent[self.mates[b]] != NOBODY):
                self._contract(a, b)
            elif self.parent[b] == NOBODY:
                self.parent[b] = a
                if self.mates[b] == NOBODY:
                    return b
                self.seen[self.mates[b]] = True
                self.queue.append(self.mates[b])
        return NOBODY

    def _contract(self, a: int, b: int) -> None:
        base = self._common_base(a, b)
        inside: set[int] = set()
        self._mark(a, b, base, inside)
        self._mark(b, a, base, inside)
        for vertex in range(len(self.mates)):
            if self.base[vertex] in inside:
                self.base[vertex] = base
                if not self.seen[vertex]:
                    self.seen[vertex] = True
                    self.queue.append(vertex)

    def _common_base(self, a: int, b: int) -> int:
        path: set[int] = set()
        while True:
            a = self.base[a]
            path.add(a)
            if self.mates[a] == NOBODY:
                break
            a = self.parent[self.mates[a]]
        while self.base[b] not in path:
            b = self.parent[self.mates[self.base[b]]]
        return self.base[b]

    def _mark(self, vertex: int, child: int, base: int, inside: set[int]) -> None:
        while self.base[vertex] != base:
            mate = self.mates[vertex]
            inside |= {self.base[vertex], self.base[mate]}
            self.parent[vertex] = child
            child = mate
            vertex = self.parent[mate]

    def _flip(self, end: int) -> None:
        while end != NOBODY:
            before = self.parent[end]
            following = self.mates[before]
            self.mates[end], self.mates[before] = before, end
            end = following

"""The matches of an audit: every bot against itself, on every map in turn, each with a new seed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from lanista.core.errors import InputError
from lanista.engine import derive
from lanista.game import Game, check_seats
from lanista.match.terms import STANDARD, MatchTerms
from lanista.series.spec import MatchSpec

PROBES = 4  # matches of every bot on every map that come first: they are recorded, and show whether chance matters

Cell = tuple[str, str]  # a bot and a map


@dataclass(frozen=True)
class AuditPlan:
    """The matches of an audit; all seats of a match are the same bot."""

    game: Game[Any, Any, Any]
    bots: tuple[str, ...]
    maps: tuple[str, ...]
    seats: int
    matches: int
    seed: int
    terms: MatchTerms = STANDARD  # but the map

    def __post_init__(self) -> None:
        check_seats(self.game, self.seats)
        if self.seats < 2:
            raise InputError(f"an audit compares seats: expected at least 2, got {self.seats}")

    @property
    def cells(self) -> list[Cell]:
        """Each bot on each map."""
        return list(product(self.bots, self.maps))

    def probes(self, recordings: Path | None = None) -> Iterator[MatchSpec]:
        """The first matches of all cells, recorded in a folder if there is one."""
        for number in range(min(self.matches, PROBES * len(self.cells))):
            replay = f"{recordings}/{number + 1}.jsonl.gz" if recordings else ""
            yield self._spec(number, self.cells, replay)

    def others(self, cells: Sequence[Cell]) -> Iterator[MatchSpec]:
        """All further matches, in these cells."""
        for number in range(PROBES * len(self.cells), self.matches if cells else 0):
            yield self._spec(number, cells)

    def _spec(self, number: int, cells: Sequence[Cell], replay: str = "") -> MatchSpec:
        bot, map_ = cells[number % len(cells)]
        return MatchSpec(
            number=number + 1,
            game=self.game.name,
            bots=(bot,) * self.seats,
            entrants=tuple(range(self.seats)),
            seed=derive(self.seed, "match", number),
            terms=replace(self.terms, map=map_),
            replay=replay,
        )

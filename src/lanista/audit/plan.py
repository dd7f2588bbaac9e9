"""Which matches an audit plays: every bot against itself, on every map in turn, each with a new seed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path
from typing import Any

from lanista.arena import MatchSpec
from lanista.engine import derive
from lanista.errors import InputError
from lanista.game import Game, check_seats

RECORDED = 2  # matches of every bot on every map whose turns are looked into


@dataclass(frozen=True)
class Plan:
    """The matches of an audit; all seats of a match are the same bot."""

    game: Game[Any, Any, Any]
    bots: tuple[str, ...]
    maps: tuple[str, ...]
    seats: int
    matches: int
    seed: int
    ruleset: str = "standard"
    settings: Mapping[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        check_seats(self.game, self.seats)
        if self.seats < 2:
            raise InputError(f"an audit compares seats: expected at least 2, got {self.seats}")

    @property
    def cells(self) -> list[tuple[str, str]]:
        """Each bot on each map."""
        return list(product(self.bots, self.maps))

    def specs(self, recordings: Path | None = None) -> Iterator[MatchSpec]:
        """The matches, bots and maps in turn; with a folder, the first ones of each are recorded there."""
        cells = self.cells
        for number in range(self.matches):
            bot, map_ = cells[number % len(cells)]
            is_recorded = recordings is not None and number < RECORDED * len(cells)
            yield MatchSpec(
                number=number + 1,
                game=self.game.name,
                bots=(bot,) * self.seats,
                entrants=tuple(range(self.seats)),
                seed=derive(self.seed, "match", number),
                ruleset=self.ruleset,
                settings=dict(self.settings),
                map=map_,
                replay=f"{recordings}/{number + 1}.jsonl.gz" if is_recorded else "",
            )

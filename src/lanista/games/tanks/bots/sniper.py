"""Scans, fires at any tank in range that the scan shows, and scans again."""

from __future__ import annotations

from typing import ClassVar

from lanista.games.tanks.bots.scout import Bot as Scout
from lanista.games.tanks.state import MAX_SIDE


class Bot(Scout):
    """Scans more often than a scout, and fires over the full range of its shells."""

    max_age: ClassVar = 12
    min_cells: ClassVar = 60
    fire_range: ClassVar = MAX_SIDE

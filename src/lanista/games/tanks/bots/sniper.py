"""Scans and shoots: whatever a scan shows in range is fired at; then it looks again."""

from __future__ import annotations

from typing import ClassVar

from lanista.games.tanks.bots.scout import Bot as Scout
from lanista.games.tanks.state import MAX_SIDE


class Bot(Scout):
    """Looks around more often than a scout, and fires as far as its shells go."""

    forgets: ClassVar = 12
    enough: ClassVar = 60
    near: ClassVar = MAX_SIDE

"""The end of a match: its reason, the ranks and the scores."""

from __future__ import annotations

from enum import Enum

from lanista.engine import Judgement, rule
from lanista.games.sproutopia.rules import rank_of
from lanista.games.sproutopia.state import Config, Garden


class Reason(Enum):
    """Why a match ended."""

    TICK_LIMIT = "tick limit"
    WHOLE_MAP = "one farmer owns the whole map"


TICK_LIMIT, WHOLE_MAP = range(len(Reason))


@rule
def judge(garden: Garden, config: Config, judgement: Judgement) -> None:
    """Most cells win, then most tie-breaking points, then the lower seat (4.1)."""
    judgement.reason = TICK_LIMIT
    for seat in range(config.seats):
        cells = garden.farmers[seat].cells
        if cells == config.Rows * config.Cols:
            judgement.reason = WHOLE_MAP
        judgement.ranks[seat] = rank_of(garden, config, seat)
        judgement.scores[seat] = cells

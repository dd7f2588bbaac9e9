"""The end of a battle: its reason, the ranks and the scores."""

from __future__ import annotations

from enum import Enum

from lanista.engine import Judgement, rule
from lanista.games.tanks.rules import count_alive, final_score
from lanista.games.tanks.state import Arena, Config


class Reason(Enum):
    """Why a battle ended (section 9)."""

    LAST_TANK = "last tank"
    NO_TANK = "no tank"
    TURN_LIMIT = "turn limit"


LAST_TANK, NO_TANK, TURN_LIMIT = range(len(Reason))


@rule
def judge(arena: Arena, config: Config, judgement: Judgement) -> None:
    """The ranking by score; equal scores share a rank, and no rank is skipped (8.3)."""
    judgement.reason = why_over(arena)
    for seat in range(config.seats):
        own = final_score(arena, config, config.tank_of[seat])
        judgement.scores[seat] = max(0, own)
        judgement.ranks[seat] = 1 + count_higher(arena, config, own)


@rule
def why_over(arena: Arena) -> int:
    """The number of living tanks takes precedence over the turn limit (section 9)."""
    alive = count_alive(arena)
    if alive > 1:
        return TURN_LIMIT
    return LAST_TANK if alive == 1 else NO_TANK


@rule
def count_higher(arena: Arena, config: Config, own: int) -> int:
    """The number of distinct higher scores."""
    count = 0
    for seat in range(config.seats):
        score = final_score(arena, config, config.tank_of[seat])
        is_new = score > own
        for other in range(seat):
            if final_score(arena, config, config.tank_of[other]) == score:
                is_new = False
        if is_new:
            count += 1
    return count

"""The end of a match: its reason, the ranks and the scores."""

from __future__ import annotations

from enum import Enum

from lanista.engine import Judgement, rule
from lanista.games.rampage.rules import is_dead, victor
from lanista.games.rampage.state import SEATS, Arena, Config


class Reason(Enum):
    """Why a match ended."""

    DEATH = "death"
    TURN_LIMIT = "turn limit"


DEATH, TURN_LIMIT = range(len(Reason))


@rule
def judge(arena: Arena, config: Config, judgement: Judgement) -> None:
    """The survivor wins; otherwise the points decide (section 9)."""
    winner = victor(arena, config)
    judgement.reason = TURN_LIMIT
    for seat in range(SEATS):
        player = arena.players[seat]
        if is_dead(player):
            judgement.reason = DEATH
        judgement.ranks[seat] = 1 if winner < 0 or winner == seat else 2
        judgement.scores[seat] = player.points

"""The end of a race: its reason, the ranks and the scores."""

from __future__ import annotations

from enum import Enum

from lanista.engine import Judgement, rule
from lanista.games.overdrive.state import LENGTH, SEATS, Config, Race


class Reason(Enum):
    """Why a race ended."""

    FINISH_LINE = "finish line"
    ROUND_LIMIT = "round limit"


FINISH_LINE, ROUND_LIMIT = range(len(Reason))


@rule
def judge(race: Race, config: Config, judgement: Judgement) -> None:
    """The car that finished first, or led at the round limit (section 7)."""
    judgement.reason = ROUND_LIMIT
    for seat in range(SEATS):
        if race.cars[seat].block == LENGTH:
            judgement.reason = FINISH_LINE
        judgement.ranks[seat] = 1 if seat == race.winner else 2
        judgement.scores[seat] = race.cars[seat].score

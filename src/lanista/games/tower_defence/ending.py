"""The end of a match: its reason, the ranks and the scores."""

from __future__ import annotations

from enum import Enum

from lanista.engine import Judgement, rule
from lanista.games.tower_defence.rules import final_score, lead
from lanista.games.tower_defence.state import SEATS, Battle, Config, Ending


class Reason(Enum):
    """Why a match ended, in the order of `Ending`."""

    BASE_DESTROYED = "base destroyed"
    MAX_ROUNDS = "round limit"
    DO_NOTHINGS = "too many bad commands"


@rule
def judge(battle: Battle, config: Config, judgement: Judgement) -> None:
    """The player whose base stands, or who scored more."""
    ahead = lead(battle, config)
    judgement.reason = battle.ending - Ending.BASE_DESTROYED
    judgement.ranks[0] = 2 if ahead < 0 else 1
    judgement.ranks[1] = 2 if ahead > 0 else 1
    for seat in range(SEATS):
        judgement.scores[seat] = final_score(battle.players[seat], config)

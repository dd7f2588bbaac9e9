"""Forfeits for a bot's conduct, in any game; a game's rules may name more (`Outcome.forfeits`).

A bot that never gets ready forfeits, and so does one that gives no valid move in the whole match. One that fails
after a valid move plays what the rules give a seat without a move, and the rules decide.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

import msgspec

from lanista.core.verdict import Verdict
from lanista.game.values import Outcome

NOT_READY = "did not get ready"
NO_MOVE = "gave no valid move in the whole match"


def with_forfeits(outcome: Outcome, absent: Collection[int], verdicts: Sequence[Mapping[Verdict, int]]) -> Outcome:
    """The outcome with all forfeits; `verdicts` are those of each seat, in the turns in which it was asked."""
    by_rules = outcome.forfeits or ("",) * len(outcome.rule_ranks)
    forfeits = tuple(
        NOT_READY if seat in absent else why or _conduct(verdicts[seat]) for seat, why in enumerate(by_rules)
    )
    return msgspec.structs.replace(outcome, forfeits=forfeits if any(forfeits) else ())


def _conduct(verdicts: Mapping[Verdict, int]) -> str:
    return NO_MOVE if any(verdicts.values()) and not verdicts.get(Verdict.OK, 0) else ""

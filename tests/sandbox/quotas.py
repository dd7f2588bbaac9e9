"""Plays matches of good bots while a hostile one uses up what the kernel counts per user; prints what they got.

Run as another user: `python -m tests.sandbox.quotas FOLDER PROGRAM`, with level and runner in the environment.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from lanista.match.planning import plan_match
from lanista.match.referee import PlayedTurn
from lanista.match.terms import MatchTerms
from tests.bots.matches import PATIENT
from tests.hostile.matches import HERE, command
from tests.soak.bots import Folder, good_pairings

KINDS = ("fresh lines", "round files", "file exchange", "hub", "socket")


class During:
    """An observer that plays matches of good bots once the hostile one has done its worst."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self.found: dict[str, Any] = {}
        self.log = ""

    def begin(self, *_: object) -> None:
        """The match begins."""

    def turn(self, turn: PlayedTurn, _: object) -> None:
        """Play after the third turn."""
        self.log += turn.answers[0].log
        if turn.turn == 3:
            self.found = {kind: self._play(kind) for kind in KINDS}

    def end(self, *_: object) -> None:
        """The match is over."""

    def _play(self, kind: str) -> list[Any]:
        pairing = next(pairing for pairing in good_pairings(Folder(self._root / kind)) if pairing.kind == kind)
        result = plan_match(
            pairing.game, pairing.bots, MatchTerms(settings=pairing.settings).with_budgets(PATIENT), seed=4
        ).play()
        seat = result.seats[0]
        reason = result.void or (seat.fault.reason if seat.fault else "")
        return [[verdict.value for verdict in seat.verdicts], reason]


def main() -> None:
    """Print what the hostile bot reported, and the verdicts and the first fault of each good one, as JSON."""
    during = During(Path(sys.argv[1]))
    bots = [command(HERE / sys.argv[2]), "cruise"]
    plan_match("overdrive", bots, MatchTerms(settings={"max_rounds": 4}).with_budgets(PATIENT), seed=1).play(
        [during]
    )
    sys.stdout.write(json.dumps({"hostile": json.loads(during.log), "matches": during.found}) + "\n")


if __name__ == "__main__":
    main()

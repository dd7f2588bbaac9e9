"""The private parts of a match: a bot's log, and why it failed, belong to its team and to helpers.

Moves, verdicts, times, and what bots say to the audience and draw for it are for everybody who sees the contest.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from lanista.serve.access import Standpoint


@dataclass(frozen=True)
class Audience:
    """Who looks at results: helpers see all, others what is about their team's bot. It has the team's name."""

    team: str = ""
    sees_all: bool = False

    @classmethod
    def of(cls, point: Standpoint, team: str) -> Audience:
        """The audience that a person is; `team` is the name of their team."""
        return cls(team, point.is_helper)

    def owns(self, bot: str) -> bool:
        """Whether the private details of a bot are theirs."""
        return self.sees_all or (bool(self.team) and bot == self.team)

    def owned(self, bots: Sequence[str]) -> frozenset[int] | None:
        """The seats whose private details are theirs, given the bots by seat; None for all."""
        if self.sees_all:
            return None
        return frozenset(seat for seat, bot in enumerate(bots) if self.owns(bot))

"""What happened in a round and no state keeps: the rules play it again, and are watched.

What a car did and what was done to it stands in its list of states.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from lanista.engine import over
from lanista.game import Played
from lanista.games.overdrive.state import LANES, Drive, Race, Work

Rule = Callable[..., Any]


class Emp(NamedTuple):
    """An EMP: who fired it, from which block, and the lanes in which it hits."""

    seat: int
    block: int
    lanes: list[int]


class TurnLog:
    """The record of a round."""

    def __init__(self, played: Played) -> None:
        self.emps: list[Emp] = []
        self._before = played.before
        self.after = played.watch({"fire_emp": self._fire_emp})

    def _fire_emp(self, rule: Rule, race: Race, work: Work, seat: int) -> None:
        plan = work.drives[seat]
        lanes = [lane for lane in range(1, LANES + 1) if self._hits(rule, plan, seat, lane)]
        self.emps.append(Emp(seat, plan.start_block, lanes))
        rule(race, work, seat)

    def _hits(self, rule: Rule, plan: Drive, seat: int, lane: int) -> bool:
        """Whether the rule hits an opponent that starts one block ahead in a lane."""
        race: Race = self._before.clone().record
        work = over(Work, bytearray(Work.dtype.itemsize))  # type: ignore[attr-defined]
        own, other = work.drives[seat], work.drives[1 - seat]
        own.start_lane, own.start_block = plan.start_lane, plan.start_block
        other.start_lane, other.start_block = lane, plan.start_block + 1
        rule(race, work, seat)
        return bool(other.hit_emp)

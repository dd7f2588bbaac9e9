"""Plays matches on the nodes of a Ray cluster."""

from __future__ import annotations

from collections.abc import Iterator

from lanista.arena.cluster.address import Address
from lanista.arena.cluster.state import NodeState
from lanista.arena.crews import Needs
from lanista.arena.spec import MatchReport, MatchSpec
from lanista.errors import ClusterError


class RayCrew:
    """Nodes of a cluster that play matches; a match of a node that was lost is played once more."""

    def __init__(self, address: Address, jobs: int | None, needs: Needs) -> None:
        raise ClusterError("matches cannot be played on a cluster yet; leave out --on")

    @property
    def pending(self) -> int:
        """How many matches it was sent that have no report yet."""
        return 0

    def wanted(self) -> int:
        """How many more matches it takes now."""
        return 0

    def send(self, spec: MatchSpec) -> None:
        """Give it a match to play."""

    def collect(self, seconds: float | None) -> Iterator[MatchReport]:
        """Yield reports, after waiting for one at most so long; None waits until there is one."""
        yield from ()

    def nodes(self) -> list[NodeState]:
        """Its nodes, also those that were refused or lost."""
        return []

    def end(self) -> None:
        """End what is running, and the cluster if it is ours."""

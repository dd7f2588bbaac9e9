"""Chooses the crew: workers on this machine, or a Ray cluster."""

from __future__ import annotations

from dataclasses import dataclass

from lanista.sandbox import Level
from lanista.series.cluster.address import read_address
from lanista.series.cluster.state import NodeState
from lanista.series.cores import default_jobs
from lanista.series.crew import Crew
from lanista.series.pool import LocalCrew


@dataclass(frozen=True)
class Needs:
    """The requirements of a league's matches on every machine that plays them."""

    game: str
    thinking: int = 1  # bots of a match that think at the same time (`thinking_at_once`)
    level: Level | None = None  # the lowest sandbox level; None: any


def make_crew(on: str | None, jobs: int | None, needs: Needs) -> Crew:
    """A crew for matches like these; `on` is None for this machine, or names a Ray cluster (`read_address`).

    Without `jobs` as many matches run at once as leave every thinking bot a core. Raises ConfigError if `on` is no
    known address, and ClusterError if the cluster cannot play these matches.
    """
    if on is None:
        return LocalCrew(jobs or default_jobs(needs.thinking))
    from lanista.series.cluster.crew import RayCrew

    return RayCrew(read_address(on), jobs, needs)


def nodes_of(crew: Crew) -> list[NodeState]:
    """The nodes of a crew that plays on a cluster; a local one has none."""
    from lanista.series.cluster.crew import RayCrew

    return crew.nodes() if isinstance(crew, RayCrew) else []

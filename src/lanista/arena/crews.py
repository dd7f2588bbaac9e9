"""Which crew plays: workers of this machine, or a Ray cluster."""

from __future__ import annotations

from dataclasses import dataclass

from lanista.arena.cluster.address import read_address
from lanista.arena.cluster.state import NodeState
from lanista.arena.cores import default_jobs
from lanista.arena.crew import Crew
from lanista.arena.pool import LocalCrew
from lanista.sandbox import Level


@dataclass(frozen=True)
class Needs:
    """What the matches of a league need of every machine that plays them."""

    game: str
    thinking: int = 1  # bots of a match that think at the same time (`thinking_at_once`)
    level: Level | None = None  # the lowest sandbox level; None: any


def make_crew(on: str | None, jobs: int | None, needs: Needs) -> Crew:
    """A crew for matches like these; `on` is None for this machine, or names a Ray cluster (`read_address`).

    Without `jobs` there are as many matches at once as leave every thinking bot a core. Raises ConfigError if `on`
    names nothing that is known, and ClusterError if the cluster cannot play these matches.
    """
    if on is None:
        return LocalCrew(jobs or default_jobs(needs.thinking))
    from lanista.arena.cluster.crew import RayCrew

    return RayCrew(read_address(on), jobs, needs)


def nodes_of(crew: Crew) -> list[NodeState]:
    """The nodes of a crew that plays on a cluster; a local one has none."""
    from lanista.arena.cluster.crew import RayCrew

    return crew.nodes() if isinstance(crew, RayCrew) else []

"""The nodes of a cluster that play for a crew: present ones, and those that join later."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Sequence
from typing import Any

from lanista.core.errors import ClusterError
from lanista.core.text import inert
from lanista.series.cluster.node import Node, start_node
from lanista.series.cluster.state import Condition
from lanista.series.crews import Needs

LOOK_SECONDS = 3.0  # between two checks for new nodes
MAX_STARTS = 3  # of our process on one node
MAX_NAME = 60
ACTIVE = (Condition.STARTING, Condition.PLAYING)


class Fleet:
    """Starts our process once on every node that has a core for it."""

    def __init__(self, ray: Any, jobs: int | None, needs: Needs) -> None:
        self._ray = ray
        self._jobs = jobs
        self._needs = needs
        self._starts: Counter[str] = Counter()
        self._looked_at = 0.0
        self.nodes: list[Node] = []

    @property
    def active(self) -> list[Node]:
        """The nodes that play, or may soon."""
        return [node for node in self.nodes if node.condition in ACTIVE]

    @property
    def playing(self) -> list[Node]:
        """The nodes that play."""
        return [node for node in self.nodes if node.condition is Condition.PLAYING]

    def look(self) -> None:
        """Look for new nodes, unless that was done just now."""
        if time.monotonic() - self._looked_at < LOOK_SECONDS:
            return
        self._looked_at = time.monotonic()
        alive = self._alive()
        names = _names(alive)
        new = [about for about in alive if self._is_new(about)]
        capacities = [int(about["Resources"]["CPU"]) // self._needs.thinking for about in new]
        for about, most, slots in zip(new, capacities, spread(self._free_jobs(), capacities), strict=True):
            name = names[about["NodeID"]]
            if not most:
                self.nodes.append(self._too_small(about, name))
            elif slots:
                self._starts[about["NodeID"]] += 1
                self._add(start_node(self._ray, about, name, slots, self._needs))

    def _add(self, node: Node) -> None:
        """Add a node; one whose process was lost before keeps its counts and the reason of the loss."""
        for former in [other for other in self.nodes if other.id == node.id]:
            node.counts, node.reason = former.counts, former.reason
            self.nodes.remove(former)
        self.nodes.append(node)

    def _too_small(self, about: dict[str, Any], name: str) -> Node:
        cores, thinking = int(about["Resources"]["CPU"]), self._needs.thinking
        reason = f"it has {cores} cores, and {thinking} bots of a match think at the same time"
        return Node(about["NodeID"], name, 0, None, None, Condition.REFUSED, reason)

    def _alive(self) -> list[dict[str, Any]]:
        try:
            return [about for about in self._ray.nodes() if about["Alive"]]
        except (OSError, RuntimeError, self._ray.exceptions.RayError) as error:
            raise ClusterError(
                f"the head of the cluster does not answer any more: {inert(str(error), 200)}"
            ) from None

    def _is_new(self, about: dict[str, Any]) -> bool:
        known = {node.id for node in self.nodes if node.condition is not Condition.LOST}
        node, cores = about["NodeID"], about["Resources"].get("CPU", 0)
        return node not in known and cores >= 1 and self._starts[node] < MAX_STARTS

    def _free_jobs(self) -> int | None:
        return None if self._jobs is None else self._jobs - sum(node.slots for node in self.active)

    def why_none(self) -> str:
        """Why no node plays."""
        reasons = [f"{node.name}: {node.reason}" for node in self.nodes if node.reason]
        if waiting := [node.name for node in self.nodes if node.condition is Condition.STARTING]:
            reasons.append(f"{', '.join(waiting)}: its cores are used by other jobs (`ray status` shows them)")
        return "; ".join(reasons) or "it has no node with a core; start one with `ray start --address=HOST:PORT`"


def spread(jobs: int | None, capacities: Sequence[int]) -> list[int]:
    """Parallel matches per node: as even as their capacities allow, at most `jobs` in all."""
    if jobs is None:
        return list(capacities)
    slots = [0] * len(capacities)
    while sum(slots) < jobs and (free := [i for i, most in enumerate(capacities) if slots[i] < most]):
        slots[min(free, key=lambda i: slots[i])] += 1
    return slots


def _names(abouts: Sequence[dict[str, Any]]) -> dict[str, str]:
    """The nodes by machine name, with a part of the id where names are equal."""
    hosts = {about["NodeID"]: inert(about["NodeManagerHostname"], MAX_NAME) for about in abouts}
    times = Counter(hosts.values())
    return {node: host if times[host] == 1 else f"{host}/{node[:6]}" for node, host in hosts.items()}

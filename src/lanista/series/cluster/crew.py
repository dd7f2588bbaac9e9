"""Plays matches on the nodes of a Ray cluster."""

from __future__ import annotations

import contextlib
import itertools
import math
import time
from collections import deque
from collections.abc import Iterator
from typing import Any

from lanista.core.errors import ClusterError, LanistaError
from lanista.core.text import inert
from lanista.sandbox.usage.cores import usable_cores
from lanista.series.cluster.address import ClusterAddress
from lanista.series.cluster.files import SentFiles
from lanista.series.cluster.fleet import Fleet
from lanista.series.cluster.matches import SentMatch, pack
from lanista.series.cluster.node import MAX_CALLS, Node
from lanista.series.cluster.node_player import TASK_SECONDS
from lanista.series.cluster.session import ClusterSession
from lanista.series.cluster.state import NodeState
from lanista.series.crews import Needs
from lanista.series.spec import MatchReport, MatchSpec

START_SECONDS = 120.0  # for the first node to get ready
PATIENCE_SECONDS = 60.0  # for a node to come when all are lost
WAIT_SECONDS = 1.0  # of one wait for answers; between waits we look for new nodes
GET_SECONDS = 120.0  # for the reports and replays of a call from another machine
END_SECONDS = 1.5  # for a node to end its bots; supervisors end those of a node that is killed
MAX_LOSSES = 2  # as often as a local crew begins a match whose worker dies
MAX_BATCH = 200  # matches per slot in one call
SMOOTHING = 0.1  # of the mean duration, per report


class RayCrew:
    """Nodes of a cluster that play matches; a match of a lost node is played once more.

    A call makes a node play for a second and returns the finished matches; each node has at most two calls, so
    that it finds the next one when the first returns. Matches in flight fill these two seconds.
    """

    def __init__(self, address: ClusterAddress, jobs: int | None, needs: Needs) -> None:
        self._needs = needs
        self._has_ended = False
        self._waiting: deque[SentMatch] = deque()
        self._done: deque[MatchReport] = deque()
        self._ids = itertools.count()
        self._mean = TASK_SECONDS  # seconds of a match
        self._active_at = time.monotonic()
        self._session = ClusterSession(address, max(usable_cores(), (jobs or 0) * needs.thinking))
        self._ray = self._session.ray
        self._files = SentFiles(self._ray.put)
        self._fleet = Fleet(self._ray, jobs, needs)
        try:
            self._wait_for_node()
        except BaseException:
            self.end()
            raise

    def _wait_for_node(self) -> None:
        deadline = time.monotonic() + START_SECONDS
        self._fleet.look()
        while not self._fleet.playing and self._fleet.active and time.monotonic() < deadline:
            self._answer(WAIT_SECONDS)
            self._fleet.look()
        if not self._fleet.playing:
            raise ClusterError(f"no node of the cluster can play these matches: {self._fleet.why_none()}")

    @property
    def pending(self) -> int:
        """The number of matches sent and not reported yet."""
        in_flight = sum(len(node.matches) for node in self._fleet.active)
        return len(self._waiting) + len(self._done) + in_flight

    def wanted(self) -> int:
        """The number of further matches it takes now; 1 even if all nodes are lost, so that this is noticed."""
        free = sum(self._room(node) for node in self._fleet.playing) - len(self._waiting)
        return max(free, 0 if self.pending else 1)

    def _room(self, node: Node) -> int:
        """The number of further matches that fill the calls of a node."""
        batch = min(MAX_BATCH, max(1, math.ceil(TASK_SECONDS / max(self._mean, 1e-3))))
        return max(0, MAX_CALLS * node.slots * batch - len(node.matches))

    def send(self, spec: MatchSpec) -> None:
        """Accept a match; one that cannot be sent to another machine becomes a report with an error."""
        try:
            self._waiting.append(pack(next(self._ids), spec, self._files))
        except LanistaError as error:
            self._done.append(MatchReport(spec, error=str(error), unplayable=True))

    def collect(self, seconds: float | None) -> Iterator[MatchReport]:
        """Yield reports, waiting up to `seconds` for the first; None waits without a limit."""
        deadline = math.inf if seconds is None else time.monotonic() + seconds
        self._proceed(deadline)
        while self.pending and not self._done and time.monotonic() < deadline:
            self._proceed(deadline)
        self._dispatch()
        while self._done:
            yield self._done.popleft()

    def _proceed(self, deadline: float) -> None:
        """Send queued matches, and take the nodes' answers until then."""
        self._fleet.look()
        self._dispatch()
        self._answer(max(0.0, min(deadline - time.monotonic(), WAIT_SECONDS)) if self.pending else 0.0)
        self._check_hope()

    def _dispatch(self) -> None:
        """Spread queued matches over the nodes that take a call, and keep all of them playing."""
        free = [node for node in self._fleet.playing if node.takes_call]
        batches: dict[str, list[SentMatch]] = {node.id: [] for node in free}
        while self._waiting and (able := [node for node in free if self._room(node) > len(batches[node.id])]):
            node = min(able, key=lambda node: (len(node.matches) + len(batches[node.id])) / node.slots)
            batches[node.id].append(self._waiting.popleft())
        for node in free:
            if batches[node.id] or (node.matches and not node.calls):
                node.call(batches[node.id], self._files)

    def _answer(self, seconds: float) -> None:
        """Wait for nodes, and take their answers."""
        asked = {ref: node for node in self._fleet.active for ref in node.refs()}
        if not asked:
            time.sleep(seconds)
            return
        ready, others = self._ray.wait(list(asked), num_returns=1, timeout=seconds)
        if others:
            ready += self._ray.wait(others, num_returns=len(others), timeout=0)[0]
        for ref in ready:
            self._take(asked[ref], ref)

    def _take(self, node: Node, ref: Any) -> None:
        try:
            answer = self._ray.get(ref, timeout=GET_SECONDS)
        except self._ray.exceptions.RayError as error:
            self._lose(node, _reason(error))
            return
        if node.starting is not None:
            if not node.begin(answer, self._needs):
                self._kill(node)
            return
        for report in node.finish(answer):
            self._mean += SMOOTHING * (report.seconds - self._mean)
            self._done.append(report)

    def _lose(self, node: Node, reason: str) -> None:
        """Send the matches of a lost node elsewhere; give up those that were lost before."""
        lost = node.lose(reason)
        self._kill(node)
        for match in reversed(lost):
            if match.losses < MAX_LOSSES:
                self._waiting.appendleft(match)
            else:
                why = f"the node that played it was lost, twice: {node.name}: {reason}"
                self._done.append(match.failed(why))

    def _kill(self, node: Node) -> None:
        with contextlib.suppress(self._ray.exceptions.RayError, ValueError):
            self._ray.kill(node.actor)

    def _check_hope(self) -> None:
        """Give up if all nodes are lost and none comes."""
        self._session.check()
        if self._fleet.active:
            self._active_at = time.monotonic()
        elif time.monotonic() - self._active_at > PATIENCE_SECONDS:
            raise ClusterError(f"all nodes of the cluster are lost: {self._fleet.why_none()}")

    def nodes(self) -> list[NodeState]:
        """Its nodes, also those that were refused or lost."""
        return [node.state for node in self._fleet.nodes]

    def end(self) -> None:
        """End what is running, and the cluster if we started it; a second call does nothing."""
        if self._has_ended:  # otherwise Ray would start a new cluster
            return
        self._has_ended = True
        try:
            self._end_nodes()
        finally:
            self._session.end()

    def _end_nodes(self) -> None:
        asked = [node.actor.end.remote() for node in self._fleet.playing]
        if asked:
            self._ray.wait(asked, num_returns=len(asked), timeout=END_SECONDS)
        for node in self._fleet.active:
            self._kill(node)


def _reason(error: Exception) -> str:
    """The first line of the error that says why a node was lost."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return inert(lines[0] if lines else type(error).__name__, 200)

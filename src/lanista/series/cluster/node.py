"""The driver's view of a node: the matches it was sent, and its answers."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from lanista.series.cluster.files import Ref, SentFiles
from lanista.series.cluster.matches import SentMatch
from lanista.series.cluster.messages import Done, NodeOrder, encode, read_about, read_done
from lanista.series.cluster.node_player import CONTROL, NodePlayer
from lanista.series.cluster.state import Condition, NodeState
from lanista.series.cluster.versions import installed_version
from lanista.series.crews import Needs
from lanista.series.spec import MatchReport

MAX_CALLS = 2  # one in progress, and one queued behind it


class PendingCall(NamedTuple):
    """A call that has not returned, with the matches that it sent."""

    ref: Ref
    matches: list[SentMatch]


@dataclass
class NodeCounts:
    """Counts of a node's matches by how they ended."""

    played: int = 0
    lost: int = 0
    faults: int = 0
    errors: int = 0

    def add(self, report: MatchReport) -> None:
        """Count a report."""
        self.played += 1
        self.faults += any(report.faults)
        self.errors += not report.counts


@dataclass(eq=False)
class Node:
    """A node and our process there."""

    id: str
    name: str
    slots: int
    actor: Any
    starting: Ref | None  # what it says about itself
    condition: Condition = Condition.STARTING
    reason: str = ""
    level: str = ""
    calls: deque[PendingCall] = field(default_factory=deque)
    matches: dict[int, SentMatch] = field(default_factory=dict)  # without a report, by id
    counts: NodeCounts = field(default_factory=NodeCounts)
    _files: set[str] = field(default_factory=set)  # the keys that it has been sent

    @property
    def state(self) -> NodeState:
        """Its state as shown to people."""
        return NodeState(
            self.name,
            self.condition,
            self.slots,
            len(self.matches),
            self.counts.played,
            self.counts.lost,
            self.counts.faults,
            self.counts.errors,
            self.level,
            self.reason,
        )

    @property
    def takes_call(self) -> bool:
        """Whether it can be sent matches now."""
        return self.condition is Condition.PLAYING and len(self.calls) < MAX_CALLS

    def refs(self) -> list[Ref]:
        """References to its next answers."""
        return [self.starting] if self.starting is not None else [call.ref for call in list(self.calls)[:1]]

    def begin(self, about: bytes, needs: Needs) -> bool:
        """Admit it if its versions and sandbox are sufficient, otherwise refuse it; returns whether it plays."""
        told, self.starting = read_about(about), None
        self.level = told.level
        self.reason = installed_version(needs.game).difference(told.version)
        if not self.reason and told.lacking and needs.level is not None:
            self.reason = (
                f"its sandbox has the level {told.level}, and {needs.level.value} is needed: {told.lacking}"
            )
        self.condition = Condition.REFUSED if self.reason else Condition.PLAYING
        return not self.reason

    def call(self, matches: Sequence[SentMatch], files: SentFiles) -> None:
        """Send it matches, with the files that it lacks; without matches it continues with those it has."""
        new = sorted({key for match in matches for key in match.files} - self._files)
        order = encode(NodeOrder([match.wire for match in matches], new))
        ref = self.actor.play.remote(order, [files.ref(key) for key in new])
        self._files.update(new)
        self.calls.append(PendingCall(ref, list(matches)))
        self.matches.update((match.id, match) for match in matches)

    def finish(self, answer: bytes) -> list[MatchReport]:
        """The reports that its oldest call returned."""
        self.calls.popleft()
        return [self._report(done) for done in read_done(answer)]

    def _report(self, done: Done) -> MatchReport:
        report = self.matches.pop(done.report.spec.number).finish(done)
        self.counts.add(report)
        return report

    def lose(self, reason: str) -> list[SentMatch]:
        """Mark it as lost; returns its matches, first those that it may have been playing."""
        waiting = {match.id for call in list(self.calls)[1:] for match in call.matches}
        for match in self.matches.values():
            match.losses += match.id not in waiting
        lost = sorted(self.matches.values(), key=lambda match: (match.id in waiting, match.id))
        self.condition, self.reason, self.starting = Condition.LOST, reason, None
        self.counts.lost += len(lost)
        self.calls.clear()
        self.matches.clear()
        return lost


def start_node(ray: Any, about: dict[str, Any], name: str, slots: int, needs: Needs) -> Node:
    """Start our process on a node of the cluster, as Ray describes it."""
    from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

    cores = min(int(about["Resources"]["CPU"]), slots * needs.thinking)
    remote = ray.remote(num_cpus=cores, max_restarts=0, concurrency_groups={CONTROL: 1})(NodePlayer)
    here = NodeAffinitySchedulingStrategy(about["NodeID"], soft=False)
    actor = remote.options(scheduling_strategy=here).remote(slots, cores)
    asked = actor.about.remote(needs.game, needs.level.value if needs.level else None)
    return Node(about["NodeID"], name, slots, actor, asked)

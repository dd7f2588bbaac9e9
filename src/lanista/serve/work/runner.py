"""A runner: one process that owns a job lane and a ladder lane, and starts either again when it ends."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress

import msgspec

from lanista.core.errors import LanistaError
from lanista.league.beats import Beats
from lanista.league.store.process import this_process
from lanista.sandbox.usage.cgroup_support import remove_leftovers
from lanista.series.child import ChildProcess
from lanista.series.cluster.address import read_address
from lanista.serve.site import Site
from lanista.serve.work import job_lane, ladder_lane
from lanista.serve.work.lane_task import LaneTask
from lanista.serve.work.lanes import Lanes
from lanista.serve.work.plain import without_paths
from lanista.serve.work.stopping import DRAIN_SECONDS

MODULES = {job_lane.LANE: "lanista.serve.work.job_lane", ladder_lane.LANE: "lanista.serve.work.ladder_lane"}
POLL_SECONDS = 0.25
SAY_SECONDS = 5.0
SPARE_SECONDS = 3.0  # for a lane to end its bots after its time to drain
FIRST_PAUSE, MAX_PAUSE = 1.0, 60.0  # before a lane that has ended is started again
HEALTHY_SECONDS = 60.0  # after which a lane's end is its first one again

Tell = Callable[[str], None]


class OwnedLane:
    """A lane's process, and when it is started again."""

    def __init__(self, name: str, task: LaneTask) -> None:
        self.name = name
        self._line = msgspec.json.encode(task) + b"\n"
        self._child: ChildProcess | None = None
        self._began = 0.0
        self._pause = 0.0
        self._next_start = 0.0

    @property
    def pid(self) -> int:
        """The id of its process; 0 if it does not run."""
        return self._child.pid if self._child is not None else 0

    def look_after(self) -> str:
        """Start the process if it is time; returns why it has ended, if it just has."""
        now = time.monotonic()
        if self._child is None:
            if now >= self._next_start:
                self._start(now)
            return ""
        if not self._child.has_ended:
            return ""
        why = f"it ended unexpectedly{self._child.last_error()}"
        self._child.close()
        remove_leftovers()  # groups of bots whose supervisors were killed with it
        self._child = None
        lived = now - self._began
        self._pause = FIRST_PAUSE if lived > HEALTHY_SECONDS else min(MAX_PAUSE, max(FIRST_PAUSE, 2 * self._pause))
        self._next_start = now + self._pause
        return f"{why}; it starts again in {self._pause:.0f} s"

    def _start(self, now: float) -> None:
        self._began = now
        self._child = ChildProcess(MODULES[self.name])
        self._child.write(self._line)

    def stop(self) -> None:
        """Ask it to end; asked again, it ends at once."""
        if self._child is not None:
            self._child.stop()

    @property
    def has_ended(self) -> bool:
        """Whether it does not run."""
        return self._child is None or self._child.has_ended

    def end(self, deadline: float) -> None:
        """Wait for its end, or kill it after a deadline."""
        if self._child is not None:
            self._child.wait(deadline)
            self._child.close()
            self._child = None


class ContestRunner:
    """Runs until `stop` was called; a second call ends it at once. Both may be called in signal handlers."""

    def __init__(
        self,
        site: Site,
        *,
        address: str = "",
        jobs: int | None = None,
        on: str | None = None,
        label: str = "",
        tell: Tell = lambda _: None,
    ) -> None:
        self._site = site
        self._tell = tell
        self._asked = 0
        self.label = label or this_process().label
        self._task = LaneTask(str(site.data.resolve()), address, 0, self.label, jobs=jobs, on=on)
        self.lanes: list[OwnedLane] = []

    def stop(self) -> None:
        """Let running matches and jobs end, or give them back; a second call does not wait for them."""
        self._asked += 1

    def run(self) -> None:
        """Own the lanes until it is asked to end."""
        if self._task.on is not None:
            read_address(self._task.on)  # refuses what is no address
        lanes = Lanes(self._site)
        with suppress(LanistaError):
            lanes.forget_gone()
        runner = self._site.store.begin_runner(self.label)
        task = msgspec.structs.replace(self._task, runner_id=runner.id)
        self.lanes = [
            OwnedLane(name, msgspec.structs.replace(task, is_last=name == job_lane.LANE)) for name in MODULES
        ]
        try:
            with Beats(self._site.store, runner):
                while not self._asked:
                    for lane in self.lanes:
                        self._look_after(lanes, runner.id, lane)
                    time.sleep(POLL_SECONDS)
        finally:
            self._end()
            with suppress(LanistaError):  # of a store that is gone; others see that this process has ended
                lanes.remove(runner.id)
                self._site.store.end_runner(runner)

    def _look_after(self, lanes: Lanes, runner_id: int, lane: OwnedLane) -> None:
        why = lane.look_after()
        if why:
            says = without_paths(why, self._site)
            self._tell(f"{lane.name}: {says}")
            with suppress(LanistaError):
                lanes.say(runner_id, lane.name, 0, says)

    def _end(self) -> None:
        """Ask the lanes to end, wait until they have, and kill those that have not."""
        deadline = time.monotonic() + DRAIN_SECONDS + SPARE_SECONDS
        for lane in self.lanes:
            lane.stop()
        asked = self._asked
        while not all(lane.has_ended for lane in self.lanes) and time.monotonic() < deadline:
            if self._asked > max(asked, 1):
                for lane in self.lanes:
                    lane.stop()
                deadline = min(deadline, time.monotonic() + SPARE_SECONDS)
                asked = self._asked
            time.sleep(POLL_SECONDS / 5)
        for lane in self.lanes:
            lane.end(time.monotonic())

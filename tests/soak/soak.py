"""Plays a soak: matches in a pool of workers, sampled and judged as they end."""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from lanista.sandbox import Level
from lanista.series.pool import LocalPool
from lanista.series.spec import MatchReport, MatchSpec
from tests.soak.bots import Mix, pairings
from tests.soak.growth import grown
from tests.soak.loops import BusyLoops
from tests.soak.schedule import Outcome, Schedule
from tests.soak.store import Head, Line, Store
from tests.soak.watching import Watch

SAMPLES = 400  # of a whole run, about
SETTLE_SECONDS = 10.0  # for the kernel to take away what was killed
HARMLESS = {Outcome.DOUBTFUL}
MIX = Mix()


@dataclass(frozen=True)
class Options:
    """The settings of a soak."""

    matches: int
    level: Level
    seed: int = 1
    jobs: int = 2
    loops: int = 2
    seconds: float = float("inf")  # when to start no more matches
    mix: Mix = MIX


class Soak:
    """A soak that is being played; `failures` says what is wrong so far."""

    def __init__(self, options: Options, store: Store, folder: Path) -> None:
        self.options = options
        self.store = store
        self._folder = folder.resolve()
        self._pairings = pairings(self._folder / "bots", options.level, options.mix)
        self._schedule = Schedule(self._pairings, options.seed, options.level)
        self._deadline = time.monotonic() + options.seconds

    def run(self, report: Callable[[], None] = lambda: None) -> None:
        """Play what is left; `report` is called after every match."""
        options = self.options
        self.store.begin(Head(options.seed, options.level.value, len(self._pairings)))
        with BusyLoops(options.loops) as loops, temporary_folder(self._folder) as temporary:
            watch = Watch(temporary, str(self._folder), loops.pids)
            mounts = watch.sample(0).mounts
            self._play(watch, report)
            for text in left_behind(watch, mounts):
                self.store.add(Line(survivor=text))

    def _play(self, watch: Watch, report: Callable[[], None]) -> None:
        every = max(1, self.options.matches // SAMPLES)
        with closing(LocalPool(self.options.jobs).run(self._specs())) as reports:  # type: ignore[type-var]
            for played in reports:
                self._note(played)
                if len(self.store.played) % every == 0:
                    self.store.add(Line(sample=watch.sample(len(self.store.played))))
                report()

    def _specs(self) -> Iterator[MatchSpec]:
        for number in range(self.options.matches):
            if time.monotonic() > self._deadline:
                return
            if number not in self.store.played:
                yield self._schedule.spec(number)

    def _note(self, played: MatchReport) -> None:
        finding = self._schedule.judge(played)
        if finding is not None:
            self.store.add(Line(finding=finding))
        self.store.add(Line(played=played.spec.number))

    def kinds(self) -> dict[str, int]:
        """How many matches of each kind were played; hostile programs count as one kind."""
        counts: dict[str, int] = {}
        for number in self.store.played:
            pairing = self._schedule.pairing(number)
            kind = "hostile" if pairing.program else f"{pairing.game}, {pairing.kind}"
            counts[kind] = counts.get(kind, 0) + 1
        return dict(sorted(counts.items()))

    def failures(self) -> list[str]:
        """Everything that is wrong."""
        found = [
            f"match {finding.number} ({finding.kind}): {finding.outcome}: {finding.text}"
            for finding in self.store.findings
            if finding.outcome not in HARMLESS
        ]
        found += [f"left behind: {text}" for text in self.store.survivors]
        for samples in self.store.sessions:
            found += [f"{name} grew by {value:.1f}" for name, value in grown(samples).items()]
        return found


def left_behind(watch: Watch, mounts: int) -> list[str]:
    """Processes and files that are left after the workers have ended, after some patience."""
    deadline = time.monotonic() + SETTLE_SECONDS
    while (found := watch.survivors()) and time.monotonic() < deadline:
        time.sleep(0.05)
    more = watch.sample(0).mounts - mounts
    return found + ([f"{more} mounts"] if more > 0 else [])


@contextmanager
def temporary_folder(root: Path) -> Iterator[Path]:
    """A folder that the workers use for temporary files, so that what they leave there is seen."""
    before = os.environ.get("TMPDIR")
    with tempfile.TemporaryDirectory(prefix="temporary-", dir=root) as folder:
        os.chmod(folder, 0o777)  # bots of other users have their scratch folders here
        os.environ["TMPDIR"] = folder
        try:
            yield Path(folder)
        finally:
            if before is None:
                del os.environ["TMPDIR"]
            else:
                os.environ["TMPDIR"] = before

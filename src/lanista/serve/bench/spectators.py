"""Many spectators of one live match: how far they are behind, and what they cost."""

from __future__ import annotations

import asyncio
import threading
import time
from bisect import bisect_right
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from lanista.core.errors import LanistaError
from lanista.league.scratch import ScratchFolder
from lanista.league.store.records import Claim
from lanista.serve.bench import BenchSize, Report
from lanista.serve.bench.clients import listen, open_websocket, percentile
from lanista.serve.bench.server import memory_mb, new_contest, new_site, serving
from lanista.serve.contests import Contest
from lanista.serve.site import Site
from lanista.tools.bench.measure import Measure

TURN_SECONDS = 0.5
SETTLE_SECONDS = 2.0
AT_ONCE = 50  # spectators who connect at the same time


class _Stopped(LanistaError):  # noqa: N818 - not an error
    """The match has been watched long enough."""


class SlowMatch:
    """A match of built-in bots that is recorded as a runner does it, at a turn per TURN_SECONDS."""

    def __init__(self, site: Site, contest: Contest) -> None:
        self.moments: list[float] = []  # when each turn was in the file
        self.number = 0
        self._site, self._contest = site, contest
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._play, name="match", daemon=True)

    def start(self) -> None:
        """Claim a match and play it."""
        league = self._site.contests.open_league(self._contest)
        while not league.history.matches:
            league.extend()
        runner = self._site.store.begin_runner("bench")
        [claim] = self._site.store.claim(league.id, runner, 1)
        self.number = claim.match.number
        self._league, self._claim = league, claim
        self._thread.start()

    def stop(self) -> None:
        """End it, and wait for its end."""
        self._stop.set()
        self._thread.join()

    def _play(self) -> None:
        claim: Claim = self._claim
        self._site.store.replays.claim()
        scratch = ScratchFolder(self._site.store.replays.folder, self._league.id)
        try:
            entries = [self._league.history.entries[entry] for entry in claim.match.entries]
            path = scratch.new_path(claim.match.number)
            self._league.specs.match(claim.match, entries, path).plan().play([self], replay=Path(path))
        except _Stopped:
            pass
        finally:
            scratch.close()

    # Observer

    def begin(self, *_: Any) -> None:
        """The match begins."""

    def turn(self, *_: Any) -> None:
        """A turn is in the file."""
        self.moments.append(time.perf_counter())
        if self._stop.wait(TURN_SECONDS):
            raise _Stopped

    def end(self, *_: Any) -> None:
        """The match is over."""


class Spectators:
    """Spectators who note how many turns they are behind, whenever they receive one."""

    def __init__(self, match: SlowMatch) -> None:
        self.behind: list[float] = []
        self.late: list[float] = []  # seconds after the turn was in the file
        self.received = 0
        self.refused = 0
        self._match = match

    async def watch(self, url: str, path: str, count: int, seconds: float) -> None:
        """Connect, watch for some seconds, and leave."""
        tasks: list[asyncio.Task[None]] = []
        streams = []
        for begin in range(0, count, AT_ONCE):
            found = await asyncio.gather(
                *[open_websocket(url, path) for _ in range(begin, min(count, begin + AT_ONCE))],
                return_exceptions=True,
            )
            good = [stream for stream in found if not isinstance(stream, BaseException)]
            self.refused += len(found) - len(good)
            streams += good
            tasks += [asyncio.create_task(self._listen(stream)) for stream in good]
        await asyncio.sleep(SETTLE_SECONDS)
        self.behind.clear()
        self.late.clear()
        await asyncio.sleep(seconds)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for _, writer in streams:
            writer.close()

    async def _listen(self, stream: Any) -> None:
        turns = 0

        def heard(data: bytes) -> None:
            nonlocal turns
            if b'"type":"turn"' not in data[:40]:
                return
            turns += 1
            now, moments = time.perf_counter(), self._match.moments
            self.received += 1
            self.behind.append(bisect_right(moments, now) - turns)
            if turns <= len(moments):
                self.late.append(now - moments[turns - 1])

        await listen(stream, heard)


def run(data: Path, size: BenchSize, report: Report) -> Iterator[Measure]:
    """Yields the delay of spectators, and the memory of the web process."""
    report(f"{size.spectators:,} spectators of a live match")
    with new_site(data) as site:
        contest = new_contest(site)
        match = SlowMatch(site, contest)
        with serving(data) as owner:
            match.start()
            time.sleep(SETTLE_SECONDS)
            before = memory_mb(owner.web)
            spectators = Spectators(match)
            path = f"/c/{contest.slug}/m/{match.number}/live"
            during: list[float] = []

            async def watch() -> None:
                watching = asyncio.create_task(
                    spectators.watch(owner.base, path, size.spectators, size.live_seconds)
                )
                while not watching.done():
                    during.append(memory_mb(owner.web))
                    await asyncio.wait([watching], timeout=0.5)
                await watching

            asyncio.run(watch())
            match.stop()
    name = f"{size.spectators:,} spectators, a turn per {TURN_SECONDS:g} s"
    yield Measure(f"{name}: behind, median", percentile(spectators.behind, 0.5), "turns")
    yield Measure(f"{name}: behind, p95", percentile(spectators.behind, 0.95), "turns")
    yield Measure(f"{name}: late, median", 1e3 * percentile(spectators.late, 0.5), "ms")
    yield Measure(f"{name}: late, p95", 1e3 * percentile(spectators.late, 0.95), "ms")
    yield Measure(f"{name}: not let in", spectators.refused, "spectators")
    peak = max(during, default=before)
    yield Measure("memory of the web process without spectators", before, "MB")
    yield Measure(f"memory with {size.spectators:,} spectators", peak, "MB", peak / before, "without")

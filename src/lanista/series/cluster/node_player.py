"""Our process on a node of a cluster: plays matches in workers, as a local crew does. It is an actor of Ray."""

from __future__ import annotations

import os
import tempfile
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from lanista.core.errors import LanistaError
from lanista.sandbox import Level, SandboxRequest
from lanista.series.cluster.connection import load_ray
from lanista.series.cluster.files import ReceivedFiles, Ref
from lanista.series.cluster.messages import Done, NodeFacts, encode, read_order
from lanista.series.cluster.versions import installed_version
from lanista.series.owned_folder import OwnedFolder
from lanista.series.pool import LocalCrew
from lanista.series.spec import MatchReport, MatchSpec

Method = TypeVar("Method", bound=Callable[..., Any])

TASK_SECONDS = 1.0  # how long a call plays, unless it runs out of matches
LOOK_SECONDS = 0.1  # between two checks whether it should end
FETCH_SECONDS = 120.0  # for a file from another machine
PREFIX = "lanista-node-"
CONTROL = "control"  # the thread that ends a node while another one plays


def _on_thread(name: str) -> Callable[[Method], Method]:
    """Mark a method of an actor as `ray.method` does, without Ray; Ray Client knows no other way."""

    def mark(method: Method) -> Method:
        method.__ray_concurrency_group__ = name  # type: ignore[attr-defined]
        return method

    return mark


class NodePlayer:
    """Plays the matches that it is sent; those not begun wait for the next call."""

    def __init__(self, slots: int, cores: int) -> None:
        if os.environ.get("OMP_NUM_THREADS") == str(cores):
            del os.environ["OMP_NUM_THREADS"]  # Ray's choice, which bots of a local crew do not have
        self._crew = LocalCrew(slots)
        self._waiting: deque[MatchSpec] = deque()
        self._files = ReceivedFiles(_fetch)
        self._path_of: dict[str, str] = {}  # by key
        self._key_of: dict[str, str] = {}  # by path
        self._replays = OwnedFolder(Path(tempfile.gettempdir()), PREFIX)
        self._is_ending = threading.Event()
        self._playing = threading.Lock()

    def about(self, game: str, level: str | None) -> bytes:
        """The installed versions, and whether the sandbox reaches `level`."""
        return encode(_about(game, Level(level) if level else Level.NONE))

    def play(self, order: bytes, refs: list[Ref]) -> bytes:
        """Take matches, play for about a second, and return the reports since the last call.

        `refs` refer to the files that the order names; Ray does not fetch references inside a list.
        """
        with self._playing:
            done = self._take(order, refs)
            deadline = time.monotonic() + TASK_SECONDS
            while not self._is_ending.is_set() and self._feed() and time.monotonic() < deadline:
                done += [self._done(report) for report in self._crew.collect(LOOK_SECONDS)]
            return encode(done)

    @_on_thread(CONTROL)
    def end(self) -> None:
        """End all matches and their bots."""
        self._is_ending.set()
        with self._playing:
            self._crew.end()
            self._replays.remove()

    def _take(self, order: bytes, refs: Iterable[Ref]) -> list[Done]:
        """Receive files and matches; a match whose file is missing is over."""
        read = read_order(order)
        for key, ref in zip(read.files, refs, strict=True):
            self._files.receive(key, ref)
            self._path_of[key] = path = str(self._files.path(key))
            self._key_of[path] = key
        faults = {spec.number: self._fault(spec) for spec in read.matches}
        self._waiting += [self._placed(spec) for spec in read.matches if not faults[spec.number]]
        return [
            Done(MatchReport(spec, error=fault, unplayable=True))
            for spec in read.matches
            if (fault := faults[spec.number])
        ]

    def _fault(self, spec: MatchSpec) -> str:
        faults = (self._files.fault(key) for key in (*spec.bots, spec.terms.map))
        return next(filter(None, faults), "")

    def _placed(self, spec: MatchSpec) -> MatchSpec:
        """A match with the files and the replay of this machine."""
        replay = str(self._replays.path / f"{spec.number}-{spec.replay}") if spec.replay else ""
        bots = tuple(self._path_of.get(bot, bot) for bot in spec.bots)
        map_ = spec.terms.map
        terms = msgspec.structs.replace(spec.terms, map=self._path_of.get(map_, map_))
        return msgspec.structs.replace(spec, bots=bots, terms=terms, replay=replay)

    def _feed(self) -> bool:
        """Give the workers as many matches as they want; false if all matches are over."""
        while self._waiting and self._crew.wanted():
            self._crew.send(self._waiting.popleft())
        return self._crew.pending > 0

    def _done(self, report: MatchReport) -> Done:
        """A report that names files as the driver does, with the replay's bytes."""
        for path in {*report.spec.bots, report.spec.terms.map} & self._key_of.keys():
            report.command = report.command.replace(path, self._key_of[path])
            report.error = report.error.replace(path, self._key_of[path])
        return Done(report, self._take_replay(report.spec))

    def _take_replay(self, spec: MatchSpec) -> bytes | None:
        path = Path(spec.replay)
        if not spec.replay or not path.is_file():
            return None
        data = path.read_bytes()
        path.unlink()
        return data


def _fetch(ref: Ref) -> bytes:
    ray: Any = load_ray()
    try:
        return bytes(ray.get(ref, timeout=FETCH_SECONDS))
    except ray.exceptions.RayError as error:
        raise LanistaError(f"it could not be fetched from the driver: {error}") from None


def _about(game: str, lowest: Level) -> NodeFacts:
    try:
        level = SandboxRequest(at_least=lowest).policy().level
    except LanistaError as error:
        return NodeFacts(installed_version(game), lacking=str(error))
    return NodeFacts(installed_version(game), level.value)

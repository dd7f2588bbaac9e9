"""Measures all environments alternately, each library in a separate process on the same core."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from math import log

from lanista.engine.native import available
from lanista.game import installed_games
from lanista.tools.bench.measure import Environment, Measure, missing
from lanista.tools.bench.peers.catalogue import ADAPTERS, ALONE, LIBRARIES, SEEN, Library
from lanista.tools.bench.peers.process import PeerError, PeerProcess

Report = Callable[[str], None]

UNIT = "moves/s per core"  # of all seats that move in a step: what learners call samples
WINDOWS = 5
WINDOW_SECONDS = 0.3  # of processor time
LOAD_SECONDS = 180.0  # deadlines, on a busy machine
MAKE_SECONDS = 600.0
WINDOW_DEADLINE = 120.0


@dataclass
class PeerEntry:
    """An environment that is measured: its facts, and its rates by job."""

    library: str
    process: PeerProcess
    name: str
    environment: Environment
    rates: dict[str, list[float]] = field(default_factory=dict)
    error: str = ""

    @property
    def title(self) -> str:
        """The library and the environment."""
        return f"{self.library} {self.name}"

    def best(self, job: str) -> float | None:
        """Steps per second in the fastest window: others on the machine only ever slow one down."""
        return max(self.rates[job], default=None) if job in self.rates else None

    @property
    def moves(self) -> float:
        """Moves of all seats per second, with observations."""
        return self.environment.moves * (self.best(SEEN) or 0.0)

    def window(self) -> None:
        """Measure each job once; the first failure is the last attempt."""
        try:
            for job, found in self.rates.items():
                question = {"run": self.name, "job": job, "seconds": WINDOW_SECONDS}
                found.append(self.process.ask(WINDOW_DEADLINE, **question)["rate"])
        except PeerError as error:
            self.error = str(error)


def our_games() -> Library:
    """The installed games in the same form."""
    games = {game.name: f"{game.title}, simultaneous" for game in installed_games()[0]}
    return Library("Lanista", f"{ADAPTERS}.ours", "lanista", games)


def run(report: Report = lambda _: None, libraries: Sequence[Library] = LIBRARIES) -> Iterator[Measure]:
    """Yields a measure for each environment, ours first; what cannot be measured is named with the reason.

    After Ctrl-C it yields what was measured until then.
    """
    if not available():
        yield missing("peers", "no C compiler")
        return
    ours, entries, faults = our_games(), list[PeerEntry](), list[Measure]()
    stopped: KeyboardInterrupt | None = None
    with ExitStack() as stack:
        try:
            for library in (ours, *libraries):
                prepare(library, stack, report, entries, faults)
            measure_alternately(entries, report)
        except KeyboardInterrupt as stop:
            stopped = stop
    yield from measures(entries, ours.title)
    yield from faults
    if stopped is not None:
        raise stopped


def prepare(
    library: Library, stack: ExitStack, report: Report, entries: list[PeerEntry], faults: list[Measure]
) -> None:
    """Add the environments of a library that can be measured, and the reasons why others cannot."""
    try:
        process, version = started(library, stack, report)
    except PeerError as error:
        faults.append(missing(library.title, f"{error}; to install it: {library.install}"))
        return
    for name in library.environments:
        report(f"{library.title} {version}: {name}")
        try:
            entries.append(made(library, version, name, process))
        except PeerError as error:
            faults.append(missing(f"{library.title} {name}", str(error)))


def started(library: Library, stack: ExitStack, report: Report) -> tuple[PeerProcess, str]:
    """The process of a library, and the library's version; raises PeerError if it is not installed."""
    report(f"{library.title}: loading")
    process = stack.enter_context(PeerProcess())
    question = {"adapter": library.adapter, "distribution": library.distribution}
    return process, process.ask(LOAD_SECONDS, **question)["version"]


def made(library: Library, version: str, name: str, process: PeerProcess) -> PeerEntry:
    """An environment that is ready to be measured."""
    facts = process.ask(MAKE_SECONDS, make=name)
    jobs = facts.pop("jobs")
    environment = Environment(library.title, version, **facts, complexity=library.environments[name])
    return PeerEntry(library.title, process, name, environment, {job: [] for job in jobs})


def measure_alternately(entries: Sequence[PeerEntry], report: Report) -> None:
    """A window of each environment in turn, several times."""
    for number in range(WINDOWS):
        for entry in entries:
            if not entry.error:
                report(f"window {number + 1} of {WINDOWS}: {entry.title}")
                entry.window()


def measures(entries: Sequence[PeerEntry], ours: str) -> Iterator[Measure]:
    """Each environment with the ratio to our game of like complexity."""
    models = {entry.name: entry for entry in entries if entry.library == ours and not entry.error}
    for entry in entries:
        if entry.error or entry.best(SEEN) is None:
            yield missing(entry.title, entry.error or "not measured")
        elif entry.library == ours:
            yield measure(entry, None)
        else:
            yield measure(entry, alike(entry, models))


def alike(entry: PeerEntry, models: Mapping[str, PeerEntry]) -> PeerEntry | None:
    """Our game of like complexity: by the ratios of seats, actions and numbers in observations."""
    return min(models.values(), key=lambda model: distance(entry.environment, model.environment), default=None)


def distance(one: Environment, other: Environment) -> float:
    """The difference in size of two environments: 0 if they have as many seats, actions and numbers."""
    pairs = (one.seats, other.seats), (one.actions, other.actions), (one.numbers, other.numbers)
    return sum(abs(log(mine / others)) for mine, others in pairs)


def measure(entry: PeerEntry, model: PeerEntry | None) -> Measure:
    """Moves with observations, which are what learners have, against those of our game."""
    environment = entry.environment.measured(entry.best(SEEN) or 0.0, entry.best(ALONE))
    ratio = entry.moves / model.moves if model else None
    return Measure(entry.title, entry.moves, UNIT, ratio, model.name if model else "", environment)

"""The cost of the sandbox: a bot's start and its turns at each level that this machine has, all in one run.

Starts alternate between the levels. So do turns: all matches are in progress at the same time, and each plays one
turn while the others stand still. So other programs on the machine disturb all levels alike, and the differences
within one round are compared.
"""

from __future__ import annotations

import os
import shlex
import statistics
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, replace
from typing import Any, NoReturn

from lanista.bots.player import Budgets
from lanista.bots.process import jails, process
from lanista.bots.protocol import lines
from lanista.core.errors import EngineError, LanistaError
from lanista.game import Game, game_names, get_game
from lanista.match.planning import PlannedMatch, plan_match
from lanista.match.terms import MatchTerms
from lanista.sandbox import Level, SandboxRequest
from lanista.sandbox.machine import BUBBLEWRAP, OWN, find_machine, try_jail
from lanista.tools.bench.measure import Measure
from lanista.tools.bench.suite import ECHO, SEED
from lanista.tools.bench.turns import replaced

Report = Callable[[str], None]

STARTS = 25
TURNS = 250
WARM_UP = 25  # turns
THINKING_MS = 10
LIMITS = Budgets(60_000, 60_000)
TURN_SECONDS = 120.0  # for one turn, even on a very busy machine


@dataclass(frozen=True, eq=False)
class Variant:
    """A way to play that is measured; the first one is without a sandbox."""

    name: str
    wanted: SandboxRequest
    runner: str = ""  # what makes namespaces, if not what the machine would choose
    has_clock: bool = True  # whether processor time is measured

    @contextmanager
    def chosen(self) -> Iterator[None]:
        """Within it, bots are started in this way."""
        machine = find_machine()
        machine = replace(machine, runner=self.runner, first_user=0) if self.runner else machine
        with ExitStack() as stack:
            stack.enter_context(replaced(jails, "find_machine", lambda: machine))
            if not self.has_clock:
                stack.enter_context(replaced(process, "find_meter", lambda *_: None))
            yield


def run(report: Report = lambda _: None) -> Iterator[Measure]:
    """Yields the cost of a start and of a turn for every variant; `report` is called with the subject."""
    game, found = get_game(game_names()[0]), variants()
    report(f"{STARTS} starts of a bot in {len(found)} ways")
    yield from starts(game, found)
    report(f"{TURNS} turns of bots that answer at once")
    yield from turns(game, found, 0)
    report(f"{TURNS} turns of bots that think for {THINKING_MS} ms")
    yield from turns(game, found, THINKING_MS)


def variants() -> list[Variant]:
    """The levels that this machine has, the other way to make namespaces, and the best level with freezing."""
    machine = find_machine()
    levels = [level for level in Level if level <= machine.level]
    found = [Variant(level.value, SandboxRequest(level)) for level in levels]
    found.append(Variant("none, without the clock of processor time", SandboxRequest(Level.NONE), has_clock=False))
    if machine.level >= Level.NAMESPACES:
        for runner in {OWN, BUBBLEWRAP} - {machine.runner}:
            if not try_jail(runner):
                found.append(Variant(f"namespaces by {runner}", SandboxRequest(Level.NAMESPACES), runner))
    if machine.level > Level.NONE:
        found.append(
            Variant(f"{machine.level.value}, frozen between turns", SandboxRequest(machine.level, freeze=True))
        )
    return found


def plan_of(game: Game[Any, Any, Any], variant: Variant, bots: int, thinking_ms: int) -> PlannedMatch:
    """A match with some bots that always give the same answer; the other seats are built-in bots."""
    seats = game.default_seats
    state = game.start(game.configure(), SEED, seats)
    answer = lines.encode({"move": game.write(game.learning.decode(state, 0, 0))}).decode().strip()
    command = shlex.join([sys.executable, "-I", "-S", str(ECHO), answer, str(thinking_ms)])
    rest = [game.bots[0]] * (seats - bots)
    return plan_match(
        game.name, [command] * bots + rest, MatchTerms(wanted=variant.wanted).with_budgets(LIMITS), seed=SEED
    )


# Starts


def starts(game: Game[Any, Any, Any], found: Sequence[Variant]) -> Iterator[Measure]:
    """Milliseconds until a bot is ready; and processor time of its start, one turn and its end."""
    plans = {variant: plan_of(game, variant, 1, 0) for variant in found}
    by_clock: dict[Variant, list[float]] = {variant: [] for variant in found}
    used: dict[Variant, list[float]] = {variant: [] for variant in found}
    for number in range(STARTS + 1):
        for variant, plan in plans.items():
            started, cpu = _start(variant, plan)
            if number:  # the first one fills caches
                by_clock[variant].append(started)
                used[variant].append(cpu)
    yield from _differences("start of a bot", by_clock, 1000, "ms")
    yield from _differences("processor time of its start and end", used, 1000, "ms")


def _start(variant: Variant, plan: PlannedMatch) -> tuple[float, float]:
    """Seconds until a bot is ready, and those of processor time that a match of one turn takes, ours and its."""
    cpu, began, observer = _cpu_seconds(), time.perf_counter(), _FirstTurn()
    with variant.chosen(), suppress(_EnoughError):
        plan.play([observer])
    return observer.ready_at - began, _cpu_seconds() - cpu


def _cpu_seconds() -> float:
    """Processor time of this process and of its children that have ended."""
    try:
        from resource import RUSAGE_CHILDREN, getrusage
    except ImportError:  # Windows, where it is counted in steps of 10 ms
        return sum(os.times()[:4])
    children = getrusage(RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


class _EnoughError(LanistaError):
    """Enough turns were played."""


class _FirstTurn:
    """An observer that notes when the bots were ready, and ends the match after its first turn."""

    ready_at = 0.0

    def begin(self, *_: object) -> None:
        """The bots are ready."""
        self.ready_at = time.perf_counter()

    def turn(self, *_: object) -> NoReturn:
        """The first turn was played."""
        raise _EnoughError

    def end(self, *_: object) -> None:
        """The match is over."""


# Turns


class _Relay:
    """Lets matches on several threads play one turn each, in order."""

    def __init__(self, count: int) -> None:
        self._turns = [threading.Semaphore(0) for _ in range(count)]

    def begin(self) -> None:
        """Let the first match continue."""
        self._turns[0].release()

    def wait(self, number: int) -> None:
        """Wait until it is a match's turn."""
        if not self._turns[number].acquire(timeout=TURN_SECONDS):
            raise EngineError("a match that was measured has ended early")

    def pass_on(self, number: int) -> None:
        """Let the next match continue."""
        self._turns[(number + 1) % len(self._turns)].release()


class _Turns:
    """An observer that measures each turn, and lets the other matches play theirs in between."""

    def __init__(self, relay: _Relay, number: int) -> None:
        self.seconds: list[float] = []
        self.is_ready = threading.Event()
        self._relay = relay
        self._number = number
        self._began = 0.0

    def begin(self, *_: object) -> None:
        """The bots are ready."""
        self.is_ready.set()
        self._go_on()

    def turn(self, *_: object) -> None:
        """A turn was played."""
        self.seconds.append(time.perf_counter() - self._began)
        self._relay.pass_on(self._number)
        if len(self.seconds) == TURNS:
            raise _EnoughError
        self._go_on()

    def end(self, *_: object) -> None:
        """The match is over."""

    def _go_on(self) -> None:
        self._relay.wait(self._number)
        self._began = time.perf_counter()


def turns(game: Game[Any, Any, Any], found: Sequence[Variant], thinking_ms: int) -> Iterator[Measure]:
    """Seconds per turn, and how much more than without a sandbox."""
    relay = _Relay(len(found))
    observers = [_Turns(relay, number) for number in range(len(found))]
    with ThreadPoolExecutor(len(found)) as threads:
        jobs = []
        for variant, observer in zip(found, observers, strict=True):
            plan = plan_of(game, variant, game.default_seats, thinking_ms)
            with variant.chosen():
                jobs.append(threads.submit(_play, plan, observer))
                observer.is_ready.wait(TURN_SECONDS)
        relay.begin()
        for job in jobs:
            job.result()
    rounds = {variant: observer.seconds[WARM_UP:] for variant, observer in zip(found, observers, strict=True)}
    bots = f"bots that think for {thinking_ms} ms" if thinking_ms else "bots that answer at once"
    yield from _differences(f"turn of {bots}", rounds, 1e6, "us")


def _play(plan: PlannedMatch, observer: _Turns) -> None:
    with suppress(_EnoughError):
        plan.play([observer])


def _differences(
    name: str, rounds: Mapping[Variant, Sequence[float]], scale: float, unit: str
) -> Iterator[Measure]:
    """The median of each variant, and of its differences from the first one in the same round."""
    base, *others = rounds
    middle = statistics.median(rounds[base])
    yield Measure(f"{name}, {base.name}", scale * middle, unit)
    for variant in others:
        more = statistics.median(
            value - without for value, without in zip(rounds[variant], rounds[base], strict=False)
        )
        yield Measure(f"- {variant.name}: more", scale * more, unit, 1 + more / middle, base.name)

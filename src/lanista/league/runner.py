"""Runs a league: schedules, claims, plays and records matches until none is left, beside other runners."""

from __future__ import annotations

import os
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import replace

from lanista.arena.crew import Crew
from lanista.arena.spec import MatchReport, MatchSpec
from lanista.errors import InputError, LanistaError, Terminated
from lanista.league.beats import Beats
from lanista.league.format import Outlook
from lanista.league.progress import Progress
from lanista.league.reports import Ruling, judge, result_of, void_result
from lanista.league.scratch import Scratch
from lanista.league.specs import Specs
from lanista.store.records import Claim, Match, Result
from lanista.text import quoted

if TYPE_CHECKING:
    from lanista.league.league import League

MAX_ATTEMPTS = 3  # of a match that is void, over all runners
MAX_TRIES = 2  # of a match that this machine cannot play, in one run
MAX_IN_ROW = 6  # matches without a result, until a runner takes it for a fault of its machine
COLLECT_SECONDS = 0.5  # how long a report is waited for, until the store is looked at again
POLL_SECONDS = 0.5  # how long a runner without matches waits, until it looks again
LOOK_SECONDS = 2.0  # between two looks at the other runners
OUTLOOK_SECONDS = 1.0  # between two estimates of what remains
MAX_NAMES = 4  # of a match that a message lists

Watch = Callable[[Progress], None]


class UnplayableError(InputError):
    """This machine cannot play matches of the league."""


@dataclass
class Flight:
    """A match that this runner has claimed."""

    match: Match
    attempt: int  # how often it was void before
    spec: MatchSpec
    tries: int = 1  # on this machine


class Decision(NamedTuple):
    """What becomes of a match that was reported."""

    ruling: Ruling
    why: str = ""
    result: Result | None = None  # to record
    again: bool = False  # another attempt is allowed


class Runner:
    """One run of a league; `run()` returns when no match is left, or after `max_matches` of this run.

    A match counts once: it is claimed, its replay stored, and then its result recorded, which other reports of
    the same match do not change. A void match is played again up to two more times, by whichever runner, and then
    recorded as void.

    A match that this machine cannot play (its sandbox is too low, a toolchain is missing, an archive is damaged,
    the disk is full) is nobody's fault: it counts no attempt, is tried twice, and set aside. When only such
    matches are left, or after MAX_IN_ROW matches in a row without a result, the run ends with the reason, and
    whoever runs the league next tries them again.
    """

    def __init__(
        self,
        league: League,
        crew: Crew,
        *,
        specs: Specs | None = None,
        label: str = "",
        max_matches: int | None = None,
        watch: Watch = lambda _: None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._league = league
        self._store = league.store
        self._crew = crew
        self._specs = specs or league.specs
        self._label = label
        self._max_matches = max_matches
        self._watch = watch
        self._clock = clock
        self._stop = threading.Event()
        self._flights: dict[int, Flight] = {}  # sent to the crew
        self._waiting: deque[Flight] = deque()  # claimed, and not sent
        self._held: set[int] = set()  # matches that this machine cannot play; they stay claimed until the end
        self._arrived: list[MatchReport] = []  # reports that are not recorded
        self._digests: dict[str, str] = {}  # of replays that were stored, by their paths
        self._new: list[Result] = []
        self._recorded = self._voided = self._faults = 0
        self._in_row = 0
        self._last_problem = ""
        self._others: tuple[str, ...] = ()
        self._outlook = Outlook(None)
        self._next_look = self._next_outlook = 0.0
        self._crew_ended = False
        self._is_new = True  # the history has changed since the format was asked

    def stop(self) -> None:
        """End the run soon, from another thread; what is being played is given back."""
        self._stop.set()

    def run(self) -> Progress:
        """Play until the league is over; Ctrl-C and SIGTERM end it at once, and nothing is lost."""
        self._league.conditions.check_behaviour(self._league.game)
        self._began = self._clock()
        with self._begun():
            while not self._stop.is_set() and self._fill():
                self._collect()
                self._record()
                self._show()
        self._outlook = self._league.format.outlook(self._league.history)
        return self._progress()

    # Beginning and ending

    @contextmanager
    def _begun(self) -> Iterator[None]:
        """Be a runner of the store. In the end its bots end first; then what was played is recorded."""
        with ExitStack() as stack:
            stack.callback(self._end_crew)
            self._scratch = Scratch(self._store.replays.folder)
            stack.callback(self._scratch.close)
            self._runner = self._store.begin_runner(self._label)
            stack.callback(self._leave)
            stack.enter_context(Beats(self._store, self._runner))
            try:
                yield
            except (KeyboardInterrupt, Terminated):
                self._arrived += self._crew.collect(0)
                self._end_crew()
                self._record()
                raise

    def _end_crew(self) -> None:
        if not self._crew_ended:
            self._crew_ended = True
            self._crew.end()

    def _leave(self) -> None:
        """Give back what was not recorded."""
        with suppress(LanistaError):  # of a store that fails; other runners see that this process has ended
            self._store.end_runner(self._runner)

    # Taking matches

    def _fill(self) -> bool:
        """Give the crew what it wants; false if nothing is left to do."""
        self._look_around()
        self._schedule()
        if self._league.history.is_complete:  # and the format has added nothing
            return False
        if self._in_row >= MAX_IN_ROW:
            raise UnplayableError(self._trouble())
        while self._waiting and self._crew.wanted():
            self._send(self._waiting.popleft())
        for claim in self._claim():
            self._take(claim)
        if self._flights or self._waiting:
            return True
        if self._is_enough():
            return False
        if self._held:
            raise UnplayableError(self._trouble())
        self._stop.wait(POLL_SECONDS)  # others hold the last matches
        return True

    def _schedule(self) -> None:
        """Read what is new, and let the format add matches for as long as it has any."""
        self._is_new |= self._league.refresh()
        while self._is_new:
            self._is_new = self._league.extend()

    def _claim(self) -> list[Claim]:
        count = self._crew.wanted()
        if self._max_matches is not None:
            count = min(count, self._max_matches - self._recorded - len(self._flights) - len(self._waiting))
        return self._store.claim(self._league.id, self._runner, count) if count > 0 else []

    def _take(self, claim: Claim) -> None:
        """Send a match that was claimed, unless it is being played: it was taken from us when we seemed gone."""
        match = claim.match
        if match.number in self._flights:
            return
        try:
            flight = Flight(match, claim.attempt, self._spec(match))
        except LanistaError as error:  # a bot of the match is damaged, or another one here
            self._in_row += 1
            self._hold(match, str(error))
        else:
            self._send(flight)

    def _send(self, flight: Flight) -> None:
        self._flights[flight.match.number] = flight
        self._crew.send(flight.spec)

    def _spec(self, match: Match) -> MatchSpec:
        entries = [self._league.history.entries[entry] for entry in match.entries]
        return self._specs.match(match, entries, self._scratch.new_path(match.number))

    def _is_enough(self) -> bool:
        return self._max_matches is not None and self._recorded >= self._max_matches

    # Reports

    def _collect(self) -> None:
        """Wait a little for reports."""
        if self._flights:
            for report in self._crew.collect(COLLECT_SECONDS):
                self._arrived.append(report)

    def _record(self) -> None:
        """Record what was reported, in one transaction; a report of a match that is not ours is ignored."""
        batch: dict[int, Decision] = {}
        for report in self._arrived:
            flight = self._flights.get(report.spec.number)
            if flight is not None and report.spec.number not in batch:
                batch[report.spec.number] = self._decide(report, flight)
        self._write([decision.result for decision in batch.values() if decision.result is not None])
        again = [number for number, decision in batch.items() if decision.again]
        if again:
            self._store.release(self._league.id, self._runner, again, void=True)
        for number, decision in batch.items():
            self._follow(self._flights.pop(number), decision)
        self._arrived.clear()

    def _decide(self, report: MatchReport, flight: Flight) -> Decision:
        """What becomes of a match; reads and stores files, and changes nothing else."""
        ruling, why = judge(report, flight.spec)
        if ruling is Ruling.UNPLAYABLE:
            return Decision(ruling, why)
        replay = self._keep(flight.spec.replay)
        if ruling is Ruling.JUDGED and (replay or not flight.spec.replay):
            return Decision(ruling, result=result_of(report, replay))
        why = why or "its replay is missing"
        if flight.attempt + 1 < MAX_ATTEMPTS:
            return Decision(Ruling.VOID, why, again=True)
        return Decision(Ruling.VOID, why, result=void_result(flight.match.number, report, why, replay))

    def _keep(self, path: str) -> str:
        """The digest of a replay that was stored; empty if there is none. Safe to repeat."""
        if path and path not in self._digests and os.path.exists(path):
            self._digests[path] = self._store.replays.put(Path(path))
        return self._digests.get(path, "")

    def _write(self, results: Sequence[Result]) -> None:
        if not results:
            return
        numbers = set(self._store.record(self._league.id, self._runner, results))
        new = [result for result in results if result.number in numbers]
        self._new += new
        self._recorded += sum(result.counts for result in new)
        self._faults += sum(sum(result.faults) for result in new)

    def _follow(self, flight: Flight, decision: Decision) -> None:
        """Note what was decided about a match, once it is stored."""
        self._digests.pop(flight.spec.replay, None)
        self._in_row = 0 if decision.ruling is Ruling.JUDGED else self._in_row + 1
        self._voided += decision.ruling is Ruling.VOID
        if decision.ruling is Ruling.UNPLAYABLE and flight.tries < MAX_TRIES:
            spec = replace(flight.spec, replay=self._scratch.new_path(flight.match.number))
            self._waiting.append(Flight(flight.match, flight.attempt, spec, flight.tries + 1))
        elif decision.ruling is Ruling.UNPLAYABLE:
            self._hold(flight.match, decision.why)
        elif decision.why:
            self._note(flight.match, decision.why)

    def _hold(self, match: Match, why: str) -> None:
        """Set a match aside that this machine cannot play; others may have it when this run ends."""
        self._held.add(match.number)
        self._note(match, why)

    def _note(self, match: Match, why: str) -> None:
        self._last_problem = f"match {match.number} ({self._names(match)}): {why}"

    def _names(self, match: Match) -> str:
        return " vs ".join(quoted(self._league.history.entries[entry].bot) for entry in match.entries[:MAX_NAMES])

    def _trouble(self) -> str:
        """Why this machine should not continue, and what to do."""
        what = (
            f"{len(self._held)} matches cannot be played here"
            if self._held
            else f"{self._in_row} matches in a row had no result"
        )
        return (
            f"{what}, the last one because: {self._last_problem}; that counts for nobody, and what was played is "
            "kept. Mend it and run the league again, run it on another machine, or remove the bot"
        )

    # Progress

    def _look_around(self) -> None:
        """Free the matches of runners that are gone, and see who else is there, every few seconds."""
        if self._clock() < self._next_look:
            return
        self._next_look = self._clock() + LOOK_SECONDS
        self._store.free_dead(self._league.id, self._runner)
        runners = self._store.runners(self._league.id)
        self._others = tuple(runner.label for runner in runners if runner.id != self._runner.id)

    def _show(self) -> None:
        if self._clock() >= self._next_outlook:
            self._next_outlook = self._clock() + OUTLOOK_SECONDS
            self._outlook = self._league.format.outlook(self._league.history)
        self._watch(self._progress())
        self._new = []

    def _progress(self) -> Progress:
        seconds = self._clock() - self._began
        rate = self._recorded / seconds if seconds > 0 else 0.0
        history, remaining = self._league.history, self._outlook.remaining
        return Progress(
            recorded=self._recorded,
            voided=self._voided,
            faults=self._faults,
            playing=len(self._flights),
            matches=len(history.matches),
            results=len(history.results),
            matches_per_second=rate,
            seconds_left=remaining / rate if rate and remaining is not None else None,
            outlook=self._outlook,
            others=self._others,
            is_waiting=not self._flights,
            is_over=self._league.is_over,
            new=tuple(self._new),
        )

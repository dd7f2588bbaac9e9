"""Runs a league: schedules, claims, plays and records matches until none is left, beside other runners."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from typing import TYPE_CHECKING

import msgspec

from lanista.core.errors import LanistaError
from lanista.league.beats import Beats
from lanista.league.decisions import Decisions, Flight, MatchDecision
from lanista.league.progress import RunMeter, RunProgress
from lanista.league.quarantine import failing
from lanista.league.reports import Ruling
from lanista.league.scratch import ScratchFolder
from lanista.league.specs import Specs
from lanista.league.store.records import Claim, LeagueMatch
from lanista.league.trouble import Trouble
from lanista.series.crew import Crew
from lanista.series.crews import nodes_of
from lanista.series.spec import MatchReport, MatchSpec

if TYPE_CHECKING:
    from lanista.league.league import League

MAX_TRIES = 2  # of a match that this machine cannot play, in one run
MAX_AHEAD = 64  # matches claimed before the crew wants them
SYNC_SECONDS = 0.2  # matches are recorded and claimed together, this often, unless the crew runs out of them
COLLECT_SECONDS = 0.5  # wait for a report, before the store is checked again
POLL_SECONDS = 0.5  # wait of a runner without matches, before it checks again
LOOK_SECONDS = 2.0  # between two checks of the other runners

Watch = Callable[[RunProgress], None]


class LeagueRunner:
    """One run of a league; `run()` returns when no match is left, or after `max_matches` of this run.

    With `per_day`, all runners that were given it play at most that many matches within 24 hours; a run that may
    not play more waits.

    A match counts once: it is claimed, its replay stored, and then its result recorded, which other reports of
    the same match do not change. A void match is played again up to two more times, by whichever runner, and then
    recorded as void.

    A match with a doubtful timeout stays claimed, and is played again when this runner plays nothing else: first
    as before, then patiently, so that every verdict stands (`series.spec`).

    A match that this machine cannot play (its sandbox is too low, a toolchain is missing, an archive is damaged,
    the disk is full) is nobody's fault: it counts no attempt, is tried twice, and set aside. When only such
    matches are left, or after MAX_IN_ROW matches in a row without a result that no single bot explains, the run
    ends with the reason, and the next run tries them again. A bot that fails too often is quarantined, and the
    run continues without it.
    """

    def __init__(
        self,
        league: League,
        crew: Crew,
        *,
        specs: Specs | None = None,
        label: str = "",
        max_matches: int | None = None,
        per_day: int | None = None,
        watch: Watch = lambda _: None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._league = league
        self._store = league.store
        self._crew = crew
        self._specs = specs or league.specs
        self._label = label
        self._max_matches = max_matches
        self._per_day = per_day
        self._watch = watch
        self._clock = clock
        self._stop = threading.Event()
        self._drained_by: float | None = None  # when a run that drains stops
        self._meter = RunMeter(league.history, league.format, clock)
        self._decisions = Decisions(league.store.replays)
        self._trouble = Trouble(league.history, max(2, min(league.game.seats)))
        self._suspects: set[int] = set()  # entries that have failed a match since the last check
        self._waiting: deque[Flight] = deque()  # claimed, and not sent
        self._alone: deque[Flight] = deque()  # doubtful, to be played again when nothing else is
        self._flights: dict[int, Flight] = {}  # sent to the crew
        self._given_up: set[str] = set()  # replays of attempts whose reports came before
        self._arrived: list[MatchReport] = []  # reports that are not recorded
        self._ahead = 0  # how many matches to claim before they are wanted
        self._others: tuple[str, ...] = ()
        self._next_look = self._next_sync = 0.0
        self._crew_ended = False
        self._is_new = True  # the history has changed since the format was asked

    def stop(self) -> None:
        """End the run soon, from another thread; matches in progress are given back."""
        self._stop.set()

    def drain(self, seconds: float) -> None:
        """End the run when the matches in progress are over, or after some seconds; claims nothing more.

        May be called from another thread, a signal handler or `watch`.
        """
        if self._drained_by is None:
            self._drained_by = self._clock() + seconds

    @property
    def is_draining(self) -> bool:
        """Whether the run takes no more matches."""
        return self._drained_by is not None

    def run(self) -> RunProgress:
        """Play until the league is over; Ctrl-C and SIGTERM end it at once, and nothing is lost."""
        with self._begun():
            while not self._stop.is_set() and self._step():
                self._watch(self._meter.read(len(self._flights), self._others, nodes_of(self._crew)))
            self._record()
        progress = self._meter.read(0, self._others, nodes_of(self._crew), final=True)
        self._watch(progress)
        return progress

    def _step(self) -> bool:
        """Send the crew matches and take its reports; false if nothing is left to do."""
        if self._drained_by is not None and self._clock() >= self._drained_by:
            return False
        self._send_waiting()
        if self._is_due() and not self._sync():
            return False
        if self._flights:
            for report in self._crew.collect(SYNC_SECONDS if self._arrived else COLLECT_SECONDS):
                self._arrived.append(report)
        return True

    # Beginning and ending

    @contextmanager
    def _begun(self) -> Iterator[None]:
        """Register as a runner of the store. On exit its bots end first; then finished matches are recorded."""
        with ExitStack() as stack:
            stack.callback(self._end_crew)
            self._league.conditions.check_behaviour(self._league.game)
            self._store.replays.claim()
            self._scratch = ScratchFolder(self._store.replays.folder, self._league.id)
            stack.callback(self._scratch.close)
            self._runner = self._store.begin_runner(self._label)
            stack.callback(self._leave)
            stack.enter_context(Beats(self._store, self._runner))
            try:
                yield
            except KeyboardInterrupt:
                self._arrived += self._crew.collect(0)
                self._end_crew()
                self._record()
                raise

    def _end_crew(self) -> None:
        if not self._crew_ended:
            self._crew_ended = True
            self._crew.end()

    def _leave(self) -> None:
        """Give back the matches that were not recorded."""
        with suppress(LanistaError):  # errors of a failing store; other runners see that this process has ended
            self._store.end_runner(self._runner)

    # The store

    def _is_due(self) -> bool:
        """Whether to sync with the store: the crew has run out of matches, or it is time."""
        return self._crew.wanted() > 0 or self._clock() >= self._next_sync

    def _sync(self) -> bool:
        """Record, schedule and claim; false if nothing is left to do."""
        self._next_sync = self._clock() + SYNC_SECONDS
        self._ahead = min(MAX_AHEAD, len(self._arrived))  # as many as will be played until the next time
        self._record()
        self._look_around()
        if self.is_draining:
            self._give_back()
            return bool(self._flights)
        self._schedule()
        if self._league.history.is_complete:  # and the format has added nothing
            return False
        self._trouble.check()
        for claim in self._claim():
            self._take(claim)
        self._send_waiting()
        return bool(self._flights) or self._wait()

    def _give_back(self) -> None:
        """Give back the matches that were not sent, for other runners."""
        unsent = [flight.match.number for flight in (*self._waiting, *self._alone)]
        self._waiting.clear()
        self._alone.clear()
        if unsent:
            self._store.release(self._league.id, self._runner, unsent)

    def _wait(self) -> bool:
        """Wait for matches that others hold; false if this run has played enough."""
        if self._max_matches is not None and self._meter.recorded >= self._max_matches:
            return False
        self._trouble.check_rest()
        self._stop.wait(POLL_SECONDS)
        return True

    def _look_around(self) -> None:
        """Free the matches of dead runners and list the live ones, every few seconds."""
        if self._clock() < self._next_look:
            return
        self._next_look = self._clock() + LOOK_SECONDS
        self._store.free_dead(self._league.id, self._runner)
        runners = self._store.runners(self._league.id)
        self._others = tuple(runner.label for runner in runners if runner.id != self._runner.id)

    def _schedule(self) -> None:
        """Read what is new, and let the format add matches while it has any."""
        self._is_new |= self._league.refresh()
        self._quarantine()
        results = self._league.history.results
        self._waiting = deque(flight for flight in self._waiting if flight.match.number not in results)
        self._alone = deque(flight for flight in self._alone if flight.match.number not in results)
        while self._is_new:
            self._is_new = self._league.extend()

    def _quarantine(self) -> None:
        """Quarantine bots that fail too often; their matches without a result are cancelled."""
        found = failing(self._league.history, self._suspects) if self._suspects else {}
        self._suspects.clear()
        for entry, why in found.items():
            self._store.quarantine(self._league.id, entry, why)
        if found:
            self._is_new |= self._league.refresh()

    # Taking matches

    def _claim(self) -> list[Claim]:
        count = self._crew.wanted() + self._ahead - len(self._waiting)
        if self._max_matches is not None:
            left = self._max_matches - self._meter.recorded
            count = min(count, left - len(self._flights) - len(self._waiting) - len(self._alone))
        if count <= 0:
            return []
        return self._store.claim(self._league.id, self._runner, count, per_day=self._per_day)

    def _take(self, claim: Claim) -> None:
        """Queue a match, unless it is being played: it was taken from us when we seemed dead."""
        if claim.match.number not in self._flights:
            self._queue(claim.match, claim.attempt)

    def _queue(self, match: LeagueMatch, attempt: int, tries: int = 1, *, alone: bool = False) -> None:
        try:
            spec = msgspec.structs.replace(self._spec(match), alone=alone)
            (self._alone if alone else self._waiting).append(Flight(match, attempt, spec, tries))
        except LanistaError as error:  # a bot of the match is damaged, or another one here
            self._trouble.note(match, str(error))
            self._trouble.hold(match)

    def _spec(self, match: LeagueMatch) -> MatchSpec:
        entries = [self._league.history.entries[entry] for entry in match.entries]
        return self._specs.match(match, entries, self._scratch.new_path(match.number))

    def _send_waiting(self) -> None:
        """Send the crew as many matches as it wants."""
        if self.is_draining:
            return
        if self._alone:
            if not self._flights:
                self._send(self._alone.popleft())
            return
        plays_alone = any(flight.spec.alone for flight in self._flights.values())
        while self._waiting and not plays_alone and self._crew.wanted() > 0:
            self._send(self._waiting.popleft())

    def _send(self, flight: Flight) -> None:
        self._flights[flight.match.number] = flight
        self._crew.send(flight.spec)

    # Reports

    def _record(self) -> None:
        """Record the reports in one transaction; ignores those of matches that are not ours."""
        reported: dict[int, MatchReport] = {}
        for report in self._arrived:
            if report.spec.number in self._flights and report.spec.replay not in self._given_up:
                reported.setdefault(report.spec.number, report)
        pairs = [(report, self._flights[number]) for number, report in reported.items()]
        self._decisions.store(pairs)
        decisions = [self._decisions.decide(report, flight) for report, flight in pairs]
        self._write(decisions)
        for decision in decisions:
            del self._flights[decision.flight.match.number]
            self._follow(decision)
        self._arrived.clear()

    def _write(self, decisions: Sequence[MatchDecision]) -> None:
        results = [decision.result for decision in decisions if decision.result is not None]
        if results:
            numbers = set(self._store.record(self._league.id, self._runner, results))
            self._meter.add([result for result in results if result.number in numbers])
        again = [decision.flight.match.number for decision in decisions if decision.again]
        if again:
            self._store.release(self._league.id, self._runner, again, void=True)

    def _follow(self, decision: MatchDecision) -> None:
        """Act on the decision about a match, once it is stored."""
        flight, ruling = decision.flight, decision.ruling
        self._decisions.forget(flight)
        if ruling is Ruling.JUDGED:
            self._trouble.is_well()
            failures = decision.result.failures if decision.result else ()
            self._suspects.update(entry for entry, why in zip(flight.match.entries, failures, strict=False) if why)
            return
        self._given_up.add(flight.spec.replay)
        if ruling is Ruling.DOUBTFUL:
            self._meter.voided += 1
            self._queue(flight.match, flight.attempt, flight.tries, alone=True)
            return
        self._trouble.note(flight.match, decision.why)
        if ruling is Ruling.VOID:
            self._meter.voided += 1
        elif flight.tries < MAX_TRIES:
            self._specs.forget(flight.match.entries)  # their files are checked again
            self._queue(flight.match, flight.attempt, flight.tries + 1)
        else:
            self._trouble.hold(flight.match)

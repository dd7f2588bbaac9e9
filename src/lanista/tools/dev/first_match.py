"""The first match of a version: at once, and stopped at the first fault of the version."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec

from lanista.bots.player import FaultEvidence
from lanista.core.errors import LanistaError
from lanista.engine import State
from lanista.game import get_game
from lanista.match.feed import FeedConditions, feed_command
from lanista.match.planning import PlannedMatch, plan_match
from lanista.match.recorder import SUFFIX, Recorder
from lanista.match.referee import MatchResult, MatchSetup, PlayedTurn, SeatResult
from lanista.match.terms import MatchTerms
from lanista.series.compare import ComparisonQuestion
from lanista.series.compare.question import seats_of
from lanista.tools.dev.job import OURS, DevJob, FirstMatch, Playing

REPORT_SECONDS = 0.2  # between two reports of a turn
ACCEPTED = "accepted"


class StoppedAtFault(LanistaError):  # noqa: N818 - it is a stop, not a mistake of ours
    """The version was at fault; the rest of the match would only take time."""


class FaultStop:
    """An observer that stops the match at the first fault of our seat, and reports turns."""

    def __init__(self, report: Callable[[Playing], None]) -> None:
        self._report = report
        self._max_turns = 0
        self._last = time.monotonic()
        self.result: MatchResult | None = None

    def begin(self, setup: MatchSetup, names: Sequence[str], state: State[Any, Any]) -> None:
        """Stop if our seat is left out, since its bot did not get ready."""
        self._max_turns = setup.game.max_turns(state)
        if OURS in setup.absent and not setup.game.asked(state, OURS):  # otherwise its first turn is at fault
            raise StoppedAtFault("stopped before the first turn")

    def turn(self, turn: PlayedTurn, state: State[Any, Any]) -> None:
        """Stop if our seat is at fault."""
        now = time.monotonic()
        if now - self._last >= REPORT_SECONDS:
            self._last = now
            self._report(Playing(turn.turn, self._max_turns))
        if turn.answers[OURS].verdict.is_fault:
            raise StoppedAtFault(f"stopped at the first fault, in turn {turn.turn}")

    def end(self, result: MatchResult) -> None:
        """Keep the result."""
        self.result = result


def play_first_match(job: DevJob, question: ComparisonQuestion, report: Callable[[Playing], None]) -> FirstMatch:
    """Play the version against its opponent, once; after a doubtful timeout again, patiently."""
    plan = _plan(job, question)
    first, doubtful = _play(job, question, plan, report)
    return _play(job, question, plan.patient(), report)[0] if doubtful else first


def _play(
    job: DevJob, question: ComparisonQuestion, plan: PlannedMatch, report: Callable[[Playing], None]
) -> tuple[FirstMatch, str]:
    """The match, and the doubtful timeout in it, if there was one."""
    observer = FaultStop(report)
    folder = job.store / "first"
    _make_room(folder)
    names = [bot.name for bot in plan.bots]
    with Recorder.in_folder(plan.game.name, names, folder=folder) as recorder, suppress(StoppedAtFault):
        plan.play([observer], recorder)
    assert observer.result is not None, "every observer is notified of the end"
    first = _first_match(job, question, plan, observer.result, recorder.saved_path)
    return first, observer.result.doubtful


def _plan(job: DevJob, question: ComparisonQuestion) -> PlannedMatch:
    seats = seats_of(get_game(question.game), question.seats)
    plan = plan_match(
        question.game,
        [question.new, *[question.old] * (seats - 1)],
        msgspec.structs.replace(question.terms, map=question.maps[0], one_at_a_time=None),
        seed=job.seed,
    )
    if question.old != job.opponent:
        plan.bots[1:] = [replace(bot, name=ACCEPTED) for bot in plan.bots[1:]]
    return plan


def _first_match(
    job: DevJob, question: ComparisonQuestion, plan: PlannedMatch, result: MatchResult, replay: Path | None
) -> FirstMatch:
    """The result with the bot and its files named as the user knows them."""
    written = Rewriter(question.new, job.question.new)
    seats = list(result.seats)
    seats[OURS] = written.seat(seats[OURS])
    fault = seats[OURS].fault
    feed = ""
    if fault and fault.turn and replay:
        conditions = FeedConditions(terms=MatchTerms(wanted=question.terms.wanted))
        feed = feed_command(replay, job.question.new, fault.turn, OURS, conditions)
    plan.bots[OURS] = replace(plan.bots[OURS], spec=job.question.new)
    return FirstMatch(
        opponent=plan.bots[-1].name,
        seats=tuple(seats),
        outcome=result.outcome,
        turns=result.turns,
        void=result.void,
        one_at_a_time=result.setup.one_at_a_time,
        command=plan.command(),
        replay=str(replay) if replay else "",
        feed=feed,
    )


class Rewriter:
    """Replaces the paths of a kept version by those of the files that the user edits."""

    def __init__(self, kept: str, written: str) -> None:
        folder, home = (Path(spec) if os.path.isdir(spec) else Path(spec).parent for spec in (kept, written))
        prefix = "" if str(home) == "." else f"{home}{os.sep}"
        self._pairs = [(f"{folder.resolve()}{os.sep}", prefix), (f"{folder}{os.sep}", prefix)]

    def text(self, text: str) -> str:
        """A text with the user's paths."""
        for kept, written in self._pairs:
            text = text.replace(kept, written)
        return text

    def seat(self, seat: SeatResult) -> SeatResult:
        """A seat's result with the user's paths."""
        if seat.fault is None:
            return seat
        evidence = seat.fault.evidence
        shown = FaultEvidence(
            self.text(evidence.last_output), [self.text(line) for line in evidence.log_tail], evidence.exit_status
        )
        return replace(seat, fault=replace(seat.fault, reason=self.text(seat.fault.reason), evidence=shown))


def _make_room(folder: Path, kept: int = 5) -> None:
    """Remove all but the newest replays of first matches."""
    found = sorted(folder.glob(f"*{SUFFIX}"), key=lambda path: path.name) if folder.is_dir() else []
    for path in found[: max(0, len(found) - kept)]:
        path.unlink(missing_ok=True)

"""Checks of the start: does the bot start, get ready, and flush what it writes?"""

from __future__ import annotations

import time
from collections.abc import Callable
from enum import Enum

from lanista.bots.player import NO_LIMITS, BotPlayer
from lanista.bots.protocol.folder_player import FolderPlayer
from lanista.core.verdict import Verdict
from lanista.match.feed import Feeding, plan_of, takes_lines
from lanista.match.replay import Replay
from lanista.tools.doctor.examination import BotExamination, kind_of
from lanista.tools.doctor.feeding import Case
from lanista.tools.doctor.findings import CheckStatus, Finding, ok, skipped
from lanista.tools.doctor.subject import Subject

SLOW_START = 0.5  # of the budget: worth a warning
CLOSED_SECONDS = 20.0  # for a bot to write or end after its input was closed
PATIENCE = 3  # times the turn's budget: an answer within that is slow, not stuck
MORE_TURNS = 2  # that a silent bot is asked as well
POLL_SECONDS = 0.005


def starts(examination: BotExamination) -> Finding:
    """Whether the process starts and stays up."""
    seen, fault = examination.contact, examination.contact.first_fault
    if not seen.ready and fault is not None and fault.verdict in (Verdict.CRASHED, Verdict.KILLED):
        return examination.fault(examination.sample, 0, fault)
    return ok("its process starts")


def gets_ready(examination: BotExamination) -> Finding:
    """Whether the bot gets ready within its budget."""
    seen, budget = examination.contact, examination.subject.limits.start_ms
    if isinstance(seen.player, FolderPlayer):
        first = seen.times_ms[0] if seen.times_ms else 0.0
        return ok(f"its protocol has no ready message; the first answer took {first:,.0f} ms")
    fault = seen.first_fault
    if not seen.ready and fault is not None:
        if kind_of(fault) in examination.reported:
            return skipped("it does not stay up until then")
        return examination.fault(examination.sample, 0, fault)
    said = f"ready after {seen.start_ms:,.0f} ms" + (f" of {budget:,} ms" if budget else "")
    if budget and seen.start_ms > SLOW_START * budget:
        return Finding(
            CheckStatus.WARNING,
            said,
            "On a busy or slower machine the bot would not get ready in time.",
            "Load less before the ready message, or load it in the first turns.",
            Case(examination.sample, 1, 0, examination.subject.conditions).command(examination.subject),
        )
    return ok(said)


class Silence(Enum):
    """Why a bot does not seem to answer."""

    SLOW = "it answers, but late"
    MORE = "its answers stay in the buffer: one arrives only after more input"
    CLOSED = "its answers stay in the buffer: one arrives only when its input closes"
    NEVER = "it never answers, not even when its input closes"


def flushes(examination: BotExamination) -> Finding:
    """Whether answers arrive when they are written."""
    seen, subject = examination.contact, examination.subject
    if not takes_lines(seen.player):
        return skipped("its protocol has no output that could wait in a buffer")
    fault = seen.first_fault
    if fault is None or fault.verdict is not Verdict.TIMEOUT:
        return ok("its answers arrive as soon as they are written" if fault is None else "its output arrives")
    silence = find_silence(subject, examination.sample)
    if silence is Silence.SLOW:
        return ok(silence.value)
    examination.reported.add(kind_of(fault))
    what = "the ready message" if not seen.ready else "an answer"
    return Finding(
        CheckStatus.FAILED,
        f"{silence.value} ({'the ready message' if not seen.ready else f'turn {fault.turn}'})",
        f"The referee waits for {what} that was not sent, or is still in a buffer of the bot's process.",
        _advice(silence, fault.reason),
        Case(examination.sample, fault.turn, 0, subject.conditions).command(subject),
        True,
        tuple(fault.evidence.log_tail),
    )


def _advice(silence: Silence, reason: str) -> str:
    if silence is Silence.NEVER:
        return "Check that it reads its input line by line, and answers every line."
    hint = reason.partition("flush the output after every line: ")[2]
    return f"Flush the output after every line{f': {hint}' if hint else ''}."


def find_silence(subject: Subject, replay: Replay) -> Silence:
    """Find out why a bot does not get ready or answer: wait longer, ask more, then close its input."""
    start_ms, turn_ms = subject.limits
    plan = plan_of(replay, 0, subject.bot, subject.conditions.terms.with_budgets(NO_LIMITS))
    feeding = Feeding(replay, plan, 0, subject.conditions, clock=subject.clock)
    player = feeding.player
    with feeding.unhurried():
        if not _wait(feeding, lambda: not player.waiting(), (start_ms or 0) / 1000):
            return _after_closing(feeding, player)
        for number, turn in enumerate(replay.turns[: 1 + MORE_TURNS]):
            feeding.question(turn)
            times = PATIENCE if number == 0 else 1
            if _wait(feeding, lambda: not player.waiting(), times * (turn_ms or 0) / 1000):
                return Silence.MORE if number else Silence.SLOW
        return _after_closing(feeding, player)


def _after_closing(feeding: Feeding, player: BotPlayer) -> Silence:
    """Whether the bot writes something when its input closes."""
    before = player.evidence().last_output
    player.finish(None)
    _wait(
        feeding,
        lambda: player.evidence().last_output != before or bool(player.evidence().exit_status),
        CLOSED_SECONDS,
    )
    return Silence.CLOSED if player.evidence().last_output != before else Silence.NEVER


def _wait(feeding: Feeding, condition: Callable[[], bool], seconds: float) -> bool:
    until = time.monotonic() + seconds
    while not condition() and time.monotonic() < until:
        feeding.listen(POLL_SECONDS)
    return condition()

"""All checks in their order, and how they are run."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from lanista.core.errors import InputError, LanistaError
from lanista.core.text import join_words
from lanista.tools.doctor.examination import BotExamination, kind_of
from lanista.tools.doctor.findings import CheckResult, CheckStatus, Finding, skipped
from lanista.tools.doctor.memory import keeps_its_memory
from lanista.tools.doctor.playing import in_time, keeps_output_clean, logs_little, plays, survives_dead_opponents
from lanista.tools.doctor.repeating import (
    answers_the_same,
    plays_again,
    plays_at_half_speed,
    reads_windows_lines,
    survives_a_slow_start,
)
from lanista.tools.doctor.sandboxed import plays_in_the_sandbox
from lanista.tools.doctor.starting import flushes, gets_ready, starts
from lanista.tools.doctor.unaided import plays_unaided
from lanista.tools.doctor.unusual import survives_earlier_matches, survives_unusual_views


@dataclass(frozen=True)
class BotCheck:
    """A question about a bot, and how it is answered."""

    name: str
    question: str
    run: Callable[[BotExamination], Finding]
    is_first: bool = False  # run even if the bot does not respond
    is_of_author: bool = False  # about the environment and the files of the machine on which the bot was written


CHECKS = (
    BotCheck("start", "Does it start?", starts, is_first=True),
    BotCheck("ready", "Does it get ready in time?", gets_ready, is_first=True),
    BotCheck("flush", "Does it flush its answers?", flushes, is_first=True),
    BotCheck("environment", "Does it play without your settings?", plays_unaided, is_of_author=True),
    BotCheck("play", "Does it play matches without a fault?", plays),
    BotCheck("time", "Does it answer in time?", in_time),
    BotCheck("output", "Does it write nothing but answers?", keeps_output_clean),
    BotCheck("log", "Is its log small?", logs_little),
    BotCheck("half-speed", "Does it answer in time at half speed?", plays_at_half_speed),
    BotCheck("slow-start", "Does it survive a slow start?", survives_a_slow_start),
    BotCheck("views", "Does it survive unusual views?", survives_unusual_views),
    BotCheck("replays", "Does it survive your earlier matches?", survives_earlier_matches, is_of_author=True),
    BotCheck("dead-opponents", "Does it play on without an opponent?", survives_dead_opponents),
    BotCheck("line-ends", "Does it read Windows line ends?", reads_windows_lines),
    BotCheck("same-answers", "Does it answer the same views alike?", answers_the_same),
    BotCheck("memory", "Does it keep its memory?", keeps_its_memory),
    BotCheck("again", "Does its process play a second match?", plays_again),
    BotCheck("sandbox", "Does it play in the sandbox?", plays_in_the_sandbox),
)


def find_checks(names: Sequence[str]) -> tuple[BotCheck, ...]:
    """The named checks in their usual order; all of them without names."""
    known = {check.name: check for check in CHECKS}
    for name in names:
        if name not in known:
            raise InputError(f"no check is called {name!r}; there are {join_words(list(known))}")
    return tuple(check for check in CHECKS if not names or check.name in names)


def examine(
    examination: BotExamination, checks: Sequence[BotCheck], begin: Callable[[BotCheck], None] = lambda _: None
) -> Iterator[CheckResult]:
    """Run the checks one after the other; `begin` is called before each."""
    now = examination.subject.now
    for check in checks:
        begin(check)
        began = now()
        yield CheckResult(check.name, check.question, _run(examination, check), now() - began)


def _run(examination: BotExamination, check: BotCheck) -> Finding:
    try:
        fault = examination.contact.first_fault
        if check.is_first or examination.responds or fault is None:
            return check.run(examination)
        if kind_of(fault) in examination.reported:
            return skipped("it does not answer, see above")
        return examination.fault(examination.sample, 0, fault)
    except LanistaError as error:
        return Finding(CheckStatus.SKIPPED, f"it could not be run: {error}")

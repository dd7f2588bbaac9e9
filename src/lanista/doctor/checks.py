"""All checks in their order, and how they are run."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from lanista.doctor.examination import Examination, kind_of
from lanista.doctor.findings import Finding, Result, Status, skipped
from lanista.doctor.memory import keeps_its_memory
from lanista.doctor.playing import in_time, keeps_output_clean, logs_little, plays, survives_dead_opponents
from lanista.doctor.repeating import (
    answers_the_same,
    plays_again,
    plays_at_half_speed,
    reads_windows_lines,
    survives_a_slow_start,
)
from lanista.doctor.sandboxed import plays_in_the_sandbox
from lanista.doctor.starting import flushes, gets_ready, starts
from lanista.doctor.unaided import plays_unaided
from lanista.doctor.unusual import survives_earlier_matches, survives_unusual_views
from lanista.errors import InputError, LanistaError
from lanista.text import listed


@dataclass(frozen=True)
class Check:
    """A question about a bot, and how it is answered."""

    name: str
    question: str
    run: Callable[[Examination], Finding]
    is_first: bool = False  # run even if the bot does not respond


CHECKS = (
    Check("start", "Does it start?", starts, is_first=True),
    Check("ready", "Does it get ready in time?", gets_ready, is_first=True),
    Check("flush", "Does it flush its answers?", flushes, is_first=True),
    Check("environment", "Does it play without your settings?", plays_unaided),
    Check("play", "Does it play matches without a fault?", plays),
    Check("time", "Does it answer in time?", in_time),
    Check("output", "Does it write nothing but answers?", keeps_output_clean),
    Check("log", "Is its log small?", logs_little),
    Check("half-speed", "Does it answer in time at half speed?", plays_at_half_speed),
    Check("slow-start", "Does it survive a slow start?", survives_a_slow_start),
    Check("views", "Does it survive unusual views?", survives_unusual_views),
    Check("replays", "Does it survive your earlier matches?", survives_earlier_matches),
    Check("dead-opponents", "Does it play on without an opponent?", survives_dead_opponents),
    Check("line-ends", "Does it read Windows line ends?", reads_windows_lines),
    Check("same-answers", "Does it answer the same views alike?", answers_the_same),
    Check("memory", "Does it keep its memory?", keeps_its_memory),
    Check("again", "Does its process play a second match?", plays_again),
    Check("sandbox", "Does it play in the sandbox?", plays_in_the_sandbox),
)


def find_checks(names: Sequence[str]) -> tuple[Check, ...]:
    """The named checks in their usual order; all of them without names."""
    known = {check.name: check for check in CHECKS}
    for name in names:
        if name not in known:
            raise InputError(f"no check is called {name!r}; there are {listed(list(known))}")
    return tuple(check for check in CHECKS if not names or check.name in names)


def examine(
    examination: Examination, checks: Sequence[Check], begin: Callable[[Check], None] = lambda _: None
) -> Iterator[Result]:
    """Run the checks one after the other; `begin` is called before each."""
    now = examination.subject.now
    for check in checks:
        begin(check)
        began = now()
        yield Result(check.name, check.question, _run(examination, check), now() - began)


def _run(examination: Examination, check: Check) -> Finding:
    try:
        fault = examination.contact.first_fault
        if check.is_first or examination.responds or fault is None:
            return check.run(examination)
        if kind_of(fault) in examination.reported:
            return skipped("it does not answer, see above")
        return examination.fault(examination.sample, 0, fault)
    except LanistaError as error:
        return Finding(Status.SKIPPED, f"it could not be run: {error}")

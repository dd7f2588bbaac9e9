"""Checks whether a bot needs settings of this machine that a contest's machine does not have."""

from __future__ import annotations

import os
import shlex
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from lanista.core.text import inert, join_words
from lanista.sandbox.environment import LOCAL
from lanista.tools.doctor.examination import PLAY_SECONDS, BotExamination
from lanista.tools.doctor.feeding import Case, observe
from lanista.tools.doctor.findings import CheckStatus, Finding, ok

TURNS = 3
MAX_FOUND = 300  # characters of a reason


def plays_unaided(examination: BotExamination) -> Finding:
    """Whether the bot answers without the variables of this machine's environment that may help it."""
    present = [name for name in LOCAL if os.environ.get(name)]
    if not present:
        return ok("your environment has no setting that would help it")
    subject, sample = examination.subject, examination.sample
    with _without(present):
        seen = observe(subject, sample, 0, seconds=examination.share(PLAY_SECONDS), until=TURNS)
    fault = examination.new_fault(seen)
    if fault is None:
        return ok(f"it does not need {join_words(present)} of your environment")
    case = Case(sample, fault.turn, 0, subject.conditions)
    removed = shlex.join(["env", *(word for name in present for word in ("-u", name))])
    return Finding(
        CheckStatus.WARNING,
        inert(f"{fault.verdict.value} without {join_words(present)}: {fault.reason}", MAX_FOUND),
        "These variables are set here and reach the bot. The machine of a contest may not set them.",
        "Take what it needs into its folder, or let the bot itself set it.",
        f"{removed} {case.command(subject)}",
        None,
        tuple(fault.evidence.log_tail),
    )


@contextmanager
def _without(names: Sequence[str]) -> Iterator[None]:
    """Remove variables from our environment, which bots get theirs from."""
    before = {name: os.environ.pop(name) for name in names}
    try:
        yield
    finally:
        os.environ.update(before)

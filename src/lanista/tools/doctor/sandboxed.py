"""Whether the bot plays in a sandbox, and the access that it was denied there."""

from __future__ import annotations

import re

import msgspec

from lanista.core.verdict import Verdict
from lanista.sandbox import Level
from lanista.sandbox.machine import find_machine
from lanista.tools.doctor.examination import BotExamination
from lanista.tools.doctor.feeding import Case
from lanista.tools.doctor.findings import CheckStatus, Finding, ok, skipped
from lanista.tools.doctor.matches import PlayedMatch, lineup_of, play

SANDBOX_SECONDS = 8.0
DENIED = re.compile(
    r"permission denied|operation not permitted|read-only file system|network is unreachable|"
    r"name resolution|name or service not known|getaddrinfo|no such file or directory|filenotfound|"
    r"nosuchfileexception|enoent|eacces|eperm|resource temporarily unavailable|too many open files|"
    r"cannot allocate memory|no space left",
    re.IGNORECASE,
)
DENIALS = (Verdict.DENIED, Verdict.OUT_OF_MEMORY)
WHY = "Contests run bots like this: without the network, without other files than their own, and with limits."
ADVICE = "Take everything that it needs into its folder, and let it play without the network."


def plays_in_the_sandbox(examination: BotExamination) -> Finding:
    """Whether the bot plays at the best level that this machine has."""
    subject, best = examination.subject, find_machine().level
    if best is Level.NONE:
        missing = "; ".join(find_machine().missing(Level.LIMITS)) or "this machine has none"
        return skipped(f"no sandbox here: {missing}")
    is_usual = subject.terms.wanted.policy().level is best
    matches = examination.played if is_usual else [_play_at(examination, best)]
    for match in matches:
        if finding := _denied(examination, match, best):
            return finding
        if is_usual and match.seen.first_fault:
            return skipped("it was at fault for another reason, see above")
    turns = sum(len(match.seen.turns) for match in matches)
    return ok(f"{turns:,} turns at level {best.value}; it was denied nothing that it logged")


def _play_at(examination: BotExamination, level: Level) -> PlayedMatch:
    """A match at a level, and nothing else changed."""
    subject = examination.subject
    usual = subject.terms
    subject.terms = msgspec.structs.replace(usual, wanted=msgspec.structs.replace(usual.wanted, level=level))
    try:
        return play(subject, lineup_of(subject, 0, 0), "sandbox", examination.share(SANDBOX_SECONDS))
    finally:
        subject.terms = usual


def _denied(examination: BotExamination, match: PlayedMatch, level: Level) -> Finding | None:
    """The access that the bot was denied in a match, by its faults or its log."""
    subject, fault = examination.subject, match.seen.first_fault
    lines = [line for line in _log(match) if DENIED.search(line)]
    is_denial = fault is not None and (
        fault.verdict in DENIALS or subject.terms.wanted.policy().level is not level
    )
    if not is_denial and not lines:
        return None
    turn = fault.turn if fault else match.seen.turns[-1]
    said = f"{fault.verdict.value}: {fault.reason}" if fault else f"it logged {lines[0]!r}"
    return Finding(
        CheckStatus.FAILED if fault else CheckStatus.WARNING,
        f"at level {level.value}, turn {turn}: {said}",
        WHY,
        ADVICE,
        Case(match.replay, turn, match.seat, subject.conditions).command(subject),
        None,
        tuple(lines or (fault.evidence.log_tail if fault else ())),
    )


def _log(match: PlayedMatch) -> list[str]:
    lines = [line for turn in match.replay.turns if turn.log for line in turn.log[match.seat].splitlines()]
    fault = match.seen.first_fault
    return [*lines, *(fault.evidence.log_tail if fault else ())]

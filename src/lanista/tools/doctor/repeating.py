"""Checks that repeat a match: slower, with other line ends, in a new process, and twice in the same process."""

from __future__ import annotations

import sys
from dataclasses import replace

from lanista.bots.player import Reusable
from lanista.bots.protocol.folder_player import FolderPlayer
from lanista.core.text import inert
from lanista.match.feed import takes_lines
from lanista.tools.doctor.examination import BotExamination
from lanista.tools.doctor.feeding import Case, observe, observe_again
from lanista.tools.doctor.findings import CheckStatus, Finding, ok, skipped
from lanista.tools.doctor.matches import PlayedMatch
from lanista.tools.doctor.observation import Observation
from lanista.tools.doctor.playing import count

HALF = 50  # percent
SLOW_START = 25
HALF_SECONDS, SLOW_SECONDS, LINES_SECONDS, SAME_SECONDS, AGAIN_SECONDS = 10.0, 3.0, 4.0, 8.0, 5.0
LINES_TURNS = 40
FIRST_TURNS = 2


def plays_at_half_speed(examination: BotExamination) -> Finding:
    """Whether answers come in time on a machine that is half as fast."""
    if sys.platform == "win32":
        return skipped("Windows cannot slow a process down")
    conditions = examination.at_speed(speed=HALF)
    match = examination.played[0]
    seen = observe(
        examination.subject, match.replay, match.seat, conditions, seconds=examination.share(HALF_SECONDS)
    )
    longest = f"{max(seen.times_ms, default=0):,.0f} ms{_budget(examination)}"
    well = f"longest of {count(len(seen.turns), 'turn')}: {longest}"
    when = f" at {HALF} % of the speed"
    return examination.verdict(match.replay, match.seat, seen, well, conditions, when=when)


def survives_a_slow_start(examination: BotExamination) -> Finding:
    """Whether the bot gets ready and answers in time if it starts slowly."""
    if sys.platform == "win32":
        return skipped("Windows cannot slow a process down")
    without_ready = isinstance(examination.contact.player, FolderPlayer)  # its start is part of its first turn
    conditions = examination.at_speed(
        speed=SLOW_START if without_ready else 100, start_speed=100 if without_ready else SLOW_START
    )
    match, until = examination.played[0], 1 if without_ready else FIRST_TURNS
    seconds = examination.share(SLOW_SECONDS)
    seen = observe(examination.subject, match.replay, match.seat, conditions, seconds=seconds, until=until)
    when = f" after a start at {SLOW_START} % of the speed"
    first = f"first answer after {seen.times_ms[0]:,.0f} ms" if seen.times_ms else "no answer"
    ready = "" if without_ready else f"ready after {seen.start_ms:,.0f} ms, "
    well = f"at {SLOW_START} % of the speed: {ready}{first}"
    return examination.verdict(match.replay, match.seat, seen, well, conditions, when=when)


def _budget(examination: BotExamination) -> str:
    budget = examination.subject.limits.turn_ms
    return f" of {budget:,} ms" if budget else ""


def reads_windows_lines(examination: BotExamination) -> Finding:
    """Whether the bot understands lines that end with CR and LF."""
    subject, match = examination.subject, examination.played[0]
    if not takes_lines(match.seen.player):
        return skipped("its protocol sends it no lines")
    conditions = replace(subject.conditions, crlf=True)
    seconds = examination.share(LINES_SECONDS)
    seen = observe(subject, match.replay, match.seat, conditions, seconds=seconds, until=LINES_TURNS)
    well = f"{count(len(seen.turns), 'turn')} sent with CR LF"
    return examination.verdict(match.replay, match.seat, seen, well, conditions, when=", sent with CR LF")


def answers_the_same(examination: BotExamination) -> Finding:
    """Whether a new process answers the same views in the same way."""
    subject, match = examination.subject, examination.played[0]
    seen = observe(subject, match.replay, match.seat, seconds=examination.share(SAME_SECONDS))
    turn = first_difference(match.seen, seen)
    if turn is None:
        return examination.cut_short(seen) or ok(
            f"{count(len(seen.turns), 'turn')} answered alike by two processes"
        )
    return Finding(
        CheckStatus.WARNING,
        f"turn {turn}: {_shown(match.seen, turn)} in one process, {_shown(seen, turn)} in another",
        "A fault that depends on chance or time is hard to repeat; otherwise this is no problem.",
        "Seed its random numbers with a constant while you look for faults.",
        Case(match.replay, turn, match.seat, subject.conditions).command(subject),
        True,
    )


def first_difference(one: Observation, other: Observation) -> int | None:
    """The first turn that two processes answered differently."""
    for turn, first, second in zip(one.turns, one.answers, other.answers, strict=False):
        if first != second:
            return turn
    return None


def _shown(seen: Observation, turn: int) -> str:
    answer = seen.answers[seen.turns.index(turn)]
    return "no answer" if answer is None else repr(inert(answer, 60))


def plays_again(examination: BotExamination) -> Finding:
    """Whether the same process plays a second match, if the bot says that it can."""
    subject = examination.subject
    if not isinstance(examination.contact.player, Reusable):
        return skipped("its protocol has no second match")
    match = shortest(examination)
    if match is None:
        return skipped("none of its matches was played to its end in the time that there was")
    replay, seat = match.replay, match.seat
    first, second = observe_again(subject, replay, seat, seconds=examination.share(AGAIN_SECONDS))
    if second is None:
        is_slow = not first.is_whole
        reason = "a whole match takes too long" if is_slow else "it does not say that its process can"
        return examination.cut_short(first) or skipped(reason)
    conditions = replace(subject.conditions, again=True)
    turn = first_difference(first, second)
    if second.faults or turn is None:
        well = f"its process played the same match twice, {count(len(second.turns), 'turn')}"
        return examination.verdict(replay, seat, second, well, conditions, when=" of its second match")
    return Finding(
        CheckStatus.WARNING,
        f"turn {turn}: {_shown(first, turn)} in its first match, {_shown(second, turn)} in its second",
        "If chance does not explain it, the bot remembers its earlier match.",
        'Reset everything when a match starts, or leave out "again" in the ready message.',
        Case(replay, turn, seat, conditions).command(subject),
    )


def shortest(examination: BotExamination) -> PlayedMatch | None:
    """The shortest match of the bot that was played to its end."""
    whole = [match for match in examination.played if match.seen.is_whole]
    return min(whole, key=lambda match: len(match.replay.turns), default=None)

"""A contest's heartbeat: the last match, the next one, and if none is to come, why."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from lanista.core.text import inert
from lanista.serve.bots.terms import fewest_seats
from lanista.serve.results.book import Book, PendingMatch, ScheduledMatch
from lanista.serve.settings import Phase, phase
from lanista.serve.times import moment_text

if TYPE_CHECKING:
    from lanista.serve.contests import Contest

PACE_MATCHES = 60  # the newest ones, from which the pace is estimated


class Heartbeat(msgspec.Struct, frozen=True):
    """How a contest is getting on."""

    phase: Phase
    played: int  # matches that count
    waiting: int  # matches of the schedule without a result
    last: ScheduledMatch | None  # the newest result
    playing: list[PendingMatch]
    next: PendingMatch | None
    why: str  # why nothing is played now; empty if something is
    pace: float  # seconds from one result to the next; 0 if unknown


def heartbeat(contest: Contest, book: Book, now: float) -> Heartbeat:
    """How a contest is getting on."""
    last = book.matches([book.index.last[1]]) if book.index.last[1] >= 0 else []
    return Heartbeat(
        phase=phase(contest.settings, now),
        played=book.index.played,
        waiting=len(book.index.pending),
        last=last[0] if last else None,
        playing=book.playing,
        next=book.next[0] if book.next else None,
        why="" if book.playing else why_idle(contest, book, now),
        pace=pace(book),
    )


def why_idle(contest: Contest, book: Book, now: float) -> str:
    """Why nothing is played right now."""
    settings = contest.settings
    at = phase(settings, now)
    if at is Phase.BEFORE:
        return f"matches begin on {moment_text(settings.starts)}"
    if at is Phase.OVER:
        return f"the contest ended on {moment_text(settings.ends)}"
    if at is Phase.PAUSED:
        return "an organiser has paused the contest"
    bots, wanted = len(book.active()), fewest_seats(contest)
    if bots < wanted:
        is_are = "is one" if bots == 1 else f"are {bots or 'none'}"
        return f"a match needs at least {wanted} bots, and there {is_are} so far"
    if not book.has_runner(now):
        return "no runner is at work on the server, so matches wait; the organisers know how to start one"
    said = [lane.says for lane in book.runner_lanes(now) if lane.contest_id == book.contest_id and lane.says]
    return inert(said[0], 300) if said else "the next match is about to be chosen"


def pace(book: Book) -> float:
    """The seconds from one result to the next, lately."""
    numbers = []
    for number in range(len(book.index) - 1, -1, -1):
        if book.index.ranks[number]:
            numbers.append(number)
            if len(numbers) == PACE_MATCHES:
                break
    ended = sorted(each.result.ended for each in book.matches(numbers) if each.result is not None)
    return (ended[-1] - ended[0]) / (len(ended) - 1) if len(ended) > 1 else 0.0

"""Feeds recorded matches to the bot, and repeats its faults."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from lanista.bots.process.live_bots import LiveBots
from lanista.core.verdict import Verdict
from lanista.match.feed import FeedConditions, Feeding, feed_command, plan_of
from lanista.match.replay import Replay
from lanista.match.terms import MatchTerms, recorded_limits
from lanista.tools.doctor.observation import Observation
from lanista.tools.doctor.subject import Subject

MAX_SAMPLES = 200  # of the memory in a match
HUB_TURNS = 100  # in which the end of a bot at a hub is noticed


@dataclass(frozen=True)
class Case:
    """A turn of a recorded match, and how the bot is asked about it."""

    replay: Replay
    turn: int
    seat: int
    conditions: FeedConditions

    def command(self, subject: Subject) -> str:
        """The command line that repeats it."""
        path, spec = Path(self.replay.path), subject.bot.spec
        conditions = self.conditions
        if recorded_limits(self.replay.header) == subject.limits:
            conditions = replace(conditions, terms=MatchTerms(wanted=conditions.terms.wanted))
        return feed_command(path, spec, max(self.turn, 1), self.seat, conditions)


def observe(
    subject: Subject,
    replay: Replay,
    seat: int,
    conditions: FeedConditions | None = None,
    *,
    seconds: float,
    until: int | None = None,
    live_bots: LiveBots | None = None,
    sampling: bool = False,
) -> Observation:
    """Feed a match to the bot up to a turn, its end, or its first fault but an invalid move."""
    conditions = conditions or subject.conditions
    plan = plan_of(replay, seat, subject.bot, conditions.terms)
    deadline = subject.now() + seconds
    every = max(1, len(replay.turns) // MAX_SAMPLES) if sampling else 0
    with Feeding(replay, plan, seat, conditions, live_bots, subject.clock) as feeding:
        seen = Observation(feeding.player, feeding.start_ms, feeding.player.ready())
        for fed in feeding.turns(min(until, replay.turns[-1].turn) if until else None):
            seen.note(fed.line.turn, fed.answer)
            if every and len(seen.turns) % every == 0 and (size := feeding.memory_mb()) is not None:
                seen.memory_mb.append((fed.line.turn, size))
            if seen.is_stopped or fed.line.turn == until or subject.now() > deadline:
                return seen
        seen.is_whole = True
    return seen


def observe_again(
    subject: Subject, replay: Replay, seat: int, *, seconds: float, until: int | None = None
) -> tuple[Observation, Observation | None]:
    """Feed a match twice to the same process; None if it does not stay for the second one."""
    with LiveBots() as live_bots:
        first = observe(subject, replay, seat, seconds=seconds, live_bots=live_bots)
        if not len(live_bots):
            return first, None
        return first, observe(subject, replay, seat, seconds=seconds, until=until, live_bots=live_bots)


def happens_again(subject: Subject, case: Case, verdict: Verdict, seconds: float) -> int | None:
    """The turn in which the bot gets the same verdict when it is asked again; None if it does not.

    That a bot at a hub has ended may show a few turns earlier or later.
    """
    turn = max(case.turn, 1)
    until = turn + HUB_TURNS if subject.bot.plays_in_real_time else turn
    seen: Observation | None
    if case.conditions.again:
        _, seen = observe_again(subject, case.replay, case.seat, seconds=seconds, until=until)
    else:
        seen = observe(subject, case.replay, case.seat, case.conditions, seconds=seconds, until=until)
    fault = seen.faults.get(verdict) if seen else None
    if fault is None or (fault.turn != turn and not subject.bot.plays_in_real_time):
        return None
    return max(turn, fault.turn)

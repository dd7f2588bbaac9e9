"""Lets the bot take over in the middle of a recorded match: from then on its own moves are played.

What a seat sees often depends on its last move, so only views after a move of the bot itself count: those that
follow from another bot's move may never come up.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

import msgspec

from lanista.bots.clock import Clock
from lanista.bots.player import BotPlayer
from lanista.match.branch import Resuming
from lanista.match.feed import Fed, FeedConditions, Feeding, plan_of
from lanista.match.planning import PlannedMatch
from lanista.match.replay import Replay, TurnLine, move_of
from lanista.match.terms import STANDARD
from lanista.tools.doctor.feeding import Case
from lanista.tools.doctor.matches import run
from lanista.tools.doctor.observation import Observation
from lanista.tools.doctor.players import SilentPlayer
from lanista.tools.doctor.subject import Subject
from lanista.tools.doctor.views import SampledView

TURNS = 15  # that the bot plays: the one before the moment, the moment, and those that follow


class TakeoverFeed(Feeding):
    """A bot that plays on from a moment, against the recorded moves of the others."""

    def __init__(self, moment: SampledView, plan: PlannedMatch, conditions: FeedConditions, clock: Clock) -> None:
        super().__init__(moment.replay, plan, moment.seat, conditions, clock=clock)
        self._at = moment.at
        self._moments = iter([(None, moment.state.clone())])
        self.lines: list[TurnLine] = []  # the turns that were played, with the bot's moves

    def turns(self, until: int | None = None) -> Iterator[Fed]:
        """Ask in the next turns, and play the bot's answers."""
        for line in self._replay.turns[self._at : self._at + TURNS]:
            moves = [move_of(self._game, self.state, seat, line) for seat in range(self.state.seats)]
            if self._game.asked(self.state, self._seat):
                fed = self._ask(line, linger=False)
                moves[self._seat] = fed.move
                self.lines.append(with_answer(line, self._seat, fed))
                yield fed
            else:
                self.lines.append(line)
            self._game.step(self.state, moves)
            if self._game.outcome(self.state) is not None:
                return


def with_answer(line: TurnLine, seat: int, fed: Fed) -> TurnLine:
    """A recorded turn with another answer of one seat."""
    moves, verdicts = list(line.moves), list(line.verdicts)
    moves[seat], verdicts[seat] = fed.answer.text, fed.answer.verdict.value
    return msgspec.structs.replace(line, moves=moves, verdicts=verdicts, reasons=[], say=[], draw=[], log=[])


def take_over(subject: Subject, moment: SampledView) -> tuple[Observation, list[TurnLine]]:
    """Let the bot take over at a moment; returns the observation, and the turns that were played."""
    plan = plan_of(moment.replay, moment.seat, subject.bot, subject.conditions.terms)
    bot = TakeoverFeed(moment, plan, subject.conditions, subject.clock)
    with bot:
        seen = Observation(bot.player, bot.start_ms, bot.player.ready())
        for fed in bot.turns():
            seen.note(fed.line.turn, fed.answer)
            if seen.is_stopped:
                break
    return seen, bot.lines


def record(subject: Subject, moment: SampledView, lines: list[TurnLine], name: str) -> Replay:
    """Record the match up to the last of the turns that the bot played."""
    turns = {line.turn: line for line in [*moment.replay.turns[: moment.at], *lines]}
    absent = moment.replay.header.absent

    def recorded(seat: int) -> Callable[[], BotPlayer]:
        return lambda: Resuming(SilentPlayer(), seat, turns, present=seat not in absent, idle=True)

    plan = plan_of(moment.replay, moment.seat, subject.game.bots[0], STANDARD.with_budgets(subject.limits))
    stand_ins = {seat: recorded(seat) for seat in range(len(plan.bots))}
    return run(subject, plan, stand_ins, moment.seat, name, last=lines[-1].turn).replay


def case_of(subject: Subject, moment: SampledView, replay: Replay, turn: int) -> Case:
    """The case of a turn after the bot has taken over."""
    first = moment.replay.turns[moment.at].turn
    return Case(replay, turn, moment.seat, replace(subject.conditions, first=first))

"""Lets the bot take over in the middle of a recorded match: from then on its own moves are played.

What a seat sees often depends on its last move, so only views after a move of the bot itself count: those that
follow from another bot's move may never come up.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

import msgspec

from lanista.bots.clock import Clock
from lanista.bots.player import Player
from lanista.doctor.feeding import Case
from lanista.doctor.matches import run
from lanista.doctor.observation import Observation
from lanista.doctor.players import SilentPlayer
from lanista.doctor.subject import Subject
from lanista.doctor.views import Moment
from lanista.match.arrange import Plan
from lanista.match.branch import Resuming
from lanista.match.feed import Conditions, Fed, Feeding, plan_of
from lanista.replay import Replay, TurnLine, move_of

TURNS = 15  # that the bot plays: the one before the moment, the moment, and what comes of it


class TakingOver(Feeding):
    """A bot that plays on from a moment, against the recorded moves of the others."""

    def __init__(self, moment: Moment, plan: Plan, conditions: Conditions, clock: Clock) -> None:
        super().__init__(moment.replay, plan, moment.seat, conditions, clock=clock)
        self._at = moment.at
        self._moments = iter([(None, moment.state.clone())])
        self.lines: list[TurnLine] = []  # the turns that were played, with the bot's moves

    def turns(self, until: int | None = None) -> Iterator[Fed]:
        """Ask in the next turns, and play what the bot answers."""
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


def take_over(subject: Subject, moment: Moment) -> tuple[Observation, list[TurnLine]]:
    """Let the bot take over at a moment; returns what was seen, and the turns that were played."""
    plan = plan_of(moment.replay, moment.seat, subject.bot, subject.limits, subject.wanted)
    bot = TakingOver(moment, plan, subject.conditions, subject.clock)
    with bot:
        seen = Observation(bot.player, bot.start_ms, bot.player.ready())
        for fed in bot.turns():
            seen.note(fed.line.turn, fed.answer)
            if seen.is_stopped:
                break
    return seen, bot.lines


def record(subject: Subject, moment: Moment, lines: list[TurnLine], name: str) -> Replay:
    """Record the match up to the last of the turns that the bot played."""
    turns = {line.turn: line for line in [*moment.replay.turns[: moment.at], *lines]}
    absent = moment.replay.header.absent

    def recorded(seat: int) -> Callable[[], Player]:
        return lambda: Resuming(SilentPlayer(), seat, turns, present=seat not in absent, idle=True)

    plan = plan_of(moment.replay, moment.seat, subject.game.bots[0], subject.limits)
    stand_ins = {seat: recorded(seat) for seat in range(len(plan.bots))}
    return run(subject, plan, stand_ins, moment.seat, name, last=lines[-1].turn).replay


def case_of(subject: Subject, moment: Moment, replay: Replay, turn: int) -> Case:
    """The case of a turn after the bot has taken over."""
    first = moment.replay.turns[moment.at].turn
    return Case(replay, turn, moment.seat, replace(subject.conditions, first=first))

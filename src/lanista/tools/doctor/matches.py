"""Matches of a bot, or without it, that are recorded: their replays are the cases that `lanista feed` repeats."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

import msgspec

from lanista.bots.player import BotPlayer
from lanista.core.errors import LanistaError
from lanista.engine import State, derive
from lanista.match.planning import PlannedMatch, plan_match
from lanista.match.recorder import Recorder
from lanista.match.referee import MatchResult, MatchSetup, PlayedTurn, Referee
from lanista.match.replay import Replay, read_replay
from lanista.tools.doctor.observation import Observation
from lanista.tools.doctor.subject import Subject


@dataclass(frozen=True)
class Lineup:
    """The players of a match: built-in bots by name or by our own players, and the bot at `seat`."""

    bots: tuple[str, ...]  # one for each seat; the name at `seat` is not used
    seat: int | None  # None plays without the bot
    stand_ins: Mapping[int, Callable[[], BotPlayer]]
    seed: int
    map: str = ""


@dataclass(frozen=True)
class PlayedMatch:
    """A match that was recorded, and the observation of the bot in it."""

    replay: Replay
    seat: int
    seen: Observation
    void: str = ""


class StoppedByDoctor(LanistaError):  # noqa: N818 - it is a stop, not a mistake of ours
    """The time for a match is used up, or the bot has ended."""


class ObservationRecorder:
    """An observer that takes down what the bot does, and stops the match when that is enough."""

    def __init__(self, subject: Subject, seat: int, seen: Observation, seconds: float, last: int | None) -> None:
        self._now = subject.now
        self._last = last
        self._until = subject.now() + seconds
        self._seat = seat
        self._seen = seen
        self._asked = True
        self._game = subject.game

    def begin(self, setup: MatchSetup, names: Sequence[str], state: State[Any, Any]) -> None:
        """The bot is ready, or not."""
        self._seen.ready = self._seen.player.ready()
        self._asked = self._game.asked(state, self._seat)

    def turn(self, turn: PlayedTurn, state: State[Any, Any]) -> None:
        """Take down the bot's answer."""
        if self._asked:
            self._seen.note(turn.turn, turn.answers[self._seat])
        self._asked = self._game.asked(state, self._seat)
        if self._seen.has_ended or self._now() > self._until or turn.turn == self._last:
            raise StoppedByDoctor("stopped by the doctor")

    def end(self, result: MatchResult) -> None:
        """The match is over."""
        self._seen.is_whole = result.outcome is not None


def play(subject: Subject, lineup: Lineup, name: str, seconds: float) -> PlayedMatch:
    """Play and record a match, for at most `seconds`."""
    return run(subject, _plan(subject, lineup), lineup.stand_ins, lineup.seat or 0, name, seconds)


def run(
    subject: Subject,
    plan: PlannedMatch,
    stand_ins: Mapping[int, Callable[[], BotPlayer]],
    seat: int,
    name: str,
    seconds: float = math.inf,
    last: int | None = None,
) -> PlayedMatch:
    """Play and record a planned match with players of ours at some seats, to the turn `last`."""
    players = plan.players()
    for number, make in stand_ins.items():
        players[number] = make()
    seen = Observation(players[seat])
    path = subject.path(name)
    result = MatchResult(plan.setup, [])
    with Recorder(path, plan.seats, force=True) as recorder, suppress(StoppedByDoctor):
        observers = [*plan.remarks(players), recorder, ObservationRecorder(subject, seat, seen, seconds, last)]
        referee = Referee(plan.setup, players, observers, subject.clock)
        result = referee.result
        referee.play()
    return PlayedMatch(read_replay(path), seat, seen, result.void)


def _plan(subject: Subject, lineup: Lineup) -> PlannedMatch:
    game, bot = subject.game, subject.bot
    specs: list[object] = [bot if number == lineup.seat else name for number, name in enumerate(lineup.bots)]
    is_at_hub = lineup.seat is not None and bot.plays_in_real_time
    terms = msgspec.structs.replace(subject.terms, map=lineup.map, lock_step=is_at_hub)
    plan = plan_match(game.name, specs, terms, seed=lineup.seed)
    for number, make in lineup.stand_ins.items():
        plan.bots[number] = replace(plan.bots[number], name=make().name)
    return plan


def lineup_of(subject: Subject, number: int, seat: int | None) -> Lineup:
    """The line-up of a match: built-in bots, the map and the seed vary with its number."""
    bots = subject.game.bots[:-1] or subject.game.bots  # the last one is the slowest
    names = tuple(bots[(number + seat_number) % len(bots)] for seat_number in range(subject.seats))
    seed = derive(subject.seed, "doctor", number)
    return Lineup(names, seat, {}, seed, subject.maps[number % len(subject.maps)])

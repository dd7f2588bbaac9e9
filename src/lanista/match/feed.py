"""Feeds a recorded match to a bot: it is asked as its seat was, and its answer is laid beside the recorded one."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from lanista.bots.player import Answer, Evidence, Limits, Opening, Player
from lanista.bots.poll_loop import PollLoop
from lanista.bots.resolve import find_bot
from lanista.engine import State, derive
from lanista.errors import InputError
from lanista.match.arrange import Pacing, Plan, recorded_limits
from lanista.match.referee import Setup, judge
from lanista.replay import Replay, TurnLine, game_of, play_again

LOG_SECONDS = 0.05  # how long a bot's log is waited for after its answer


@dataclass(frozen=True)
class Difference:
    """A turn where the bot's answer differs from the recording; None where no move counted."""

    turn: int
    recorded: str | None
    answered: str | None


@dataclass(frozen=True)
class Fed:
    """A bot's answer to a recorded turn, and all that helps to see why."""

    line: TurnLine  # the turn as recorded
    seat: int
    name: str
    state: State[Any, Any]  # before the turn
    view: bytes
    answer: Answer
    evidence: Evidence
    asked: int  # how many turns before it the bot was asked
    differences: list[Difference]  # among those

    @property
    def recorded(self) -> str | None:
        """The move that the seat sent."""
        return self.line.moves[self.seat]

    @property
    def same(self) -> bool:
        """Whether the bot answers what was recorded."""
        return self.answer.text == self.recorded


def feed(
    replay: Replay,
    turn: int,
    seat: int,
    spec: str,
    limits: Limits | None = None,
    tell: Callable[[str], None] = lambda _: None,
) -> Fed:
    """Ask a bot for every recorded turn of a seat up to one, which is the one that matters.

    The recorded moves are played, whatever the bot answers; `tell` hears where a bot goes that comes by itself.
    """
    _check(replay, turn, seat)
    plan = _plan(replay, seat, spec, limits)
    try:
        plan.gather(tell)
        return _Feeding(replay, plan, seat).up_to(turn)
    finally:
        plan.close()


def _check(replay: Replay, turn: int, seat: int) -> None:
    seats = len(replay.header.seats)
    if seat not in range(seats):
        raise InputError(f"{replay.path}: the match has seats 0 to {seats - 1}, got seat {seat}")
    if turn not in (line.turn for line in replay.turns):
        numbers = [line.turn for line in replay.turns]
        there = f"turns {numbers[0]} to {numbers[-1]}" if numbers else "no turns"
        raise InputError(f"{replay.path}: the match has {there}, got turn {turn}")


def _plan(replay: Replay, seat: int, spec: str, limits: Limits | None) -> Plan:
    """A match as recorded with the bot at its seat; nobody else is ever started."""
    header = replay.header
    game = game_of(replay)
    config = game.configure(header.ruleset, header.config)
    setup = Setup(game, header.seed, header.ruleset, config, limits or recorded_limits(header), map=header.map)
    anybody = find_bot(game, game.bots[0])
    bots = [replace(anybody, name=f"seat {number}") for number in range(len(header.seats))]
    bots[seat] = find_bot(game, spec)
    return Plan(game, bots, setup, pacing=Pacing(lock_step=True))


class _Feeding:
    """One bot being asked, turn after turn."""

    def __init__(self, replay: Replay, plan: Plan, seat: int) -> None:
        self._replay = replay
        self._game = plan.game
        self._setup = plan.setup
        self._seat = seat
        self._player: Player = plan.players()[seat]
        self._loop = PollLoop([self._player])
        self._asked = 0
        self._differences: list[Difference] = []

    def up_to(self, turn: int) -> Fed:
        """Ask for every turn up to one; whatever happens, the bot does not survive it."""
        moments = play_again(self._replay)
        _, state = next(moments)
        try:
            self._start(state)
            for line in self._replay.turns:
                if line.turn == turn:
                    return self._answer(line, state)
                self._pass(line, state)
                next(moments)
            raise AssertionError("the turn was checked to be there")
        finally:
            self._loop.close(None)

    def _start(self, state: State[Any, Any]) -> None:
        setup, seat = self._setup, self._seat
        names = list(self._replay.names)
        names[seat] = self._player.name
        seed, fixed = derive(setup.seed, "bot", seat), self._game.fixed_json(state, seat)
        self._player.start(Opening(setup.info(names), seat, seed, state, fixed))
        self._loop.seat()
        self._loop.wait()

    def _pass(self, line: TurnLine, state: State[Any, Any]) -> None:
        """A turn on the way: the bot is asked so that it remembers it."""
        if not self._game.asked(state, self._seat):
            return
        self._ask(line, state)
        answer, recorded = self._player.take(), line.moves[self._seat]
        self._asked += 1
        if answer.text != recorded:
            self._differences.append(Difference(line.turn, recorded, answer.text))

    def _ask(self, line: TurnLine, state: State[Any, Any]) -> bytes:
        view = self._game.view_json(state, self._seat)
        self._loop.listen()
        self._player.ask(line.turn, view)
        self._loop.wait()
        return view

    def _answer(self, line: TurnLine, state: State[Any, Any]) -> Fed:
        """The turn that matters."""
        if not self._game.asked(state, self._seat):
            raise InputError(f"{self._replay.path}: seat {self._seat} is not asked for a move in turn {line.turn}")
        view = self._ask(line, state)
        self._listen_to_log()
        answer = self._player.take()
        judge(self._game, state, self._seat, answer)
        return Fed(
            line=line,
            seat=self._seat,
            name=self._player.name,
            state=state.clone(),
            view=view,
            answer=answer,
            evidence=self._player.evidence(),
            asked=self._asked,
            differences=self._differences,
        )

    def _listen_to_log(self) -> None:
        """A bot may write its log after its answer."""
        until = time.monotonic() + LOG_SECONDS
        while time.monotonic() < until:
            self._loop.listen()
            time.sleep(LOG_SECONDS / 10)

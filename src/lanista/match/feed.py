"""Feeds a recorded match to a bot: asks it as its seat was asked, and compares its answer with the recording."""

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
from lanista.match.arrange import Pacing, Plan, policy_for, recorded_limits
from lanista.match.referee import Setup, judge
from lanista.replay import Replay, TurnLine, game_of, play_again
from lanista.sandbox import Wanted

LOG_SECONDS = 0.05  # how long to wait for a bot's log after its answer


@dataclass(frozen=True)
class Difference:
    """A turn in which the bot's answer differs from the recording; None if no move counted."""

    turn: int
    recorded: str | None
    answered: str | None


@dataclass(frozen=True)
class FeedResult:
    """A bot's answer to a recorded turn, with what helps to explain it."""

    line: TurnLine  # the turn as recorded
    seat: int
    name: str
    state: State[Any, Any]  # before the turn
    view: bytes
    answer: Answer
    evidence: Evidence
    asked: int  # in how many earlier turns the bot was asked
    differences: list[Difference]  # in those turns

    @property
    def recorded(self) -> str | None:
        """The recorded move of the seat."""
        return self.line.moves[self.seat]

    @property
    def same(self) -> bool:
        """Whether the bot's answer equals the recorded one."""
        return self.answer.text == self.recorded


def feed(
    replay: Replay,
    turn: int,
    seat: int,
    spec: str,
    limits: Limits | None = None,
    notify: Callable[[str], None] = lambda _: None,
    wanted: Wanted | None = None,
) -> FeedResult:
    """Ask a bot in every recorded turn of a seat up to `turn`, and return its answer to that one.

    The recorded moves are played, whatever the bot answers; `notify` gets the address that a bot can join at.
    """
    _check(replay, turn, seat)
    plan = _plan(replay, seat, spec, limits, wanted or Wanted())
    try:
        plan.gather(notify)
        return _Feeder(replay, plan, seat).up_to(turn)
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


def _plan(replay: Replay, seat: int, spec: str, limits: Limits | None, wanted: Wanted) -> Plan:
    """The recorded match with the bot at its seat; no other bot is started."""
    header = replay.header
    game = game_of(replay)
    config = game.configure(header.ruleset, header.config)
    stand_in = find_bot(game, game.bots[0])
    bots = [replace(stand_in, name=f"seat {number}") for number in range(len(header.seats))]
    bots[seat] = find_bot(game, spec)
    setup = Setup(
        game,
        header.seed,
        header.ruleset,
        config,
        limits or recorded_limits(header),
        map=header.map,
        sandbox=policy_for(wanted, bots),
    )
    return Plan(game, bots, setup, pacing=Pacing(lock_step=True))


class _Feeder:
    """Asks one bot, turn after turn."""

    def __init__(self, replay: Replay, plan: Plan, seat: int) -> None:
        self._replay = replay
        self._game = plan.game
        self._setup = plan.setup
        self._seat = seat
        self._player: Player = plan.players()[seat]
        self._loop = PollLoop([self._player])
        self._asked = 0
        self._differences: list[Difference] = []

    def up_to(self, turn: int) -> FeedResult:
        """Ask in every turn up to this one; the bot is ended in any case."""
        moments = play_again(self._replay)
        _, state = next(moments)
        try:
            self._start(state)
            for line in self._replay.turns:
                if line.turn == turn:
                    return self._answer(line, state)
                self._pass(line, state)
                next(moments)
            raise AssertionError("`_check` has found the turn")
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
        """Ask in an earlier turn, so that the bot remembers it."""
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

    def _answer(self, line: TurnLine, state: State[Any, Any]) -> FeedResult:
        """Ask in the last turn."""
        if not self._game.asked(state, self._seat):
            raise InputError(f"{self._replay.path}: seat {self._seat} is not asked for a move in turn {line.turn}")
        view = self._ask(line, state)
        self._wait_for_log()
        answer = self._player.take()
        judge(self._game, state, self._seat, answer)
        return FeedResult(
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

    def _wait_for_log(self) -> None:
        """Wait a moment for what the bot logs after its answer."""
        until = time.monotonic() + LOG_SECONDS
        while time.monotonic() < until:
            self._loop.listen()
            time.sleep(LOG_SECONDS / 10)

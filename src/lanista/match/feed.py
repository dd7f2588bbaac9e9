"""Feeds a recorded match to a bot: asks it as its seat was asked, and compares its answers with the recording."""

from __future__ import annotations

import shlex
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from lanista.bots.clock import SYSTEM_CLOCK, Clock
from lanista.bots.player import BotAnswer, BotPlayer, FaultEvidence, Opening
from lanista.bots.poll_loop import PollLoop
from lanista.bots.process.live_bots import LiveBots
from lanista.bots.process.process import ProcessPlayer
from lanista.bots.process.process_tree import bot_processes, memory_mb
from lanista.bots.process.throttle import FULL_SPEED, Throttle
from lanista.bots.resolve import FoundBot, find_bot
from lanista.core.errors import InputError
from lanista.engine import State, derive
from lanista.match.planning import PlannedMatch, policy_for
from lanista.match.referee import MatchSetup, judge
from lanista.match.replay import Replay, TurnLine, game_of, play_again
from lanista.match.terms import STANDARD, MatchTerms, recorded_limits

LOG_SECONDS = 0.05  # how long to wait for a bot's log after its answer


@dataclass(frozen=True)
class FeedConditions:
    """Conditions of a feed besides the budgets; speeds are in percent of the processor's."""

    crlf: bool = False  # whether lines end as on Windows
    speed: int = FULL_SPEED
    start_speed: int = FULL_SPEED  # until the bot is ready
    again: bool = False  # whether the same process is fed the whole match before
    first: int = 1  # the first turn in which it is asked
    terms: MatchTerms = STANDARD  # of which the replay sets all but the budgets and the sandbox


@dataclass(frozen=True)
class AnswerDifference:
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
    answer: BotAnswer
    evidence: FaultEvidence
    asked: int  # in how many earlier turns the bot was asked
    differences: list[AnswerDifference]  # in those turns
    memory_mb: tuple[float, float] | None  # of the bot's processes, before its first turn and after this one

    @property
    def recorded(self) -> str | None:
        """The recorded move of the seat."""
        return self.line.moves[self.seat]

    @property
    def same(self) -> bool:
        """Whether the bot's answer equals the recorded one."""
        return self.answer.text == self.recorded


@dataclass(frozen=True)
class Fed:
    """A recorded turn and the bot's answer to it, judged by the rules."""

    line: TurnLine
    view: bytes
    answer: BotAnswer
    move: Any  # as the rules read it


def feed(
    replay: Replay,
    turn: int,
    seat: int,
    spec: str,
    conditions: FeedConditions | None = None,
    notify: Callable[[str], None] = lambda _: None,
) -> FeedResult:
    """Ask a bot in every recorded turn of a seat up to `turn`, and return its answer to that one.

    The recorded moves are played, whatever the bot answers; `notify` gets the address that a bot can join at.
    """
    conditions = conditions or FeedConditions()
    _check(replay, turn, seat, conditions)
    plan = plan_of(replay, seat, spec, conditions.terms)
    try:
        plan.gather(notify)
        with LiveBots() as live_bots:
            if conditions.again:
                _feed_whole(Feeding(replay, plan, seat, conditions, live_bots), live_bots)
            with Feeding(replay, plan, seat, conditions, live_bots) as feeding:
                return feeding.up_to(turn)
    finally:
        plan.close()


def feed_command(path: Path, spec: str, turn: int, seat: int, conditions: FeedConditions) -> str:
    """The command line that feeds a bot in this way."""
    words = ["lanista", "feed", str(path), spec, "--turn", str(turn), "--seat", str(seat)]
    words += ["--from", str(conditions.first)] if conditions.first > 1 else []
    words += ["--crlf"] if conditions.crlf else []
    words += ["--speed", str(conditions.speed)] if conditions.speed < FULL_SPEED else []
    words += ["--start-speed", str(conditions.start_speed)] if conditions.start_speed < FULL_SPEED else []
    words += ["--again"] if conditions.again else []
    return shlex.join([*words, *conditions.terms.words()])


def _feed_whole(feeding: Feeding, live_bots: LiveBots) -> None:
    """Feed one whole match, and check that the process stays for the next."""
    with feeding:
        for _ in feeding.turns():
            pass
    if not len(live_bots):
        raise InputError(
            'a process plays again if its bot says {"type":"ready","again":true} and has answered every turn in '
            "time; this one did not"
        )


def _check(replay: Replay, turn: int, seat: int, conditions: FeedConditions) -> None:
    seats = len(replay.header.seats)
    if seat not in range(seats):
        raise InputError(f"{replay.path}: the match has seats 0 to {seats - 1}, got seat {seat}")
    if turn not in (line.turn for line in replay.turns):
        numbers = [line.turn for line in replay.turns]
        there = f"turns {numbers[0]} to {numbers[-1]}" if numbers else "no turns"
        raise InputError(f"{replay.path}: the match has {there}, got turn {turn}")
    if conditions.first > turn:
        raise InputError(f"--from {conditions.first}: expected a turn up to --turn {turn}")
    if conditions.again and (replay.footer is None or replay.footer.outcome is None):
        raise InputError(f"{replay.path}: --again needs a match that was played to its end")


def plan_of(replay: Replay, seat: int, spec: object, terms: MatchTerms = STANDARD) -> PlannedMatch:
    """The recorded match with the bot at its seat; no other bot is started."""
    header = replay.header
    game = game_of(replay)
    bot = find_bot(game, spec, terms.wanted)
    setup = MatchSetup(
        game,
        header.seed,
        header.ruleset,
        game.configure(header.ruleset, header.config),
        terms.override(recorded_limits(header)),
        map=header.map,
        sandbox=policy_for(terms.wanted, [bot]),
    )
    return lone_plan(setup, bot, seat, len(header.seats))


def lone_plan(setup: MatchSetup, bot: FoundBot, seat: int, seats: int) -> PlannedMatch:
    """A match in which only the bot of one seat is started, and always waited for."""
    stand_in = find_bot(setup.game, setup.game.bots[0])
    bots = [replace(stand_in, name=f"seat {number}") for number in range(seats)]
    bots[seat] = bot
    return PlannedMatch(setup.game, bots, setup, MatchTerms(lock_step=True))


class Feeding:
    """One bot being fed a match; it runs while this is entered."""

    def __init__(
        self,
        replay: Replay,
        plan: PlannedMatch,
        seat: int,
        conditions: FeedConditions | None = None,
        live_bots: LiveBots | None = None,
        clock: Clock = SYSTEM_CLOCK,
    ) -> None:
        self.conditions = conditions or FeedConditions()
        self.start_ms = 0.0  # how long it took to get ready
        self._replay = replay
        self._game = plan.game
        self._setup = plan.setup
        self._seat = seat
        self._clock = clock
        self.player: BotPlayer = plan.players(live_bots=live_bots)[seat]
        self._loop = PollLoop([self.player], clock)
        self._moments = play_again(replay)
        self._stack = ExitStack()
        self._is_whole = False  # whether the last turn was played
        self._start_memory: float | None = None

    def __enter__(self) -> Feeding:
        """Start the bot and wait until it is ready, or has failed to."""
        with self._stack as stack, self._throttle(min(self.conditions.start_speed, self.conditions.speed)):
            began = self._clock.now()
            self._begin(stack)
            self._loop.wait()
            self.start_ms = 1000 * (self._clock.now() - began)
            self._start_memory = self.memory_mb()
            self._stack = stack.pop_all()
        self._stack.enter_context(self._throttle(self.conditions.speed))
        return self

    @contextmanager
    def unhurried(self) -> Iterator[Feeding]:
        """Start the bot without waiting, here or after `question`; the caller listens."""
        with ExitStack() as stack:
            self._begin(stack)
            yield self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def up_to(self, turn: int) -> FeedResult:
        """Ask in every turn up to this one, and return its result."""
        differences: list[AnswerDifference] = []
        for asked, fed in enumerate(self.turns(until=turn)):
            if fed.line.turn == turn:
                return self._result(fed, asked, differences)
            recorded = fed.line.moves[self._seat]
            if fed.answer.text != recorded:
                differences.append(AnswerDifference(fed.line.turn, recorded, fed.answer.text))
        raise InputError(f"{self._replay.path}: seat {self._seat} is not asked for a move in turn {turn}")

    def turns(self, until: int | None = None) -> Iterator[Fed]:
        """Ask in every turn of the match in which the seat is asked; after `until` there is time to log."""
        for line in self._replay.turns:
            if line.turn >= self.conditions.first and self._game.asked(self.state, self._seat):
                yield self._ask(line, linger=line.turn == until)
            next(self._moments)
        self._is_whole = True

    def memory_mb(self) -> float | None:
        """The memory of the bot's processes now; None if that cannot be found out."""
        return memory_mb(bot_processes(self.player))

    def listen(self, seconds: float) -> None:
        """Read the bot's output for a while."""
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            self._loop.listen()
            time.sleep(min(seconds, LOG_SECONDS) / 10)

    def question(self, line: TurnLine) -> bytes:
        """Send the question of a turn; returns the view."""
        view = self._game.view_json(self.state, self._seat)
        self._loop.listen()
        self.player.ask(line.turn, view)
        return view

    def _begin(self, stack: ExitStack) -> None:
        """Start the bot, which is closed with the stack."""
        _, self.state = next(self._moments)  # before the turn that is asked about
        if self.conditions.crlf:
            use_crlf(self.player)
        setup, seat = self._setup, self._seat
        names = list(self._replay.names)
        names[seat] = self.player.name
        seed, fixed = derive(setup.seed, "bot", seat), self._game.fixed_json(self.state, seat)
        stack.callback(self._close)
        self.player.start(Opening(setup.info(names), seat, seed, self.state, fixed, self._clock))
        self._loop.seat()

    def _throttle(self, percent: int) -> Throttle:
        return Throttle(partial(bot_processes, self.player), percent)

    def _ask(self, line: TurnLine, *, linger: bool) -> Fed:
        view = self.question(line)
        self._loop.wait()
        if linger:
            self.listen(LOG_SECONDS)  # for what the bot logs after its answer
        answer = self.player.take()
        return Fed(line, view, answer, judge(self._game, self.state, self._seat, answer))

    def _result(self, fed: Fed, asked: int, differences: list[AnswerDifference]) -> FeedResult:
        memory = self.memory_mb()
        return FeedResult(
            line=fed.line,
            seat=self._seat,
            name=self.player.name,
            state=self.state.clone(),
            view=fed.view,
            answer=fed.answer,
            evidence=self.player.evidence(),
            asked=asked,
            differences=differences,
            memory_mb=None if memory is None or self._start_memory is None else (self._start_memory, memory),
        )

    def _close(self) -> None:
        footer = self._replay.footer
        self._loop.close(footer.outcome if footer is not None and self._is_whole else None)


def use_crlf(player: BotPlayer) -> None:
    """Have the bot's lines end as on Windows; raises InputError if its protocol sends it no lines."""
    if not takes_lines(player):
        raise InputError("--crlf is for bots that are sent lines, and the protocol of this one has none")
    assert isinstance(player, ProcessPlayer)
    player.line_end = b"\r\n"


def takes_lines(player: BotPlayer) -> bool:
    """Whether a bot is sent lines of text."""
    return isinstance(player, ProcessPlayer) and player.sends_lines

"""Puts the moment of a pin to a bot, through the same players as in matches."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from lanista.bots.live_bots import LiveBots
from lanista.bots.player import Answer, Limits, Opening
from lanista.bots.poll_loop import PollLoop
from lanista.bots.resolve import Bot
from lanista.engine import derive
from lanista.game import Outcome
from lanista.match.arrange import policy_for
from lanista.match.feed import lone_plan
from lanista.match.referee import Setup, judge
from lanista.pins.moment import Moment, play_earlier, written
from lanista.sandbox import AS_GOOD_AS_POSSIBLE, Wanted
from lanista.verdict import Verdict

NOT_PLAYED_ON = "a pinned moment: the match was not played on"


@dataclass(frozen=True)
class Terms:
    """How bots are asked."""

    live_bots: LiveBots  # where processes wait that can play again
    limits: Callable[[Limits], Limits]  # the budgets, given those of the recorded match
    wanted: Wanted = AS_GOOD_AS_POSSIBLE  # the sandbox


@dataclass(frozen=True)
class Reply:
    """What a bot answered, with the verdict; a move that counts is in canonical form, others are as sent."""

    move: str | None
    verdict: Verdict
    reason: str = ""
    ms: float = 0.0
    log: str = ""


def ask(moment: Moment, bot: Bot, run: int, terms: Terms) -> Reply:
    """Start a bot, ask it in the turns of the pin's history and in the pinned one, and end it.

    Built-in bots get another seed in each run.
    """
    asking = _Asking(moment, bot, terms)
    try:
        asking.start(derive(run, "pin"))
        for earlier in moment.pin.history:
            asking.question(earlier.turn)
            play_earlier(moment, asking.state, earlier)
        return asking.judged(asking.question(moment.pin.turn))
    finally:
        asking.close()


class _Asking:
    """A bot that is asked about one pin."""

    def __init__(self, moment: Moment, bot: Bot, terms: Terms) -> None:
        start, game = moment.pin.start, moment.game
        self._pin, self._game = moment.pin, game
        self.state = moment.first.clone()
        self._setup = Setup(
            game,
            0,
            start.ruleset,
            game.configure(start.ruleset, start.config),
            terms.limits(moment.limits),
            sandbox=policy_for(terms.wanted, [bot]),
        )
        plan = lone_plan(self._setup, bot, start.seat, start.seats)
        self._player = plan.players(live_bots=terms.live_bots)[start.seat]
        self._loop = PollLoop([self._player])

    def start(self, seed: int) -> None:
        """Start the bot and wait until it is ready, or has failed to."""
        seat, names = self._pin.seat, list(self._pin.start.names)
        names[seat] = self._player.name
        fixed = self._game.fixed_json(self.state, seat)
        self._player.start(Opening(self._setup.info(names), seat, seed, self.state, fixed))
        self._loop.seat()
        self._loop.wait()
        self._loop.start_again()

    def question(self, turn: int) -> Answer:
        """Ask the bot for its move in a turn."""
        self._loop.listen()
        self._player.ask(turn, self._game.view_json(self.state, self._pin.seat))
        self._loop.wait()
        return self._player.take()

    def judged(self, answer: Answer) -> Reply:
        """The answer, judged by the rules."""
        move = judge(self._game, self.state, self._pin.seat, answer)
        counts = answer.verdict is Verdict.OK
        text = written(self._game, move) if counts else answer.text
        return Reply(text, answer.verdict, answer.reason, answer.ms, answer.log)

    def close(self) -> None:
        """End the bot; one that can play again stays for the next pin."""
        seats = self._pin.start.seats
        self._loop.close(Outcome((1,) * seats, (0,) * seats, NOT_PLAYED_ON))

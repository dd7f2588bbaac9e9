"""Puts the moment of a pin to a bot, through the same players as in matches."""

from __future__ import annotations

from dataclasses import dataclass

from lanista.bots.player import BotAnswer, Opening
from lanista.bots.poll_loop import PollLoop
from lanista.bots.process.live_bots import LiveBots
from lanista.bots.resolve import FoundBot
from lanista.core.verdict import Verdict
from lanista.engine import derive
from lanista.game import Outcome
from lanista.match.feed import lone_plan
from lanista.match.pins.moment import PinnedMoment, play_earlier, written
from lanista.match.planning import policy_for
from lanista.match.referee import MatchSetup, judge
from lanista.match.terms import STANDARD, MatchTerms

NOT_PLAYED_ON = "a pinned moment: the match was not played on"


@dataclass(frozen=True)
class PinTerms:
    """How bots are asked."""

    live_bots: LiveBots  # where processes wait that can play again
    terms: MatchTerms = STANDARD  # of which the pin sets all but the budgets and the sandbox


@dataclass(frozen=True)
class Reply:
    """A bot's answer and verdict; a move that counts is in canonical form, others are as sent."""

    move: str | None
    verdict: Verdict
    reason: str = ""
    ms: float = 0.0
    log: str = ""


def ask(moment: PinnedMoment, bot: FoundBot, run: int, terms: PinTerms) -> Reply:
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

    def __init__(self, moment: PinnedMoment, bot: FoundBot, terms: PinTerms) -> None:
        start, game = moment.pin.start, moment.game
        self._pin, self._game = moment.pin, game
        self.state = moment.first.clone()
        self._setup = MatchSetup(
            game,
            0,
            start.ruleset,
            game.configure(start.ruleset, start.config),
            terms.terms.override(moment.limits),
            sandbox=policy_for(terms.terms.wanted, [bot]),
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

    def question(self, turn: int) -> BotAnswer:
        """Ask the bot for its move in a turn."""
        self._loop.listen()
        self._player.ask(turn, self._game.view_json(self.state, self._pin.seat))
        self._loop.wait()
        return self._player.take()

    def judged(self, answer: BotAnswer) -> Reply:
        """The answer, judged by the rules."""
        move = judge(self._game, self.state, self._pin.seat, answer)
        counts = answer.verdict is Verdict.OK
        text = written(self._game, move) if counts else answer.text
        return Reply(text, answer.verdict, answer.reason, answer.ms, answer.log)

    def close(self) -> None:
        """End the bot; one that can play again stays for the next pin."""
        seats = self._pin.start.seats
        self._loop.close(Outcome((1,) * seats, (0,) * seats, NOT_PLAYED_ON))

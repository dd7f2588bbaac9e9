"""Runs pins against a bot: which hold, which fail and why, and whose answers change from run to run."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from lanista.bots.process.live_bots import LiveBots
from lanista.bots.resolve import FoundBot, find_bot
from lanista.core.errors import BotError, LanistaError
from lanista.core.text import inert, join_words
from lanista.core.verdict import Verdict
from lanista.game import get_game
from lanista.match.pins.asking import PinTerms, Reply, ask
from lanista.match.pins.moment import PinnedMoment, bring_back
from lanista.match.pins.pin import Pin, read_pin
from lanista.match.terms import STANDARD, MatchTerms
from lanista.sandbox import SandboxRequest

RUNS = 2  # by default: enough to see answers that change often
EMPTY = "an empty line"  # how a move without text is shown

__all__ = ["RUNS", "PinResult", "Reply", "run_moment", "run_pins", "shown_move"]


@dataclass
class PinResult:
    """The result of one pin; `problem` says why it could not be run."""

    path: Path | None
    pin: Pin | None = None
    problem: str = ""
    replies: list[Reply] = field(default_factory=list)  # one per run

    @property
    def holds(self) -> bool:
        """Whether the bot answered well in every run."""
        return not self.problem and bool(self.replies) and all(map(self.suits, self.replies))

    @property
    def changes(self) -> bool:
        """Whether the answer changed from run to run."""
        return len({(reply.move, reply.verdict) for reply in self.replies}) > 1

    @property
    def ms(self) -> float:
        """The time of the slowest answer in milliseconds."""
        return max((reply.ms for reply in self.replies), default=0.0)

    @property
    def shown(self) -> Reply | None:
        """The answer to show: the first that is not good, or the first."""
        return next((reply for reply in self.replies if not self.suits(reply)), next(iter(self.replies), None))

    def suits(self, reply: Reply) -> bool:
        """Whether an answer meets the pin; a fault never does."""
        if self.pin is None or reply.verdict is not Verdict.OK:
            return False
        return reply.move in self.pin.expect if self.pin.expect else reply.move not in self.pin.avoid

    def wanted(self) -> str:
        """The pin's expectation in words."""
        if self.pin is None:
            return ""
        moves = [shown_move(move) for move in self.pin.expect or self.pin.avoid]
        return join_words(moves, "or") if self.pin.expect else f"not {join_words(moves, 'or')}"

    def why(self) -> str:
        """Why it does not hold, in one sentence; empty if it does."""
        reply = self.shown
        if self.problem or self.holds or reply is None:
            return self.problem
        if reply.verdict is not Verdict.OK:
            sent = f" ({shown_move(reply.move)})" if reply.move is not None else ""
            return f"expected {self.wanted()}, got {reply.verdict.value}{sent}: {inert(reply.reason, 300)}"
        return f"expected {self.wanted()}, got {shown_move(reply.move)}"


def shown_move(move: str | None) -> str:
    """A move for a message."""
    return "no move" if move is None else inert(move, 80) or EMPTY


def run_pins(
    bot: object,
    pins: Iterable[Pin | Path | str],
    terms: MatchTerms = STANDARD,
    *,
    runs: int = RUNS,
    notify: Callable[[int, int], None] = lambda done, all_: None,
) -> list[PinResult]:
    """Run pins (or their files) against a bot, which `find_bot` finds; a failed one does not stop the rest.

    All pins are run once before any is run again. Pins set all `terms` but the budgets and the sandbox, and
    `notify` gets how many of all questions were asked.
    """
    results = [_opened(pin) for pin in pins]
    moments = [_brought_back(result) for result in results]
    bots = _find_bots(bot, [moment for moment in moments if moment is not None], terms.wanted)
    asked = [pair for pair in zip(results, moments, strict=True) if pair[1] is not None]
    with LiveBots() as live_bots:
        asking = PinTerms(live_bots, terms)
        for run in range(runs):
            for number, (result, moment) in enumerate(asked, 1):
                assert moment is not None
                run_moment(result, moment, bots[moment.game.name], run, asking)
                notify(run * len(asked) + number, runs * len(asked))
    return results


def run_moment(
    result: PinResult, moment: PinnedMoment, bot: FoundBot | BotError, run: int, terms: PinTerms
) -> None:
    """Ask a bot once, and note the result."""
    if result.problem:
        return
    if isinstance(bot, BotError):
        result.problem = str(bot)
        return
    try:
        result.replies.append(ask(moment, bot, run, terms))
    except LanistaError as error:
        result.problem = str(error)


def _opened(pin: Pin | Path | str) -> PinResult:
    if isinstance(pin, Pin):
        return PinResult(None, pin)
    path = Path(pin)
    try:
        return PinResult(path, read_pin(path))
    except LanistaError as error:
        return PinResult(path, problem=str(error))


def _brought_back(result: PinResult) -> PinnedMoment | None:
    """The moment of a pin that could be read; None, and the problem noted, if it cannot be played."""
    if result.pin is None:
        return None
    try:
        return bring_back(result.pin)
    except LanistaError as error:
        result.problem = f"{result.path}: {error}" if result.path else str(error)
        return None


def _find_bots(
    spec: object, moments: Sequence[PinnedMoment], wanted: SandboxRequest
) -> Mapping[str, FoundBot | BotError]:
    """The bot for each game; raises BotError if it can be found for none of them."""
    found: dict[str, FoundBot | BotError] = {}
    for name in dict.fromkeys(moment.game.name for moment in moments):
        try:
            found[name] = started_by_us(find_bot(get_game(name), spec, wanted))
        except BotError as error:
            found[name] = error
    errors = [error for error in found.values() if isinstance(error, BotError)]
    if errors and len(errors) == len(found):
        raise errors[0]
    return found


def started_by_us(bot: FoundBot) -> FoundBot:
    """Refuse people and bots that connect by themselves: they cannot be asked repeatedly."""
    if bot.is_person or bot.joins:
        raise BotError(f"pins are for bots that Lanista starts, got {bot.spec!r}")
    return bot

"""The player of a metered bot: the lines protocol with a module in this process, on a clock of fuel.

Its fuel drives the clock, so everything that shows or compares times works with it.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, ClassVar

from lanista.bots.player import FUEL_PER_MS, BotAnswer, FaultEvidence, FuelBudgets, MatchInfo, Opening
from lanista.bots.process.line_reader import LineReader, OutputLimit
from lanista.bots.process.log import BotLog, shown
from lanista.bots.protocol import lines
from lanista.bots.turn_exchange import AnswerTerms, TurnExchange
from lanista.bots.wasm.instance import (
    BotEnded,
    OutOfFuel,
    ProgramInstance,
    ReactorInstance,
    Stopped,
    make_instance,
)
from lanista.bots.wasm.module import MeteredModule
from lanista.bots.wasm.wasi import STDOUT
from lanista.core.text import MAX_QUOTED, inert, quoted
from lanista.core.verdict import Verdict
from lanista.engine import derive

PAGES_PER_MB = 16
MAX_PAGES = 65536
LOG = "standard output is for answers, log to standard error"
END_SHARE = 10  # of the budget of a turn: what a bot may use for the message at the end, divided by this


class MeteredPlayer:
    """A bot that answers within `ask`; what it has used up, it has used on every machine."""

    answers_at_once = True
    terms: ClassVar = AnswerTerms(can_tag=True, can_be_late=False, one_answer=f"one line per turn; {LOG}")

    def __init__(self, module: MeteredModule, name: str) -> None:
        self.name = name
        self._module = module
        self._exchange = TurnExchange(self.terms)
        self._instance: ReactorInstance | ProgramInstance | None = None
        self._used = 0  # by instances that have ended
        self._begun_at = 0  # the fuel used when the turn began
        self._opening: Opening | None = None
        self._log = BotLog()
        self._reader = LineReader()
        self._exit = ""

    # The referee's side

    def start(self, opening: Opening) -> None:
        """Make the instance, and let it become ready."""
        resources = opening.match.sandbox.resources
        self._opening = opening
        self._log, self._reader = BotLog(resources), LineReader(resources=resources)
        self._exchange.start(self._now, None)
        self._begin()

    def _begin(self) -> None:
        """Start an instance; it must become ready within the fuel for the start."""
        match, budgets = self._opened.match, self._fuel
        pages = match.sandbox.resources.memory_mb * PAGES_PER_MB or MAX_PAGES
        seed = derive(self._opened.seed, "wasi", self._exchange.turn)
        self._reader.new_turn()
        self._is_ready = False
        instance = self._instance = make_instance(self._module, self, seed, min(pages, MAX_PAGES))
        message = lines.start_line(_with_fuel(match, budgets), self._opened.seat, self._opened.fixed)
        try:
            instance.open(budgets.start)
            instance.deliver(message[:-1])
        except OutOfFuel as end:
            self._end(Verdict.TIMEOUT, f"not ready after {_units(budgets.start)}{end.where}")
        except BotEnded as end:
            self._end(end.verdict, end.reason)
        except Stopped:
            pass
        if not self._is_ready:
            self._end(Verdict.TIMEOUT, 'it wants the next message before it has written {"type":"ready"}')

    def ask(self, turn: int, view: bytes) -> None:
        """Let the bot answer, before returning; one that used up its fuel starts anew, without its memory."""
        if self._instance is None and not self._exchange.ended and self._opening is not None:
            self._begin()
        self._begun_at = self._spent()
        if not self._exchange.ask(turn, None) or self._instance is None:
            return
        self._reader.new_turn()
        fuel = self._fuel.turn
        self._instance.grant(fuel)
        try:
            self._instance.deliver(lines.turn_line(turn, view)[:-1])
        except OutOfFuel as end:
            self._expire(f"no answer within {_units(fuel)}{end.where}")
            self._drop()
        except BotEnded as end:
            self._end(end.verdict, end.reason)
        except Stopped:
            pass
        if self._exchange.waiting:
            self._expire(f"no answer: it wants the next message after {_units(self._spent() - self._begun_at)}")

    def _expire(self, reason: str) -> None:
        """Decide a turn without an answer; what the bot writes in a later turn answers that one."""
        begun = bytes(self._reader.rest)
        hint = f"; it wrote {quoted(begun)} but did not end the line" if begun else ""
        self._exchange.expire(self._now(), f"{reason}{hint}")

    def ready(self) -> bool:
        """Whether it has become ready in time."""
        return self._exchange.is_ready

    def waiting(self) -> bool:
        """Never: it answers within `ask()`."""
        return False

    def take(self) -> BotAnswer:
        """The answer of the turn, with the bot's log since the last one."""
        answer = self._exchange.take()
        answer.log = self._log.take()
        answer.fuel = self._spent() - self._begun_at
        return answer

    def evidence(self) -> FaultEvidence:
        """The bot's last output and log, and how it ended."""
        return self._log.evidence(self._exit)

    def finish(self, outcome: Any) -> None:
        """Report the outcome to a bot that still plays."""
        if self._instance is None or self._exchange.ended or outcome is None:
            return
        try:
            self._instance.grant(self._fuel.turn // END_SHARE)
            self._instance.deliver(lines.end_line(outcome)[:-1])
        except (OutOfFuel, BotEnded, Stopped):  # the match is over
            pass

    def close(self) -> None:
        """End the bot."""
        self._drop()

    # The bot's side

    def wrote(self, descriptor: int, data: bytes) -> None:
        """Take output, line by line, or log."""
        if descriptor != STDOUT:
            self._log.add(data)
            return
        try:
            complete = self._reader.feed(data)
        except OutputLimit as error:
            self._log.last_line = bytes(self._reader.rest) or self._log.last_line
            self._exit = "ended by the referee"
            self._exchange.flood(str(error))
            raise Stopped from None
        for line in complete:
            if not self._exchange.ended and line.strip():
                self._take_line(line)

    def _take_line(self, line: bytes) -> None:
        self._log.last_line = line
        try:
            message = lines.parse(line)
        except lines.NotAnAnswer as error:
            self._reject(str(error), line)
            return
        if not self._is_ready:
            self._take_ready(message)
        elif message.type != "answer":
            expected = f"expected an answer to turn {self._exchange.turn}"
            self._reject(f"{expected}, got a message of type {quoted(message.type)}", line)
        else:
            text = lines.move_text(message.move)
            answer = BotAnswer(Verdict.OK, text, say=message.say, draw=message.draw)
            self._exchange.receive(answer, line, message.turn)

    def _take_ready(self, message: lines.Message) -> None:
        if message.type == "ready":
            self._is_ready = True
            self._exchange.ready()
        elif message.type == "not_ready":
            reason = inert(message.reason, MAX_QUOTED) or "no reason"
            self._end(Verdict.CRASHED, f"says that it is not ready: {reason}")
        else:
            came = quoted(self._log.last_output)
            self._end(Verdict.PROTOCOL_ERROR, f'expected {{"type":"ready"}} first, got {came}; {LOG}')

    def _reject(self, reason: str, line: bytes) -> None:
        """Reject a line that is not an answer: it costs the turn, or counts as an extra line."""
        if self._is_ready:
            self._exchange.receive_invalid(f"{reason}; {LOG}", line)
        else:
            self._end(Verdict.PROTOCOL_ERROR, f"{reason}; the line was {shown(line)!r}; {LOG}")

    # Its instance

    @property
    def _opened(self) -> Opening:
        assert self._opening is not None, "a player is started before it is asked"
        return self._opening

    @property
    def _fuel(self) -> FuelBudgets:
        return self._opened.match.fuel

    def _spent(self) -> int:
        return self._used + (self._instance.spent() if self._instance is not None else 0)

    def _now(self) -> float:
        """The clock of its turns, in seconds."""
        return self._spent() / (1000 * FUEL_PER_MS)

    def _end(self, verdict: Verdict, reason: str) -> None:
        """End its part in the match."""
        if self._exchange.end(verdict, reason):
            self._exit = self._exit or inert(reason, MAX_QUOTED)

    def _drop(self) -> None:
        """End the instance."""
        instance, self._instance = self._instance, None
        if instance is not None:
            self._used += instance.spent()
            instance.close()
        self._reader.drop_rest()


def _with_fuel(match: MatchInfo, fuel: FuelBudgets) -> MatchInfo:
    """The facts about a match for a metered bot: its budgets are those of its clock."""
    return replace(match, limits=fuel.as_limits())


def _units(fuel: int) -> str:
    return f"{fuel:,} units of fuel"

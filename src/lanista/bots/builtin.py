"""Bots that think in this process: built-in ones, and functions or objects of whoever plays a match from Python.

They cannot be interrupted, so they are judged: an answer that took longer than the budget does not count.
"""

from __future__ import annotations

import math
import traceback
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any, ClassVar

import msgspec

from lanista.bots import lines
from lanista.bots.clock import SYSTEM_CLOCK, Clock
from lanista.bots.log import LOG_BYTES
from lanista.bots.player import TIMEOUTS_IN_ROW, Answer, Evidence, Limits, Opening
from lanista.bots.process import LINE_BYTES
from lanista.client import runner
from lanista.errors import Terminated
from lanista.game import BotStart, get_game
from lanista.text import MAX_QUOTED, MAX_REASON, brief, inert
from lanista.verdict import Verdict

TRACE_LINES = 10  # of an exception in a report


class InProcessPlayer(ABC):
    """A bot that is a Python object. Its first turn has the start budget on top, for what it only then loads."""

    stops_when_it_fails: ClassVar = False  # whether an exception ends it, as it would end a process
    passed_on: ClassVar = (KeyboardInterrupt, Terminated)  # the person's, not its own

    def __init__(self, name: str) -> None:
        self.name = name
        self._move: Callable[[Any], Any] | None = None
        self._limits = Limits(None, None)
        self._time: Callable[[], float] = SYSTEM_CLOCK.now
        self._answer = Answer(Verdict.OK)
        self._ended: Answer | None = None
        self._asked = self._late_in_row = 0
        self._trace = ""

    @abstractmethod
    def _make(self, opening: Opening) -> Callable[[Any], Any]:
        """Set the bot up for a match: how it answers a view."""

    def _timer(self, clock: Clock) -> Callable[[], float]:
        """What tells its time."""
        return clock.now

    def _understand(self, turn: int, result: Any) -> Answer:
        """The answer that the bot's result is."""
        return Answer(Verdict.OK, result)

    def start(self, opening: Opening) -> None:
        """Set the bot up for a match; one that fails there takes no part."""
        self._limits = opening.limits
        self._time = self._timer(opening.clock)
        began = self._time()
        try:
            self._move = self._make(opening)
        except self.passed_on:
            raise
        except BaseException as error:  # noqa: BLE001 - whatever a bot does wrong is its verdict
            self._ended = self._failed(error)
            return
        used = 1000 * (self._time() - began)
        if opening.limits.start_ms is not None and used > opening.limits.start_ms:
            reason = f"not ready after {opening.limits.start_ms} ms: it took {_rounded_up(used)} ms"
            self._ended = Answer(Verdict.TIMEOUT, reason=reason)

    def ask(self, turn: int, view: bytes) -> None:
        """Think at once."""
        self._asked += 1
        if self._ended is not None or self._move is None:
            self._answer = Answer(*self._verdict_of_the_end())
            return
        seen = msgspec.json.decode(view)
        began = self._time()
        try:
            answer = self._understand(turn, self._move(seen))
        except self.passed_on:
            raise
        except BaseException as error:  # noqa: BLE001 - whatever a bot does wrong is its verdict
            answer = self._failed(error)
        self._answer = self._in_time(answer, 1000 * (self._time() - began))
        if answer.verdict is Verdict.CRASHED and self.stops_when_it_fails:
            self._ended = answer

    def _verdict_of_the_end(self) -> tuple[Verdict, None, str]:
        ended = self._ended or Answer(Verdict.CRASHED, reason="it was never started")
        return ended.verdict, None, ended.reason

    def _in_time(self, answer: Answer, used: float) -> Answer:
        """The answer, if it kept to the budget."""
        budget = self._budget()
        if budget is None or used <= budget:
            self._late_in_row = 0
            answer.ms = used
            return answer
        self._late_in_row += 1
        late = Answer(Verdict.TIMEOUT, reason=f"it took {_rounded_up(used)} ms, but has {budget} ms", ms=used)
        if self._late_in_row >= TIMEOUTS_IN_ROW:
            reason = f"stopped after {TIMEOUTS_IN_ROW} turns in a row that took too long"
            self._ended = Answer(Verdict.TIMEOUT, reason=reason)
        return late

    def _budget(self) -> int | None:
        start, each = self._limits
        return start + each if self._asked == 1 and start is not None and each is not None else each

    def _failed(self, error: BaseException) -> Answer:
        self._trace = traceback.format_exc()[-LOG_BYTES:].encode(errors="replace").decode()
        said = isinstance(error, SystemExit) and isinstance(error.code, str)  # a sentence for people
        text = brief(error, MAX_REASON)
        reason = text if said else f"{brief(type(error).__name__)}: {text}"
        return Answer(Verdict.CRASHED, reason=reason, log=self._trace)

    def ready(self) -> bool:
        """Whether it could be set up in time."""
        return self._move is not None and self._ended is None

    def waiting(self) -> bool:
        """It has always answered already."""
        return False

    def take(self) -> Answer:
        """The answer of the turn."""
        return self._answer if self._asked else self._ended or self._answer

    def evidence(self) -> Evidence:
        """Its last exception."""
        lines = self._trace.splitlines()[-TRACE_LINES:]
        return Evidence(log_tail=[inert(line, MAX_QUOTED) for line in lines])

    def finish(self, outcome: Any) -> None:  # noqa: B027 - there is nothing that every such bot does
        """It does not care."""

    def close(self) -> None:
        """Nothing to end."""
        self._move = None


class BuiltinPlayer(InProcessPlayer):
    """A built-in bot of a game. It never waits for anything, so its clock is the processor time that it uses."""

    def __init__(self, game: str, bot: str, name: str) -> None:
        super().__init__(name)
        self._class = get_game(game).bot(bot)

    def _timer(self, clock: Clock) -> Callable[[], float]:
        return clock.cpu

    def _make(self, opening: Opening) -> Callable[[Any], Any]:
        fixed = msgspec.json.decode(opening.fixed) if opening.fixed else None
        seats, turn_ms = len(opening.names), opening.limits.turn_ms
        bot = self._class(
            BotStart(opening.seat, seats, opening.ruleset, opening.config, opening.seed, fixed, turn_ms)
        )
        move: Callable[[Any], Any] = bot.move
        return move


class FunctionPlayer(InProcessPlayer):
    """A function `move(view)`, an object with a method `move(view)`, or a class of such objects.

    It answers what a Python file may answer (see `lanista.bot.run`), and is judged as a process would be.
    """

    stops_when_it_fails = True

    def __init__(self, function: Any, name: str) -> None:
        super().__init__(name)
        self._function = function

    def _make(self, opening: Opening) -> Callable[[Any], Any]:
        about = (opening.game, opening.ruleset, opening.config, opening.seat, opening.names)
        start = msgspec.json.decode(lines.start_line(*about, opening.limits.as_json(), opening.fixed))
        return runner.mover_of(self._function, start)

    def _understand(self, turn: int, result: Any) -> Answer:
        line = runner.answer(turn, result)
        if len(line) > LINE_BYTES:
            return Answer(Verdict.OUTPUT_LIMIT, reason=f"its answer has {len(line)} bytes, at most {LINE_BYTES}")
        try:
            message = lines.parse(line)
        except lines.NotAnAnswer as error:
            return Answer(Verdict.PROTOCOL_ERROR, reason=str(error))
        return Answer(Verdict.OK, lines.move_text(message.move), say=message.say, draw=message.draw)


def _rounded_up(ms: float) -> str:
    """Milliseconds to one decimal, never as few as the budget that they exceed."""
    return f"{math.ceil(10 * ms) / 10:.1f}"

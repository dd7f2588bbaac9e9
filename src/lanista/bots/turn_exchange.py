r"""The turns of one player as a state machine: asked, answered, late, early, ended. It does no I/O.

Every player, whatever its protocol, reports its events here and gets its verdicts from here.

    NOT_STARTED --start--> GETTING_READY --ready--> IDLE --ask--> ASKED --answer--> ANSWERED --take--> IDLE
                                                                    \--expire--> LATE --take--> IDLE

`end` leads from every phase to ENDED, which is final: each further turn gets the verdict of the end.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

from lanista.bots.player import TIMEOUTS_IN_ROW, BotAnswer
from lanista.bots.process.log import shown
from lanista.bots.protocol.matching import AnswerMatch, AnswerMatcher
from lanista.bots.turn_clock import TurnClock
from lanista.core.enums import plain_members
from lanista.core.text import quoted
from lanista.core.verdict import Verdict
from lanista.sandbox.usage.starvation import Starved

CLOSED_SECONDS = 1.0  # for the exit status of a bot whose output has ended
NEVER_STARTED = "it was never started"


@plain_members
class TurnPhase(Enum):
    """The states of a player in its match."""

    NOT_STARTED = "not started"
    GETTING_READY = "getting ready"
    IDLE = "idle"
    ASKED = "asked"
    ANSWERED = "answered"
    LATE = "late"
    ENDED = "ended"


_WAITING = (TurnPhase.GETTING_READY, TurnPhase.ASKED)
_DECIDED = (TurnPhase.ANSWERED, TurnPhase.LATE)  # the turn has a verdict, which was not taken yet


@dataclass(frozen=True)
class AnswerTerms:
    """A protocol's expectations of a bot, worded for the reasons of verdicts."""

    one_answer: str = "one answer per turn"
    can_tag: bool = False  # whether answers may name their turn
    closed: str = "closed its standard output"
    late: str = "turns in a row without an answer"  # follows a number when the bot is stopped
    max_late: int | None = TIMEOUTS_IN_ROW  # None never stops it
    can_be_late: bool = True  # whether the answer to a turn may come after its timeout


class TurnExchange:
    """Decides which answer counts for which turn, and the verdict; `on_end` is called once, when the bot ends."""

    def __init__(self, terms: AnswerTerms | None = None, on_end: Callable[[], None] = lambda: None) -> None:
        self.phase = TurnPhase.NOT_STARTED
        self.is_ready = False  # stays true after the bot has ended
        self.ended = False  # it takes no further part in the match
        self.turn = 0
        self.clock = TurnClock()
        self.late_in_row = 0
        self.orderly = True  # it has answered every turn once and in time, and written nothing else
        self._terms = terms or AnswerTerms()
        self._on_end = on_end
        self._matcher = AnswerMatcher()
        self._extra: str | None = None  # the last extra line, charged to the next answered turn
        self._closed_at: float | None = None
        self._answer: BotAnswer | None = None
        self._starved: Starved | None = None  # at the deadline, until an answer has it
        self._end = (Verdict.OK, "")

    # State

    @property
    def waiting(self) -> bool:
        """Whether an answer or the ready message is still expected."""
        return self.phase in _WAITING

    @property
    def is_closed(self) -> bool:
        """Whether the bot has closed its output, and can never answer again."""
        return self._closed_at is not None

    @property
    def owed(self) -> tuple[int, ...]:
        """The late turns whose answers may still arrive, and will be dropped."""
        return self._matcher.owed

    # Called by the referee

    def start(self, now: Callable[[], float], budget_ms: int | None) -> None:
        """Start the budget for getting ready; from now on `now` gives the time in seconds."""
        self.clock.now = now
        if self.phase is TurnPhase.NOT_STARTED:
            self.phase = TurnPhase.GETTING_READY
            self._grant(budget_ms, in_turn=False)

    def ask(self, turn: int, budget_ms: int | None) -> bool:
        """Open a turn; false if the bot has ended, so that no question is to be sent."""
        if self.phase is TurnPhase.NOT_STARTED:
            self.end(Verdict.CRASHED, NEVER_STARTED)
        elif exhausted := self.clock.exhausted():
            self.end(Verdict.TIMEOUT, exhausted)
        self.turn = turn
        if self.phase is TurnPhase.ENDED:
            self._answer = self._last_answer()
            return False
        self._answer = self._starved = None
        self.phase = TurnPhase.ASKED
        self._matcher.asked(turn)
        self._grant(budget_ms)
        return True

    def take(self) -> BotAnswer:
        """The answer of the turn; before the first turn, how the bot ended, if it did."""
        if self.phase in _DECIDED:
            self.phase = TurnPhase.IDLE
        return self._answer or self._last_answer()

    def _last_answer(self) -> BotAnswer:
        """The answer of a bot that has ended; the first one has the evidence if its start was starved."""
        verdict, reason = self._end
        starved, self._starved = self._starved, None
        return BotAnswer(verdict, reason=reason, starved=starved)

    # Events from the bot

    def ready(self) -> None:
        """The bot reported that it is ready."""
        if self.phase is TurnPhase.GETTING_READY:
            self.phase = TurnPhase.IDLE
        self.is_ready = self.is_ready or self.phase not in (TurnPhase.NOT_STARTED, TurnPhase.ENDED)

    def receive(self, answer: BotAnswer, line: bytes, tag: int | None = None) -> AnswerMatch:
        """Receive an answer where the first one counts; `tag` is the turn that it names."""
        if self.ended:
            return AnswerMatch.EXTRA
        match = self._matcher.match(tag)
        if match is AnswerMatch.ANSWER:
            self._answer = self.stamped(answer)
            self.phase = TurnPhase.ANSWERED
            self.late_in_row = 0
            self._charge_extra()
        else:
            named = quoted(tag).strip("'")
            self._refuse(match, f"expected an answer to turn {self.turn}, got one to turn {named}", line)
        return match

    def receive_invalid(self, reason: str, line: bytes) -> None:
        """Receive a line that is not an answer: it costs the turn whose answer it replaces, or the next turn."""
        if not self.ended:
            self._refuse(self._matcher.match_invalid(), reason, line)

    def replace(self, answer: BotAnswer) -> bool:
        """Receive an answer where the last one counts; false if it is too late."""
        if self.phase not in (TurnPhase.ASKED, TurnPhase.ANSWERED):
            return False
        self.phase = TurnPhase.ASKED
        self.settle(self.stamped(answer))
        return True

    def settle(self, answer: BotAnswer, *, in_time: bool = True) -> None:
        """Decide the turn; `in_time` is false if the bot did not answer, for whatever reason."""
        if self.phase is not TurnPhase.ASKED:
            return
        self._matcher.answered()
        self._decide(answer)
        if in_time:
            self.late_in_row = 0
        elif answer.verdict is Verdict.TIMEOUT:
            self._doubt(answer)
            self._count_late()

    def flood(self, reason: str) -> None:
        """End a bot that wrote too much; the current turn is lost, even if it was answered."""
        if self.phase in _DECIDED:
            self.phase = TurnPhase.ASKED
        self.end(Verdict.OUTPUT_LIMIT, reason)

    def output_closed(self) -> None:
        """The bot closed its output: its exit status follows soon, or it can never answer again."""
        self.orderly = False
        self._closed_at = self.clock.now()
        self._await_status()

    # Timeouts and ends

    def extend(self, now: float) -> bool:
        """Whether the turn continues after its deadline, which then moves; if not, whether the bot was starved."""
        if self._closed_at is not None:
            return False
        if self.waiting and self.clock.extend(now):
            return True
        self._starved = self.clock.starved()
        return False

    def expire(self, now: float, reason: str) -> None:
        """Time out the start or the turn; `reason` is for the verdict."""
        if self._closed_at is not None:
            self.end(Verdict.CRASHED, self._terms.closed)
        elif self.phase is TurnPhase.GETTING_READY:
            self.end(Verdict.TIMEOUT, self._doubted(reason))
        elif self.phase is TurnPhase.ASKED:
            self.orderly = False
            answer = BotAnswer(Verdict.TIMEOUT, reason=reason, ms=1000 * (now - self.clock.asked_at))
            answer.cpu_ms = self.clock.stop()
            self._answer = self._doubt(answer)
            self.phase = TurnPhase.LATE
            if self._terms.can_be_late:
                self._matcher.expired()
            else:
                self._matcher.answered()
            if self._extra is not None:
                self._forfeit(f"{reason}, but {self._extra_reason()}")
            self._count_late()

    def _doubt(self, answer: BotAnswer) -> BotAnswer:
        """A timeout, with the evidence if the bot was starved; it belongs to one answer."""
        answer.reason = self._doubted(answer.reason)
        answer.starved, self._starved = self._starved, None
        return answer

    def _doubted(self, reason: str) -> str:
        return f"{reason}; doubtful: it {self._starved}" if self._starved else reason

    def end(self, verdict: Verdict, reason: str) -> bool:
        """End the bot's part in the match; false if it had already ended."""
        if self.phase is TurnPhase.ENDED:
            return False
        if self.phase is TurnPhase.ASKED:
            self._answer = self.stamped(BotAnswer(verdict, reason=reason))
        if verdict is not Verdict.TIMEOUT:
            self._starved = None
        self._end = verdict, reason
        self.phase = TurnPhase.ENDED
        self.ended = True
        self.orderly = False
        self._on_end()
        return True

    def _decide(self, answer: BotAnswer) -> None:
        self._answer = answer
        self.phase = TurnPhase.ANSWERED

    def _grant(self, budget_ms: int | None, *, in_turn: bool = True) -> None:
        self.clock.grant(budget_ms, in_turn=in_turn)
        self._await_status()

    def _await_status(self) -> None:
        """Wait only for the exit status of a bot that closed its output, whatever its budget is."""
        if self._closed_at is not None:
            self.clock.deadline = self._closed_at + CLOSED_SECONDS

    def stamped(self, answer: BotAnswer) -> BotAnswer:
        """The answer with the time that it took."""
        answer.ms = self.clock.used_ms()
        answer.cpu_ms = self.clock.cpu_ms()
        return answer

    def _count_late(self) -> None:
        self.late_in_row += 1
        max_late = self._terms.max_late
        if max_late is not None and self.late_in_row >= max_late:
            self.end(Verdict.TIMEOUT, f"stopped after {max_late} {self._terms.late}")

    def _refuse(self, match: AnswerMatch, reason: str, line: bytes) -> None:
        """Charge a line that is not the answer to this turn or the next one; a late answer costs nothing more."""
        self.orderly = False
        if match is AnswerMatch.EXTRA:
            self._extra = shown(line)
        elif match is AnswerMatch.WRONG:
            self._extra = None
            reason = f"{reason}; the line was {shown(line)!r}"
            self._decide(self.stamped(BotAnswer(Verdict.PROTOCOL_ERROR, reason=reason)))

    def _charge_extra(self) -> None:
        """Charge an extra line to the turn after it, whenever it arrived."""
        if self._extra is not None:
            self._forfeit(self._extra_reason())
        elif self._matcher.out_of_step and self._terms.can_tag:
            reason = "it has answered more often than it was asked, so bare answers cannot be matched to turns"
            self._forfeit(f'{reason}; answer {{"turn":{self.turn},"move":"..."}}')

    def _extra_reason(self) -> str:
        return f"answered twice, or before turn {self.turn} was asked: {self._extra!r}"

    def _forfeit(self, reason: str) -> None:
        """Make the turn a protocol error, whatever was answered."""
        before, self._extra = self._answer or BotAnswer(Verdict.OK), None
        self._answer = BotAnswer(
            Verdict.PROTOCOL_ERROR,
            reason=f"{reason} ({self._terms.one_answer})",
            ms=before.ms,
            cpu_ms=before.cpu_ms,
        )

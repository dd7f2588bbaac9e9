"""Bots that speak the lines protocol: any command, in any language."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from lanista.bots import hints, lines
from lanista.bots.ledger import Kind, Ledger
from lanista.bots.player import Answer, Opening
from lanista.bots.process import SHOWN, ProcessPlayer, shown
from lanista.text import inert, quoted
from lanista.verdict import Verdict

LOGS = "standard output is for answers, write logs to standard error"


class LinesPlayer(ProcessPlayer):
    """One process that lives for the whole match, says that it is ready, and answers line by line."""

    not_ready = 'it must write {"type":"ready"}'

    def __init__(self, command: list[str], name: str, folder: Path | None = None) -> None:
        super().__init__(command, name, folder)
        self._ledger = Ledger()
        self._extra = ""  # the last line too many, charged to the next turn that is answered
        self._spoke = False  # it has written a line since the first question

    def start(self, opening: Opening) -> None:
        """Start the process and send the start message."""
        super().start(opening)
        self._send(
            lines.start_line(
                opening.game,
                opening.ruleset,
                opening.config,
                opening.seat,
                opening.names,
                opening.limits.as_json(),
                opening.fixed,
            )
        )

    def finish(self, outcome: Any) -> None:
        """Tell a living bot how the match ended."""
        if self._ended is None:
            self._send(lines.end_line(outcome))
        super().finish(outcome)

    def expire(self, now: float) -> None:
        """The budget is used up; an answer may still come, and must not count for a later turn."""
        if self._turn > 0 and self._closed_at is None:
            self._ledger.expired()
        super().expire(now)
        if self._extra and self._answer is not None and self._answer.verdict is Verdict.TIMEOUT:
            self._spoil(f"{self._answer.reason}, but {self._too_many()}")

    def _question(self, turn: int, view: bytes) -> None:
        self._ledger.asked(turn)
        self._send(lines.turn_line(turn, view))

    def _silence(self) -> str:
        return hints.silence(self.command, self._out, spoke=self._spoke)

    # Reading

    def _take_line(self, line: bytes) -> None:
        self._last_output = shown(line)
        self._spoke = self._turn > 0
        try:
            message = lines.parse(line)
        except lines.NotAnAnswer as error:
            self._reject(str(error))
            return
        if not self._ready:
            self._take_ready(message)
        elif message.type != "answer":
            self._reject(f"expected an answer to turn {self._turn}, got a message of type {quoted(message.type)}")
        else:
            self._take_answer(message)

    def _take_ready(self, message: lines.Message) -> None:
        if message.type == "ready":
            self._ready = True
        elif message.type == "not_ready":
            self._end(Verdict.CRASHED, f"says that it is not ready: {inert(message.reason, SHOWN) or 'no reason'}")
        else:
            came = quoted(self._last_output)
            self._end(Verdict.PROTOCOL_ERROR, f'expected {{"type":"ready"}} first, got {came}; {LOGS}')

    def _take_answer(self, message: lines.Message) -> None:
        kind = self._ledger.place(message.turn)
        if kind is Kind.ANSWER:
            self._accept(message)
        else:
            tag = quoted(message.turn).strip("'")
            self._refuse(kind, f"expected an answer to turn {self._turn}, got one to turn {tag}")

    def _accept(self, message: lines.Message) -> None:
        self._late_in_row = 0
        self._answer = Answer(
            Verdict.OK, lines.move_text(message.move), ms=self._used_ms(), say=message.say, draw=message.draw
        )
        if self._extra:
            self._spoil(self._too_many())
        elif self._ledger.out_of_step:
            reason = "it has answered more often than it was asked, so bare answers cannot be matched to turns"
            self._spoil(f'{reason}; answer {{"turn":{self._turn},"move":"..."}}')

    def _too_many(self) -> str:
        return f"answered twice, or before turn {self._turn} was asked: {self._extra!r}"

    def _spoil(self, reason: str) -> None:
        """The turn is lost by a line too many before its answer."""
        assert self._answer is not None
        self._extra = ""
        self._answer = Answer(
            Verdict.PROTOCOL_ERROR, reason=f"{reason} (one line per turn; {LOGS})", ms=self._answer.ms
        )

    def _reject(self, reason: str) -> None:
        """A line that is no answer: it takes the place of the turn's, or is one line too many."""
        if not self._ready:
            self._end(Verdict.PROTOCOL_ERROR, f"{reason}; the line was {self._last_output!r}; {LOGS}")
        else:
            self._refuse(self._ledger.place_rubbish(), reason)

    def _refuse(self, kind: Kind, reason: str) -> None:
        """What is no answer costs the turn whose place it takes, or the next one; what is late costs nothing."""
        if kind is Kind.EXTRA:
            self._extra = self._last_output
        elif kind is Kind.WRONG:
            self._extra = ""
            reason = f"{reason}; the line was {self._last_output!r}"
            self._answer = Answer(Verdict.PROTOCOL_ERROR, reason=reason, ms=self._used_ms())

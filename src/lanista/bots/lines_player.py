"""Bots that speak the lines protocol: any command, in any language."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

from lanista.bots import lines
from lanista.bots.player import Answer, Opening
from lanista.bots.process import SHOWN, ProcessPlayer, shown
from lanista.text import inert
from lanista.verdict import Verdict


class LinesPlayer(ProcessPlayer):
    """One process that lives for the whole match, says that it is ready, and answers line by line."""

    not_ready = 'it must write {"type":"ready"}'

    def __init__(self, command: list[str], name: str, folder: Path | None = None) -> None:
        super().__init__(command, name, folder)
        self._owed = 0  # turns that ran out of time and may still be answered
        self._early = ""  # an answer to a question that was not asked yet

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
            self._owed += 1
        super().expire(now)

    def _question(self, turn: int, view: bytes) -> None:
        self._send(lines.turn_line(turn, view))

    # Reading

    def _take_line(self, line: bytes) -> None:
        now = time.monotonic()
        self._last_output = shown(line)
        try:
            message = lines.parse(line)
        except lines.NotAnAnswer as error:
            self._reject(str(error), now)
            return
        if self._turn == 0:
            self._take_ready(message)
        else:
            self._take_answer(message, now)

    def _take_ready(self, message: lines.Message) -> None:
        if self._ready:
            self._early = self._last_output
        elif message.type == "ready":
            self._ready = True
        elif message.type == "not_ready":
            self._end(Verdict.CRASHED, f"says that it is not ready: {inert(message.reason, SHOWN) or 'no reason'}")
        else:
            self._end(Verdict.PROTOCOL_ERROR, f'expected {{"type":"ready"}} first, got {self._last_output!r}')

    def _take_answer(self, message: lines.Message, now: float) -> None:
        if message.type != "answer":
            self._reject(f"expected an answer to turn {self._turn}, got a message of type {message.type!r}", now)
        elif self._is_late(message):
            return
        elif self._answer is not None:
            self._take_second(message)
        elif message.turn is not None and message.turn != self._turn:
            self._reject(f"expected an answer to turn {self._turn}, got one to turn {message.turn}", now)
        else:
            self._accept(message, now)

    def _is_late(self, message: lines.Message) -> bool:
        """An answer to a turn that ran out of time. An untagged one counts for the oldest such turn."""
        if message.turn is not None and message.turn >= self._turn:
            self._owed = 0
            return False
        if self._owed > 0:
            self._owed -= 1
            return True
        return False

    def _accept(self, message: lines.Message, now: float) -> None:
        self._late_in_row = 0
        self._answer = Answer(
            Verdict.OK,
            lines.move_text(message.move),
            ms=1000 * (now - self._asked_at),
            say=message.say,
            draw=message.draw,
        )
        if self._early:
            early, self._early = self._early, ""
            self._spoil(f"answered {early!r} before turn {self._turn} was asked")

    def _take_second(self, message: lines.Message) -> None:
        """More than one answer: the turn's, if it is not yet closed, or an answer before the question."""
        if self._open and self._answer is not None and self._answer.verdict is Verdict.OK:
            self._spoil(f"answered twice: first {self._answer.text!r}, then {lines.move_text(message.move)!r}")
            return
        self._early = self._last_output

    def _spoil(self, reason: str) -> None:
        assert self._answer is not None
        hint = "one line per turn on standard output; write logs to standard error"
        self._answer = Answer(Verdict.PROTOCOL_ERROR, reason=f"{reason} ({hint})", ms=self._answer.ms)

    def _reject(self, reason: str, now: float) -> None:
        reason = f"{reason}; the line was {self._last_output!r}"
        if self._turn == 0:
            self._end(Verdict.PROTOCOL_ERROR, reason)
        else:
            self._answer = Answer(Verdict.PROTOCOL_ERROR, reason=reason, ms=1000 * (now - self._asked_at))

"""Bots that speak the lines protocol: any command, in any language."""

from __future__ import annotations

from pathlib import Path
from typing import Any, ClassVar

from lanista.bots import hints, lines
from lanista.bots.exchange import Terms
from lanista.bots.log import shown
from lanista.bots.player import Answer, Opening
from lanista.bots.process import ProcessPlayer
from lanista.text import MAX_QUOTED, inert, quoted
from lanista.verdict import Verdict

LOGS = "standard output is for answers, write logs to standard error"


class LinesPlayer(ProcessPlayer):
    """A process that runs for the whole match, reports that it is ready, and answers line by line."""

    terms: ClassVar = Terms(one_answer=f"one line per turn; {LOGS}", can_tag=True)
    not_ready: ClassVar = 'it must write {"type":"ready"}'

    def __init__(self, command: list[str], name: str, cwd: Path | None = None) -> None:
        super().__init__(command, name, cwd)
        self._spoke = False  # whether it has written a line since the first question

    def start(self, opening: Opening) -> None:
        """Start the process and send the start message."""
        super().start(opening)
        self._send(lines.start_line(opening.match, opening.seat, opening.fixed))

    def finish(self, outcome: Any) -> None:
        """Send the outcome to a bot that is still running."""
        if not self._exchange.ended:
            self._send(lines.end_line(outcome))
        super().finish(outcome)

    def _question(self, turn: int, view: bytes) -> bytes:
        return lines.turn_line(turn, view)

    def _silence(self) -> str:
        return hints.silence(self.launch.command, self._reader.rest, spoke=self._spoke)

    def _take_line(self, line: bytes) -> None:
        self._log.last_line = line
        self._spoke = self._exchange.turn > 0
        try:
            message = lines.parse(line)
        except lines.NotAnAnswer as error:
            self._reject(str(error), line)
            return
        if not self._exchange.is_ready:
            self._take_ready(message)
        elif message.type != "answer":
            expected = f"expected an answer to turn {self._exchange.turn}"
            self._reject(f"{expected}, got a message of type {quoted(message.type)}", line)
        else:
            text = lines.move_text(message.move)
            answer = Answer(Verdict.OK, text, say=message.say, draw=message.draw)
            self._exchange.receive(answer, line, message.turn)

    def _take_ready(self, message: lines.Message) -> None:
        if message.type == "ready":
            self._exchange.ready()
        elif message.type == "not_ready":
            reason = inert(message.reason, MAX_QUOTED) or "no reason"
            self._exchange.end(Verdict.CRASHED, f"says that it is not ready: {reason}")
        else:
            came = quoted(self._log.last_output)
            reason = f'expected {{"type":"ready"}} first, got {came}; {LOGS}'
            self._exchange.end(Verdict.PROTOCOL_ERROR, reason)

    def _reject(self, reason: str, line: bytes) -> None:
        """Reject a line that is not an answer: it costs the turn, or counts as an extra line."""
        if self._exchange.is_ready:
            self._exchange.receive_invalid(reason, line)
        else:
            self._exchange.end(Verdict.PROTOCOL_ERROR, f"{reason}; the line was {shown(line)!r}; {LOGS}")

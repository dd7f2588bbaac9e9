"""Bots that speak the lines protocol: any command, in any language."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar

from lanista.bots import hints
from lanista.bots.player import BotAnswer, Opening
from lanista.bots.process.live_bots import BotKey, LiveBot, LiveBots
from lanista.bots.process.log import shown
from lanista.bots.process.process import ProcessPlayer
from lanista.bots.process.supervisor import PIPES
from lanista.bots.protocol import lines
from lanista.bots.turn_exchange import AnswerTerms, TurnPhase
from lanista.core.text import MAX_QUOTED, inert, quoted
from lanista.core.verdict import Verdict


class LinesPlayer(ProcessPlayer):
    """A process that runs for the whole match, reports that it is ready, and answers line by line."""

    terms: ClassVar = AnswerTerms(can_tag=True)
    not_ready: ClassVar = 'it must write {"type":"ready"}'

    def __init__(self, command: list[str], name: str, cwd: Path | None = None) -> None:
        super().__init__(command, name, cwd)
        self._spoke = False  # whether it has written a line since the first question
        self._again = False  # whether it can play another match
        self._staying = False  # whether it waits for another match
        self._reused = False  # whether it has played an earlier match
        self._opening: Opening | None = None
        self._live_bots: LiveBots | None = None
        self._digest = ""

    def reuse(self, live_bots: LiveBots, digest: str) -> None:
        """Continue with the process of an earlier match if there is one, and keep it afterwards."""
        self._live_bots, self._digest = live_bots, digest

    def start(self, opening: Opening) -> None:
        """Start the process, or continue with an earlier one, and send the start message."""
        self._opening = opening
        super().start(opening)
        self._is_asked = not self._reused  # one that plays again is replaced if it has ended meanwhile
        self._send(lines.start_line(opening.match, opening.seat, opening.fixed))

    def start_anew(self) -> bool:
        """Start a new process if a reused one failed to get ready, unless it took too long."""
        failed = self._reused and self._exchange.ended and not self._exchange.is_ready
        if not failed or self._opening is None or self._exchange.take().verdict is Verdict.TIMEOUT:
            return False
        self.close()
        self._reset()
        self._live_bots = None  # it has shown that it cannot play again
        self._reused = False
        self.start(self._opening)
        return True

    def finish(self, outcome: Any) -> None:
        """Send the outcome to a bot that is still running; its input stays open if it plays again."""
        self._is_asked = False
        if not self._exchange.ended:
            self._send(lines.end_line(outcome))
        self._staying = outcome is not None and self._can_stay()
        if not self._staying:
            super().finish(outcome)

    def leaving(self) -> bool:
        """Whether its process is still running and about to end."""
        return not self._staying and super().leaving()

    def close(self) -> None:
        """End the bot and all its descendants, or leave it to its next match."""
        live_bots, supervisor = self._live_bots, self._supervisor
        if self._staying and live_bots is not None and supervisor is not None:
            self._read_log()
            self._read_output()
            if self._can_stay():
                self._supervisor = None
                self.freeze()
                freezer = self._freezer if self._is_frozen else None
                self._is_frozen = False
                live_bots.keep(LiveBot(self._key(), supervisor, self._pid, self._pipes.release(), freezer))
        super().close()

    def _can_stay(self) -> bool:
        """Whether its process may play another match: it said so, and broke no rule of the protocol."""
        if not self._again or self._live_bots is None:
            return False
        done = not self._pipes.unsent and not self._reader.rest and self._exchange.phase is TurnPhase.IDLE
        return done and self._exchange.orderly and self._pid > 0 and all(name in self._pipes for name, _ in PIPES)

    def _key(self) -> BotKey:
        assert self._opening is not None, "a player is started before it is closed"
        launch, match = self.launch, self._opening.match
        command, cwd = tuple(launch.command), str(launch.cwd or "")
        return BotKey(match.game, command, cwd, lines.NAME, match.limits, match.sandbox, self._digest)

    def _spawn(self) -> None:
        bot = self._live_bots.take(self._key()) if self._live_bots is not None else None
        if bot is None:
            super()._spawn()
            return
        self._reused = True
        bot.thaw()
        self._supervisor, self._pid, self._is_running = bot.supervisor, bot.pid, True
        for name, fd in bot.fds.items():
            self._pipes.add(name, fd)

    def _terms(self) -> AnswerTerms:
        return replace(self.terms, one_answer=f"one line per turn; {hints.for_answers(self.launch.command)}")

    def _question(self, turn: int, view: bytes) -> bytes:
        return lines.turn_line(turn, view)

    def _silence(self) -> str:
        return hints.silence(self.launch.command, bytes(self._reader.rest), spoke=self._spoke)

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
            answer = BotAnswer(Verdict.OK, text, say=message.say, draw=message.draw)
            if not line.lstrip().startswith(b"{"):
                answer.hint = f"; if that line was for the log: {hints.for_answers(self.launch.command)}"
            self._exchange.receive(answer, line, message.turn)

    def _take_ready(self, message: lines.Message) -> None:
        if message.type == "ready":
            self._again = message.again
            if self._reused:  # what it logged on its earlier match belongs to neither
                self._read_log()
                self._log.clear()
            self._exchange.ready()
        elif message.type == "not_ready":
            reason = inert(message.reason, MAX_QUOTED) or "no reason"
            self._exchange.end(Verdict.CRASHED, f"says that it is not ready: {reason}")
        else:
            came = quoted(self._log.last_output)
            reason = f'expected {{"type":"ready"}} first, got {came}; {hints.for_answers(self.launch.command)}'
            self._exchange.end(Verdict.PROTOCOL_ERROR, reason)

    def _reject(self, reason: str, line: bytes) -> None:
        """Reject a line that is not an answer: it costs the turn, or counts as an extra line."""
        if self._exchange.is_ready:
            self._exchange.receive_invalid(f"{reason}; {hints.for_answers(self.launch.command)}", line)
        else:
            advice = hints.for_answers(self.launch.command)
            self._exchange.end(Verdict.PROTOCOL_ERROR, f"{reason}; the line was {shown(line)!r}; {advice}")

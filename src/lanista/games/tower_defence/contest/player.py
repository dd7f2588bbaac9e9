"""The protocol of Entelect Challenge 2018 (Tower Defence): a process for every round, and files.

The runner writes `state.json` and `textMap.txt` into the bot's folder and starts the bot; the bot writes its order
to `command.txt` and exits. Its output is log.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import ClassVar

from lanista.bots.player import BotAnswer
from lanista.bots.process.process import CLEAN
from lanista.bots.process.supervisor import CLOSE_SECONDS, Event
from lanista.bots.process.supervisor_process import GO, KILL
from lanista.bots.protocol.folder_player import FolderPlayer
from lanista.bots.protocol.working_copy import LargeFile, OddFile
from lanista.bots.turn_exchange import AnswerTerms, TurnPhase
from lanista.core.verdict import Verdict
from lanista.games.tower_defence.contest.text_map import text_map
from lanista.games.tower_defence.moves import NO_COMMAND

COMMAND = "command.txt"
COMMAND_BYTES = 64 * 1024


class RoundProcessPlayer(FolderPlayer):
    """A bot of 2018, a new process in every round; it can store data in files of its folder."""

    mode: ClassVar = "asked"
    sends_lines: ClassVar = False
    terms: ClassVar = AnswerTerms(late="rounds in a row without an order in time")

    def __init__(self, command: list[str], name: str, folder: Path, cwd: str = ".") -> None:
        super().__init__(command, name, folder, cwd)
        self._killing = False  # the budget is used up, and the process is being killed

    def expire(self, now: float) -> None:
        """Kill the process, unless it has processor time left; one that was killed must end soon."""
        if self._killing:
            reason = f"its process did not end within {CLOSE_SECONDS} s of being killed"
            self._exchange.end(Verdict.KILLED, reason)
        else:
            super().expire(now)

    def _time_out(self, now: float) -> None:
        """Kill the process; an order that it has written counts."""
        self._killing = True
        self._exchange.clock.deadline = now + CLOSE_SECONDS
        self._send(KILL)

    def _question(self, turn: int, view: bytes) -> bytes:
        self._killing = False
        self._log.restart()
        text = text_map(self._started.state, self._started.seat).encode()
        self._write_files(".", ("state.json", view), ("textMap.txt", text), drop=COMMAND)
        return GO

    def _send(self, data: bytes) -> None:
        """Tell the supervisor to start or kill the round's process; the bot itself only gets files."""
        self._pipes.write("control", data)

    def _take_output(self, data: bytes) -> None:
        self._note_log(data)

    def _note_exit(self, event: Event) -> None:
        """Read the order once the round's process has exited or was killed."""
        if self._exchange.phase is not TurnPhase.ASKED:
            return
        self._read_log()
        self._read_output()
        verdict = self._record_exit(event)
        order = self._order()
        answer = order or self._no_order(verdict)
        self._exchange.stamped(answer)
        if answer.cpu_ms is not None:
            answer.cpu_ms = max(answer.cpu_ms, event.get("cpu_ms", 0.0))  # of the process, which has ended
        self._exchange.settle(answer, in_time=order is not None and order.verdict is Verdict.OK)

    def _order(self) -> BotAnswer | None:
        """The first line of `command.txt`, however the process ended (D19, D20); None if there is no file."""
        assert self._copy is not None
        try:
            data = self._copy.take(COMMAND, COMMAND_BYTES)
        except OddFile as error:
            return BotAnswer(Verdict.PROTOCOL_ERROR, reason=str(error))
        except LargeFile as error:
            return BotAnswer(Verdict.OUTPUT_LIMIT, reason=str(error))
        if data is None:
            return None
        self._log.last_line = data
        text = data.decode(errors="replace")
        first = re.split("\r\n|\n|\r", text, maxsplit=1)[0] if text.strip() else NO_COMMAND
        return BotAnswer(Verdict.OK, first, reason=self._remark())

    def _remark(self) -> str:
        """A remark on a process that wrote its order but did not exit cleanly."""
        if self._killing:
            return f"killed after {self._granted()}; the order that it had written counts"
        return "" if self._exit == CLEAN else f"ended with {self._exit}; the order that it had written counts"

    def _no_order(self, verdict: Verdict) -> BotAnswer:
        """The answer without an order, with the reason."""
        if self._killing:
            return BotAnswer(Verdict.TIMEOUT, reason=f"no {COMMAND} within {self._granted()}; killed")
        if self._exit == CLEAN:
            hint = self._advice() or "; write the order into the working directory"
            return BotAnswer(Verdict.PROTOCOL_ERROR, reason=f"ended without writing {COMMAND}{hint}")
        return BotAnswer(verdict, reason=f"ended with {self._exit} before it wrote {COMMAND}{self._advice()}")

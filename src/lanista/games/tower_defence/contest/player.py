"""The protocol of Entelect Challenge 2018 (Tower Defence): a process for every round, and files.

The runner writes `state.json` and `textMap.txt` into the bot's folder and starts the bot; the bot writes its order
into `command.txt` and ends. What it prints is log.
"""

from __future__ import annotations

import contextlib
import os
import re
from pathlib import Path
from typing import ClassVar

from lanista.bots.folder_player import FolderPlayer
from lanista.bots.player import TIMEOUTS_IN_ROW, Answer
from lanista.bots.process import CLEAN, shown
from lanista.bots.supervisor import CLOSE_SECONDS, Event
from lanista.bots.supervisor_process import GO, KILL
from lanista.bots.working_copy import LargeFile, OddFile
from lanista.games.tower_defence.contest.text_map import text_map
from lanista.games.tower_defence.moves import NO_COMMAND
from lanista.verdict import Verdict

COMMAND = "command.txt"
COMMAND_BYTES = 64 * 1024


class Entelect2018Player(FolderPlayer):
    """A bot of 2018. Its memory from round to round is files in its folder."""

    supervisor_mode: ClassVar = "asked"

    def __init__(self, command: list[str], name: str, folder: Path, place: str = ".") -> None:
        super().__init__(command, name, folder, place)
        self._killing = False  # the round's time is up, and its process is being ended

    def expire(self, now: float) -> None:
        """The budget is used up: the process is killed, and what it wrote by then counts."""
        if self._killing:
            self._end(Verdict.KILLED, f"its process did not end within {CLOSE_SECONDS} s of being killed")
            return
        self._killing = True
        self._deadline = now + CLOSE_SECONDS
        self._tell_supervisor(KILL)

    def _question(self, turn: int, view: bytes) -> None:
        opening = self._opening
        assert opening is not None, "a player is started before it is asked"
        self._killing = False
        self._log.begin_again()
        text = text_map(opening.state, opening.seat).encode()
        if self._put(".", ("state.json", view), ("textMap.txt", text), drop=COMMAND):
            self._wait_until(self._limits.turn_ms)
            self._tell_supervisor(GO)

    def _tell_supervisor(self, order: bytes) -> None:
        with contextlib.suppress(OSError):  # a supervisor that is gone shows on another pipe
            os.write(self._fds["control"], order)

    def _take_output(self, data: bytes) -> None:
        self._note_log(data)

    def _note_exit(self, event: Event) -> None:
        """The round's process has ended, by itself or killed: its order is read."""
        if self._ended is not None or self._answer is not None:
            return
        self._read_log()
        self._read_output()
        verdict = self._note_how(event)
        self._answer = self._order() or self._no_order(verdict)
        self._answer.ms = 1000 * (self._clock.now() - self._asked_at)
        if self._late_in_row >= TIMEOUTS_IN_ROW:
            self._end(Verdict.TIMEOUT, f"stopped after {TIMEOUTS_IN_ROW} rounds in a row without an order in time")

    def _order(self) -> Answer | None:
        """The first line of `command.txt`, however the process ended (D19, D20); None without a file."""
        assert self._room is not None
        try:
            data = self._room.take(COMMAND, COMMAND_BYTES)
        except OddFile as error:
            return Answer(Verdict.PROTOCOL_ERROR, reason=str(error))
        except LargeFile as error:
            return Answer(Verdict.OUTPUT_LIMIT, reason=str(error))
        if data is None:
            return None
        self._late_in_row = 0
        self._last_output = shown(data)
        text = data.decode(errors="replace")
        first = re.split("\r\n|\n|\r", text, maxsplit=1)[0] if text.strip() else NO_COMMAND
        return Answer(Verdict.OK, first, reason=self._remark())

    def _remark(self) -> str:
        """What is noted of a process that did not end well, but after it wrote its order."""
        if self._killing:
            return f"killed after {self._limits.turn_ms} ms; the order that it had written counts"
        return "" if self._exit == CLEAN else f"ended with {self._exit}; the order that it had written counts"

    def _no_order(self, verdict: Verdict) -> Answer:
        """Nothing is ordered, and why."""
        if self._killing:
            self._late_in_row += 1
            return Answer(Verdict.TIMEOUT, reason=f"no {COMMAND} within {self._limits.turn_ms} ms; killed")
        if self._exit == CLEAN:
            told = self._advice() or "; write the order into the working directory"
            return Answer(Verdict.PROTOCOL_ERROR, reason=f"ended without writing {COMMAND}{told}")
        return Answer(verdict, reason=f"ended with {self._exit} before it wrote {COMMAND}{self._advice()}")

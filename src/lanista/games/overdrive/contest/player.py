"""The protocol of Entelect Challenge 2020 (Overdrive): one process per match, and files for every round.

For round n the files are written to `rounds/<n>/` and the line `<n>` to standard input; the answer is the last
line `C;<n>;<command>` on standard output. All other output is log.
"""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar

import msgspec

from lanista.bots import hints
from lanista.bots.player import BotAnswer
from lanista.bots.process.log import LOG_BYTES
from lanista.bots.process.process import CLEAN
from lanista.bots.protocol.folder_player import FolderPlayer
from lanista.bots.turn_exchange import TurnPhase
from lanista.core.text import MAX_QUOTED, inert, quoted
from lanista.core.verdict import Verdict
from lanista.games.overdrive.views import text_map


def state_file(view: bytes) -> bytes:
    """A view formatted as by the contest's runner: indented by two blanks, no blank after a colon."""
    return msgspec.json.format(view, indent=2).replace(b'": ', b'":')


class RoundFilesPlayer(FolderPlayer):
    """A bot of 2020; it cannot report that it is ready, so its first round has the start budget on top."""

    max_lines: ClassVar = 10_000  # lines other than answers are log, and there may be many

    def __init__(self, command: list[str], name: str, folder: Path, cwd: str = ".") -> None:
        super().__init__(command, name, folder, cwd)
        self._error: str | None = None  # the last line of error output, never reset
        self._error_rest = b""

    def waiting(self) -> bool:
        """Whether an answer is due, or another one has begun; the last one counts."""
        if self._exchange.phase is TurnPhase.ANSWERED:
            return self._may_answer(self._reader.rest)
        return self._exchange.waiting

    def _time_out(self, now: float) -> None:
        """End the round: a complete answer counts, an unfinished line is log."""
        super()._time_out(now)
        self._note_log(self._reader.drop_rest())

    def take(self) -> BotAnswer:
        """The answer of the turn: the last line that answers it."""
        self._read_output()
        self._read_log()
        answer = super().take()
        answer.error = self._error
        return answer

    def _question(self, turn: int, view: bytes) -> bytes:
        text = text_map(self._started.state, self._started.seat).encode()
        # D11: the runner calls the text file textMap.txt, the rules text state.txt
        files = (("state.json", state_file(view)), ("textMap.txt", text), ("state.txt", text))
        self._write_files(f"rounds/{turn}", *files)
        return b"%d\n" % turn

    def _budget(self, turn: int) -> int | None:
        start, each = self._limits
        return start + each if turn == 1 and start is not None and each is not None else each

    def _prefix(self) -> bytes:
        """The start of an answer line for this round."""
        return b"C;%d;" % self._exchange.turn

    def _may_answer(self, begun: bytearray) -> bool:
        """Whether an unfinished line can become an answer."""
        prefix = self._prefix()
        return begun != b"" and begun[: len(prefix)] == prefix[: len(begun)]

    def _take_line(self, line: bytes) -> None:
        self._log.last_line = line
        prefix = self._prefix()
        text = line.removeprefix(prefix).rstrip(b"\r").decode(errors="replace")
        if not line.startswith(prefix) or not self._exchange.replace(BotAnswer(Verdict.OK, text)):
            super()._take_line(line)

    def _late_reason(self) -> str:
        turn = self._exchange.turn
        late = f"no line C;{turn};<command> on standard output within {self._granted()}"
        if self._log.last_output:
            return f"{late}; its last line was {quoted(self._log.last_output)}"
        return late + hints.silence(self.launch.command, bytes(self._reader.rest), spoke=False)

    def _note_error(self, data: bytes) -> None:
        super()._note_error(data)
        *complete, rest = (self._error_rest + data).split(b"\n")
        self._error_rest = rest[-LOG_BYTES:]
        lines = [line for line in complete if line.strip()]
        if lines:
            self._error = inert(lines[-1].decode(errors="replace").strip(), MAX_QUOTED)

    def _advice(self) -> str:
        stay = "; the bot must run for the whole match and read the rounds' numbers from standard input"
        return super()._advice() or (stay if self._exit == CLEAN else "")

"""The protocol of Entelect Challenge 2020 (Overdrive): one process, files for every round, answers on its output.

For round n the files stand in `rounds/<n>/`, the line `<n>` goes to standard input, and the answer is the last
line `C;<n>;<command>` on standard output. All other output is log.
"""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar

import msgspec

from lanista.bots import hints
from lanista.bots.folder_player import FolderPlayer
from lanista.bots.log import LOG_BYTES
from lanista.bots.player import Answer
from lanista.bots.process import CLEAN, SHOWN, shown
from lanista.games.overdrive.views import text_map
from lanista.text import inert, quoted
from lanista.verdict import Verdict


def state_file(view: bytes) -> bytes:
    """A view as the contest's runner wrote it: two blanks a level, none after a colon."""
    return msgspec.json.format(view, indent=2).replace(b'": ', b'":')


class Entelect2020Player(FolderPlayer):
    """A bot of 2020. It has no word for being ready, so the first round has the start budget on top."""

    turn_lines: ClassVar = 10_000  # lines that are no answer are log, and there may be many

    def __init__(self, command: list[str], name: str, folder: Path, place: str = ".") -> None:
        super().__init__(command, name, folder, place)
        self._error: str | None = None  # the last line of error output, never reset
        self._error_rest = b""

    def waiting(self) -> bool:
        """Whether an answer is to come; a second one that has begun is waited for, since the last one counts."""
        return super().waiting() or (self._turn > 0 and self._ended is None and self._may_answer(self._out))

    def expire(self, now: float) -> None:
        """The budget is used up; an answer that was given stays, one that was only begun is log."""
        if self._answer is None or self._closed_at is not None:
            super().expire(now)
        self._note_log(self._out)
        self._out = b""

    def take(self) -> Answer:
        """The answer of the turn; of several lines that fit, the last one counts."""
        self._read_output()
        self._read_log()
        answer = super().take()
        answer.error = self._error
        return answer

    def _question(self, turn: int, view: bytes) -> None:
        opening = self._opening
        assert opening is not None, "a player is started before it is asked"
        text = text_map(opening.state, opening.seat).encode()
        # D11: the runner calls the text file textMap.txt, the rules text state.txt
        files = (("state.json", state_file(view)), ("textMap.txt", text), ("state.txt", text))
        if self._put(f"rounds/{turn}", *files):
            self._wait_until(self._budget(turn))
            self._send(b"%d\n" % turn)

    def _budget(self, turn: int) -> int | None:
        start, each = self._limits
        return start + each if turn == 1 and start is not None and each is not None else each

    def _prefix(self) -> bytes:
        """How an answer of this round begins."""
        return b"C;%d;" % self._turn

    def _may_answer(self, begun: bytes) -> bool:
        """Whether an unfinished line can become an answer."""
        prefix = self._prefix()
        return begun != b"" and begun[: len(prefix)] == prefix[: len(begun)]

    def _take_line(self, line: bytes) -> None:
        self._last_output = shown(line)
        answer = self._prefix()
        in_time = self._answer is None or self._answer.verdict is Verdict.OK
        if not (self._open and in_time and line.startswith(answer)):
            super()._take_line(line)
            return
        text = line.removeprefix(answer).rstrip(b"\r").decode(errors="replace")
        self._answer = Answer(Verdict.OK, text, ms=self._used_ms())
        self._late_in_row = 0

    def _late_reason(self) -> str:
        late = f"no line C;{self._turn};<command> on standard output within {self._budget(self._turn)} ms"
        if self._last_output:
            return f"{late}; its last line was {quoted(self._last_output)}"
        return late + hints.silence(self.command, self._out, spoke=False)

    def _note_error(self, data: bytes) -> None:
        super()._note_error(data)
        *complete, rest = (self._error_rest + data).split(b"\n")
        self._error_rest = rest[-LOG_BYTES:]
        said = [line for line in complete if line.strip()]
        if said:
            self._error = inert(said[-1].decode(errors="replace").strip(), SHOWN)

    def _advice(self) -> str:
        stay = "; the bot must run for the whole match and read the rounds' numbers from standard input"
        return super()._advice() or (stay if self._exit == CLEAN else "")

"""Bots that are processes, whatever they speak: their pipes, their time, their logs and their end.

Nothing here blocks. Pipes are read and written without waiting, whatever the bot does; the `Table` waits. A
keeper process owns the bot and cleans up after it.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
from abc import ABC, abstractmethod
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

import msgspec

from lanista.bots.player import Answer, Evidence, Limits, Opening
from lanista.errors import BotError
from lanista.text import inert
from lanista.verdict import Verdict

if TYPE_CHECKING:
    from lanista.bots.table import Pipes

KEEPER = Path(__file__).with_name("keeper.py")

LINE_BYTES = 256 * 1024  # the longest line
TURN_BYTES = 1024 * 1024  # most output between two questions
LOG_BYTES = 8 * 1024  # kept of standard error per turn
LOG_LINES = 12  # shown of them in a report
CHUNK = 64 * 1024
TIMEOUTS_IN_ROW = 10  # after so many a bot is not waited for any more
GOODBYE_SECONDS = 0.2
CLOSE_SECONDS = 5.0
CLEAN = "exit status 0"
SHOWN = 500  # characters of output in a report


class ProcessPlayer(ABC):
    """A bot that is a process; a subclass for each protocol says what is sent and what lines mean."""

    not_ready: ClassVar = "it must say so"  # what a bot has to do that does not get ready
    keeper_mode: ClassVar = "once"  # the process lives for the whole match; see `keeper`
    turn_lines: ClassVar = 100  # most lines of output between two questions
    empty_lines: ClassVar = False  # whether an empty line says something

    def __init__(self, command: list[str], name: str, folder: Path | None = None) -> None:
        self.name = name
        self.command = command
        self._folder = folder
        self._scratch: Path | None = None  # removed with the bot, whatever happens
        self._keeper: subprocess.Popen[bytes] | None = None
        self._pipes: Pipes | None = None
        self._fds: dict[str, int] = {}
        self._limits = Limits(None, None)
        self._out = b""  # the unfinished line
        self._unsent = b""
        self._received = 0  # bytes and lines since the last question
        self._lines = 0
        self._log = bytearray()
        self._log_cut = 0
        self._tail = b""
        self._last_output = ""
        self._exit = ""
        self._ended: Verdict | None = None  # the bot has ended, and how
        self._end_reason = ""
        self._ready = False
        self._turn = 0
        self._asked_at = 0.0
        self._deadline: float | None = None
        self._answer: Answer | None = None
        self._open = False  # the turn's answer is not yet taken
        self._closed_at: float | None = None  # its output ended
        self._writing = False
        self._pid = -1
        self._late_in_row = 0

    # The referee's side

    def start(self, opening: Opening) -> None:
        """Start the process."""
        self._limits = opening.limits
        self._spawn()
        self._wait_until(opening.limits.start_ms)

    def ask(self, turn: int, view: bytes) -> None:
        """Send a turn; a bot that has ended is not asked."""
        self._turn = turn
        self._received = self._lines = 0
        self._answer = None
        self._open = True
        if self._ended is not None:
            self._answer = Answer(self._ended, reason=self._end_reason)
            return
        self._wait_until(self._limits.turn_ms)
        self._question(turn, view)

    def ready(self) -> bool:
        """Whether the bot has said so."""
        return self._ready

    def waiting(self) -> bool:
        """Whether the bot still owes its answer, or the word that it is ready."""
        if self._turn == 0:
            return not self._ready and self._ended is None
        return self._answer is None

    def take(self) -> Answer:
        """The answer of the turn, with what the bot logged meanwhile."""
        self._open = False
        answer = self._answer or Answer(self._ended or Verdict.OK, reason=self._end_reason)
        answer.log = self._take_log()
        return answer

    def evidence(self) -> Evidence:
        """What the bot last wrote, and how it ended."""
        tail = self._tail.decode(errors="replace").splitlines()[-LOG_LINES:]
        return Evidence(self._last_output, [inert(line, SHOWN) for line in tail], self._exit)

    def finish(self, outcome: Any) -> None:
        """The match is over; a living bot gets no more input."""
        if self._ended is None:
            self._close_fd("stdin")

    def close(self) -> None:
        """End the bot and everything that came from it."""
        keeper, self._keeper = self._keeper, None
        if keeper is None:
            return
        for name in list(self._fds):
            self._close_fd(name)
        try:
            keeper.wait(CLOSE_SECONDS)
        except subprocess.TimeoutExpired:
            keeper.kill()
            keeper.wait()
        if keeper.returncode != 0 and self._pid > 0:  # the keeper was killed: end the bot's group ourselves
            with contextlib.suppress(OSError):
                os.killpg(self._pid, signal.SIGKILL)

    # The table's side

    def watch(self, pipes: Pipes) -> None:
        """Let the table watch the bot's pipes."""
        self._pipes = pipes
        for name in ("stdout", "stderr", "status"):
            if name in self._fds:
                pipes.watch(self._fds[name], (self, name))

    def deadline(self) -> float | None:
        """When the wait for this bot ends: soon, once its output has ended."""
        if self._closed_at is None:
            return self._deadline
        soon = self._closed_at + GOODBYE_SECONDS
        return soon if self._deadline is None else min(soon, self._deadline)

    def leaving(self) -> bool:
        """Whether the match is over for the bot but its process has not ended yet."""
        return self._ended is None

    def expire(self, now: float) -> None:
        """The budget is used up."""
        used = 1000 * (now - self._asked_at)
        if self._closed_at is not None:
            self._end(Verdict.CRASHED, "closed its standard output")
            return
        if self._turn == 0:
            limit = self._limits.start_ms
            self._end(Verdict.TIMEOUT, f"not ready after {limit} ms: {self.not_ready}")
            return
        self._late_in_row += 1
        self._answer = Answer(Verdict.TIMEOUT, reason=self._late_reason(), ms=used)
        if self._late_in_row >= TIMEOUTS_IN_ROW:
            self._end(Verdict.TIMEOUT, f"stopped after {TIMEOUTS_IN_ROW} turns in a row without an answer")

    def handle(self, name: str) -> None:
        """One of the pipes has something."""
        if name == "stdin":
            self._flush()
        elif name == "stderr":
            self._read_log()
        elif name == "status":
            self._read_status()
        elif name == "stdout":
            self._read_output()

    # The protocol's side

    @abstractmethod
    def _question(self, turn: int, view: bytes) -> None:
        """Put the question of a turn."""

    def _take_line(self, line: bytes) -> None:
        """A line of standard output, without its end: log, unless the protocol makes more of it."""
        self._note_log(line + b"\n")

    def _late_reason(self) -> str:
        """Why a turn is lost."""
        return f"no answer within {self._limits.turn_ms} ms"

    def _advice(self) -> str:
        """What the author of a bot that ended can do about it, after a semicolon; nothing if that is unknown."""
        return ""

    def environment(self) -> dict[str, str] | None:
        """The bot's environment variables; None for those of Lanista."""
        return None

    # Starting

    def _spawn(self) -> None:
        if os.name != "posix":
            raise BotError("bots that are processes need Linux, macOS or another POSIX system")
        child: dict[str, int] = {}
        for name, ours in (("stdin", 1), ("stdout", 0), ("stderr", 0), ("status", 0), ("control", 1)):
            pair = os.pipe()
            self._fds[name], child[name] = pair[ours], pair[1 - ours]
            os.set_blocking(self._fds[name], False)
        numbers = [str(child["control"]), str(child["status"])]
        scratch = str(self._scratch or "")
        arguments = [sys.executable, "-I", "-S", str(KEEPER), *numbers, self.keeper_mode, scratch]
        try:
            self._keeper = subprocess.Popen(
                [*arguments, *self.command],
                stdin=child["stdin"],
                stdout=child["stdout"],
                stderr=child["stderr"],
                cwd=self._folder,
                env=self.environment(),
                pass_fds=(child["control"], child["status"]),
                start_new_session=True,
            )
        finally:
            for fd in child.values():
                os.close(fd)

    def _wait_until(self, budget_ms: int | None) -> None:
        self._asked_at = time.monotonic()
        self._deadline = None if budget_ms is None else self._asked_at + budget_ms / 1000

    # Sending

    def _send(self, data: bytes) -> None:
        if self._unsent:
            self._unsent += data
            return
        self._unsent = data
        self._flush()

    def _flush(self) -> None:
        fd = self._fds.get("stdin")
        if fd is None:
            self._unsent = b""
            return
        try:
            sent = os.write(fd, self._unsent)
            self._unsent = self._unsent[sent:]
        except BlockingIOError:
            pass
        except OSError:  # the bot closed its input; its end shows on another pipe
            self._unsent = b""
        self._watch_writing()

    def _watch_writing(self) -> None:
        """A full pipe is watched until there is room again."""
        wanted = bool(self._unsent)
        if self._pipes is None or wanted == self._writing:
            return
        self._writing = wanted
        if wanted:
            self._pipes.watch(self._fds["stdin"], (self, "stdin"), writing=True)
        else:
            self._pipes.forget(self._fds["stdin"])

    # Reading

    def _read(self, name: str) -> bytes | None:
        """What a pipe holds: b'' at its end, None if there is nothing now."""
        fd = self._fds.get(name)
        if fd is None:
            return None
        try:
            return os.read(fd, CHUNK)
        except BlockingIOError:
            return None
        except OSError:
            return b""

    def _read_output(self) -> None:
        data = self._read("stdout")
        if data is None:
            return
        if not data:
            self._close_fd("stdout")
            self._closed_at = time.monotonic()  # its exit status is on its way, or it can never answer again
            return
        self._take_output(data)

    def _take_output(self, data: bytes) -> None:
        """Something came on standard output."""
        self._received += len(data)
        *complete, self._out = (self._out + data).split(b"\n")
        self._lines += len(complete)
        longest = max(map(len, [self._out, *complete]))
        if self._lines > self.turn_lines or self._received > TURN_BYTES or longest > LINE_BYTES:
            self._flood()
            return
        for line in complete:
            if self._ended is None and (line.strip() or self.empty_lines):
                self._take_line(line)

    def _flood(self) -> None:
        self._last_output = shown(self._out) or self._last_output
        self._answer = None if self._open else self._answer
        limit = f"{self.turn_lines} lines or {TURN_BYTES} bytes a turn, or {LINE_BYTES} bytes a line"
        self._end(Verdict.OUTPUT_LIMIT, f"wrote more than {limit}")

    # Logs

    def _read_log(self) -> None:
        data = self._read("stderr")
        if data == b"":
            self._close_fd("stderr")
        elif data:
            self._note_error(data)

    def _note_error(self, data: bytes) -> None:
        """Something came on standard error."""
        self._note_log(data)

    def _note_log(self, data: bytes) -> None:
        room = max(0, LOG_BYTES - len(self._log))
        self._log += data[:room]
        self._log_cut += max(0, len(data) - room)
        self._tail = (self._tail + data)[-LOG_BYTES:]

    def _take_log(self) -> str:
        if not self._log:
            return ""
        text = self._log.decode(errors="replace")
        if self._log_cut:
            text += f"\n[{self._log_cut} more bytes cut]"
        self._log.clear()
        self._log_cut = 0
        return text

    # The end

    def _read_status(self) -> None:
        data = self._read("status")
        if data == b"":
            self._close_fd("status")
            self._end(Verdict.CRASHED, "its keeper ended")
        for line in (data or b"").splitlines():
            event = msgspec.json.decode(line)
            if "started" in event:
                self._pid = event["started"]
            elif "failed" in event:
                self._end(Verdict.CRASHED, f"cannot be started: {event['failed']}")
            else:
                self._note_exit(event)

    def _note_exit(self, event: dict[str, Any]) -> None:
        if self._ended is not None:
            return
        self._read_log()
        verdict = self._note_how(event)
        self._read_output()  # what it wrote before it ended still counts
        if self._ended is None:
            self._end(verdict, f"the process ended: {self._exit}{self._advice()}")

    def _note_how(self, event: dict[str, Any]) -> Verdict:
        """Keep how the process ended, and say what that is for a bot that should have lived."""
        if "signal" in event:
            self._exit = f"killed by {signal.Signals(event['signal']).name}"
            return Verdict.KILLED
        self._exit = f"exit status {event['exit']}"
        return Verdict.CRASHED

    def _end(self, verdict: Verdict, reason: str) -> None:
        """The bot takes no further part."""
        if self._ended is not None:
            return
        self._ended = verdict
        self._end_reason = reason
        if self._turn > 0 and self._answer is None:
            self._answer = Answer(verdict, reason=reason, ms=1000 * (time.monotonic() - self._asked_at))
        self._close_fd("control")  # the keeper kills what is left

    def _close_fd(self, name: str) -> None:
        fd = self._fds.pop(name, None)
        if fd is None:
            return
        if self._pipes is not None:
            self._pipes.forget(fd)
        os.close(fd)


def shown(output: bytes) -> str:
    """Output as it is put into reports: readable, inert and short."""
    return inert(output[: 4 * SHOWN].decode(errors="replace"), SHOWN)

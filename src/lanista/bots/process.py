"""Bots that are processes: any command that speaks the lines protocol.

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
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from lanista.bots import lines
from lanista.bots.player import Answer, Evidence, Limits, Opening
from lanista.errors import BotError
from lanista.text import inert
from lanista.verdict import Verdict

if TYPE_CHECKING:
    from lanista.bots.table import Pipes

KEEPER = Path(__file__).with_name("keeper.py")

LINE_BYTES = 256 * 1024  # the longest line
TURN_BYTES = 1024 * 1024  # most output between two questions
TURN_LINES = 100  # most lines of it
LOG_BYTES = 8 * 1024  # kept of standard error per turn
LOG_LINES = 12  # shown of them in a report
CHUNK = 64 * 1024
TIMEOUTS_IN_ROW = 10  # after so many a bot is not waited for any more
GOODBYE_SECONDS = 0.2
CLOSE_SECONDS = 5.0
SHOWN = 500  # characters of output in a report


class ProcessPlayer:
    """One bot process."""

    def __init__(self, command: list[str], name: str, folder: Path | None = None) -> None:
        self.name = name
        self.command = command
        self._folder = folder
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
        self._owed = 0  # turns that ran out of time and may still be answered
        self._early = ""  # an answer to a question that was not asked yet
        self._late_in_row = 0

    # The referee's side

    def start(self, opening: Opening) -> None:
        """Start the process and send the start message."""
        self._limits = opening.limits
        self._spawn()
        self._wait_until(opening.limits.start_ms)
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
        self._send(lines.turn_line(turn, view))

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
        """Tell a living bot how the match ended."""
        if self._ended is None:
            self._send(lines.end_line(outcome))
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
            self._end(Verdict.TIMEOUT, f'not ready after {limit} ms: it must write {{"type":"ready"}}')
            return
        self._owed += 1
        self._late_in_row += 1
        self._answer = Answer(Verdict.TIMEOUT, reason=f"no answer within {self._limits.turn_ms} ms", ms=used)
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

    # Starting

    def _spawn(self) -> None:
        if os.name != "posix":
            raise BotError("bots that are processes need Linux, macOS or another POSIX system")
        child: dict[str, int] = {}
        for name, ours in (("stdin", 1), ("stdout", 0), ("stderr", 0), ("status", 0), ("control", 1)):
            pair = os.pipe()
            self._fds[name], child[name] = pair[ours], pair[1 - ours]
            os.set_blocking(self._fds[name], False)
        arguments = [sys.executable, "-I", "-S", str(KEEPER), str(child["control"]), str(child["status"])]
        try:
            self._keeper = subprocess.Popen(
                [*arguments, *self.command],
                stdin=child["stdin"],
                stdout=child["stdout"],
                stderr=child["stderr"],
                cwd=self._folder,
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
        self._received += len(data)
        *complete, self._out = (self._out + data).split(b"\n")
        self._lines += len(complete)
        longest = max(map(len, [self._out, *complete]))
        if self._lines > TURN_LINES or self._received > TURN_BYTES or longest > LINE_BYTES:
            self._flood()
            return
        for line in complete:
            if self._ended is None and line.strip():
                self._take_line(line)

    def _flood(self) -> None:
        self._last_output = _shown(self._out) or self._last_output
        self._answer = None if self._open else self._answer
        limit = f"{TURN_LINES} lines or {TURN_BYTES} bytes a turn, or {LINE_BYTES} bytes a line"
        self._end(Verdict.OUTPUT_LIMIT, f"wrote more than {limit}")

    def _take_line(self, line: bytes) -> None:
        now = time.monotonic()
        self._last_output = _shown(line)
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

    # Logs

    def _read_log(self) -> None:
        data = self._read("stderr")
        if data == b"":
            self._close_fd("stderr")
        elif data:
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
        if "signal" in event:
            name = signal.Signals(event["signal"]).name
            self._exit = f"killed by {name}"
            verdict = Verdict.KILLED
        else:
            self._exit = f"exit status {event['exit']}"
            verdict = Verdict.CRASHED
        self._read_output()  # what it wrote before it ended still counts
        if self._ended is None:
            self._end(verdict, f"the process ended: {self._exit}")

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


def _shown(output: bytes) -> str:
    """Output as it is put into reports: readable, inert and short."""
    return inert(output[: 4 * SHOWN].decode(errors="replace"), SHOWN)

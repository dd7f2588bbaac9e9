"""Bots that are processes, whatever they speak: their pipes, their time, their logs and their end.

Nothing here blocks. Pipes are read and written without waiting, whatever the bot does; the `PollLoop` waits. A
supervisor process owns the bot and cleans up after it.
"""

from __future__ import annotations

import os
from abc import ABC, abstractmethod
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from lanista.bots import hints
from lanista.bots.clock import SYSTEM_CLOCK, Clock
from lanista.bots.log import Log
from lanista.bots.player import TIMEOUTS_IN_ROW, Answer, Evidence, Limits, Opening
from lanista.bots.runtimes import advice
from lanista.bots.supervisor import Event, Supervisor, events, signal_name
from lanista.text import MAX_QUOTED, inert
from lanista.verdict import Verdict

if TYPE_CHECKING:
    from lanista.bots.poll_loop import Pipes

LINE_BYTES = 256 * 1024  # the longest line
TURN_BYTES = 1024 * 1024  # most output between two questions
UNREAD_BYTES = 8 * 1024 * 1024  # that a bot may leave waiting on its input
CHUNK = 64 * 1024
GOODBYE_SECONDS = 0.2
CLEAN = "exit status 0"
NEVER_STARTED = "never started"
ENDED_BY_US = "ended by the referee"
SHOWN = MAX_QUOTED  # characters of output in a report


class ProcessPlayer(ABC):
    """A bot that is a process; a subclass for each protocol says what is sent and what lines mean."""

    not_ready: ClassVar = "it must say so"  # what a bot has to do that does not get ready
    supervisor_mode: ClassVar = "once"  # the process lives for the whole match; see `supervisor_process`
    turn_lines: ClassVar = 100  # most lines of output between two questions
    empty_lines: ClassVar = False  # whether an empty line says something

    def __init__(self, command: list[str], name: str, folder: Path | None = None) -> None:
        self.name = name
        self.command = command
        self._folder = folder
        self._scratch: Path | None = None  # removed with the bot, whatever happens
        self._supervisor: Supervisor | None = None
        self._clock: Clock = SYSTEM_CLOCK
        self._pipes: Pipes | None = None
        self._fds: dict[str, int] = {}
        self._limits = Limits(None, None)
        self._out = b""  # the unfinished line
        self._unsent = b""
        self._received = 0  # bytes and lines since the last question
        self._lines = 0
        self._log = Log()
        self._last_output = ""
        self._evidence: Evidence | None = None  # what was last told
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
        self._clock = opening.clock
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
        """Whether the bot still owes its answer, or the word that it is ready; one that has ended owes nothing."""
        if self._ended is not None:
            return False
        return self._answer is None if self._turn > 0 else not self._ready

    def take(self) -> Answer:
        """The answer of the turn, with what the bot logged meanwhile."""
        self._open = False
        answer = self._answer or Answer(self._ended or Verdict.OK, reason=self._end_reason)
        answer.log = self._log.take()
        return answer

    def evidence(self) -> Evidence:
        """What the bot last wrote, and how it ended."""
        how = self._exit or (ENDED_BY_US if self._ended else "")
        self._evidence = Evidence(self._last_output, self._log.last_lines(), how)
        return self._evidence

    def finish(self, outcome: Any) -> None:
        """The match is over; a living bot gets no more input."""
        if self._ended is None:
            self._close_fd("stdin")

    def close(self) -> None:
        """End the bot and everything that came from it."""
        supervisor, self._supervisor = self._supervisor, None
        if supervisor is None:
            return
        for name in list(self._fds):
            self._close_fd(name)
        supervisor.close(self._pid)

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
            self._end(Verdict.TIMEOUT, f"not ready after {limit} ms: {self.not_ready}{self._silence()}")
            return
        self._late_in_row += 1
        self._answer = Answer(Verdict.TIMEOUT, reason=self._late_reason(), ms=used)
        if self._late_in_row >= TIMEOUTS_IN_ROW:
            self._end(Verdict.TIMEOUT, f"stopped after {TIMEOUTS_IN_ROW} turns in a row without an answer")

    def give_up(self, reason: str) -> None:
        """What the bot sent could not be dealt with."""
        self._end(Verdict.PROTOCOL_ERROR, reason)

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
        return f"no answer within {self._limits.turn_ms} ms{self._silence()}"

    def _silence(self) -> str:
        """A hint on an answer that did not come, after a semicolon, where answers are lines of output."""
        return ""

    def _advice(self) -> str:
        """What the author of a bot that ended can do about it, after a semicolon; nothing if that is unknown."""
        known = advice(self._log.text, self.command[0])
        return known or ("" if self._exit == CLEAN else hints.script_problem(self.command, self._folder))

    @property
    def supervisor_pid(self) -> int:
        """The process that owns the bot's processes, by its id; 0 if there is none."""
        return 0 if self._supervisor is None else self._supervisor.pid

    def environment(self) -> dict[str, str] | None:
        """The bot's environment variables; None for those of Lanista."""
        return None

    # Starting

    def _spawn(self) -> None:
        self._supervisor = Supervisor(
            self.command,
            mode=self.supervisor_mode,
            folder=self._folder,
            scratch=self._scratch,
            environment=self.environment(),
        )
        self._fds |= self._supervisor.fds

    def _wait_until(self, budget_ms: int | None) -> None:
        self._asked_at = self._clock.now()
        self._deadline = None if budget_ms is None else self._asked_at + budget_ms / 1000

    def _used_ms(self) -> float:
        """Milliseconds since the question. What we read late was there in time, so it never is over the budget."""
        now = self._clock.now()
        return 1000 * ((now if self._deadline is None else min(now, self._deadline)) - self._asked_at)

    # Sending

    def _send(self, data: bytes) -> None:
        if len(self._unsent) > UNREAD_BYTES:
            self._end(Verdict.PROTOCOL_ERROR, f"does not read its input: {len(self._unsent)} bytes wait for it")
            return
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
            self._closed_at = self._clock.now()  # its exit status is on its way, or it can never answer again
            return
        self._take_output(data)

    def _take_output(self, data: bytes) -> None:
        """Something came on standard output."""
        if self._ended is not None:
            return
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
        if self._open:  # the turn in which a bot exceeds its limit is lost, even if it was answered
            self._answer = None
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
        self._log.note(data)
        if self._evidence is not None and self._late_in_row:  # a bot that hangs may say where, after its deadline
            self._evidence.log_tail = self._log.last_lines()

    # The end

    def _read_status(self) -> None:
        data = self._read("status")
        if data == b"":
            self._close_fd("status")
            self._end(Verdict.CRASHED, "its supervisor process ended; has the bot killed it?")
        for event in events(data or b""):
            if "started" in event:
                self._pid = event["started"]
            elif "failed" in event:
                self._exit = NEVER_STARTED
                why = hints.cannot_start(self.command[0], self._folder, event["failed"])
                self._end(Verdict.CRASHED, f"cannot be started: {why}")
            else:
                self._note_exit(event)

    def _note_exit(self, event: Event) -> None:
        if self._ended is not None:
            return
        self._read_log()
        verdict = self._note_how(event)
        self._read_output()  # what it wrote before it ended still counts
        if self._ended is None:
            self._end(verdict, f"the process ended: {self._exit}{self._advice()}")

    def _note_how(self, event: Event) -> Verdict:
        """Keep how the process ended, and say what that is for a bot that should have lived."""
        if "signal" in event:
            self._exit = f"killed by {signal_name(event['signal'])}"
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
            self._answer = Answer(verdict, reason=reason, ms=self._used_ms())
        self._out = b""
        self._close_fd("stdout")  # whatever it still writes is nobody's business
        self._close_fd("control")  # the supervisor kills what is left
        if self._supervisor is not None:
            self._supervisor.wake()

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

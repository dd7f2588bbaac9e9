"""Bots that are processes, in any protocol: their pipes, their logs and their end.

Nothing here blocks; the `PollLoop` waits. A supervisor process owns the bot and cleans up after it.
"""

from __future__ import annotations

import socket
from abc import ABC, abstractmethod
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from lanista.bots import hints
from lanista.bots.build.runtimes import advice
from lanista.bots.player import ENDED_BY_US, NO_LIMITS, BotAnswer, FaultEvidence, Opening
from lanista.bots.process.confinement import Confinement
from lanista.bots.process.jails import make_jail, out_of_sight
from lanista.bots.process.line_reader import TURN_LINES, LineReader, OutputLimit
from lanista.bots.process.log import BotLog
from lanista.bots.process.pipes import BotPipes
from lanista.bots.process.process_tree import has_living_bot
from lanista.bots.process.supervisor import Event, Launch, Supervisor, events, exit_text, supervise
from lanista.bots.sandbox_hints import sandbox_hint
from lanista.bots.turn_clock import TurnClock
from lanista.bots.turn_exchange import AnswerTerms, TurnExchange
from lanista.core.errors import EngineError
from lanista.core.text import MAX_QUOTED, inert
from lanista.core.verdict import Verdict
from lanista.sandbox import NO_SANDBOX, Level, SandboxPolicy
from lanista.sandbox.cause import ProcessEnding, find_cause
from lanista.sandbox.usage.cgroups import Cgroup
from lanista.sandbox.usage.cores import usable_cores
from lanista.sandbox.usage.freezer import Freezer, find_freezer

if TYPE_CHECKING:
    from lanista.bots.poller import Poller

CLEAN = "exit status 0"
NEVER_STARTED = "never started"
OUT_OF_MEMORY = "a process of it was killed"
STATUS_SECONDS = 5.0  # for a supervisor to report how a bot ended whose processes are gone
LOOK_SECONDS = 0.02  # between two looks for that report


class ProcessPlayer(ABC):
    """A bot that is a process; a subclass per protocol defines the questions and reads the output."""

    answers_at_once = False
    terms: ClassVar = AnswerTerms()
    not_ready: ClassVar = "it must say so"  # hint shown when a bot fails to get ready
    mode: ClassVar = "once"  # one process for the whole match; see `supervisor_process`
    max_lines: ClassVar = TURN_LINES  # max lines of output between two questions
    empty_lines: ClassVar = False  # whether empty lines are passed to `_take_line`
    sends_lines: ClassVar = True  # whether the bot is sent lines of text

    def __init__(self, command: list[str], name: str, cwd: Path | None = None) -> None:
        self.name = name
        self.launch = Launch(command, cwd, self.mode)
        self.line_end = b"\n"  # of what the bot is sent
        self._limits = NO_LIMITS
        self._confinement: Confinement | None = None
        self._reset()

    def _reset(self) -> None:
        """Begin without a process."""
        self._supervisor: Supervisor | None = None
        self._freezer: Freezer | None = None
        self._is_frozen = False
        self._is_asked = False  # between its start and the end of its match
        self.listener: socket.socket | None = None  # on the bot's own loopback, for a subclass
        self._pid = -1
        self._is_begun = False  # whether its supervisor has reported anything
        self._is_running = False  # by its supervisor's reports
        self._gone_at: float | None = None  # when its processes were found to be gone before that was reported
        self._exit = self._why = ""  # how and why the process ended
        self._counted = (0, 0)  # what the kernel had counted when the process was started
        self._excess = self._excess_processes = 0  # megabytes or processes for which its supervisor has ended it
        self._exchange = TurnExchange(self._terms(), self._release)
        self._pipes = BotPipes(self, self._handlers())
        self._limit_output()

    def confine(self, confinement: Confinement) -> None:
        """Set the confinement of the process."""
        self._confinement = confinement
        if confinement.model is not None:
            self.launch.environment = {**self.launch.environment, **confinement.model.environment}
        self._limit_output()

    def _limit_output(self) -> None:
        self._reader = LineReader(self.max_lines, self._policy.resources)
        self._log = BotLog(self._policy.resources)

    @property
    def _policy(self) -> SandboxPolicy:
        return NO_SANDBOX if self._confinement is None else self._confinement.policy

    # The referee's side

    def start(self, opening: Opening) -> None:
        """Start the process."""
        self._limits, self._is_asked = opening.match.limits, True
        self._spawn()
        self.measure(self._exchange.clock, opening)
        self._exchange.start(opening.clock.now, self._limits.start_ms)

    def ask(self, turn: int, view: bytes) -> None:
        """Send the question of a turn, unless the bot has ended."""
        self._reader.new_turn()
        self._is_asked = True
        question = b"" if self._exchange.ended else self._question(turn, view)
        self.thaw()
        if self._exchange.ask(turn, self._budget(turn)):
            self._send(question)

    def ready(self) -> bool:
        """Whether the bot has become ready to play."""
        return self._exchange.is_ready

    def waiting(self) -> bool:
        """Whether the bot still owes an answer or its ready message; false once it has ended."""
        return self._exchange.waiting

    def take(self) -> BotAnswer:
        """The answer of the turn, with the bot's log since the last one."""
        answer = self._exchange.take()
        answer.log = self._log.take()
        return answer

    def evidence(self) -> FaultEvidence:
        """The bot's last output, and how it ended."""
        return self._log.evidence(self._exit or (ENDED_BY_US if self._exchange.ended else ""))

    def finish(self, outcome: Any) -> None:
        """Close the input of a bot that is still running: the match is over."""
        self._is_asked = False
        self.thaw()
        if not self._exchange.ended:
            self._pipes.close("stdin")

    def close(self) -> None:
        """End the bot and all its descendants."""
        self.thaw()
        supervisor, self._supervisor = self._supervisor, None
        self._pipes.close_all()
        if supervisor is not None:
            supervisor.close(self._pid)

    # The poll loop's side

    def watch(self, poller: Poller) -> None:
        """Have the loop watch the bot's pipes."""
        self._pipes.watch(poller)

    def deadline(self) -> float | None:
        """When to stop waiting for this bot: soon, once its output is closed."""
        return self._exchange.clock.deadline

    def leaving(self) -> bool:
        """Whether its process is still running."""
        return not self._exchange.ended

    def expire(self, now: float) -> None:
        """Handle a deadline: the turn continues if the bot has processor time left, or is about to be reported."""
        if self._exchange.extend(now) or self._end_without_memory():
            return
        if self._awaits_report(now):
            self._exchange.clock.deadline = now + LOOK_SECONDS
        elif self._exchange.is_closed:
            self._exchange.end(Verdict.CRASHED, self._closed_reason())
        else:
            self._time_out(now)

    def _awaits_report(self, now: float) -> bool:
        """Whether the bot's processes are gone, so that its supervisor is about to report how they ended."""
        if not self._is_running or self._is_alive():
            self._gone_at = None
            return False
        self._gone_at = now if self._gone_at is None else self._gone_at
        return now < self._gone_at + STATUS_SECONDS

    def _is_alive(self) -> bool:
        """Whether the bot has a living process; true where the system does not say."""
        return has_living_bot(self.supervisor_pid, self._pid, self.launch.jail)

    def _closed_reason(self) -> str:
        """The reason when a bot has closed its output: the state of its process."""
        if not self._is_running:
            return self.terms.closed
        known = "its process is still running"
        if not self._is_alive():
            known = f"how its process ended was not reported in {STATUS_SECONDS:g} s"
        return f"{self.terms.closed}, and {known}"

    def freeze(self) -> None:
        """Stop the bot's processes until its next question."""
        if self._freezer is not None and not self._is_frozen and not self._exchange.ended:
            self._is_frozen = True
            self._freezer.freeze()

    def thaw(self) -> None:
        """Let the bot's processes continue."""
        if self._freezer is not None and self._is_frozen:
            self._is_frozen = False
            self._freezer.thaw()

    def give_up(self, reason: str) -> None:
        """End the bot: its output could not be processed."""
        self._exchange.end(Verdict.PROTOCOL_ERROR, reason)

    # The protocol's side

    def _terms(self) -> AnswerTerms:
        """The protocol's rules for answers, with hints for this bot."""
        return self.terms

    @abstractmethod
    def _question(self, turn: int, view: bytes) -> bytes:
        """Prepare the bytes to send for a turn, before the bot's clock starts."""

    def _time_out(self, now: float) -> None:
        """Handle the end of the budget."""
        self._exchange.expire(now, self._late_reason())

    def _budget(self, turn: int) -> int | None:
        """Milliseconds for a turn."""
        return self._limits.turn_ms

    def _take_line(self, line: bytes) -> None:
        """Handle a line of standard output, without its newline: log, unless the protocol reads it."""
        self._note_log(line + b"\n")

    def _late_reason(self) -> str:
        """The reason when the start or a turn times out."""
        turn = self._exchange.turn
        if not turn:
            return f"not ready after {self._limits.start_ms} ms: {self._missing()}{self._silence()}"
        return f"no answer within {self._granted()}{self._silence()}"

    def _granted(self) -> str:
        """The time that a late bot was granted and used."""
        return self._exchange.clock.granted(self._budget(self._exchange.turn))

    def _missing(self) -> str:
        """A hint for a bot that does not get ready."""
        return self.not_ready

    def _silence(self) -> str:
        """A hint on a missing answer, after a semicolon, for protocols whose answers are lines of output."""
        return ""

    def _advice(self) -> str:
        """The cause of a bot's end and advice for its author, after a semicolon; empty if unknown."""
        command = self.launch.command
        why = f"; {self._why}" if self._why else ""
        known = why + self._known_remedy()
        return known or ("" if self._exit == CLEAN else hints.script_problem(command, self.launch.cwd))

    def _known_remedy(self) -> str:
        """A remedy for an error in the log, after a semicolon; empty if unknown."""
        log, launch = self._log.text, self.launch
        hint = sandbox_hint(log, self._confinement, launch.cwd, network=launch.network)
        return hint or advice(log, launch.command[0])

    @property
    def supervisor_pid(self) -> int:
        """The process id of the bot's supervisor; 0 without one."""
        return 0 if self._supervisor is None else self._supervisor.pid

    def _spawn(self) -> None:
        self._confine()
        self._supervisor = supervise(self.launch)
        for name, fd in self._supervisor.fds.items():
            self._pipes.add(name, fd)
        self.listener = self._receive_listener()

    @property
    def has_own_network(self) -> bool:
        """Whether the bot reaches nothing but its own loopback, on which `launch.listen` opens a port."""
        confinement = self._confinement
        return confinement is not None and confinement.policy.level >= Level.NAMESPACES and not self.launch.network

    def _receive_listener(self) -> socket.socket | None:
        """The socket that listens on the bot's own loopback; None if there is none, or no sandbox."""
        if self._supervisor is None or not self.launch.listen or not self.has_own_network:
            return None
        try:
            return socket.socket(fileno=self._supervisor.handover.receive("listener"))
        except OSError:  # its supervisor reports what is wrong
            return None

    def _confine(self) -> None:
        """Put the process that is about to start into its jail."""
        if self._confinement is not None:
            self.launch.jail = make_jail(self._confinement, self.launch)

    def measure(self, clock: TurnClock, opening: Opening) -> None:
        """Let a clock measure the bot's processes, and find out how they are frozen."""
        policy, cgroup = opening.match.sandbox, self._cgroup()
        meter = opening.clock.meter(self.supervisor_pid, cgroup)
        clock.measure(meter, policy.resources, usable_cores(), patient=opening.match.patient)
        self._freezer = find_freezer(self.supervisor_pid, cgroup) if policy.freeze else None

    def _cgroup(self) -> Cgroup | None:
        """The cgroup of the bot's processes, if they have one."""
        return None if self._supervisor is None else self._supervisor.cgroup

    def _send(self, data: bytes) -> None:
        if self.line_end != b"\n":
            data = data.replace(b"\n", self.line_end)
        if not self._pipes.send(data):
            reason = f"does not read its input: {self._pipes.unsent} bytes wait for it"
            self._exchange.end(Verdict.PROTOCOL_ERROR, reason)

    # Reading

    def _handlers(self) -> dict[str, Any]:
        """The handler of each pipe."""
        return {"stdout": self._read_output, "stderr": self._read_log, "status": self._read_status}

    def _read_output(self) -> None:
        data = self._pipes.read("stdout")
        if data:
            self._take_output(data)
        elif data is not None:
            self._pipes.close("stdout")
            self._note_closed()

    def _note_closed(self) -> None:
        if not self._end_without_memory():
            self._exchange.output_closed()

    def _end_without_memory(self) -> bool:
        """End a bot that has used too much memory, if its exit status is not known yet; false if it has not."""
        if self.mode != "once" or self._exit:  # the next turn has another process, or how it ended is known
            return False
        self._read_status()
        if not self._excess and self._kernel_counts()[0] == self._counted[0]:
            return self._exchange.ended
        self._exit = self._exit or OUT_OF_MEMORY
        reason = f"it used more memory than memory_mb={self._policy.resources.memory_mb}"
        self._exchange.end(Verdict.OUT_OF_MEMORY, f"{OUT_OF_MEMORY}: {reason}")
        return True

    def _take_output(self, data: bytes) -> None:
        """Handle data from standard output."""
        if self._exchange.ended:
            return
        try:
            lines = self._reader.feed(data)
        except OutputLimit as error:
            self._log.last_line = bytes(self._reader.rest) or self._log.last_line
            self._exchange.flood(str(error))
            return
        for line in lines:
            if not self._exchange.ended and (line.strip() or self.empty_lines):
                self._take_line(line)

    def _read_log(self, name: str = "stderr") -> None:
        """Read a pipe that carries only log output."""
        data = self._pipes.read(name)
        if data:
            self._note_error(data)
        elif data is not None:
            self._pipes.close(name)

    def _note_error(self, data: bytes) -> None:
        """Handle data from standard error."""
        self._note_log(data)

    def _note_log(self, data: bytes) -> None:
        self._log.add(data)
        if self._exchange.late_in_row:  # a hanging bot may log where, after its deadline
            self._log.refresh_evidence()

    # The end

    def _read_status(self) -> None:
        data = self._pipes.read("status")
        if data == b"":
            self._pipes.close("status")
            self._lose_supervisor()
        for event in events(data or b""):
            self._is_begun = True
            if "started" in event:
                self._pid, self._is_running = event["started"], True
                self._counted = self._kernel_counts()
                self._excess = self._excess_processes = 0
            elif "excess_mb" in event:
                self._excess = event["excess_mb"]
            elif "excess_processes" in event:
                self._excess_processes = event["excess_processes"]
            elif "failed" in event:
                self._exit = NEVER_STARTED
                launch = self.launch
                why = out_of_sight(launch) or hints.cannot_start(launch.command[0], launch.cwd, event["failed"])
                self._exchange.end(Verdict.CRASHED, f"cannot be started: {why}")
            elif "unable" in event:
                name, why = inert(self.name, MAX_QUOTED), inert(event["unable"], MAX_QUOTED)
                self._void(f"{name} could not be started, which is not its fault: {why}")
            elif "exit" in event or "signal" in event:
                self._is_running = False
                self._note_exit(event)

    def _lose_supervisor(self) -> None:
        """End a bot without a supervisor; one that cannot have killed it pays nothing, and the match is void."""
        supervisor = f"the supervisor process of {inert(self.name, MAX_QUOTED)} ended"
        why = "it was killed, or the machine ran out of memory"
        if self._pid < 0 and not self._is_begun:
            self._void(f"{supervisor} before the bot began: {why}")
        if self._policy.level >= Level.NAMESPACES:
            self._void(f"{supervisor}, which no bot in a sandbox of this level can cause: {why}")
        self._exchange.end(Verdict.CRASHED, "its supervisor process ended; has the bot killed it?")

    def _void(self, why: str) -> None:
        """Void the match by our fault, unless the bot's part in it is over."""
        if self._is_asked and not self._exchange.ended:
            raise EngineError(why)

    def _note_exit(self, event: Event) -> None:
        if self._exchange.ended:
            return
        self._read_log()
        verdict = self._record_exit(event)
        self._read_output()  # output written before the end still counts
        self._exchange.end(verdict, f"the process ended: {self._exit}{self._advice()}")

    def _record_exit(self, event: Event) -> Verdict:
        """Record how the process ended; returns the verdict for a bot that should still be running."""
        self._exit = exit_text(event)
        verdict, self._why = find_cause(self._ending(event))
        return verdict

    def _ending(self, event: Event) -> ProcessEnding:
        """The known facts about the end of the process."""
        killed, refused = self._kernel_counts()
        killed_before, refused_before = self._counted
        return ProcessEnding(
            event.get("signal", 0),
            event.get("exit", 0),
            event.get("cpu_ms", 0.0),
            self._log.text,
            out_of_memory=killed - killed_before,
            refused_processes=refused - refused_before,
            excess_mb=self._excess,
            peak_mb=event.get("peak_mb", 0),
            excess_processes=self._excess_processes,
            policy=self._policy,
        )

    def _kernel_counts(self) -> tuple[int, int]:
        """The numbers of its processes that the kernel killed for want of memory, and that it refused to start."""
        cgroup = self._cgroup()
        return (0, 0) if cgroup is None else (cgroup.out_of_memory(), cgroup.refused_processes())

    def _release(self) -> None:
        """Stop reading from a bot that has ended, and let its supervisor kill the rest of its processes."""
        self._reader.drop_rest()
        self._pipes.close("stdout", "control")
        self.thaw()
        if self._supervisor is not None:
            self._supervisor.wake()

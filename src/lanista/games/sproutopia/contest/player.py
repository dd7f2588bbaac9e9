"""A seat played through the hub, by a bot that Lanista starts or that joins on its own."""

from __future__ import annotations

import contextlib
import math
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from lanista.bots.player import BotAnswer, FaultEvidence, Opening
from lanista.bots.process.ports import HOST
from lanista.bots.process.process import ProcessPlayer
from lanista.bots.turn_exchange import CLOSED_SECONDS, TurnExchange, TurnPhase
from lanista.core.system import channels
from lanista.core.verdict import Verdict
from lanista.games.sproutopia.contest.farmers import HubFarmer, Sent
from lanista.games.sproutopia.contest.hub import PORT, MatchHub
from lanista.games.sproutopia.game import SPROUTOPIA
from lanista.games.sproutopia.state import MAX_QUEUED

if TYPE_CHECKING:
    from lanista.bots.poller import Poller
    from lanista.bots.process.confinement import Confinement

STOPPED = "the match was stopped"


def hub_player(name: str, command: Sequence[str] = (), cwd: Path | None = None) -> HubPlayer:
    """A player for a bot started by a command; without one, for a bot that joins on its own."""
    return HubPlayer(name, HubProcess(list(command), name, cwd) if command else None)


class HubProcess(ProcessPlayer):
    """The process of a bot that plays through the hub; all its output is log."""

    not_ready: ClassVar = "it must call Register at the hub with the token in its environment"

    @property
    def has_ended(self) -> bool:
        """Whether the process has ended."""
        return self._exchange.ended

    def stop(self, answer: BotAnswer) -> None:
        """End the process with a verdict."""
        self._exchange.end(answer.verdict, answer.reason)

    def _question(self, turn: int, view: bytes) -> bytes:
        """Questions go through the hub."""
        return b""

    def _read_output(self) -> None:
        self._read_log("stdout")


class HubPlayer:
    """A farmer whose bot receives every state and may send commands at any time.

    In real time a tick is played when it is due; in lock-step when every bot has sent a command or timed out.
    Silence is no fault: the farmer repeats its last command.
    """

    answers_at_once = False
    hub: MatchHub  # shared by the players of a match

    def __init__(self, name: str, process: HubProcess | None = None) -> None:
        self.name = name
        self._process = process
        self._opening: Opening | None = None
        self._seat = 0
        self._exchange = TurnExchange()
        self._wake: tuple[int, int] | None = None  # a pipe that wakes the poll loop
        self._exit_by: float | None = None  # how long lock-step waits for the exit of a bot that is not connected
        self._poller: Poller | None = None  # until the first tick

    def meet_at(self, venue: MatchHub) -> None:
        """The hub of the match."""
        self.hub = venue

    def confine(self, confinement: Confinement) -> None:
        """Set the sandbox of the bot's process."""
        if self._process is not None:
            self._process.confine(confinement)

    # The referee's side

    def start(self, opening: Opening) -> None:
        """Start the bot's process, if there is one; the bot is ready once it has registered."""
        self._opening = opening
        self._seat = opening.seat
        self.hub.clock = opening.clock
        limits = opening.match.limits
        self._exchange.start(opening.clock.now, limits.start_ms)
        self._wake = channels.new_pipe()
        self.hub.add_user()
        self._farmer.notify = self._notify
        if limits.turn_ms is None:
            self.hub.disable_timeouts()
        if self._process is None:
            self.hub.open()
        else:
            self._start_process(self._process, opening)

    def _start_process(self, process: HubProcess, opening: Opening) -> None:
        """Start the bot, which reaches the hub by a separate listener if it can reach nothing else."""
        if not process.has_own_network:
            self.hub.open()
        address = HOST if process.has_own_network else self.hub.address
        process.launch.listen = PORT
        process.launch.environment = self.hub.variables(self._seat, self.name, address)
        process.start(opening)
        self._farmer.owner = process.supervisor_pid
        if process.listener is not None:
            self.hub.accept_from(process.listener, self._seat)
        if self.hub.lock_step:
            process.measure(self._exchange.clock, opening)

    def ask(self, turn: int, view: bytes) -> None:
        """Send the state and open the tick for commands."""
        assert self._opening is not None, "a player is started before it is asked"
        poller, self._poller = self._poller, None
        if poller is not None:
            self.hub.take_over(poller, self, self._seat)
        if self._process is not None:
            self._process.thaw()
        if not self._exchange.ask(turn, self._opening.match.limits.turn_ms):
            self._stop(self._exchange.take())
        self.hub.show(self._seat, turn, view)

    @property
    def supervisor_pid(self) -> int:
        """The process id of the bot's supervisor; 0 without one."""
        return 0 if self._process is None else self._process.supervisor_pid

    def ready(self) -> bool:
        """Whether the bot has registered."""
        return self._farmer.connection is not None

    def waiting(self) -> bool:
        """Whether the tick, or before the first one the registration, is pending."""
        if self._exchange.phase is TurnPhase.GETTING_READY:
            return not self.ready() and not self._has_ended()
        return self._exchange.waiting and not (self.hub.lock_step and self._has_sent())

    def _has_sent(self) -> bool:
        """Whether lock-step need not wait for the bot: it has sent a command, or cannot send one."""
        if self._exchange.turn == 1:  # no state is sent before the first tick
            return True
        return self.hub.has_command(self._seat) or not (self._farmer.is_connected or self._may_be_exiting())

    def _may_be_exiting(self) -> bool:
        """Whether the connection was lost a moment ago: a crash shows soon, before many ticks are played."""
        if self._process is None or self._has_ended():
            return False
        now = self._exchange.clock.now()
        if self._exit_by is None:
            self._exit_by = now + CLOSED_SECONDS
        return now < self._exit_by

    def take(self) -> BotAnswer:
        """The commands that arrived for the tick, and the bot's log output since the last one."""
        ended = self._process.take() if self._process is not None else BotAnswer(Verdict.OK)
        if self._exchange.turn == 0:
            return ended
        sent = self.hub.take(self._seat)
        if sent.first_at is None and ended.verdict is not Verdict.OK:
            answer = ended
        else:
            answer = BotAnswer(Verdict.OK, sent.text, self._remark(sent), self._waited(sent), timed=True)
            answer.log = ended.log
            answer.cpu_ms = self._exchange.clock.cpu_ms()
        self._close_tick()
        self._exchange.take()
        return answer

    def _waited(self, sent: Sent) -> float:
        """Milliseconds until the first command."""
        return (
            max(0.0, 1000 * (sent.first_at - self._exchange.clock.asked_at)) if sent.first_at is not None else 0.0
        )

    def _remark(self, sent: Sent) -> str:
        if sent.dropped:
            return f"{sent.dropped} commands were dropped: at most {MAX_QUEUED} can wait for a tick"
        connection = self._farmer.connection
        if connection is None or connection.is_open:
            return ""
        reason = connection.end_reason
        return f"the connection is lost{': ' if reason else ''}{reason}"

    def evidence(self) -> FaultEvidence:
        """The end of the bot's output, and its exit."""
        return FaultEvidence() if self._process is None else self._process.evidence()

    def finish(self, outcome: Any) -> None:
        """Send the last state and the end of the match, or that the match was stopped."""
        if self._opening is not None and outcome is not None:
            state = self._opening.state
            view = SPROUTOPIA.view_json(state, self._seat)
            self.hub.end_game(self._seat, view, state.record.tick)
        elif self._opening is not None:
            self.hub.fail(self._seat, STOPPED)
        if self._process is not None:
            self._process.finish(outcome)

    def close(self) -> None:
        """Stop the bot; the last player of a match closes the hub."""
        if self._process is not None:
            self._process.close()
        wake, self._wake = self._wake, None
        if wake is None:
            return
        self._farmer.notify = lambda: None
        self.hub.remove_user()
        for fd in wake:
            channels.close(fd)

    # The poll loop's side

    def watch(self, poller: Poller) -> None:
        """Register the wake pipe and the bot's process with the poll loop."""
        assert self._wake is not None, "a player is started before it is watched"
        self._poller = poller
        poller.watch(self._wake[0], self, "wake", self._wake_up)
        if self._process is not None:
            self._process.watch(poller)

    def _wake_up(self) -> None:
        """Drain the wake pipe."""
        if self._wake is not None:
            with contextlib.suppress(BlockingIOError):
                channels.read(self._wake[0], 4096)

    def deadline(self) -> float | None:
        """When the tick is due, the bot's budget runs out, its exit is overdue, or the hub is to be served."""
        is_leaving = self._exit_by is not None and not self._farmer.is_connected
        known = (self._due(), self.hub.serve_at, self._exit_by if is_leaving else None)
        first = min(time for time in known if time is not None)
        return None if first == math.inf else first

    def _due(self) -> float | None:
        """When the tick is due, or the bot's budget runs out."""
        in_real_time = self._exchange.turn > 0 and not self.hub.lock_step
        return self.hub.due if in_real_time else self._exchange.clock.deadline

    def leaving(self) -> bool:
        """Whether the bot's process is still ending."""
        return self._process is not None and self._process.leaving()

    def expire(self, now: float) -> None:
        """Close the tick; a bot that has not registered in time takes no part.

        The hub's thread may lag behind, so commands already in the sockets count.
        """
        due = self._due()
        if due is None or now < due:
            self.hub.serve()
            return
        if self.hub.lock_step and self._exchange.extend(now):
            return
        self.hub.settle()
        self._close_tick()
        if self._process is not None and self._exchange.turn == 0 and not self.ready():
            self._process.expire(now)
            if self._process.waiting():  # it is starved, and waited for
                self._exchange.clock.deadline = self._process.deadline()

    def give_up(self, reason: str) -> None:
        """The bot takes no further part; its farmer repeats its last command."""
        self._close_tick()
        if self._process is not None:
            self._process.give_up(reason)

    def freeze(self) -> None:
        """Stop the bot's processes in lock-step; in real time they must run."""
        if self._process is not None and self.hub.lock_step:
            self._process.freeze()

    def _stop(self, answer: BotAnswer) -> None:
        """End a bot that has no time left in this match."""
        if self._process is not None:
            self._process.stop(answer)

    def _close_tick(self) -> None:
        """Stop waiting for the bot; its commands are read in `take`."""
        self._exchange.settle(BotAnswer(Verdict.OK))

    @property
    def _farmer(self) -> HubFarmer:
        return self.hub.farmers[self._seat]

    def _has_ended(self) -> bool:
        return self._process is not None and self._process.has_ended

    def _notify(self) -> None:
        """Wake the poll loop from the hub's thread; a full pipe wakes it too."""
        wake = self._wake
        if wake is not None and not self.hub.is_taken_over:
            with contextlib.suppress(OSError):
                channels.write(wake[1], b"!")

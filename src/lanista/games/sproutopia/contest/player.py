"""A seat that is played through the hub, by a bot that is started here or has come by itself."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lanista.bots.clock import SYSTEM_CLOCK, Clock
from lanista.bots.player import Answer, Evidence, Opening
from lanista.bots.process import ProcessPlayer
from lanista.games.sproutopia.contest.hub import MatchHub, Place, Sent
from lanista.games.sproutopia.game import SPROUTOPIA
from lanista.games.sproutopia.state import MAX_QUEUED
from lanista.verdict import Verdict

if TYPE_CHECKING:
    from lanista.bots.poll_loop import Pipes

STOPPED = "the match was stopped"


def hub_player(name: str, command: Sequence[str] = (), folder: Path | None = None) -> HubPlayer:
    """A player for a bot that is started by a command, or comes by itself."""
    return HubPlayer(name, HubProcess(list(command), name, folder) if command else None)


class HubProcess(ProcessPlayer):
    """The process of a bot that plays through the hub: all that it writes is log."""

    not_ready = "it must call Register at the hub with the token in its environment"

    def __init__(self, command: list[str], name: str, folder: Path | None = None) -> None:
        super().__init__(command, name, folder)
        self.variables: dict[str, str] = {}

    def environment(self) -> dict[str, str]:
        """Where the hub is and who the bot is there."""
        return {**os.environ, **self.variables}

    @property
    def has_ended(self) -> bool:
        """Whether there is nothing left to wait for."""
        return self._ended is not None

    def _question(self, turn: int, view: bytes) -> None:
        """Questions go through the hub."""

    def _read_output(self) -> None:
        data = self._read("stdout")
        if data == b"":
            self._close_fd("stdout")
        elif data:
            self._note_log(data)


class HubPlayer:
    """A farmer whose bot is told every state, and sends commands when it likes.

    In real time a tick is played when it is due, whatever has arrived; in lock-step when every bot has sent
    something, or its time is up. Silence is no fault: the farmer goes on with its last command.
    """

    hub: MatchHub  # shared by the players of a match

    def __init__(self, name: str, process: HubProcess | None = None) -> None:
        self.name = name
        self._process = process
        self._opening: Opening | None = None
        self._seat = 0
        self._tick = 0
        self._clock: Clock = SYSTEM_CLOCK
        self._asked_at = 0.0
        self._time_is_up = False
        self._wake: tuple[int, int] | None = None  # a pipe that ends the table's wait

    def meet_at(self, venue: MatchHub) -> None:
        """The hub of the match."""
        self.hub = venue

    # The referee's side

    def start(self, opening: Opening) -> None:
        """Start the bot, if that is our part; it is ready when it has registered."""
        self._opening = opening
        self._seat = opening.seat
        self._clock = self.hub.clock = opening.clock
        self._asked_at = self._clock.now()
        self._wake = os.pipe()
        for fd in self._wake:
            os.set_blocking(fd, False)
        self.hub.enter()
        self._place.notify = self._notify
        if opening.limits.turn_ms is None:
            self.hub.wait_for_ever()
        if self._process is not None:
            self._process.variables = self.hub.variables(self._seat, self.name)
            self._process.start(opening)
            self._place.owner = self._process.supervisor_pid

    def ask(self, turn: int, view: bytes) -> None:
        """Show the state; the tick is open for commands."""
        self._tick = turn
        self._asked_at = self._clock.now()
        self._time_is_up = False
        self.hub.show(self._seat, turn, view)

    def ready(self) -> bool:
        """Whether the bot has registered."""
        return self._place.line is not None

    def waiting(self) -> bool:
        """Whether the tick, or at first the bot, is still to come."""
        if self._opening is None:
            return True
        if self._tick == 0:
            return not self.ready() and not self._has_ended()
        if self._time_is_up or not self.hub.lock_step:
            return not self._time_is_up
        silent = self._tick > 1 and not self.hub.has_command(self._seat)
        return silent and self._place.is_connected

    def take(self) -> Answer:
        """The commands that arrived for the tick, with what the bot logged meanwhile."""
        ended = self._process.take() if self._process is not None else Answer(Verdict.OK)
        if self._tick == 0:
            return ended
        sent = self.hub.take(self._seat)
        if sent.first_at is None and ended.verdict is not Verdict.OK:
            return ended
        waited = max(0.0, 1000 * (sent.first_at - self._asked_at)) if sent.first_at is not None else 0.0
        return Answer(Verdict.OK, sent.text, self._remark(sent), waited, log=ended.log, timed=True)

    def _remark(self, sent: Sent) -> str:
        if sent.dropped:
            return f"{sent.dropped} commands were dropped: at most {MAX_QUEUED} wait for their tick"
        line = self._place.line
        if line is None or line.is_open:
            return ""
        return f"the connection is lost{': ' if line.end_reason else ''}{line.end_reason}"

    def evidence(self) -> Evidence:
        """What the bot last wrote, and how it ended."""
        return Evidence() if self._process is None else self._process.evidence()

    def finish(self, outcome: Any) -> None:
        """The last state and the end of the match, or that it came to nothing."""
        if self._opening is not None and outcome is not None:
            state = self._opening.state
            view = SPROUTOPIA.view_json(state, self._seat)
            self.hub.end_game(self._seat, view, state.record.tick)
        elif self._opening is not None:
            self.hub.fail(self._seat, STOPPED)
        if self._process is not None:
            self._process.finish(outcome)

    def close(self) -> None:
        """End the bot; the last player of a match closes the hub."""
        if self._process is not None:
            self._process.close()
        wake, self._wake = self._wake, None
        if wake is None:
            return
        self._place.notify = lambda: None
        self.hub.leave()
        for fd in wake:
            os.close(fd)

    # The table's side

    def watch(self, pipes: Pipes) -> None:
        """Let the table watch for the hub's word, and for the bot's process."""
        assert self._wake is not None, "a player is started before it is watched"
        pipes.watch(self._wake[0], (self, "wake"))
        if self._process is not None:
            self._process.watch(pipes)

    def deadline(self) -> float | None:
        """When the tick is due, or the bot's time is up."""
        assert self._opening is not None, "a player is started before it is waited for"
        if self._tick > 0 and not self.hub.lock_step:
            return self.hub.due
        limits = self._opening.limits
        budget = limits.start_ms if self._tick == 0 else limits.turn_ms
        return None if budget is None else self._asked_at + budget / 1000

    def leaving(self) -> bool:
        """Whether the bot's process has still to end."""
        return self._process is not None and self._process.leaving()

    def expire(self, now: float) -> None:
        """The tick is due; a bot that has not even registered takes no part.

        The hub has a thread of its own, which may be behind: what has arrived by now counts.
        """
        self.hub.settle()
        if self._tick > 0:
            self._time_is_up = True
        elif self._process is not None and not self.ready():
            self._process.expire(now)

    def give_up(self, reason: str) -> None:
        """The bot takes no further part; its farmer goes on."""
        self._time_is_up = True
        if self._process is not None:
            self._process.give_up(reason)

    def handle(self, name: str) -> None:
        """The hub has something."""
        if self._wake is not None:
            with contextlib.suppress(BlockingIOError):
                os.read(self._wake[0], 4096)

    @property
    def _place(self) -> Place:
        return self.hub.places[self._seat]

    def _has_ended(self) -> bool:
        return self._process is not None and self._process.has_ended

    def _notify(self) -> None:
        """Wake the table, from the hub's thread; a full pipe wakes it too."""
        wake = self._wake
        if wake is not None:
            with contextlib.suppress(OSError):
                os.write(wake[1], b"!")

"""The protocol of the Orbis Challenge 2015 (Rampage): lines over TCP, as its Java and Python kits speak it (11.1).

A bot connects and sends one line, whatever it calls itself. Before each turn it gets `MOVE` and a line with the
state; it answers with a line: a move, or `NO_RESPONSE` if its own client found the bot's code too slow. At the end
it gets `END`. What it prints is log.

Answers carry no turn. A turn that runs out of time leaves its answer owed; the next line is that answer, and is
dropped, so that it does not slip into a later turn (11.4).
"""

from __future__ import annotations

import os
import socket
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from lanista.bots.ledger import Kind, Ledger
from lanista.bots.orbis_door import END, HOST, Door, Entrance, Link
from lanista.bots.peers import UNKNOWN
from lanista.bots.player import Answer, Limits, Opening
from lanista.bots.process import ProcessPlayer, shown
from lanista.bots.runtimes import advice
from lanista.verdict import Verdict

if TYPE_CHECKING:
    from lanista.bots.table import Pipes

GRACE_MS = 100  # for the way, beyond the time for a turn
NO_RESPONSE = "NO_RESPONSE"
PORT_WORD, NAME_WORD = "{port}", "{name}"
DOOR, KNOCK = "door", "knock "  # pipes: the port, and a connection whose client has not said who it is

_encoder = msgspec.json.Encoder()


def command_at(command: Sequence[str], port: int, name: str) -> list[str]:
    """The command of a bot that is to connect to a port: where it says `{port}`, else as `-p PORT` at its end."""
    words = [word.replace(PORT_WORD, str(port)).replace(NAME_WORD, name) for word in command]
    return words if any(PORT_WORD in word for word in command) else [*words, "-p", str(port)]


def kit_player(name: str, command: Sequence[str], folder: Path | None = None, place: str = ".") -> KitPlayer:
    """A player for a bot that is started by a command, or without one for a bot that has come by itself."""
    return Orbis2015Player(command, name, folder, place) if command else JoinedPlayer(name)


class KitPlayer(ProcessPlayer):
    """A bot behind a connection, which takes the place of standard input and output.

    With `begin` the match begins with `BEGIN`, which the bot answers with a line, its name; the contest's own
    server never sent it.
    """

    empty_lines = True  # a kit's name may be one

    def __init__(self, name: str, folder: Path | None = None, *, begin: bool = False) -> None:
        super().__init__([], name, folder)
        self._begin = begin
        self._named = False  # it has said who it is
        self._message: Callable[[], dict[str, Any]] = dict  # what the seat is told before a turn
        self._ledger = Ledger()
        self._extra: str | None = None  # the last line too many, charged to the next turn

    def start(self, opening: Opening) -> None:
        """Start the process, if there is one."""
        from lanista.games.rampage.original import original_message

        self._message = partial(original_message, opening.state, opening.seat)
        start_ms, turn_ms = opening.limits
        limits = Limits(start_ms, None if turn_ms is None else turn_ms + GRACE_MS)
        super().start(replace(opening, limits=limits))

    def finish(self, outcome: Any) -> None:
        """Tell a living bot that the match is over."""
        if self._ended is None:
            self._send(END)
        super().finish(outcome)

    def close(self) -> None:
        """End the bot, and the connection to one that was not started here."""
        super().close()
        for name in list(self._fds):
            self._close_fd(name)

    def expire(self, now: float) -> None:
        """The budget is used up; an answer may still come, and must not count for a later turn."""
        if self._closed_at is not None:
            self._end(Verdict.CRASHED, "closed its connection")
        elif self._turn == 0:
            self._end(Verdict.TIMEOUT, f"not ready after {self._limits.start_ms} ms: {self._missing()}")
        else:
            self._ledger.expired()
            super().expire(now)
            self._charge_extra()

    def _missing(self) -> str:
        """What a connected bot still has to do to get ready."""
        if self._named:
            return "it must answer BEGIN with a line, its name"
        return "it must send one line, its name, once it is connected"

    # The connection

    def _sit_down(self, link: Link) -> None:
        """Take over a connection on which a bot has said who it is."""
        self._connect(link.socket)
        self._greet()
        if link.rest:
            self._take_output(link.rest)

    def _connect(self, link: socket.socket) -> None:
        link.setblocking(False)
        link.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._fds["stdout"] = link.detach()
        self._fds["stdin"] = os.dup(self._fds["stdout"])  # of its own, to be watched for room
        self._out = self._unsent = b""
        self._writing = False
        if self._pipes is not None:
            self._pipes.watch(self._fds["stdout"], (self, "stdout"))

    def _end(self, verdict: Verdict, reason: str) -> None:
        super()._end(verdict, reason)
        self._close_fd("stdin")
        self._close_fd("stdout")

    # Questions and answers

    def _question(self, turn: int, view: bytes) -> None:
        self._ledger.asked(turn)
        self._send(b"MOVE\n" + _encoder.encode(self._message()) + b"\n")

    def _take_line(self, line: bytes) -> None:
        self._last_output = shown(line)
        if not self._ready:
            self._greet()
            return
        kind = self._ledger.place(None)
        if kind is Kind.ANSWER:
            self._accept(line.decode(errors="replace").strip())
        elif kind is Kind.LATE:
            self._note_log(f"[came too late and was dropped: {self._last_output}]\n".encode())
        else:
            self._extra = self._last_output

    def _greet(self) -> None:
        """The bot says who it is; that is all it takes to be ready, unless it is to answer BEGIN too."""
        if self._begin and not self._named:
            self._named = True
            self._send(b"BEGIN\n")
        else:
            self._ready = True

    def _accept(self, text: str) -> None:
        used = self._used_ms()
        self._late_in_row = 0
        if text == NO_RESPONSE:
            reason = f"its client sent {NO_RESPONSE}: the bot's own code was not done in time, or failed"
            self._answer = Answer(Verdict.TIMEOUT, reason=reason, ms=used)
        else:
            self._answer = Answer(Verdict.OK, text, ms=used)
        self._charge_extra()

    def _charge_extra(self) -> None:
        """A line too many costs the turn after it, whenever in a turn it came."""
        if self._extra is not None and self._answer is not None:
            reason = f"answered twice, or before turn {self._turn} was asked: {self._extra!r}"
            ms, self._extra = self._answer.ms, None
            self._answer = Answer(Verdict.PROTOCOL_ERROR, reason=f"{reason} (one line for each MOVE)", ms=ms)


class Orbis2015Player(KitPlayer):
    """A kit's bot that is started here. It is told a port of its own; 0 is any that is free."""

    def __init__(
        self,
        command: Sequence[str],
        name: str,
        folder: Path | None = None,
        place: str = ".",
        *,
        port: int = 0,
        begin: bool = False,
    ) -> None:
        super().__init__(name, folder and folder / place, begin=begin)
        self._words = list(command)
        self._port = port
        self._entrance: Entrance | None = None

    def start(self, opening: Opening) -> None:
        """Open the port and start the bot."""
        self._entrance = Entrance(self._port)
        self._port = self._entrance.port
        self.command = command_at(self._words, self._port, self.name)
        super().start(opening)

    def close(self) -> None:
        """End the bot."""
        self._close_door()
        super().close()

    def watch(self, pipes: Pipes) -> None:
        """Let the table watch the port, and what the bot prints."""
        super().watch(pipes)
        pipes.watch(self._fds["printed"], (self, "printed"))
        if self._entrance is not None:
            pipes.watch(self._entrance.socket.fileno(), (self, DOOR))

    def handle(self, name: str) -> None:
        """The bot has connected, or one of the pipes has something."""
        if name == DOOR:
            self._answer_door()
        elif name.startswith(KNOCK):
            self._answer_knock(int(name.removeprefix(KNOCK)))
        elif name == "printed":
            self._read_printed()
        else:
            super().handle(name)

    def _missing(self) -> str:
        if "stdout" in self._fds or self._entrance:
            return super()._missing()
        return f"it must connect to {HOST}:{self._port}, which its command says ({' '.join(self.command)})"

    def _spawn(self) -> None:
        super()._spawn()
        self._close_fd("stdin")
        self._fds["printed"] = self._fds.pop("stdout")

    def _answer_door(self) -> None:
        """Let them in; a bot that has lost its connection before the match may come again."""
        if self._entrance is None or self._pipes is None:
            return
        for link in self._entrance.let_in(self._pipes.forget):
            fd = link.socket.fileno()
            self._pipes.watch(fd, (self, f"{KNOCK}{fd}"))

    def _answer_knock(self, fd: int) -> None:
        """Who says its name first plays, unless it is another bot that was started here."""
        entrance = self._entrance
        link = entrance.find(fd) if entrance else None
        if entrance is None or link is None:
            return
        said_something = link.read()
        if said_something and link.name is None:
            return
        is_welcome = said_something and "stdout" not in self._fds and self._is_ours(entrance, link)
        entrance.release(link)
        link.forget(fd)
        if is_welcome:
            self._sit_down(link)
        else:
            link.socket.close()

    def _is_ours(self, entrance: Entrance, link: Link) -> bool:
        """Whether a connection can be that of the bot that was started for this seat."""
        if entrance.owner_of(link) in (UNKNOWN, self.supervisor_pid):
            return True
        self._note_log(b"[a connection of another bot was turned away]\n")
        return False

    def _read_output(self) -> None:
        super()._read_output()
        if self._closed_at is not None and self._entrance is not None and self._ended is None:
            self._closed_at = None
            self._named = False
            self._close_fd("stdin")

    def _read_printed(self) -> None:
        data = self._read("printed")
        if data == b"":
            self._close_fd("printed")
        elif data:
            self._note_log(data)

    def _greet(self) -> None:
        super()._greet()
        if self._ready:
            self._close_door()  # nobody else is let in

    def _end(self, verdict: Verdict, reason: str) -> None:
        super()._end(verdict, reason)
        self._close_door()

    def _close_door(self) -> None:
        entrance, self._entrance = self._entrance, None
        if entrance is None:
            return
        if self._pipes is not None:
            self._pipes.forget(entrance.socket.fileno())
        entrance.close()

    def _note_exit(self, event: dict[str, Any]) -> None:
        self._read_printed()
        super()._note_exit(event)

    def _advice(self) -> str:
        known = advice(self._tail.decode(errors="replace"), self.command[0])
        return known or ("" if self._ready else f"; {self._missing()}")


class JoinedPlayer(KitPlayer):
    """A kit's bot that came by itself."""

    def __init__(self, name: str, *, begin: bool = False) -> None:
        super().__init__(name, begin=begin)
        self._door: Door | None = None

    def meet_at(self, venue: Door) -> None:
        """Where the bot has come to."""
        self._door = venue

    def start(self, opening: Opening) -> None:
        """Take over the connection; who the bot is has been said already."""
        assert self._door is not None, "`meet_at()` must be called before `start()`"
        super().start(opening)
        self._sit_down(self._door.take(opening.seat))

    def leaving(self) -> bool:
        """Whether the match is over for the bot but its connection is still there."""
        return super().leaving() and "stdout" in self._fds

    def _spawn(self) -> None:
        """Nobody started it here."""

"""Seats of bots of the Orbis Challenge 2015 (Rampage): started here, or come by themselves."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from lanista.bots.peers import UNKNOWN
from lanista.bots.player import Opening
from lanista.bots.ports import HOST
from lanista.bots.runtimes import advice
from lanista.bots.supervisor import Event
from lanista.games.rampage.contest.kit import KitPlayer
from lanista.games.rampage.contest.server import Door, Entrance, Link
from lanista.verdict import Verdict

if TYPE_CHECKING:
    from lanista.bots.poll_loop import Pipes

PORT_WORD, NAME_WORD = "{port}", "{name}"
DOOR, KNOCK = "door", "knock "  # pipes: the port, and a connection whose client has not said who it is


def command_at(command: Sequence[str], port: int, name: str) -> list[str]:
    """The command of a bot that is to connect to a port: where it says `{port}`, else as `-p PORT` at its end."""
    words = [word.replace(PORT_WORD, str(port)).replace(NAME_WORD, name) for word in command]
    return words if any(PORT_WORD in word for word in command) else [*words, "-p", str(port)]


def kit_player(name: str, command: Sequence[str], folder: Path | None = None, place: str = ".") -> KitPlayer:
    """A player for a bot that is started by a command, or without one for a bot that has come by itself."""
    return Orbis2015Player(command, name, folder, place) if command else JoinedPlayer(name)


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

    def _note_exit(self, event: Event) -> None:
        self._read_printed()
        super()._note_exit(event)

    def _advice(self) -> str:
        known = advice(self._log.text, self.command[0])
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

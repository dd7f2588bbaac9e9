"""Players for bots of the Orbis Challenge 2015 (Rampage): those we start, and those that join."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lanista.bots.player import Opening
from lanista.bots.process.peers import UNKNOWN
from lanista.bots.process.ports import HOST, open_port
from lanista.bots.process.supervisor import Event
from lanista.games.rampage.contest.kit import KitPlayer
from lanista.games.rampage.contest.server import PORT, ClientConnection, JoinListener, Listener

if TYPE_CHECKING:
    from lanista.bots.poller import Poller

PORT_WORD, NAME_WORD = "{port}", "{name}"


def command_at(command: Sequence[str], port: int, name: str) -> list[str]:
    """A bot's command with the port that it must connect to, in place of `{port}` or appended as `-p PORT`."""
    words = [word.replace(PORT_WORD, str(port)).replace(NAME_WORD, name) for word in command]
    return words if any(PORT_WORD in word for word in command) else [*words, "-p", str(port)]


def kit_player(name: str, command: Sequence[str], folder: Path | None = None, cwd: str = ".") -> KitPlayer:
    """A player for a bot started with a command, or without one for a bot that has joined."""
    return Orbis2015Player(command, name, folder and folder / cwd) if command else JoinedPlayer(name)


class Orbis2015Player(KitPlayer):
    """A kit bot that we start, with a separate port to connect to; 0 picks a free one."""

    def __init__(
        self, command: Sequence[str], name: str, cwd: Path | None = None, *, port: int = 0, begin: bool = False
    ) -> None:
        super().__init__(list(command), name, cwd, begin=begin)
        self._port = port
        self._listener: Listener | None = None

    def start(self, opening: Opening) -> None:
        """Open the port, on the bot's private loopback if it can reach nothing else, and start the bot."""
        if self.has_own_network:
            self._port = self._port or PORT
        else:
            self._listener = Listener(open_port(self._port))
            self._port = self._listener.port
        self.launch.listen = self._port
        self.launch.command = command_at(self.launch.command, self._port, self.name)
        super().start(opening)

    def close(self) -> None:
        """End the bot."""
        self._stop_listening()
        super().close()

    def watch(self, poller: Poller) -> None:
        """Register the port and the bot's output with the poller."""
        super().watch(poller)
        if self._listener is not None:
            self._listener.watch(poller, self, self._take_client)

    def _handlers(self) -> dict[str, Any]:
        return {**super()._handlers(), "printed": self._read_printed}

    def _spawn(self) -> None:
        super()._spawn()
        if self.listener is not None:
            self._listener = Listener(self.listener, self.supervisor_pid)
        self._pipes.close("stdin")
        self._pipes.rename("stdout", "printed")

    def _missing(self) -> str:
        is_client_waiting = self._listener is not None and len(self._listener) > 0
        if "stdout" in self._pipes or is_client_waiting:
            return super()._missing()
        return f"it must connect to {HOST}:{self._port}, the port in its command ({' '.join(self.launch.command)})"

    def _take_client(self, connection: ClientConnection, owner: Callable[[], int]) -> bool:
        """Take the first client that sends its name, unless another bot of ours opened the connection."""
        if "stdout" in self._pipes:
            return False
        if owner() not in (UNKNOWN, self.supervisor_pid):
            self._note_log(b"[a connection from another bot was refused]\n")
            return False
        self._take_over(connection)
        return True

    def _note_closed(self) -> None:
        """A bot that loses its connection before the match may connect again."""
        if self._listener is None or self._exchange.ended:
            super()._note_closed()
        else:
            self._named = False
            self._pipes.close("stdin")

    def _read_printed(self) -> None:
        self._read_log("printed")

    def _greet(self) -> None:
        super()._greet()
        if self._exchange.is_ready:
            self._stop_listening()  # no one else may connect

    def _release(self) -> None:
        super()._release()
        self._stop_listening()

    def _stop_listening(self) -> None:
        listener, self._listener = self._listener, None
        if listener is not None:
            listener.close()

    def _note_exit(self, event: Event) -> None:
        self._read_printed()
        super()._note_exit(event)

    def _advice(self) -> str:
        return self._known_remedy() or ("" if self._exchange.is_ready else f"; {self._missing()}")


class JoinedPlayer(KitPlayer):
    """A kit bot that joined a listener."""

    def __init__(self, name: str, *, begin: bool = False) -> None:
        super().__init__([], name, begin=begin)
        self._venue: JoinListener | None = None

    def meet_at(self, venue: JoinListener) -> None:
        """Set the listener that the bot has joined."""
        self._venue = venue

    def start(self, opening: Opening) -> None:
        """Take over the connection on which the bot has sent its name."""
        assert self._venue is not None, "`meet_at()` must be called before `start()`"
        super().start(opening)
        self._take_over(self._venue.take(opening.seat))

    def leaving(self) -> bool:
        """Whether the match is over for the bot but its connection is still open."""
        return super().leaving() and "stdout" in self._pipes

    def _spawn(self) -> None:
        """There is no process to start."""

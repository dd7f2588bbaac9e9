"""Supervises a bot by threads of this process, on Windows, where pipes cannot be polled and nothing is forked.

Each pipe has a thread that connects it to a socket, so that the poll loop treats all systems alike. A job object
owns the bot's processes, and ends them even if this process is killed.
"""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import threading
from contextlib import suppress
from typing import IO

from lanista.bots.process.job_object import ProcessTree
from lanista.bots.process.supervisor import CLOSE_SECONDS, Launch, Supervisor
from lanista.core.system import OWN_SESSION, channels
from lanista.sandbox.environment import open_environment

NEVER_STARTED = -1


class ThreadedSupervisor(Supervisor):
    """A supervisor without a process; it starts its bot at once."""

    def __init__(self, launch: Launch, output: IO[bytes] | None = None) -> None:
        self.fds = {}
        self._bot: subprocess.Popen[bytes] | None = None
        self._tree = ProcessTree()
        self._status = self._channel("status")
        control = self._channel("control")
        try:
            self._start(launch, output)
        except (OSError, ValueError) as error:
            self._report({"failed": f"{launch.command[0]}: {getattr(error, 'strerror', None) or error}"})
        self._threads = [
            threading.Thread(target=self._wait, name="bot", daemon=True),
            threading.Thread(target=self._obey, args=(control,), name="control", daemon=True),
        ]
        for thread in self._threads:
            thread.start()

    @property
    def pid(self) -> int:
        """The bot's process id."""
        return NEVER_STARTED if self._bot is None else self._bot.pid

    def wake(self) -> None:
        """Do nothing: a bot cannot stop our threads."""

    def close(self, bot: int = NEVER_STARTED) -> None:
        """End the bot and its processes; our end of `control` must be closed."""
        for thread in self._threads:
            thread.join(CLOSE_SECONDS)
        self._tree.close()

    def _channel(self, name: str) -> socket.socket:
        """Our end of a channel goes to `fds`; returns the other one."""
        ours, theirs = socket.socketpair()
        ours.setblocking(False)
        self.fds[name] = ours.detach()
        return theirs

    def _start(self, launch: Launch, output: IO[bytes] | None) -> None:
        program = shutil.which(launch.command[0]) or launch.command[0]  # Windows looks for .exe files only
        process = subprocess.Popen(
            [program, *launch.command[1:]],
            stdin=subprocess.PIPE if output is None else subprocess.DEVNULL,
            stdout=output or subprocess.PIPE,
            stderr=output or subprocess.PIPE,
            cwd=launch.cwd,
            env=open_environment(os.environ, launch.environment),
            bufsize=0,
            **OWN_SESSION,
        )
        self._bot = process
        self._tree.add(process)
        self._report({"started": process.pid})
        if process.stdin and process.stdout and process.stderr:
            self.fds["stdin"] = channels.writable_socket(process.stdin)
            self.fds["stdout"] = channels.readable_socket(process.stdout)
            self.fds["stderr"] = channels.readable_socket(process.stderr)

    def _obey(self, control: socket.socket) -> None:
        """End the bot when the referee closes `control`."""
        with control, suppress(OSError):
            while control.recv(1):
                pass
        self._tree.end()

    def _wait(self) -> None:
        """Report how the bot ended, and end its remaining processes."""
        if self._bot is not None:
            code = self._bot.wait()
            self._report({"signal": -code} if code < 0 else {"exit": code})
            self._tree.end()
        self._status.close()

    def _report(self, event: dict[str, object]) -> None:
        with suppress(OSError):  # the referee has closed its end
            self._status.sendall(json.dumps(event).encode() + b"\n")

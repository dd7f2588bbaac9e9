"""Bot processes that wait for their next match, for bots that said `"again": true`."""

from __future__ import annotations

import contextlib
from dataclasses import dataclass
from typing import NamedTuple

from lanista.bots.player import Budgets
from lanista.bots.process.supervisor import Supervisor
from lanista.core.system import channels
from lanista.sandbox import SandboxPolicy
from lanista.sandbox.usage.freezer import Freezer

MAX_WAITING = 8  # processes that wait; beyond that, the one that has waited longest is ended
DISCARDED_BYTES = 64 * 1024  # of log between two matches; a bot that writes more is ended


class BotKey(NamedTuple):
    """The key under which a process is kept: a later match may reuse it if all of this is equal."""

    game: str
    command: tuple[str, ...]
    cwd: str
    protocol: str
    limits: Budgets
    sandbox: SandboxPolicy
    digest: str  # of its files, so that a changed bot is started anew


@dataclass
class LiveBot:
    """A bot's process between two matches, with our ends of its pipes."""

    key: BotKey
    supervisor: Supervisor
    pid: int
    fds: dict[str, int]
    freezer: Freezer | None = None  # if its processes are frozen

    def is_quiet(self) -> bool:
        """Whether it still runs and has written no line; its log between two matches belongs to neither."""
        log = _read(self.fds["stderr"])
        silent = all(_read(self.fds[name]) is None for name in ("stdout", "status"))
        return silent and (log is None or 0 < len(log) < DISCARDED_BYTES)

    def thaw(self) -> None:
        """Let it continue."""
        freezer, self.freezer = self.freezer, None
        if freezer is not None:
            freezer.thaw()

    def end(self) -> None:
        """End it and all its descendants."""
        self.thaw()
        for fd in self.fds.values():
            channels.close(fd)
        self.supervisor.close(self.pid)


class LiveBots:
    """Owns the bots' processes between matches; anything that plays many matches in this process has one."""

    def __init__(self) -> None:
        self._waiting: list[LiveBot] = []  # oldest first

    def __enter__(self) -> LiveBots:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __len__(self) -> int:
        return len(self._waiting)

    def take(self, key: BotKey) -> LiveBot | None:
        """A process for a match, which the caller then owns; None if a new one must be started."""
        for bot in list(self._waiting):
            if bot.key[:-1] == key[:-1]:
                self._waiting.remove(bot)
                if bot.key == key and bot.is_quiet():
                    return bot
                bot.end()
        return None

    def keep(self, bot: LiveBot) -> None:
        """Take over a process whose match is over."""
        self._waiting.append(bot)
        while len(self._waiting) > MAX_WAITING:
            self._waiting.pop(0).end()

    def close(self) -> None:
        """End all processes, even if one of them cannot be ended."""
        with contextlib.ExitStack() as stack:
            while self._waiting:
                stack.callback(self._waiting.pop().end)


def _read(fd: int) -> bytes | None:
    """Read a pipe without waiting: b'' at its end, None if it is empty."""
    try:
        return channels.read(fd, DISCARDED_BYTES)
    except BlockingIOError:
        return None

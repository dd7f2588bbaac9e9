"""A player without a process: a test writes its output, at moments on its clock."""

from __future__ import annotations

import contextlib
import os
from functools import partial
from pathlib import Path
from typing import Any

from lanista.bots.player import BotAnswer, Budgets, MatchInfo, Opening
from lanista.bots.poll_loop import PollLoop
from lanista.bots.process.process import ProcessPlayer
from lanista.bots.process.supervisor_process import KILL
from lanista.bots.protocol.folder_player import FolderPlayer
from lanista.bots.protocol.lines_player import LinesPlayer
from lanista.core.verdict import Verdict
from lanista.game import get_game
from lanista.games.overdrive.contest.player import RoundFilesPlayer
from lanista.games.tower_defence.contest.player import RoundProcessPlayer
from tests.clock import ManualClock

LIMITS = Budgets(1000, 200)


class Scripted(ProcessPlayer):
    """Its standard output and status are pipes that the test holds the other ends of; its input leads nowhere."""

    def _spawn(self) -> None:
        self.ends: dict[str, int] = {}
        for name in ("stdout", "stderr", "status"):
            ours, self.ends[name] = os.pipe()
            os.set_blocking(ours, False)
            os.set_blocking(self.ends[name], False)
            self._pipes.add(name, ours)

    def write(self, data: bytes, name: str = "stdout") -> None:
        """The bot writes, as much as the pipe takes; if nobody reads any more, nothing."""
        if data and name in self._pipes:
            with contextlib.suppress(BlockingIOError):
                os.write(self.ends[name], data)

    def leaving(self) -> bool:
        return False

    def close(self) -> None:
        self._pipes.close_all()
        for fd in self.ends.values():
            os.close(fd)
        self.ends = {}


class ScriptedLines(Scripted, LinesPlayer):
    """A bot that speaks the lines protocol."""


class ScriptedFiles(Scripted, FolderPlayer):
    """A bot for which no files are written."""

    def start(self, opening: Opening) -> None:
        self._opening = opening
        ProcessPlayer.start(self, opening)
        self._exchange.ready()

    def close(self) -> None:
        Scripted.close(self)

    def _write_files(self, folder: str, *files: tuple[str, bytes], drop: str = "") -> None:
        pass


class Scripted2020(ScriptedFiles, RoundFilesPlayer):
    """A bot of Entelect Challenge 2020."""


class Scripted2018(ScriptedFiles, RoundProcessPlayer):
    """A bot of Entelect Challenge 2018: what the test writes to its output is its `command.txt`."""

    order = b""

    def _write_files(self, folder: str, *files: tuple[str, bytes], drop: str = "") -> None:
        self.order = b""

    def _send(self, data: bytes) -> None:
        if data == KILL:
            self.write(b'{"signal":9}\n', "status")

    def _order(self) -> BotAnswer | None:
        return BotAnswer(Verdict.OK, self.order.decode(errors="replace")) if self.order else None

    def write(self, data: bytes, name: str = "stdout") -> None:
        if name == "stdout":
            self.order = data
            super().write(b'{"exit":0}\n', "status")
        else:
            super().write(data, name)


class Rehearsal:
    """One scripted player in its own poll loop, asked turn after turn on a manual clock."""

    def __init__(self, kind: type[Scripted] = ScriptedLines, limits: Budgets = LIMITS) -> None:
        self.clock = ManualClock()
        arguments: tuple[Any, ...] = () if kind is ScriptedLines else (Path("."),)
        self.player = kind(["scripted"], "scripted", *arguments)
        self.loop = PollLoop([self.player], self.clock)
        self._limits = limits

    def __enter__(self) -> Rehearsal:
        game = get_game("tower_defence" if isinstance(self.player, Scripted2018) else "overdrive")
        config = game.configure()
        state = game.start(config, 1, 2)
        match = MatchInfo(game.name, "standard", config, ["a", "b"], self._limits)
        self.player.start(Opening(match, 0, 1, state, clock=self.clock))
        self.loop.seat()
        return self

    def __exit__(self, *_: object) -> None:
        self.loop.close(None)

    def get_ready(self, line: bytes = b'{"type":"ready"}\n') -> None:
        self.player.write(line)
        self.loop.wait()

    def ask(self, turn: int, *script: tuple[float, bytes]) -> BotAnswer:
        """A turn in which the bot writes data some `seconds` after the question."""
        self.loop.listen()
        self.player.ask(turn, b"{}")
        for seconds, data in script:
            self.clock.after(seconds, partial(self.player.write, data))
        self.loop.wait()
        return self.player.take()

    def between(self, data: bytes) -> None:
        """The bot writes between two turns."""
        self.player.write(data)

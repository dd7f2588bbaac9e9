"""The log folder of an original contest, written while a match runs, for tools that read it."""

from __future__ import annotations

import itertools
import time
from abc import ABC, abstractmethod
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Protocol

from lanista.bots.protocol.registry import games_by_protocol
from lanista.core.errors import InputError
from lanista.core.files import explain, write_whole
from lanista.core.text import inert, seat_letter
from lanista.engine import State
from lanista.game import Game
from lanista.match.referee import MatchResult, MatchSetup, Observer, PlayedTurn

UNSAFE = str.maketrans(dict.fromkeys('/\\:*?"<>|�', "_"))  # characters that file systems refuse
MAX_NAME = 80


class ClassicLogs(Observer, Protocol):
    """An observer that writes log files."""

    @property
    def folder(self) -> Path:
        """The folder of the log files."""


def classic_logs(game: Game[Any, Any, Any], folder: Path, names: Sequence[str]) -> ClassicLogs:
    """An observer that writes the contest's log files into a folder; `names` are the bots' names."""
    logs = game.contest.logs()
    if logs is None:
        known = ", ".join(other.name for other in games_by_protocol() if other.contest.logs())
        raise InputError(f"--classic-logs knows the log folders of {known}, got {game.name}")
    return logs(folder, names)


class RoundFolders(ABC):
    """Logs with a folder per round, which has a folder per player."""

    def __init__(self, folder: Path, names: Sequence[str]) -> None:
        self.names = [player_name(seat, name) for seat, name in enumerate(names)]
        self.folder = new_folder(folder)
        self._seen: list[dict[str, bytes]] = []  # each player's files with the state before the round

    def begin(self, setup: MatchSetup, names: Sequence[str], state: State[Any, Any]) -> None:
        """Capture the state before the first round."""
        self._setup = setup
        self._state = state
        self._look()

    def turn(self, turn: PlayedTurn, state: State[Any, Any]) -> None:
        """Write the round, and capture the state after it."""
        self._write_round(turn)
        self._look()

    @abstractmethod
    def end(self, result: MatchResult) -> None:
        """Write how the match ended, if it did."""

    def _look(self) -> None:
        """Capture what the players see now, since the round changes it."""
        self._seen = [self._shown(seat) for seat in range(len(self.names))]

    @abstractmethod
    def _shown(self, seat: int) -> dict[str, bytes]:
        """The files with a player's view of the state."""

    @abstractmethod
    def _write_round(self, turn: PlayedTurn) -> None:
        """Write the files of one round."""

    def _write_players(self, number: int, said: Sequence[dict[str, bytes]]) -> None:
        """Write the players' folders of a round: what they saw, and what they answered."""
        for name, seen, files in zip(self.names, self._seen, said, strict=True):
            for file, data in {**seen, **files}.items():
                self._write(f"{round_name(number)}/{name}/{file}", data)

    def _write(self, name: str, data: bytes) -> None:
        write_whole(self.folder / name, data, force=True, sync=False)

    def _winner_line(self, result: MatchResult) -> str:
        assert result.outcome is not None
        best = [seat for seat, rank in enumerate(result.outcome.rule_ranks) if rank == 1]
        return f"The winner is: {self.names[best[0]]}" if len(best) == 1 else "The game ended in a tie"


def round_name(number: int) -> str:
    """The name of a round's folder."""
    return f"Round {number:03}"


def player_name(seat: int, name: str) -> str:
    """The name of a player's folder."""
    return f"{seat_letter(seat)} - {inert(name, MAX_NAME).translate(UNSAFE)}"


def new_folder(folder: Path) -> Path:
    """Make a new folder for a match, named after the current time."""
    stamp = time.strftime("%Y.%m.%d.%H.%M.%S")
    names = itertools.chain([stamp], (f"{stamp}-{number}" for number in itertools.count(2)))
    try:
        folder.mkdir(parents=True, exist_ok=True)
        return next(path for path in map(folder.joinpath, names) if _make(path))
    except OSError as error:
        raise InputError(f"--classic-logs {explain(error, folder, 'make a folder in')}") from None


def _make(path: Path) -> bool:
    """Make a folder; false if it already exists."""
    try:
        path.mkdir()
    except FileExistsError:
        return False
    return True

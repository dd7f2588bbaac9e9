"""The log folder of an original contest, written while a match runs: for tools and eyes that know it.

Tower Defence as in Entelect Challenge 2018 (release 3.0.2), Overdrive as in 2020; Rampage's results as in Orbis
Challenge 2015, Sproutopia's files as in Entelect Challenge 2024.
"""

from __future__ import annotations

import itertools
import time
from abc import ABC, abstractmethod
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from lanista.bots.player import Answer
from lanista.engine import State
from lanista.errors import InputError
from lanista.files import append_whole, explain, write_whole
from lanista.games.overdrive import generator
from lanista.games.overdrive.contest import tables
from lanista.games.overdrive.contest.player import state_file
from lanista.games.overdrive.views import text_map as race_text
from lanista.games.rampage.contest.logs import OrbisResults
from lanista.games.sproutopia.contest.logs import SproutopiaLogs
from lanista.games.tower_defence.contest.console import console_map
from lanista.games.tower_defence.contest.text_map import text_map as battle_text
from lanista.games.tower_defence.game import Reason
from lanista.match.referee import MatchResult, Setup, Turn
from lanista.text import inert, seat_letter

NO_COMMAND = "No Command"
UNSAFE = str.maketrans(dict.fromkeys('/\\:*?"<>|�', "_"))  # what file systems do not take
NAME = 80


def classic_logs(game: str, folder: Path, names: Sequence[str]) -> EntelectLogs | OrbisResults | SproutopiaLogs:
    """An observer that writes the contest's folder of a match into another; `names` are the bots' own."""
    kinds: dict[str, type[EntelectLogs | OrbisResults | SproutopiaLogs]] = {
        "tower_defence": TowerDefenceLogs,
        "overdrive": OverdriveLogs,
        "rampage": OrbisResults,
        "sproutopia": SproutopiaLogs,
    }
    if game not in kinds:
        raise InputError(f"--classic-logs knows the log folders of {', '.join(kinds)}, got {game}")
    return kinds[game](folder, names)


class EntelectLogs(ABC):
    """What both contests have in common: a folder per round, in it a folder per player."""

    def __init__(self, folder: Path, names: Sequence[str]) -> None:
        self.names = [player_name(seat, name) for seat, name in enumerate(names)]
        self.folder = new_folder(folder)
        self._seen: list[dict[str, bytes]] = []  # the files of each player that show the state before the round

    def begin(self, setup: Setup, names: Sequence[str], state: State[Any, Any]) -> None:
        """The first state is what the first round is asked with."""
        self._setup = setup
        self._state = state
        self._look()

    def turn(self, turn: Turn, state: State[Any, Any]) -> None:
        """A round was played."""
        self._write_round(turn)
        self._look()

    @abstractmethod
    def end(self, result: MatchResult) -> None:
        """How the match ended, if it did."""

    def _look(self) -> None:
        """Keep what the players see now: it changes with the round."""
        self._seen = [self._shown(seat) for seat in range(len(self.names))]

    @abstractmethod
    def _shown(self, seat: int) -> dict[str, bytes]:
        """The files that show a player the state."""

    @abstractmethod
    def _write_round(self, turn: Turn) -> None:
        """Everything of one round."""

    def _write_players(self, number: int, said: Sequence[dict[str, bytes]]) -> None:
        """The players' folders of a round: what they saw, and what they said."""
        for name, seen, files in zip(self.names, self._seen, said, strict=True):
            for file, data in {**seen, **files}.items():
                self._write(f"{round_name(number)}/{name}/{file}", data)

    def _write(self, name: str, data: bytes) -> None:
        write_whole(self.folder / name, data, force=True, sync=False)

    def _winner_line(self, result: MatchResult) -> str:
        assert result.outcome is not None
        best = [seat for seat, place in enumerate(result.outcome.places) if place == 1]
        return f"The winner is: {self.names[best[0]]}" if len(best) == 1 else "The game ended in a tie"


class TowerDefenceLogs(EntelectLogs):
    """The folder of 2018 (section 8.6 of its specification): rounds count from 0."""

    def end(self, result: MatchResult) -> None:
        """One more round's folder with the last state and no orders; in it, who won."""
        outcome = result.outcome
        if outcome is None:
            return
        self._write_players(result.turns, [_said_in_battle("", "") for _ in self.names])
        numbers = zip(self.names, outcome.scores, self._state.record.players, strict=True)
        stuck = outcome.reason == Reason.DO_NOTHINGS.value
        lines = [
            *(["Bot did nothing too many consecutive rounds", ""] if stuck else []),
            self._winner_line(result),
            "",
            *(f"{name}- score:{score} health:{player.health}" for name, score, player in numbers),
        ]
        self._write(f"{round_name(result.turns)}/endGameState.txt", "\n".join(lines).encode())

    def _shown(self, seat: int) -> dict[str, bytes]:
        state = self._state
        return {
            "JsonMap.json": self._setup.game.view_json(state, seat),
            "TextMap.txt": battle_text(state, seat).encode(),
            "Console/Console.txt": console_map(state, self.names).encode(),
        }

    def _write_round(self, turn: Turn) -> None:
        said = [_said_in_battle(answer.text or "", answer.log) for answer in turn.answers]
        self._write_players(turn.turn - 1, said)


def _said_in_battle(order: str, output: str) -> dict[str, bytes]:
    return {"PlayerCommand.txt": _bytes(order), "Console/BotOutput.txt": _bytes(output)}


class OverdriveLogs(EntelectLogs):
    """The folder of 2020 (section 11 of its specification): rounds count from 1."""

    def begin(self, setup: Setup, names: Sequence[str], state: State[Any, Any]) -> None:
        """The tables' heads, and the first rows."""
        super().begin(setup, names, state)
        for name in self.names:
            self._append(f"{name}.csv", tables.CSV_HEADER)
        self._log("Starting match")
        self._add_rows()

    def turn(self, turn: Turn, state: State[Any, Any]) -> None:
        """A round was played; the tables have a row for every round that is asked."""
        super().turn(turn, state)
        if state.record.winner < 0:
            self._add_rows()

    def end(self, result: MatchResult) -> None:
        """Who won, in the last round's folder."""
        outcome = result.outcome
        if outcome is None:
            self._log("The match was stopped", "ERROR")
            return
        scores = zip(self.names, outcome.scores, strict=True)
        lines = [
            f"Match seed: {generator.map_seed(self._setup.seed)}",
            "",
            self._winner_line(result),
            "",
            *(f"{name} - score:{score} health:0" for name, score in scores),
        ]
        remarks = [inert(mark) for mark in (*outcome.marks, *result.marks)]
        if remarks:
            lines += ["=" * 39, "Referee messages", "=" * 39, *remarks]
        self._write(f"{round_name(result.turns)}/endGameState.txt", "\n".join(lines).encode())
        self._log(self._winner_line(result))

    def _shown(self, seat: int) -> dict[str, bytes]:
        text = race_text(self._state, seat).encode()
        return {
            "JsonMap.json": state_file(self._setup.game.view_json(self._state, seat)),
            "TextMap.txt": text,
            "Console/Console.txt": text,
        }

    def _write_round(self, turn: Turn) -> None:
        said = [{"PlayerCommand.txt": _said_in_race(answer)} for answer in turn.answers]
        self._write_players(turn.turn, said)
        self._write(f"{round_name(turn.turn)}/GlobalState.json", tables.global_state(self._state))
        self._log(f"Completed round: {turn.turn}")

    def _add_rows(self) -> None:
        for seat, name in enumerate(self.names):
            self._append(f"{name}.csv", tables.csv_row(self._state, seat))

    def _log(self, text: str, level: str = "INFO") -> None:
        now = time.time()
        stamp = time.strftime("%H:%M:%S", time.localtime(now)) + f",{int(1000 * now) % 1000:03}"
        self._append("match.log", f"{stamp} {level} {text}")

    def _append(self, name: str, line: str) -> None:
        append_whole(self.folder / name, _bytes(line + "\n"))


def _said_in_race(answer: Answer) -> bytes:
    command = answer.text if answer.text and answer.text.strip() else NO_COMMAND
    error = "null" if answer.error is None else answer.error
    return _bytes(f"Command: {command}\nExecution time: {round(answer.ms)}ms\nException: {error}")


def _bytes(text: str) -> bytes:
    return text.encode(errors="replace")


def round_name(number: int) -> str:
    """The folder of a round."""
    return f"Round {number:03}"


def player_name(seat: int, name: str) -> str:
    """What the contests call a player, as a file's name."""
    return f"{seat_letter(seat)} - {inert(name, NAME).translate(UNSAFE)}"


def new_folder(folder: Path) -> Path:
    """A folder of its own for a match, named after the moment."""
    stamp = time.strftime("%Y.%m.%d.%H.%M.%S")
    names = itertools.chain([stamp], (f"{stamp}-{number}" for number in itertools.count(2)))
    try:
        folder.mkdir(parents=True, exist_ok=True)
        return next(path for path in map(folder.joinpath, names) if _make(path))
    except OSError as error:
        raise InputError(f"--classic-logs {explain(error, folder, 'make a folder in')}") from None


def _make(path: Path) -> bool:
    """Make a folder; whether it was not there yet."""
    try:
        path.mkdir()
    except FileExistsError:
        return False
    return True

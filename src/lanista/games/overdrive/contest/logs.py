"""The log folder of the contest's runner (section 11 of the specification)."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

from lanista.bots.player import BotAnswer
from lanista.core.files import append_whole
from lanista.core.text import inert
from lanista.engine import State
from lanista.games.overdrive import generator
from lanista.games.overdrive.contest import tables
from lanista.games.overdrive.contest.player import state_file
from lanista.games.overdrive.views import text_map
from lanista.match.classic_logs import RoundFolders, round_name
from lanista.match.referee import MatchResult, MatchSetup, PlayedTurn

NO_COMMAND = "No Command"


class Logs(RoundFolders):
    """The log folder; rounds count from 1."""

    def begin(self, setup: MatchSetup, names: Sequence[str], state: State[Any, Any]) -> None:
        """Write the headers and first rows of the tables."""
        super().begin(setup, names, state)
        for name in self.names:
            self._append(f"{name}.csv", tables.CSV_HEADER)
        self._log("Starting match")
        self._add_rows()

    def turn(self, turn: PlayedTurn, state: State[Any, Any]) -> None:
        """Log a round; the tables get a row for every round about to be played."""
        super().turn(turn, state)
        if state.record.winner < 0:
            self._add_rows()

    def end(self, result: MatchResult) -> None:
        """Write the result into the last round's folder."""
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
        text = text_map(self._state, seat).encode()
        return {
            "JsonMap.json": state_file(self._setup.game.view_json(self._state, seat)),
            "TextMap.txt": text,
            "Console/Console.txt": text,
        }

    def _write_round(self, turn: PlayedTurn) -> None:
        files = [{"PlayerCommand.txt": _command_file(answer)} for answer in turn.answers]
        self._write_players(turn.turn, files)
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


def _command_file(answer: BotAnswer) -> bytes:
    command = answer.text if answer.text and answer.text.strip() else NO_COMMAND
    error = "null" if answer.error is None else answer.error
    return _bytes(f"Command: {command}\nExecution time: {round(answer.ms)}ms\nException: {error}")


def _bytes(text: str) -> bytes:
    return text.encode(errors="replace")

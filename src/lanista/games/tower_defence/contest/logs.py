"""The log folder of release 3.0.2 (section 8.6 of the specification)."""

from __future__ import annotations

from lanista.games.tower_defence.contest.console import console_map
from lanista.games.tower_defence.contest.text_map import text_map
from lanista.games.tower_defence.ending import Reason
from lanista.match.classic_logs import RoundFolders, round_name
from lanista.match.referee import MatchResult, PlayedTurn


class Logs(RoundFolders):
    """The log folder; rounds count from 0."""

    def end(self, result: MatchResult) -> None:
        """Write one more round's folder with the final state and the result."""
        outcome = result.outcome
        if outcome is None:
            return
        self._write_players(result.turns, [_order_files("", "") for _ in self.names])
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
            "TextMap.txt": text_map(state, seat).encode(),
            "Console/Console.txt": console_map(state, self.names).encode(),
        }

    def _write_round(self, turn: PlayedTurn) -> None:
        files = [_order_files(answer.text or "", answer.log) for answer in turn.answers]
        self._write_players(turn.turn - 1, files)


def _order_files(order: str, output: str) -> dict[str, bytes]:
    return {
        "PlayerCommand.txt": order.encode(errors="replace"),
        "Console/BotOutput.txt": output.encode(errors="replace"),
    }

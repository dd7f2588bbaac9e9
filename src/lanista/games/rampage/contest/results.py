"""Result files of the original, `Results/<name>-<n>.json` (section 12), which can be replayed like recordings."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
from msgspec import Meta

from lanista.core.errors import LoadError
from lanista.core.files import read_text
from lanista.core.text import quoted
from lanista.engine import State
from lanista.game.conform import ConformTally
from lanista.games.rampage import maps, rules
from lanista.games.rampage.moves import Move
from lanista.games.rampage.state import SEATS, Arena, Config, Word

if TYPE_CHECKING:
    from lanista.games.rampage.game import Rampage

NO_RESPONSE = "NO_RESPONSE"  # what the client of a slow bot sends instead of a move (11.1)
Requested = Annotated[str, Meta(pattern=f"^({'|'.join([*Word.__members__, NO_RESPONSE])})$")]
MAX_CHARACTERS = 2**20  # of a result or a map
MAX_FOLDERS_UP = 4  # folders above a result file that are searched for its map


class ResultPlayer(msgspec.Struct):
    """One player's part of a result; the items are those left at the end."""

    score: int
    HP: int
    shield: int
    laser: int
    teleport: int
    moves: list[Requested]
    name: str = ""


class GameResult(msgspec.Struct, rename="camel"):
    """The result of a game. The original wrote executed moves; we write requested ones, which always replay."""

    winner: int
    player1: ResultPlayer
    player2: ResultPlayer
    turn_number: int
    map_path: str
    ruleset: str = "classic"  # our addition; the original had only this one


def result_of(
    state: State[Arena, Config], names: Sequence[str], moves: Sequence[Sequence[str]], map_path: str, ruleset: str
) -> GameResult:
    """The result of a finished game, with the moves of each player."""
    arena = state.record
    one, two = (
        ResultPlayer(player.points, player.hp, player.shield, player.laser, player.teleport, list(played), name)
        for player, played, name in zip(arena.players, moves, names, strict=True)
    )
    return GameResult(rules.victor(arena, state.const) + 1, one, two, arena.turn, map_path, ruleset)


def read_moves(words: Sequence[Requested]) -> list[Move]:
    """Parse the moves of a recorded turn; NO_RESPONSE is read as NONE."""
    return [Move(Word.NONE if word == NO_RESPONSE else Word[word]) for word in words]


def requested_moves(state: State[Arena, Config]) -> list[str]:
    """The moves that both players requested in the last turn."""
    return [Word(player.requested).name for player in state.record.players]


# Reading


def conform(game: Rampage, path: Path, comparison: ConformTally) -> None:
    """Replay a result file on the map that it names, and compare the final result."""
    result = read_result(path)
    if result.ruleset != comparison.ruleset:
        return
    map_ = maps.read_map(read_text(find_map(path, result), "a map", MAX_CHARACTERS), any_size=True)
    state = game.blank(game.configure(result.ruleset), map_)
    comparison.matches += 1
    moves = [result.player1.moves, result.player2.moves]
    for words in zip(*moves, strict=False):
        if state.record.over:
            break
        game.step(state, read_moves(words))
        comparison.turns += 1
    played = result_of(state, [result.player1.name, result.player2.name], moves, result.map_path, result.ruleset)
    comparison.compare(state.record.turn, path.name, _result_members(result), _result_members(played))


def read_result(path: Path) -> GameResult:
    """Load and check a result file."""
    try:
        result = msgspec.json.decode(read_text(path, "a result", MAX_CHARACTERS), type=GameResult)
    except msgspec.DecodeError as error:
        raise LoadError(f"{path}: expected a result file of the Orbis Challenge 2015: {error}") from None
    if len(result.player1.moves) != len(result.player2.moves):
        counts = f"{len(result.player1.moves)} and {len(result.player2.moves)}"
        raise LoadError(f"{path}: expected as many moves for player 1 as for player 2, got {counts}")
    return result


def find_map(path: Path, result: GameResult) -> Path:
    """The map file that a result names, searched for relative to the folders above the result."""
    wanted = result.map_path.replace("\\", "/")
    for folder in path.resolve().parents[:MAX_FOLDERS_UP]:
        if (folder / wanted).is_file():
            return folder / wanted
    raise LoadError(
        f"{path}: its map {quoted(wanted)} was not found; expected it in {path.resolve().parents[1]} or above"
    )


def _result_members(result: GameResult) -> dict[str, Any]:
    """The final scores of a result, without the moves."""
    members = msgspec.to_builtins(result)
    players = [members[f"player{number}"] for number in range(1, SEATS + 1)]
    keys = ("score", "HP", "shield", "laser", "teleport")
    return {
        "winner": result.winner,
        "turnNumber": result.turn_number,
        "players": [{key: player[key] for key in keys} for player in players],
    }

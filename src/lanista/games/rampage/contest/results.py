"""The original's result files, `Results/<name>-<n>.json` (section 12): written, and replayed as recordings."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
from msgspec import Meta

from lanista.conform import Comparison
from lanista.engine import State
from lanista.errors import LoadError
from lanista.games.rampage import maps, rules
from lanista.games.rampage.moves import Move
from lanista.games.rampage.state import SEATS, Arena, Config, Word

if TYPE_CHECKING:
    from lanista.games.rampage.game import Rampage

NO_RESPONSE = "NO_RESPONSE"  # what the client of a bot that is late sends instead of a move (11.1)
Requested = Annotated[str, Meta(pattern=f"^({'|'.join([*Word.__members__, NO_RESPONSE])})$")]
NEAR = 4  # so many folders above a result file are looked through for its map


class Player(msgspec.Struct):
    """One player's part; the items are those left over."""

    score: int
    HP: int
    shield: int
    laser: int
    teleport: int
    moves: list[Requested]
    name: str = ""


class Result(msgspec.Struct, rename="camel"):
    """A game. The original wrote effective moves, we write requested ones: those always replay."""

    winner: int
    player1: Player
    player2: Player
    turn_number: int
    map_path: str
    ruleset: str = "classic"  # ours; the original had no other


def result_of(
    state: State[Arena, Config], names: Sequence[str], moves: Sequence[Sequence[str]], map_path: str, ruleset: str
) -> Result:
    """A game that is over, by the moves of each player."""
    arena = state.record
    one, two = (
        Player(player.points, player.hp, player.shield, player.laser, player.teleport, list(made), name)
        for player, made, name in zip(arena.players, moves, names, strict=True)
    )
    return Result(rules.victor(arena, state.const) + 1, one, two, arena.turn, map_path, ruleset)


def read_moves(words: Sequence[Requested]) -> list[Move]:
    """The moves of a recorded turn; no response is NONE."""
    return [Move(Word.NONE if word == NO_RESPONSE else Word[word]) for word in words]


def requested(state: State[Arena, Config]) -> list[str]:
    """What both players asked for in the turn just played."""
    return [Word(player.requested).name for player in state.record.players]


# Reading


def conform(game: Rampage, path: Path, comparison: Comparison) -> None:
    """Replay a result file on the map that it names, and compare how the game ended."""
    result = read_result(path)
    if result.ruleset != comparison.ruleset:
        return
    made = maps.read_map(_text(find_map(path, result)), any_size=True)
    state = game.blank(game.configure(result.ruleset), made)
    comparison.matches += 1
    moves = [result.player1.moves, result.player2.moves]
    for words in zip(*moves, strict=False):
        if state.record.over:
            break
        game.step(state, read_moves(words))
        comparison.turns += 1
    played = result_of(state, [result.player1.name, result.player2.name], moves, result.map_path, result.ruleset)
    comparison.compare(state.record.turn, path.name, _end_of(result), _end_of(played))


def read_result(path: Path) -> Result:
    """A result file, checked."""
    try:
        result = msgspec.json.decode(_text(path), type=Result)
    except msgspec.DecodeError as error:
        raise LoadError(f"{path}: expected a result file of the Orbis Challenge 2015: {error}") from None
    if len(result.player1.moves) != len(result.player2.moves):
        counts = f"{len(result.player1.moves)} and {len(result.player2.moves)}"
        raise LoadError(f"{path}: expected as many moves of player 1 as of player 2, got {counts}")
    return result


def find_map(path: Path, result: Result) -> Path:
    """The map file that a result names, looked for from the folders above it."""
    wanted = result.map_path.replace("\\", "/")
    for folder in path.resolve().parents[:NEAR]:
        if (folder / wanted).is_file():
            return folder / wanted
    raise LoadError(
        f"{path}: its map {wanted!r} is not there; expected it in {path.resolve().parents[1]} or above"
    )


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise LoadError(f"{path}: cannot be read: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise LoadError(f"{path}: cannot be read: {error}") from None


def _end_of(result: Result) -> dict[str, Any]:
    """What a game came to, without how."""
    members = msgspec.to_builtins(result)
    players = [members[f"player{number}"] for number in range(1, SEATS + 1)]
    keys = ("score", "HP", "shield", "laser", "teleport")
    return {
        "winner": result.winner,
        "turnNumber": result.turn_number,
        "players": [{key: player[key] for key in keys} for player in players],
    }

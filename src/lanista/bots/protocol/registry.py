"""The protocols of bots by the names that `lanista.toml` uses: ours, and those of the games' contests."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lanista.core.errors import BotError
from lanista.core.text import quoted
from lanista.engine.record import closest
from lanista.game import Game, installed_games
from lanista.game.contest import BotProtocol

if TYPE_CHECKING:
    from lanista.bots.player import BotPlayer


def _lines_player(name: str, command: Sequence[str], folder: Path | None, cwd: str) -> BotPlayer:
    from lanista.bots.protocol.lines_player import LinesPlayer

    return LinesPlayer(list(command), name, folder)


LINES = BotProtocol("lines", "JSON lines", _lines_player)
PYTHON = BotProtocol("python", "a Python file with a function move(view)", _lines_player)
OURS = (LINES, PYTHON)


def contest_protocols() -> list[tuple[str, BotProtocol]]:
    """The protocols of all contests in the order of their ids, each with the name of its game."""
    return [(game.name, protocol) for game in games_by_protocol() for protocol in game.contest.protocols]


def games_by_protocol() -> list[Game[Any, Any, Any]]:
    """The installed games in the order of their contests' protocols."""
    return sorted(installed_games()[0], key=lambda game: [protocol.id for protocol in game.contest.protocols])


def find_protocol(name: str, game: Game[Any, Any, Any]) -> BotProtocol:
    """A protocol by its id; raises BotError if it is unknown or belongs to another game."""
    protocols: tuple[BotProtocol, ...] = (*OURS, *game.contest.protocols)
    for protocol in protocols:
        if protocol.id == name:
            return protocol
    games = {protocol.id: game for game, protocol in contest_protocols()}
    if name in games:
        raise BotError(f"the protocol {name} is for {games[name]}, not for {game.name}")
    known = [*(protocol.id for protocol in OURS), *games]
    hint = closest(name, set(known)) or f"; there are: {', '.join(known)}"
    raise BotError(f"no protocol is called {quoted(name)}{hint}")


def find_prefix(spec: str, game: Game[Any, Any, Any]) -> BotProtocol | None:
    """The protocol of a command with a prefix, or None."""
    word, colon, _ = spec.partition(":")
    if not colon or not word.isidentifier():
        return None
    own = (protocol for protocol in game.contest.protocols if protocol.prefix == word)
    return next(own, None) or next((other for _, other in contest_protocols() if other.prefix == word), None)

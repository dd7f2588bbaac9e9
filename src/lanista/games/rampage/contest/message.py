"""The message that the original server sends to its bots before each turn (11.1)."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from lanista.games.rampage.state import BY_TURRET, WALL, Config, Hit, Player, Word
from lanista.games.rampage.views import (
    DIRECTION_NAMES,
    KINDS,
    WORDS,
    Moment,
    bullets_of,
    fires_next,
    first,
    hits_of,
    items_of,
    spot_of,
)

Cell = dict[str, Any]
EMPTY: Cell = {}
WALLED: Cell = {"wall": True}


def original_message(state: Moment, seat: int) -> dict[str, Any]:
    """The original server's message to a seat before a turn; every bot sees its id as 1."""
    arena, config = state.record, state.const
    me, other = arena.players[seat], arena.players[1 - seat]
    return {
        "playerID": 1,
        "opponentID": 2,
        "currentTurn": arena.turn,
        "maxTurn": config.max_turns,
        "didMakeAMove": me.effective != Word.NONE,
        "teleportLocations": [list(spot_of(config, config.pads[i])) for i in range(config.n_pads)],
        "wasHitByLastTurn": [_original_hit(kind, by, seat) for kind, by in hits_of(arena, seat)],
        "player": _original_player(config, me),
        "opponent": _original_player(config, other) | {"opponentLastMove": WORDS[other.effective]},
        "gameboard": {"width": config.width, "height": config.height, "board": _original_board(state, seat)},
    }


def relative_id(owner: int, seat: int) -> str:
    """The id of a player from the point of view of a seat, as a string like in the original."""
    return "1" if owner == seat else "2"


def _original_hit(kind: int, by: int, seat: int) -> dict[str, str]:
    hit = {"type": "LASER" if kind & Hit.LASER else "BULLET"}
    return hit if by >= BY_TURRET else hit | {"shooter": relative_id(by, seat)}


def _original_player(config: Config, player: Player) -> dict[str, Any]:
    x, y = spot_of(config, player.square)
    return {
        "score": player.points,
        "HP": player.hp,
        "x": x,
        "y": y,
        "currentDirection": DIRECTION_NAMES[player.facing],
        "shieldActive": player.shield_left > 0,
        "numberOfPowerUps": {"laser": player.laser, "teleport": player.teleport, "shield": player.shield},
    }


def _original_board(state: Moment, seat: int) -> list[list[Cell]]:
    """One object per square, column by column; a player hides everything else on its square."""
    arena, config = state.record, state.const
    width, height = config.width, config.height
    cells: dict[int, Cell] = {}
    for square, kind in items_of(state):
        cells.setdefault(square, {})["powerUp"] = KINDS[kind]
    for square, direction, owner in bullets_of(state):
        bullet = {"player": relative_id(owner, seat), "currentDirection": DIRECTION_NAMES[direction]}
        cells.setdefault(square, {}).setdefault("bullets", []).append(bullet)
    for s, player in enumerate(arena.players):
        cells[player.square] = {"player": relative_id(s, seat)}
    for i in range(config.n_turrets):
        cells[config.places[i].square] = {"turret": _original_turret(state, i)}
    board = [column.copy() for column in _walls(tuple(first(config.board, width * height)), width)]
    for square, cell in cells.items():
        board[square % width][square // width] = cell
    return board


@lru_cache(maxsize=64)
def _walls(squares: tuple[int, ...], width: int) -> list[list[Cell]]:
    """A board with nothing but walls; nothing else can be on their squares."""
    return [[WALLED if square == WALL else EMPTY for square in squares[x::width]] for x in range(width)]


def _original_turret(state: Moment, i: int) -> dict[str, Any]:
    turret, site = state.record.turrets[i], state.const.places[i]
    return {
        "isFiringNextTurn": fires_next(state, i),
        "didFire": bool(turret.fired),
        "isDead": not turret.alive,
        "fireTime": site.fire,
        "cooldownTime": site.cool,
    }

"""The battlefield for the browser: the land and the tanks, what a seat knows of them, and what happened.

The terrain is hidden from the players, so it belongs to the frames and not to the scene.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from enum import IntEnum
from typing import Any

from lanista.game import Played
from lanista.games.tanks import rules, views
from lanista.games.tanks.events import events
from lanista.games.tanks.state import FUSE, Config, Tank
from lanista.games.tanks.turn_log import Blow, Drive, Moment, Shot, TurnLog, alone

__all__ = ["SECRET_NUMBERS", "events", "frame", "numbers", "scene"]

SECRET_NUMBERS = ("score",)  # section 5


class Cause(IntEnum):
    """Why a tank lost health, as frames name it."""

    COLLISION = 0
    LAKE = 1
    BLAST = 2
    UNKNOWN = 3  # to a player who does not see what hit it


def scene(state: Moment) -> dict[str, Any]:
    """The size of the world and of scans, and how long shells fly at most."""
    config = state.const
    return {
        "width": config.width,
        "height": config.height,
        "scan": config.scanning_distance,
        "ticks": config.cardinal_shot_distance + FUSE,
        "health": config.full_health,
        "range": {"cardinal": config.cardinal_shot_distance, "positional": config.positional_shot_distance},
        "damage": {
            "direct": config.direct_damage,
            "indirect": config.indirect_damage,
            "tank": config.tank_damage,
            "forest": config.forest_damage,
            "lake": config.lake_damage,
        },
    }


# A moment


def frame(state: Moment, seat: int | None = None, played: Played | None = None) -> dict[str, Any]:
    """The land, the tanks by seat, and the turn; a seat knows its tank, and by number those of its scan."""
    if seat is not None:
        return {**_known(state, seat), **(_known_turn(state, seat, played) if played else NOTHING)}
    arena, config = state.record, state.const
    return {
        "turn": arena.turn,
        "limit": config.max_turns,
        "land": {"x": 0, "y": 0, "rows": _land(config)},
        "ids": [i + 1 if i < arena.n_tanks else None for i in bytes(config.tank_of)[: config.seats]],
        "tanks": _rows(state),
        "seen": [],
        "scans": [_scan(state, i) for i in range(arena.n_tanks) if views.has_scanned(arena.tanks[i])],
        **(_turn(config, played.cached(TurnLog)) if played else NOTHING),
    }


def _rows(state: Moment) -> list[list[int] | None]:
    """All tanks by seat."""
    config, n = state.const, state.record.n_tanks
    tanks = [_row(tank) for tank in state.record.tanks[:n]]
    return [tanks[i] if i < n else None for i in bytes(config.tank_of)[: config.seats]]


def _row(t: Tank) -> list[int]:
    """A tank in nine numbers: how it is, and what was last asked of it."""
    return [t.x, t.y, t.orientation, t.health, t.mobile, t.action, t.way, t.target_x, t.target_y]


def _known(state: Moment, seat: int) -> dict[str, Any]:
    """What a seat's view shows: scores, the turn limit and whose tank is which are not in it."""
    arena, config = state.record, state.const
    i = config.tank_of[seat]
    tank, takes_part = arena.tanks[i], i < arena.n_tanks
    way = views.scan_way(tank) if views.has_scanned(tank) else -1
    nobody = [None] * config.seats
    return {
        "turn": arena.turn,
        "limit": None,
        "land": None if way < 0 else _scanned_land(config, tank, way),
        "ids": [*nobody[:seat], i + 1 if takes_part else None, *nobody[seat + 1 :]],
        "tanks": [*nobody[:seat], _row(tank) if takes_part else None, *nobody[seat + 1 :]],
        "seen": [] if way < 0 else list(_scanned_tanks(state, seat, way)),
        "scans": [] if way < 0 else [_scan(state, i)],
    }


def _scan(state: Moment, i: int) -> list[int]:
    """Who scanned, and where its square begins."""
    tank, config = state.record.tanks[i], state.const
    way = views.scan_way(tank)
    return [config.seat_of[i], views.scan_left(config, tank, way), views.scan_top(config, tank, way)]


def _land(config: Config) -> list[str]:
    """The terrain row by row."""
    width = config.width
    letters = bytes(config.terrain)[: width * config.height].translate(views.LETTER_OF).decode()
    return [letters[at : at + width] for at in range(0, len(letters), width)]


def _scanned_land(config: Config, tank: Tank, way: int) -> dict[str, Any]:
    return {
        "x": views.scan_left(config, tank, way),
        "y": views.scan_top(config, tank, way),
        "rows": views.scan_rows(config, tank, way),
    }


def _scanned_tanks(state: Moment, seat: int, way: int) -> Iterator[list[int]]:
    """The others in a scan: position, orientation, whether it lives, and the number of the tank."""
    arena, mine = state.record, state.const.tank_of[seat]
    for _, _, i in views.scanned_tanks(state, arena.tanks[mine], way):
        tank = arena.tanks[i]
        if i != mine:
            yield [tank.x, tank.y, tank.orientation, int(tank.health > 0), i + 1]


# The turn that led to a moment

NOTHING: dict[str, Any] = {"shells": [], "hits": [], "bumps": []}


def _turn(config: Config, log: TurnLog) -> dict[str, Any]:
    """Every shell, who lost how much health, and who ran into what."""
    drives = [deed.drive for deed in log.deeds if deed.drive]
    hits = [_hit(config, blow, drive) for drive in drives for blow in drive.blows]
    return {
        "shells": [_shell(config, shot) for shot in log.shots],
        "hits": [*hits, *(_hit(config, blow, shot) for shot in log.shots for blow in shot.blows)],
        "bumps": [
            [config.seat_of[drive.tank], *drive.target] for drive in drives if drive.target and not drive.has_moved
        ],
    }


def _known_turn(state: Moment, seat: int, played: Played) -> dict[str, Any]:
    """What a player can know: whether it was stopped or hurt, and where it shot, but not what came of that."""
    i = state.const.tank_of[seat]
    before, after = played.before.record.tanks[i], state.record.tanks[i]
    if before.health == 0:
        return NOTHING
    log = TurnLog(Played(alone(played.before, i), played.moves))
    has_stayed = (before.x, before.y) == (after.x, after.y)
    bumps = [deed.drive.target for deed in log.deeds if deed.drive and deed.drive.target and has_stayed]
    cause, lost = Cause.COLLISION if bumps else Cause.UNKNOWN, before.health - after.health
    return {
        "shells": [_shell(state.const, replace(shot, explodes=shot.is_lob)) for shot in log.shots],
        "hits": [[seat, lost, None, cause, 0]] if lost else [],
        "bumps": [[seat, *target] for target in bumps],
    }


def _shell(config: Config, shot: Shot) -> list[int]:
    """Who fired, from where to where, the tick of the explosion, whether there is one, and whether it is a lob."""
    return [
        config.seat_of[shot.tank],
        *shot.start,
        *shot.cells[-1],
        shot.tick,
        int(shot.explodes),
        int(shot.is_lob),
    ]


def _hit(config: Config, blow: Blow, by: Drive | Shot) -> list[int | None]:
    """Who lost how much health, by whom, the cause, and the tick of an explosion."""
    cause = Cause.BLAST if isinstance(by, Shot) else Cause.LAKE if by.has_moved else Cause.COLLISION
    is_own_fault = isinstance(by, Drive) and blow.tank == by.tank
    whose = None if is_own_fault else config.seat_of[by.tank]
    return [config.seat_of[blow.tank], blow.was - blow.now, whose, cause, by.tick if isinstance(by, Shot) else 0]


# Curves


def numbers(state: Moment) -> dict[str, list[int]]:
    """The score with the points for survival, health, and how many living others the radar has found."""
    arena, config = state.record, state.const
    order = [config.tank_of[seat] for seat in range(config.seats)]
    return {
        "score": [max(0, rules.final_score(arena, config, i)) for i in order],
        "health": [arena.tanks[i].health for i in order],
        "tanks in sight": [views.in_sight(state, i)[0] for i in order],
    }

"""The battlefield for the browser: the land and the tanks, what a seat knows of them, and what happened.

The terrain is hidden from the players, so it belongs to the frames and not to the scene.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import IntEnum
from typing import Any

from lanista.game import Played
from lanista.games.tanks import rules, views
from lanista.games.tanks.events import events
from lanista.games.tanks.notes import Blocked, Exploded, Hit, Hurt, Lost
from lanista.games.tanks.state import DX, DY, FUSE, POSITIONAL_DUE, Action, Config, Direction, Tank
from lanista.games.tanks.views import Moment

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
        **(_turn(state, played.notes) if played else NOTHING),
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


def _turn(state: Moment, notes: Sequence[object]) -> dict[str, Any]:
    """Every shell, who lost how much health, and who ran into what."""
    seat_of = state.const.seat_of
    return {
        "shells": [_shell(state, note) for note in notes if isinstance(note, (Exploded, Lost))],
        "hits": [_hit(state.const, note) for note in notes if isinstance(note, (Hurt, Hit))],
        "bumps": [[seat_of[note.tank], note.x, note.y] for note in notes if isinstance(note, Blocked)],
    }


def _shell(state: Moment, end: Exploded | Lost) -> list[int]:
    """Who fired, from where to where, the tick of the explosion, whether there is one, and whether it is a lob.

    For a lost shell it is the tick in which it would have exploded.
    """
    tank, explodes = state.record.tanks[end.tank], isinstance(end, Exploded)
    is_lob = tank.action == Action.FIRE_POSITIONAL
    tick = end.tick if explodes else end.tick + FUSE
    return [state.const.seat_of[end.tank], tank.x, tank.y, end.x, end.y, tick, int(explodes), int(is_lob)]


def _hit(config: Config, blow: Hurt | Hit) -> list[int | None]:
    """Who lost how much health, by whom, the cause, and the tick of an explosion."""
    seat, lost, by = config.seat_of[blow.tank], blow.was - blow.now, config.seat_of[blow.by]
    if isinstance(blow, Hit):
        return [seat, lost, by, Cause.BLAST, blow.tick]
    cause = Cause.LAKE if blow.in_lake else Cause.COLLISION
    return [seat, lost, None if blow.tank == blow.by else by, cause, 0]


# What a player can know of it


def _known_turn(state: Moment, seat: int, played: Played) -> dict[str, Any]:
    """Whether its tank was stopped or hurt, and where it shot, but not what came of that."""
    i = state.const.tank_of[seat]
    before, after = played.before.record.tanks[i], state.record.tanks[i]
    if before.health == 0 or played.before.record.over:
        return NOTHING
    has_stayed = (before.x, before.y) == (after.x, after.y)
    bumps = [_step_of(after)] if after.action == Action.MOVE and before.mobile and has_stayed else []
    cause, lost = Cause.COLLISION if bumps else Cause.UNKNOWN, before.health - after.health
    return {
        "shells": [[seat, after.x, after.y, *end] for end in _known_shells(state.const, after)],
        "hits": [[seat, lost, None, cause, 0]] if lost else [],
        "bumps": [[seat, *target] for target in bumps],
    }


def _step_of(tank: Tank) -> tuple[int, int]:
    """The cell at which a tank's move aimed, if it stands where it stood."""
    sign = 1 if tank.way == Direction.FORWARD else -1
    return tank.x + sign * DX[tank.orientation], tank.y + sign * DY[tank.orientation]


def _known_shells(config: Config, tank: Tank) -> Iterator[list[int]]:
    """The end of a tank's shell as if there were no other tank, in the last five numbers of `_shell`."""
    if tank.action == Action.FIRE_POSITIONAL and not rules.is_void(config, tank):
        yield [tank.target_x, tank.target_y, POSITIONAL_DUE, 1, 1]
    elif tank.action == Action.FIRE_CARDINAL:
        cells = views.line_of_fire(config, tank)
        yield [*cells[-1], len(cells) + FUSE, 0, 0]


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

"""The arena for the browser: the map, moving things, and the events of a turn. Nothing is hidden."""

from __future__ import annotations

from typing import Annotated, Any

from lanista.engine import Grid, Ints, Log, Records, i1, i2, i4, is_noted, note_number, record, rule
from lanista.games.rampage import views
from lanista.games.rampage.notes import End
from lanista.games.rampage.notes import Kind as Note
from lanista.games.rampage.rules import beam_of_turret, is_in_line, victor
from lanista.games.rampage.state import (
    BULLETS,
    DIRECTIONS,
    ITEMS,
    MAX_HITS,
    SEATS,
    TURRETS,
    WALL,
    Arena,
    Config,
    ItemKind,
    Player,
    Work,
)
from lanista.games.rampage.views import Moment, first, spot_of

MAX_REFLECTIONS = 2 * SEATS * DIRECTIONS  # beams of a turret and of the other robot, from each side
CURVES = ("score", "HP", "items in hand", "shield turns", "bullets in flight")


# The scene


def scene(state: Moment) -> dict[str, Any]:
    """The map and its numbers; a turret's clock is given once, since it never stops (D39)."""
    arena, config = state.record, state.const
    marks = "".join(".#"[config.board[square] == WALL] for square in range(config.width * config.height))
    items = zip(first(config.item_square, config.n_items), first(config.item_kind, config.n_items), strict=True)
    return {
        "width": config.width,
        "height": config.height,
        "turns": views.turn_limit(config),
        "hp": config.initial_hp,
        "shield_turns": config.shield_turns,
        "laser_range": config.laser_range,
        "damage": config.damage,
        "points": {"hit": config.points_hit, "turret": config.points_turret, "item": config.points_item},
        "rows": [marks[start : start + config.width] for start in range(0, len(marks), config.width)],
        "pads": [list(spot_of(config, square)) for square in first(config.pads, config.n_pads)],
        "items": [[*spot_of(config, square), kind] for square, kind in items],
        "turrets": [_turret(arena, config, i) for i in range(config.n_turrets)],
    }


def _turret(arena: Arena, config: Config, i: int) -> dict[str, Any]:
    site = config.places[i]
    period = max(1, site.fire + site.cool)
    return {
        "at": [site.column, site.row],
        "fire": site.fire,
        "period": period,
        "phase": (arena.turrets[i].phase - arena.turn) % period,  # before the first turn
        "reach": list(site.reach),
    }


# Frames


@record
class HitTaken:
    """A hit on a robot in the turn, also one that a shield absorbed."""

    lost: i2  # HP
    kind: i1  # bits of Hit
    by: i1  # as in lists of hits


@record
class Robot:
    """A robot's position and condition, its command, and its action."""

    points: i4
    hp: i2
    lasers: i2
    shields: i2
    teleports: i2
    shield_left: i2
    x: i1
    y: i1
    facing: i1
    requested: i1
    effective: i1
    spent_teleport: i1  # in the turn, even if it stayed where it was
    beams: Annotated[Ints, i1, DIRECTIONS]  # squares that its laser covers, if it fired one
    n_hits: i1
    hits: Annotated[Records[HitTaken], MAX_HITS]


@record
class TurretInTurn:
    """A turret after the turn."""

    alive: i1
    fired: i1
    reach: Annotated[Ints, i1, DIRECTIONS]  # squares that its beams cover; fewer if it fired at a robot


@record
class Reflection:
    """A beam that a shield sent back."""

    by: i1  # as in lists of hits
    seat: i1  # of the shield
    direction: i1  # in which it came
    away: i1  # squares from its origin


@record
class Frame:
    """The changing part of a match, and the events of the turn."""

    turn: i2
    over: i1
    winner: i1  # when the match is over; -1 is a draw
    robots: Annotated[Records[Robot], SEATS]
    n_turrets: i2
    turrets: Annotated[Records[TurretInTurn], TURRETS]
    n_items: i2
    items: Annotated[Ints, i1, ITEMS]  # whether each is still on the floor
    n_bullets: i2
    bullets: Annotated[Ints, i2, BULLETS]
    n_flights: i2
    flights: Annotated[Ints, i2, BULLETS]  # bullets before they advanced, in the order in which they were fired
    n_ends: i2
    ends: Annotated[Ints, i1, BULLETS]  # what stopped each of them: one of End
    shots: i1  # how many of the flights, the last ones, began in this turn
    n_reflections: i1
    reflections: Annotated[Records[Reflection], MAX_REFLECTIONS]


@rule
def frame(before: Arena, arena: Arena, config: Config, work: Work, seat: int, frame: Frame) -> None:
    """A moment; all seats see the same."""
    frame.turn = arena.turn
    frame.over = arena.over
    frame.winner = victor(arena, config) if arena.over else 0
    for i in range(SEATS):
        show_robot(arena.players[i], config, work.log, i, frame.robots[i])
    show_turrets(arena, config, frame)
    frame.n_items = config.n_items
    frame.items[: config.n_items] = arena.lies[: config.n_items]
    frame.n_bullets = arena.n_bullets
    frame.bullets[: arena.n_bullets] = arena.bullets[: arena.n_bullets]
    if before.turn < arena.turn:
        show_flights(before, work.log, frame)
    show_reflections(work.log, frame)


@rule
def show_robot(player: Player, config: Config, log: Log, seat: int, robot: Robot) -> None:
    """A robot, and the hits that it took."""
    robot.points = player.points
    robot.hp = player.hp
    robot.lasers = player.laser
    robot.shields = player.shield
    robot.teleports = player.teleport
    robot.shield_left = player.shield_left
    robot.x = config.column[player.square]
    robot.y = config.row[player.square]
    robot.facing = player.facing
    robot.requested = player.requested
    robot.effective = player.effective
    robot.beams[:DIRECTIONS] = player.beams[:DIRECTIONS]
    for i in range(log.count):
        if is_noted(log, i, Note.BLOW, seat):
            show_hit(log, i, robot)
        elif is_noted(log, i, Note.USED, seat) and note_number(log, i, 2) == ItemKind.TELEPORT:
            robot.spent_teleport = 1


@rule
def show_hit(log: Log, i: int, robot: Robot) -> None:
    """A hit that was noted."""
    hit = robot.hits[robot.n_hits]
    hit.kind = note_number(log, i, 2)
    hit.by = note_number(log, i, 3)
    hit.lost = note_number(log, i, 4) - note_number(log, i, 5)
    robot.n_hits += 1


@rule
def show_turrets(arena: Arena, config: Config, frame: Frame) -> None:
    """Turrets; their beams end at robots (D18)."""
    frame.n_turrets = config.n_turrets
    for i in range(config.n_turrets):
        site = config.places[i]
        turret = frame.turrets[i]
        turret.alive = arena.turrets[i].alive
        turret.fired = arena.turrets[i].fired
        turret.reach[:DIRECTIONS] = site.reach[:DIRECTIONS]
        if turret.fired and (
            is_in_line(config, site, arena.players[0].square) or is_in_line(config, site, arena.players[1].square)
        ):
            for direction in range(DIRECTIONS):
                turret.reach[direction] = beam_of_turret(arena, config, i, direction)


@rule
def show_flights(before: Arena, log: Log, frame: Frame) -> None:
    """The ways of bullets: those that were in the air, then those that were shot."""
    n = before.n_bullets
    frame.flights[:n] = before.bullets[:n]
    for i in range(log.count):
        kind = note_number(log, i, 0)
        if kind == Note.SHOT:
            frame.flights[n] = note_number(log, i, 2)
            frame.shots += 1
            n += 1
        elif kind == Note.BULLET_ENDED:
            frame.ends[flight_at(frame, note_number(log, i, 1))] = note_number(log, i, 3)
    frame.n_flights = n
    frame.n_ends = n


@rule
def flight_at(frame: Frame, index: int) -> int:
    """The flight of a bullet by its index in the list of bullets, without those that met head-on."""
    at = 0
    while index > 0 or frame.ends[at] == End.HEAD_ON:
        if frame.ends[at] != End.HEAD_ON:
            index -= 1
        at += 1
    return at


@rule
def show_reflections(log: Log, frame: Frame) -> None:
    """The beams that shields sent back."""
    for i in range(log.count):
        if note_number(log, i, 0) == Note.REFLECTED:
            reflection = frame.reflections[frame.n_reflections]
            reflection.by = note_number(log, i, 1)
            reflection.seat = note_number(log, i, 2)
            reflection.direction = note_number(log, i, 3)
            reflection.away = note_number(log, i, 4)
            frame.n_reflections += 1


# Curves


@rule
def curves(arena: Arena, config: Config, seat: int, numbers: Grid) -> None:
    """The curves, the same for all seats."""
    for i in range(SEATS):
        player = arena.players[i]
        numbers[0, i] = player.points
        numbers[1, i] = player.hp
        numbers[2, i] = player.laser + player.shield + player.teleport
        numbers[3, i] = player.shield_left
        numbers[4, i] = bullets_of(arena, i)


@rule
def bullets_of(arena: Arena, seat: int) -> int:
    """The number of a robot's bullets in the air."""
    count = 0
    for i in range(arena.n_bullets):
        count += arena.bullets[i] % SEATS == seat
    return count

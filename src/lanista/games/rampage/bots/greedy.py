"""Takes immediate gains, and otherwise follows a remembered route to the nearest item or line of fire."""

from __future__ import annotations

from typing import Annotated

from lanista.engine import Generator, Ints, i1, i2, record, rule
from lanista.games.rampage.bots.aim import (
    SIGHT,
    TURRET_SIGHT,
    has_shot,
    laser_hits_opponent,
    laser_hits_turret,
    laser_reaches,
    shares_line,
)
from lanista.games.rampage.bots.fire import can_step, is_in_beam, is_under_fire, leave
from lanista.games.rampage.bots.paths import (
    FIRE,
    NOWHERE,
    clear_marks,
    find_goal,
    mark_danger,
    mark_items,
    mark_line,
    mark_lines,
    mark_turret_lines,
)
from lanista.games.rampage.rules import is_in_line, steps
from lanista.games.rampage.state import (
    DIRECTIONS,
    FLOOR,
    SEATS,
    SQUARES,
    Arena,
    Config,
    Order,
    Player,
    Word,
    Work,
)

PATIENCE = 6  # turns for which a route to a line of fire lasts ...
WAIT = 4  # ... and one whose next step is dangerous
LONG = 100  # turns for which a route to an item lasts


@record
class Route:
    """A path to a goal; before the first turn there is none."""

    steps: i2  # still to go
    square: i2  # where the robot has to be to continue
    item: i2  # the item at the goal, from 1; 0 if the goal is a line of fire
    until: i2  # the turn in which another route is looked for
    ways: Annotated[Ints, i1, SQUARES]  # the directions of the steps, the last one first


@rule
def greedy(
    arena: Arena, config: Config, seat: int, generator: Generator, move: Order, work: Work, route: Route
) -> None:
    """Avoid shots, hit targets in sight, or continue along its route."""
    word = Word.NONE + 0
    if arena.players[seat].shield_left <= 1:
        word = protect(arena, config, seat, generator)
    if word == Word.NONE:
        word = attack(arena, config, seat)
    if word == Word.NONE:
        word = go_on(arena, config, seat, work, route)
    move.word = word


# Protection


@rule
def protect(arena: Arena, config: Config, seat: int, generator: Generator) -> int:
    """Get out of the way of a shot, a turret or a laser; NONE if there is no need or no way."""
    player = arena.players[seat]
    other = arena.players[1 - seat]
    turns, flight = next_hit(arena, config, player.square, other)
    in_beam = is_in_beam(arena, config, player.square, other.square)
    if in_beam and player.shield > 0:
        return Word.SHIELD  # the beam that it reflects disables the turret, which pays
    if in_beam or turns == 1:
        return leave(arena, config, seat, generator)
    if turns == 2 and not is_aside(config, player, flight):
        return turn_aside(arena, config, player.square, other.square, flight)
    if is_exposed(config, player.square, other):
        return leave_laser(arena, config, seat)
    return Word.NONE


@rule
def next_hit(arena: Arena, config: Config, square: int, other: Player) -> tuple[int, int]:
    """Turns until a bullet hits a square, up to 3, and where it flies; the opponent may shoot one now."""
    turns = steps(config, other.square, square, other.facing)
    if turns > 2 or not is_clear(config, other.square, other.facing, turns):
        turns = 3
    flight = other.facing + 0
    for i in range(arena.n_bullets):
        bullet = arena.bullets[i] // SEATS
        away = steps(config, bullet // DIRECTIONS, square, bullet % DIRECTIONS)
        if away < turns and is_clear(config, bullet // DIRECTIONS, bullet % DIRECTIONS, away):
            turns = away
            flight = bullet % DIRECTIONS
    return turns, flight


@rule
def is_clear(config: Config, origin: int, direction: int, away: int) -> bool:
    """Whether nothing stops a bullet on some squares in a direction."""
    square = origin
    for _ in range(away):
        square = config.ahead[square * DIRECTIONS + direction]
        if config.board[square] != FLOOR:
            return False
    return True


@rule
def is_aside(config: Config, player: Player, flight: int) -> bool:
    """Whether a step ahead leads out of a bullet's way."""
    ahead = config.ahead[player.square * DIRECTIONS + player.facing]
    return (player.facing ^ flight) > 1 and config.board[ahead] == FLOOR


@rule
def turn_aside(arena: Arena, config: Config, square: int, other: int, flight: int) -> int:
    """Turn to where a step leads out of a bullet's way; NONE if nothing is free."""
    for i in range(2, DIRECTIONS):
        aside = config.ahead[square * DIRECTIONS + (flight ^ i)]
        if config.board[aside] == FLOOR and not is_under_fire(arena, config, aside, other):
            return Word.FACE_UP + (flight ^ i)
    return Word.NONE


@rule
def is_exposed(config: Config, square: int, other: Player) -> bool:
    """Whether the opponent has a laser that reaches a square."""
    return other.laser > 0 and laser_reaches(config, other.square, square)


@rule
def leave_laser(arena: Arena, config: Config, seat: int) -> int:
    """Raise a shield, which pays if the opponent fires, or step out of reach; NONE if neither is possible."""
    player = arena.players[seat]
    if player.shield > 0:
        return Word.SHIELD
    ahead = config.ahead[player.square * DIRECTIONS + player.facing]
    if not is_exposed(config, ahead, arena.players[1 - seat]) and can_step(arena, config, seat):
        return Word.FORWARD
    return Word.NONE


# Attack


@rule
def attack(arena: Arena, config: Config, seat: int) -> int:
    """Fire a laser, shoot at a turret or the opponent, or turn to one; NONE without a target."""
    player = arena.players[seat]
    other = arena.players[1 - seat]
    if player.laser > 0 and other.shield == 0 and laser_hits_opponent(arena, config, seat):
        return Word.LASER
    if player.laser > 0 and laser_hits_turret(arena, config, seat):
        return Word.LASER
    for i in range(config.n_turrets):
        if arena.turrets[i].alive == 1 and is_in_line(config, config.places[i], player.square):
            word = shoot(arena, config, seat, config.places[i].square, TURRET_SIGHT)
            if word != Word.NONE:
                return word
    return shoot(arena, config, seat, other.square, SIGHT)


@rule
def shoot(arena: Arena, config: Config, seat: int, square: int, sight: int) -> int:
    """Shoot at a square ahead or turn to it; NONE if it is out of sight or a bullet is on its way there."""
    player = arena.players[seat]
    if not shares_line(config, player.square, square):
        return Word.NONE
    for i in range(DIRECTIONS):
        direction = player.facing ^ i
        away = steps(config, player.square, square, direction)
        if (
            away <= sight
            and is_clear(config, player.square, direction, away - 1)
            and not has_shot(arena, config, player.square, direction, away, seat)
        ):
            return Word.SHOOT if i == 0 else Word.FACE_UP + direction
    return Word.NONE


# The route


@rule
def go_on(arena: Arena, config: Config, seat: int, work: Work, route: Route) -> int:
    """The next step or turn of the route, or NONE while it is dangerous."""
    player = arena.players[seat]
    if not is_good(arena, route, player.square):
        find_route(arena, config, seat, work, route)
    if route.steps == 0:
        return Word.NONE
    direction = route.ways[route.steps - 1]
    if direction != player.facing:
        return Word.FACE_UP + direction
    if not is_wise(arena, config, seat):
        route.until = min(route.until, arena.turn + WAIT)
        return Word.NONE
    route.steps -= 1
    route.square = config.ahead[player.square * DIRECTIONS + direction]
    return Word.FORWARD


@rule
def is_good(arena: Arena, route: Route, square: int) -> bool:
    """Whether a route can be followed, and its item is still there."""
    if route.square != square or arena.turn >= route.until:
        return False
    return route.item == 0 or arena.lies[route.item - 1] == 1


@rule
def is_wise(arena: Arena, config: Config, seat: int) -> bool:
    """Whether the robot can step ahead, and from there get out of the way again."""
    player = arena.players[seat]
    other = arena.players[1 - seat]
    if not can_step(arena, config, seat):
        return False
    if player.shield_left > 1:
        return True
    square = config.ahead[player.square * DIRECTIONS + player.facing]
    if is_exposed(config, square, other):
        return False
    turns, flight = next_hit(arena, config, square, other)
    return turns > 2 or (turns == 2 and (player.facing ^ flight) > 1)


@rule
def find_route(arena: Arena, config: Config, seat: int, work: Work, route: Route) -> None:
    """Find and remember the path to the nearest goal; without one there is nothing to do for some turns."""
    player = arena.players[seat]
    route.square = player.square
    route.steps = 0
    route.item = 0
    route.until = arena.turn + PATIENCE
    if not mark_goals(arena, config, seat, work):
        return
    other = arena.players[1 - seat]
    mark_danger(arena, config, work, other.square, FIRE)
    mark_line(config, work, other.square, other.facing, SIGHT, FIRE)
    goal = find_goal(config, work, player, FIRE)
    if goal == NOWHERE:
        goal = find_goal(config, work, player, 0)
    if goal == NOWHERE:
        return
    if config.item_at[goal] > 0 and arena.lies[config.item_at[goal] - 1]:
        route.item = config.item_at[goal]
        route.until = arena.turn + LONG
    write_path(config, work, player.square, goal, route)


@rule
def mark_goals(arena: Arena, config: Config, seat: int, work: Work) -> bool:
    """Mark items, or else lines of fire on turrets, or on an opponent who is not behind; returns whether any."""
    player = arena.players[seat]
    other = arena.players[1 - seat]
    clear_marks(config, work)
    if mark_items(arena, config, work) > 0 or mark_turret_lines(arena, config, work, other.square) > 0:
        return True
    if player.points > other.points:
        return False
    mark_lines(config, work, other.square)
    return True


@rule
def write_path(config: Config, work: Work, origin: int, goal: int, route: Route) -> None:
    """Remember the path that was found."""
    while goal != origin:
        direction = work.way[goal] - 1
        route.ways[route.steps] = direction
        route.steps += 1
        goal = config.ahead[goal * DIRECTIONS + (direction ^ 1)]

"""Moves: as text, as the JSON of section 9, as records, and as the flat actions of learners."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from enum import IntEnum
from typing import Any, NamedTuple, TypeVar

import msgspec

from lanista.core.text import quoted, whole_number
from lanista.engine import Generator, Ints, Log, Words, choices, rand_below, rule, say
from lanista.engine.record import closest
from lanista.game import InvalidMove, speller
from lanista.games.tanks.rules import is_on_map
from lanista.games.tanks.state import (
    MAX_POSITIONAL,
    Action,
    Arena,
    Config,
    Direction,
    Order,
    Orientation,
    Rotation,
    Tank,
)

T = TypeVar("T")


class Move(NamedTuple):
    """A tank's move in a turn; `rank` is its rank in the processing order, 0 to go by id (D4)."""

    action: Action
    way: int = 0
    x: int = 0
    y: int = 0
    rank: int = 0


MISSING = Move(Action.IDLE)  # D38: no answer in time is Idle

# The words of section 9
DIRECTIONS = {"Forward": Direction.FORWARD, "Backwards": Direction.BACKWARDS}
ROTATIONS = {"clockwise": Rotation.CLOCKWISE, "counter-clockwise": Rotation.COUNTER_CLOCKWISE}
ORIENTATION_NAMES = tuple(o.name.title().replace("_", "-") for o in Orientation)
ORIENTATION_OF = {name: Orientation(i) for i, name in enumerate(ORIENTATION_NAMES)}

# Flat actions: the 22 that need no position, then positional shots by offset, row by row from the north-west.
PLAIN = (
    Move(Action.IDLE),
    *(Move(Action.MOVE, way) for way in Direction),
    *(Move(Action.ROTATE, way) for way in Rotation),
    Move(Action.SCAN_OMNI),
    *(Move(Action.SCAN_MONO, way) for way in Orientation),
    *(Move(Action.FIRE_CARDINAL, way) for way in Orientation),
)
SPAN = 2 * MAX_POSITIONAL + 1
OWN_CELL = MAX_POSITIONAL * SPAN + MAX_POSITIONAL  # the offset that is skipped
FIRST_ROTATE = 3
FIRST_POSITIONAL = len(PLAIN)
ACTIONS = FIRST_POSITIONAL + SPAN * SPAN - 1

# Text to move and back

MIN_NUMBER, MAX_NUMBER = -(2**31), 2**31 - 1  # range of a coordinate in a record
POSITIONAL = re.compile(r"FIRE POSITIONAL (-?[0-9]+) (-?[0-9]+)")
RANKED = re.compile(r"(.*) @([0-9]{1,3})")
FORMS = (
    "IDLE, MOVE FORWARD, MOVE BACKWARDS, ROTATE CLOCKWISE, ROTATE COUNTER_CLOCKWISE, SCAN OMNI, "
    "SCAN MONO NORTH_EAST, FIRE CARDINAL NORTH_EAST, FIRE POSITIONAL 14 3"
)


class Text(IntEnum):
    """The forms of a move as text, and the rank behind it."""

    IDLE = 0
    MOVE = 1
    ROTATE = 2
    SCAN_OMNI = 3
    SCAN_MONO = 4
    FIRE_CARDINAL = 5
    FIRE_POSITIONAL = 6
    RANK = 7


TEXTS = {
    Text.IDLE: Words("IDLE"),
    Text.MOVE: Words(f"MOVE {{way:{choices(Direction)}}}"),
    Text.ROTATE: Words(f"ROTATE {{way:{choices(Rotation)}}}"),
    Text.SCAN_OMNI: Words("SCAN OMNI"),
    Text.SCAN_MONO: Words(f"SCAN MONO {{way:{choices(Orientation)}}}"),
    Text.FIRE_CARDINAL: Words(f"FIRE CARDINAL {{way:{choices(Orientation)}}}"),
    Text.FIRE_POSITIONAL: Words("FIRE POSITIONAL {x} {y}"),
    Text.RANK: Words("+ @{rank}"),
}


@rule
def spell(order: Order, told: Log) -> None:
    """The text of a move."""
    if order.action == Action.MOVE:
        say(told, Text.MOVE, order.way)
    elif order.action == Action.ROTATE:
        say(told, Text.ROTATE, order.way)
    elif order.action == Action.SCAN_OMNI:
        say(told, Text.SCAN_OMNI)
    elif order.action == Action.SCAN_MONO:
        say(told, Text.SCAN_MONO, order.way)
    elif order.action == Action.FIRE_CARDINAL:
        say(told, Text.FIRE_CARDINAL, order.way)
    elif order.action == Action.FIRE_POSITIONAL:
        say(told, Text.FIRE_POSITIONAL, order.x, order.y)
    else:
        say(told, Text.IDLE)
    if order.rank > 0:
        say(told, Text.RANK, order.rank)


write = speller(Order, spell, TEXTS)
MOVES = {write(move): move for move in PLAIN}


def parse(config: Config, text: str) -> Move:
    """Parse a move from text or the JSON of section 9; raises InvalidMove, and Idle is played (D38)."""
    words = text.strip()
    move = MOVES.get(words)
    if move is not None:
        return move
    if words.startswith("{"):
        return _read_json(words)
    ranked = RANKED.fullmatch(words)
    if ranked is None:
        return _read_positional(words)
    if not config.ranks_in_moves:
        raise _invalid("a move without a rank (`@`), unless the setting ranks_in_moves is 1", words)
    words, rank = ranked.groups()
    return (MOVES.get(words) or _read_positional(words))._replace(rank=int(rank))


def _read_positional(words: str) -> Move:
    target = POSITIONAL.fullmatch(words)
    if target is None:
        meant = closest(words.upper(), {*MOVES, *FORMS.split(", ")})
        raise _invalid(f"one of {FORMS}", words, meant)
    x, y = map(whole_number, target.groups())
    return _positional(x, y, words)


def _positional(x: int | None, y: int | None, shown: object) -> Move:
    """A shot at a position; None stands for a number that is too long."""
    if x is None or y is None or not all(MIN_NUMBER <= at <= MAX_NUMBER for at in (x, y)):
        raise _invalid(f"coordinates from {MIN_NUMBER} to {MAX_NUMBER}", shown)
    return Move(Action.FIRE_POSITIONAL, x=x, y=y)


def _invalid(expected: str, got: object, meant: str = "") -> InvalidMove:
    return InvalidMove(f"expected {expected}; got {quoted(got, 60)}{meant}", MISSING)


# The JSON of section 9


def _read_json(text: str) -> Move:
    try:
        value = msgspec.json.decode(text.encode(errors="replace"))
    except (msgspec.DecodeError, RecursionError) as error:
        raise InvalidMove(f"expected a JSON object; {error} in {quoted(text, 60)}", MISSING) from None
    return move_of(value)


def move_of(value: Mapping[str, Any]) -> Move:
    """Parse a JSON object of section 9; other members are ignored."""
    return _one_of(value, "action", _READERS)(value)


def _one_of(value: Mapping[str, Any], name: str, known: Mapping[str, T]) -> T:
    """Look up the value of a member, which must be one of the known names (case-sensitive)."""
    word = value.get(name)
    if not isinstance(word, str) or word not in known:
        got = word if name in value else f"no `{name}`"
        meant = closest(word, set(known)) if isinstance(word, str) else ""
        raise _invalid(f"`{name}` to be one of {', '.join(known)}", got, meant)
    return known[word]


def _read_scan(value: Mapping[str, Any]) -> Move:
    action = _one_of(value, "type", {"Mono": Action.SCAN_MONO, "Omni": Action.SCAN_OMNI})
    way = _one_of(value, "orientation", ORIENTATION_OF) if action is Action.SCAN_MONO else 0
    return Move(action, way)


def _read_fire(value: Mapping[str, Any]) -> Move:
    aimings = {"Positional": Action.FIRE_POSITIONAL, "Cardinal": Action.FIRE_CARDINAL}
    if _one_of(value, "aiming", aimings) is Action.FIRE_CARDINAL:
        return Move(Action.FIRE_CARDINAL, _one_of(value, "orientation", ORIENTATION_OF))
    position = value.get("position")
    x, y = (position.get("x"), position.get("y")) if isinstance(position, dict) else (None, None)
    if type(x) is not int or type(y) is not int:
        raise _invalid("`position` to be two whole numbers, x and y", position)
    return _positional(x, y, position)


_READERS: dict[str, Callable[[Mapping[str, Any]], Move]] = {
    "Idle": lambda _: MISSING,
    "Move": lambda value: Move(Action.MOVE, _one_of(value, "direction", DIRECTIONS)),
    "Rotate": lambda value: Move(Action.ROTATE, _one_of(value, "rotation", ROTATIONS)),
    "Scan": _read_scan,
    "Fire": _read_fire,
}


WAYS = {(move.action, move.way) for move in (*PLAIN, Move(Action.FIRE_POSITIONAL))}


def check_move(record: Order) -> None:
    """Raise ValueError unless a record holds an action with a valid parameter."""
    if (record.action, record.way) not in WAYS:
        raise ValueError(f"{Action(record.action).name} has no parameter {record.way}")


# Flat actions

ACTION_OF = tuple(int(move.action) for move in PLAIN)
WAY_OF = tuple(int(move.way) for move in PLAIN)


@rule
def decode(arena: Arena, config: Config, seat: int, action: int, order: Order) -> None:
    """Write the move for a flat action."""
    order.rank = 0
    order.x = 0
    order.y = 0
    if action < FIRST_POSITIONAL:
        order.action = ACTION_OF[action]
        order.way = WAY_OF[action]
        return
    tank = arena.tanks[config.tank_of[seat]]
    offset = offset_of(action)
    order.action = Action.FIRE_POSITIONAL
    order.way = 0
    order.x = tank.x + offset % SPAN - MAX_POSITIONAL
    order.y = tank.y + offset // SPAN - MAX_POSITIONAL


@rule
def offset_of(action: int) -> int:
    """The index of a positional shot's target in the square around the tank, whose own cell is skipped."""
    offset = action - FIRST_POSITIONAL
    return offset if offset < OWN_CELL else offset + 1


@rule
def legal(arena: Arena, config: Config, seat: int, action: int) -> bool:
    """Whether a flat action can have an effect: no void shots, no moves if stuck, only idle for dead tanks."""
    tank = arena.tanks[config.tank_of[seat]]
    if action == 0 or tank.health <= 0:
        return action == 0
    if action < FIRST_ROTATE:
        return tank.mobile > 0
    if action < FIRST_POSITIONAL:
        return True
    offset = offset_of(action)
    dx = offset % SPAN - MAX_POSITIONAL
    dy = offset // SPAN - MAX_POSITIONAL
    if max(abs(dx), abs(dy)) > config.positional_shot_distance:
        return False
    return is_on_map(config, tank.x + dx, tank.y + dy)


@rule
def mask(arena: Arena, config: Config, seat: int, flags: Ints) -> None:
    """Write for each flat action whether it is legal."""
    tank = arena.tanks[config.tank_of[seat]]
    flags[:ACTIONS] = 0
    flags[0] = 1
    if tank.health > 0:
        flags[1] = tank.mobile
        flags[2] = tank.mobile
        flags[FIRST_ROTATE:FIRST_POSITIONAL] = 1
        mask_shots(config, tank, flags)


@rule
def mask_shots(config: Config, tank: Tank, flags: Ints) -> None:
    """Mark the positional shots in range; whole rows follow each other, others have to be marked one by one."""
    left = least_offset(config, tank.x)
    right = most_offset(config, tank.x, config.width)
    top = least_offset(config, tank.y)
    bottom = most_offset(config, tank.y, config.height)
    if right - left == SPAN - 1:
        first = action_at(left, top)
        last = action_at(right, bottom)
        flags[first : last + 1] = 1
    else:
        for dy in range(top, bottom + 1):
            first = action_at(left, dy)
            count = right - left if dy == 0 else right - left + 1
            flags[first : first + count] = 1


@rule
def least_offset(config: Config, at: int) -> int:
    """The offset of the first column or row that a positional shot can reach."""
    return max(-config.positional_shot_distance, -at)


@rule
def most_offset(config: Config, at: int, size: int) -> int:
    """The offset of the last column or row that a positional shot can reach."""
    return min(config.positional_shot_distance, size - 1 - at)


@rule
def random_action(arena: Arena, config: Config, seat: int, generator: Generator) -> int:
    """Draw a legal flat action, all equally likely."""
    tank = arena.tanks[config.tank_of[seat]]
    if tank.health <= 0:
        return 0
    left = least_offset(config, tank.x)
    top = least_offset(config, tank.y)
    columns = most_offset(config, tank.x, config.width) - left + 1
    rows = most_offset(config, tank.y, config.height) - top + 1
    plain = FIRST_POSITIONAL if tank.mobile else FIRST_POSITIONAL - 2
    action = rand_below(generator, plain + columns * rows - 1)
    if action < plain:
        return action if action == 0 or tank.mobile else action + 2
    target = action - plain
    if target >= -top * columns - left:  # the tank's own cell is skipped
        target += 1
    return action_at(left + target % columns, top + target // columns)


@rule
def action_at(dx: int, dy: int) -> int:
    """The positional shot at an offset."""
    offset = (dy + MAX_POSITIONAL) * SPAN + dx + MAX_POSITIONAL
    return FIRST_POSITIONAL + offset - (1 if offset > OWN_CELL else 0)


@rule
def random_move(arena: Arena, config: Config, seat: int, generator: Generator, order: Order) -> None:
    """Draw a legal flat action, all equally likely."""
    decode(arena, config, seat, random_action(arena, config, seat, generator), order)


def possible_actions(config: Config) -> list[int]:
    """The flat actions that can be legal under these settings: shots of their range."""
    reach = range(-config.positional_shot_distance, config.positional_shot_distance + 1)
    shots = [action_at(dx, dy) for dy in reach for dx in reach if dx or dy]
    return [*range(FIRST_POSITIONAL), *shots]

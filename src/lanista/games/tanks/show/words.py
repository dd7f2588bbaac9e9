"""The events of a turn, and the intent of moves, in words."""

from __future__ import annotations

from enum import IntEnum, auto

from lanista.engine import EVERYBODY, Log, Words, note_number, rule, say, say_at
from lanista.game import DEATH, END, HIT
from lanista.games.tanks.moves import ORIENTATION_NAMES
from lanista.games.tanks.notes import Kind, NoteFields
from lanista.games.tanks.rules import NOBODY, count_alive, is_on_map
from lanista.games.tanks.state import Action, Arena, Config, Order, Work
from lanista.games.tanks.views import OMNI, count_in_sight, has_scanned, scan_way

NOT_NOTED = -1
_WAY = "{way:" + "|".join(name.lower() for name in ORIENTATION_NAMES) + "}"
_SCAN = _WAY.replace("}", "|all around}")  # OMNI is the number after the last orientation
_STEP = "{way:forward|backwards}"


class Say(IntEnum):
    """All that can be said."""

    TURNED = auto()
    WAITED = auto()
    STUCK = auto()
    DROVE = auto()
    INTO_SWAMP = auto()
    INTO_LAKE = auto()
    RAN_INTO_FOREST = auto()
    RAN_AGAINST_EDGE = auto()
    RAMMED = auto()
    WAS_RAMMED = auto()
    FIRED_IN_VAIN = auto()
    FIRED = auto()
    FIRED_AT = auto()
    WAS_HIT = auto()
    WAS_CAUGHT = auto()
    LOST_HEALTH = auto()
    WAS_DESTROYED = auto()
    SCANNED = auto()
    FOUND_WRECKS = auto()
    BATTLE_ENDED = auto()
    WAIT = auto()
    DRIVE = auto()
    TURN = auto()
    SCAN = auto()
    FIRE = auto()
    FIRE_AT = auto()


WORDS = {
    Say.TURNED: Words("{seat:@} turned " + _WAY),
    Say.WAITED: Words("{seat:@} waited"),
    Say.STUCK: Words("{seat:@} is stuck in a swamp and stayed where it is"),
    Say.DROVE: Words("{seat:@} drove " + _STEP + " to {x}, {y}"),
    Say.INTO_SWAMP: Words("+, into a swamp: stuck for good"),
    Say.INTO_LAKE: Words("+, into a lake"),
    Say.RAN_INTO_FOREST: Words("{seat:@} ran into a forest"),
    Say.RAN_AGAINST_EDGE: Words("{seat:@} ran against the edge of the map"),
    Say.RAMMED: Words("{seat:@} rammed a tank"),
    Say.WAS_RAMMED: Words("{seat:@} was rammed"),
    Say.FIRED_IN_VAIN: Words("{seat:@} fired at {x}, {y}, out of reach: nothing came of it"),
    Say.FIRED: Words("{seat:@} fired " + _WAY),
    Say.FIRED_AT: Words("{seat:@} fired at {x}, {y}"),
    Say.WAS_HIT: Words("{seat:@} was hit {is_direct:by a blast|directly} for {points:no points|1 point|# points}"),
    Say.WAS_CAUGHT: Words("{seat:@} was caught in its own blast"),
    Say.LOST_HEALTH: Words("+: health {was} to {now}", HIT),
    Say.WAS_DESTROYED: Words("+: health {was} to 0, destroyed", DEATH),
    Say.SCANNED: Words("{seat:@} scanned " + _SCAN + ": {tanks:no other tanks|1 other tank|# other tanks}"),
    Say.FOUND_WRECKS: Words("+, {wrecks:no wrecks|1 wreck|# wrecks}"),
    Say.BATTLE_ENDED: Words("The battle is over: {tanks:no tanks|1 tank|# tanks} left", END),
    Say.WAIT: Words("wait"),
    Say.DRIVE: Words("drive " + _STEP),
    Say.TURN: Words("turn {way:clockwise|counter-clockwise}"),
    Say.SCAN: Words("scan " + _SCAN),
    Say.FIRE: Words("fire " + _WAY),
    Say.FIRE_AT: Words("fire at {x}, {y}"),
}


@rule
def tell(before: Arena, state: Arena, config: Config, work: Work, seat: int, told: Log) -> None:
    """Report each tank's action and its effects, in the order of the rules.

    A tank's lines reveal no more than its health, its position and its scan do: the tank hit by a shell stands
    right after the one that fired it, each for its own seat only.
    """
    log = work.log
    for at in range(log.count):
        tell_deed(state, config, log, at, seat, told)
    for at in range(log.count):
        if note_number(log, at, NoteFields.KIND) == Kind.VOID:
            tell_shot_in_vain(state, config, note_number(log, at, NoteFields.TANK), seat, told)
    for at in range(log.count):
        kind = note_number(log, at, NoteFields.KIND)
        if kind == Kind.EXPLODED or kind == Kind.LOST:  # noqa: PLR1714
            tell_shot(state, config, note_number(log, at, NoteFields.TANK), seat, told)
            tell_hits(state, config, log, at + 1, seat, told)
    for at in range(log.count):
        if note_number(log, at, NoteFields.KIND) == Kind.ACTED:
            tell_scan(state, config, note_number(log, at, NoteFields.TANK), seat, told)
    if state.over and not before.over:
        say(told, Say.BATTLE_ENDED, count_alive(state))


@rule
def may_read(config: Config, seat: int, i: int) -> bool:
    """Whether an audience may read the lines of a tank."""
    return seat == EVERYBODY or seat == config.seat_of[i]


# Before the shells fly


@rule
def tell_deed(state: Arena, config: Config, log: Log, at: int, seat: int, told: Log) -> None:
    """Report a tank's action, and the tank that it affects."""
    i = note_number(log, at, NoteFields.TANK)
    if may_read(config, seat, i):
        tell_own_deed(state, config, log, at, told)
    if (
        note_number(log, at, NoteFields.KIND) == Kind.BLOCKED
        and note_number(log, at, NoteFields.OTHERS_HEALTH) > 0
    ):
        tell_ram(state, config, log, i, note_number(log, at, NoteFields.OTHER), seat, told)


@rule
def tell_own_deed(state: Arena, config: Config, log: Log, at: int, told: Log) -> None:
    """Report a tank's action to its seat."""
    i = note_number(log, at, NoteFields.TANK)
    kind = note_number(log, at, NoteFields.KIND)
    tank = state.tanks[i]
    seat = config.seat_of[i]
    if kind == Kind.TURNED:
        say_at(told, Say.TURNED, tank.x, tank.y, seat, note_number(log, at, NoteFields.ORIENTATION))
    elif kind == Kind.ACTED:
        if note_number(log, at, NoteFields.ACTION) == Action.IDLE and note_number(log, at, NoteFields.HEALTH) > 0:
            say_at(told, Say.WAITED, tank.x, tank.y, seat)
    elif kind == Kind.STUCK:
        say_at(told, Say.STUCK, tank.x, tank.y, seat)
    elif kind == Kind.MOVED:
        tell_step(state, config, log, at, told)
    elif kind == Kind.BLOCKED:
        tell_collision(state, config, log, at, told)


@rule
def tell_step(state: Arena, config: Config, log: Log, at: int, told: Log) -> None:
    """A tank drove one cell (6.3)."""
    i = note_number(log, at, NoteFields.TANK)
    tank = state.tanks[i]
    x = note_number(log, at, NoteFields.X)
    y = note_number(log, at, NoteFields.Y)
    say_at(told, Say.DROVE, tank.x, tank.y, config.seat_of[i], tank.way, x, y)
    if not note_number(log, at, NoteFields.MOBILE):
        say(told, Say.INTO_SWAMP)
    hurt = find_hurt(log, i, i)
    if hurt != NOT_NOTED:
        say(told, Say.INTO_LAKE)
    tell_loss(log, hurt, told)


@rule
def tell_collision(state: Arena, config: Config, log: Log, at: int, told: Log) -> None:
    """Something prevented a tank's step (6.3)."""
    i = note_number(log, at, NoteFields.TANK)
    tank = state.tanks[i]
    seat = config.seat_of[i]
    if note_number(log, at, NoteFields.OTHER) != NOBODY:
        say_at(told, Say.RAMMED, tank.x, tank.y, seat)
    elif is_on_map(config, note_number(log, at, NoteFields.X), note_number(log, at, NoteFields.Y)):
        say_at(told, Say.RAN_INTO_FOREST, tank.x, tank.y, seat)
    else:
        say_at(told, Say.RAN_AGAINST_EDGE, tank.x, tank.y, seat)
    hurt = find_hurt(log, i, i)
    tell_loss(log, hurt, told)


@rule
def tell_ram(state: Arena, config: Config, log: Log, by: int, i: int, seat: int, told: Log) -> None:
    """A living tank was rammed."""
    if may_read(config, seat, i):
        say_at(told, Say.WAS_RAMMED, state.tanks[i].x, state.tanks[i].y, config.seat_of[i])
        hurt = find_hurt(log, by, i)
        tell_loss(log, hurt, told)


@rule
def find_hurt(log: Log, by: int, i: int) -> int:
    """The note of the health that a tank's move has cost it or another one, or NOT_NOTED."""
    for at in range(log.count):
        is_hurt = note_number(log, at, NoteFields.KIND) == Kind.HURT
        if is_hurt and note_number(log, at, NoteFields.BY) == by and note_number(log, at, NoteFields.TANK) == i:
            return at
    return NOT_NOTED


@rule
def tell_loss(log: Log, at: int, told: Log) -> None:
    """A change of health, if it was noted, at the end of the line before."""
    if at == NOT_NOTED:
        return
    if note_number(log, at, NoteFields.NOW):
        say(told, Say.LOST_HEALTH, note_number(log, at, NoteFields.WAS), note_number(log, at, NoteFields.NOW))
    else:
        say(told, Say.WAS_DESTROYED, note_number(log, at, NoteFields.WAS))


# Shells


@rule
def tell_shot_in_vain(state: Arena, config: Config, i: int, seat: int, told: Log) -> None:
    """A shot without any effect (D12, D13)."""
    tank = state.tanks[i]
    if may_read(config, seat, i):
        say_at(told, Say.FIRED_IN_VAIN, tank.x, tank.y, config.seat_of[i], tank.target_x, tank.target_y)


@rule
def tell_shot(state: Arena, config: Config, i: int, seat: int, told: Log) -> None:
    """Report the shooter, which does not learn where its cardinal shell landed."""
    tank = state.tanks[i]
    if not may_read(config, seat, i):
        return
    if tank.action == Action.FIRE_POSITIONAL:
        say_at(told, Say.FIRED_AT, tank.x, tank.y, config.seat_of[i], tank.target_x, tank.target_y)
    else:
        say_at(told, Say.FIRED, tank.x, tank.y, config.seat_of[i], tank.way)


@rule
def tell_hits(state: Arena, config: Config, log: Log, first: int, seat: int, told: Log) -> None:
    """Report the tanks hit by an explosion, by number; the hits are noted in sequence from there on."""
    end = first
    while end < log.count and note_number(log, end, NoteFields.KIND) == Kind.HIT:
        end += 1
    if end == first:
        return
    for i in range(state.n_tanks):
        for at in range(first, end):
            if note_number(log, at, NoteFields.TANK) == i and may_read(config, seat, i):
                tell_hit(state, config, log, at, told)


@rule
def tell_hit(state: Arena, config: Config, log: Log, at: int, told: Log) -> None:
    """Report a tank hit by a shell, perhaps its own."""
    i = note_number(log, at, NoteFields.TANK)
    tank = state.tanks[i]
    seat = config.seat_of[i]
    if note_number(log, at, NoteFields.BY) == i:
        say_at(told, Say.WAS_CAUGHT, tank.x, tank.y, seat)
    else:
        is_direct = note_number(log, at, NoteFields.IS_DIRECT)
        say_at(told, Say.WAS_HIT, tank.x, tank.y, seat, is_direct, note_number(log, at, NoteFields.POINTS))
    tell_loss(log, at, told)


# Scans


@rule
def tell_scan(state: Arena, config: Config, i: int, seat: int, told: Log) -> None:
    """Report the findings of a scan (section 7)."""
    tank = state.tanks[i]
    if not has_scanned(tank) or not may_read(config, seat, i):
        return
    way = scan_way(tank)
    tanks = count_in_sight(state, config, i, True)
    say_at(told, Say.SCANNED, tank.x, tank.y, config.seat_of[i], way, tanks)
    wrecks = count_in_sight(state, config, i, False)
    if wrecks:
        say(told, Say.FOUND_WRECKS, wrecks)


# Moves


@rule
def describe(state: Arena, config: Config, seat: int, move: Order, told: Log) -> None:
    """Describe a move."""
    if move.action == Action.MOVE:
        say(told, Say.DRIVE, move.way)
    elif move.action == Action.ROTATE:
        say(told, Say.TURN, move.way)
    elif move.action == Action.SCAN_OMNI:
        say(told, Say.SCAN, OMNI)
    elif move.action == Action.SCAN_MONO:
        say(told, Say.SCAN, move.way)
    elif move.action == Action.FIRE_CARDINAL:
        say(told, Say.FIRE, move.way)
    elif move.action == Action.FIRE_POSITIONAL:
        say(told, Say.FIRE_AT, move.x, move.y)
    else:
        say(told, Say.WAIT)

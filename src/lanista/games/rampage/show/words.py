"""The events of a turn and the meaning of moves, in words. Everything is public."""

from __future__ import annotations

from enum import IntEnum

from lanista.engine import Log, Words, is_noted, note_number, rule, say, say_at
from lanista.engine.log import WIDTH
from lanista.game import ATTACK, DEATH, END, GAIN, HIT
from lanista.games.rampage.notes import Kind as Note
from lanista.games.rampage.rules import is_dead, victor
from lanista.games.rampage.state import (
    BY_TURRET,
    FLOOR,
    SEATS,
    WALL,
    Arena,
    Config,
    Hit,
    Hits,
    Order,
    Player,
    TurretSite,
    Word,
    Work,
)

NOTHING = -1


class Say(IntEnum):
    """Everything that can be said."""

    # What a robot did
    TURNED = 1
    KEPT_FACING = 2
    HAD_NO_TELEPORT = 3
    LOST_TELEPORT = 4
    TELEPORTED = 5
    COULD_NOT_STEP = 6
    HAD_NONE = 7
    WAITED = 8
    SHOT = 9
    STEPPED = 10
    RAISED_SHIELD = 11
    FIRED_LASER = 12
    # What was in its way
    WALL_AHEAD = 13
    TURRET_AHEAD = 14
    ROBOT_AHEAD = 15
    # Effects
    PICKED_UP = 16
    STRUCK_ROBOT = 17
    DISABLED = 18
    HIT_BY_TURRET = 19
    REFLECTED_TURRET = 20
    HIT_BY_OWN = 21
    HIT_BY_OTHER = 22
    ABSORBED_OWN = 23
    ABSORBED_BULLET = 24
    REFLECTED_LASER = 25
    HP_CHANGED = 26
    SCORE_CHANGED = 27
    # What makes it a key event
    IS_HIT = 28
    IS_DEATH = 29
    IS_ATTACK = 30
    IS_GAIN = 31
    # The end
    BOTH_DESTROYED = 32
    DESTROYED = 33
    TURN_LIMIT = 34
    DRAW = 35
    WINS = 36
    BY_POINTS = 37
    # Moves
    TURN = 38
    TELEPORT = 39
    WAIT = 40
    SHOOT = 41
    STEP = 42
    RAISE_SHIELD = 43
    FIRE_LASER = 44


_WAY = "{way:up|down|left|right}"
_JOIN = "+{last:, | and }"  # one more thing in a list
_TIMES = "{times:|| # times}"
_WITH = "{hit:bullet|laser|reflected laser}"  # the bits of a hit: every reflected one exceeds a laser's

WORDS = {
    Say.TURNED: Words(f"{{seat:@}} turned {_WAY}"),
    Say.KEPT_FACING: Words(f"{{seat:@}} kept facing {_WAY}"),
    Say.HAD_NO_TELEPORT: Words("{seat:@} had no teleport to use for pad {pad}"),
    Say.LOST_TELEPORT: Words("{seat:@} lost a teleport to pad {pad}"),
    Say.TELEPORTED: Words("{seat:@} teleported to pad {pad}"),
    Say.COULD_NOT_STEP: Words(f"{{seat:@}} could not step {_WAY}"),
    Say.HAD_NONE: Words("{seat:@} had no {item:shield|laser} to use"),
    Say.WAITED: Words("{seat:@} waited"),
    Say.SHOT: Words(f"{{seat:@}} shot {_WAY}"),
    Say.STEPPED: Words(f"{{seat:@}} stepped {_WAY}"),
    Say.RAISED_SHIELD: Words("{seat:@} raised a shield"),
    Say.FIRED_LASER: Words("{seat:@} fired a laser"),
    Say.WALL_AHEAD: Words("+ (a wall in the way)"),
    Say.TURRET_AHEAD: Words("+ (a turret in the way)"),
    Say.ROBOT_AHEAD: Words("+ ({seat:@} in the way)"),
    Say.PICKED_UP: Words(_JOIN + "picked up a {item:laser|shield|teleport}"),
    Say.STRUCK_ROBOT: Words(f"{_JOIN}hit {{seat:@}} with a {_WITH}{_TIMES}"),
    Say.DISABLED: Words(_JOIN + "disabled the turret at {x}, {y}"),
    Say.HIT_BY_TURRET: Words(f"{_JOIN}was hit by the turret at {{x}}, {{y}}{_TIMES}"),
    Say.REFLECTED_TURRET: Words(f"{_JOIN}reflected and disabled the turret at {{x}}, {{y}}{_TIMES}"),
    Say.HIT_BY_OWN: Words(f"{_JOIN}was hit by its own {_WITH}{_TIMES}"),
    Say.HIT_BY_OTHER: Words(f"{_JOIN}was hit by {{seat:@}}'s {_WITH}{_TIMES}"),
    Say.ABSORBED_OWN: Words(f"{_JOIN}took its own {_WITH} on the shield{_TIMES}"),
    Say.ABSORBED_BULLET: Words(f"{_JOIN}took {{seat:@}}'s bullet on the shield{_TIMES}"),
    Say.REFLECTED_LASER: Words(f"{_JOIN}reflected {{seat:@}}'s laser{_TIMES}"),
    Say.HP_CHANGED: Words("+: HP {was} to {now}"),
    Say.SCORE_CHANGED: Words("+{also:: |, }score {lost:+|}{points}"),
    Say.IS_HIT: Words("+", HIT),
    Say.IS_DEATH: Words("+", DEATH),
    Say.IS_ATTACK: Words("+", ATTACK),
    Say.IS_GAIN: Words("+", GAIN),
    Say.BOTH_DESTROYED: Words("{first:@} and {second:@} destroyed", END),
    Say.DESTROYED: Words("{seat:@} destroyed", END),
    Say.TURN_LIMIT: Words("Turn limit", END),
    Say.DRAW: Words("+: a draw"),
    Say.WINS: Words("+: {seat:@} wins"),
    Say.BY_POINTS: Words("+ by points"),
    Say.TURN: Words(f"turn {_WAY}"),
    Say.TELEPORT: Words("teleport to pad {pad}"),
    Say.WAIT: Words("wait"),
    Say.SHOOT: Words(f"shoot {_WAY}"),
    Say.STEP: Words(f"step {_WAY}"),
    Say.RAISE_SHIELD: Words("raise a shield"),
    Say.FIRE_LASER: Words("fire a laser"),
}


@rule
def tell(before: Arena, arena: Arena, config: Config, work: Work, seat: int, told: Log) -> None:
    """Report each robot's action and its effects; everybody sees everything."""
    if before.over:
        return
    for i in range(SEATS):
        tell_robot(before.players[i], arena, config, work.log, i, told)
    if arena.over:
        tell_end(arena, config, told)


@rule
def tell_robot(old: Player, arena: Arena, config: Config, log: Log, seat: int, told: Log) -> None:
    """Report a robot's action at its present square."""
    new = arena.players[seat]
    x = config.column[new.square]
    y = config.row[new.square]
    tell_deed(old, new, config, log, seat, x, y, told)
    deeds = told.count
    tell_pick_ups(log, seat, told)
    tell_strikes(arena.hits[1 - seat], arena.players[1 - seat].n_hits, seat, told)
    tell_turrets(config, log, seat, told)
    tell_hits(arena.hits[seat], new.n_hits, config, seat, told)
    if told.count > deeds:
        told.numbers[(told.count - 1) * WIDTH + 3] = 1  # the last one is joined by "and"
    tell_changes(old, new, told)
    tell_kind(old, new, log, seat, told)


# What a robot did


@rule
def tell_deed(old: Player, new: Player, config: Config, log: Log, seat: int, x: int, y: int, told: Log) -> None:
    """Report the effect of the move."""
    obstacle = obstacle_of(log, seat)
    if new.requested <= Word.FACE_RIGHT:
        if old.facing != new.facing:
            say_at(told, Say.TURNED, x, y, seat, new.facing)
        else:
            say_at(told, Say.KEPT_FACING, x, y, seat, new.facing)
    elif new.requested >= Word.TELEPORT_0:
        tell_teleport(new.requested - Word.TELEPORT_0, obstacle, log, seat, x, y, told)
    elif obstacle != NOTHING:
        say_at(told, Say.COULD_NOT_STEP, x, y, seat, new.facing)
    elif new.requested != new.effective:
        say_at(told, Say.HAD_NONE, x, y, seat, new.requested - Word.SHIELD)
    else:
        tell_done(new, seat, x, y, told)
    if obstacle != NOTHING:
        tell_obstacle(config.board[obstacle], 1 - seat, told)


@rule
def obstacle_of(log: Log, seat: int) -> int:
    """The square that a robot could not reach, or NOTHING."""
    for i in range(log.count):
        if is_noted(log, i, Note.BLOCKED, seat):
            return note_number(log, i, 2)
    return NOTHING


@rule
def tell_obstacle(code: int, other: int, told: Log) -> None:
    """A wall or a turret; both robots want a square of floor."""
    if code == WALL:
        say(told, Say.WALL_AHEAD)
    elif code == FLOOR:
        say(told, Say.ROBOT_AHEAD, other)
    else:
        say(told, Say.TURRET_AHEAD)


@rule
def tell_teleport(pad: int, obstacle: int, log: Log, seat: int, x: int, y: int, told: Log) -> None:
    """A teleport may be missing, or lost."""
    if not has_noted(log, Note.USED, seat):
        say_at(told, Say.HAD_NO_TELEPORT, x, y, seat, pad)
    elif obstacle != NOTHING:
        say_at(told, Say.LOST_TELEPORT, x, y, seat, pad)
    else:
        say_at(told, Say.TELEPORTED, x, y, seat, pad)


@rule
def tell_done(new: Player, seat: int, x: int, y: int, told: Log) -> None:
    """A move that was executed, other than a turn or a teleport."""
    if new.effective == Word.SHOOT:
        say_at(told, Say.SHOT, x, y, seat, new.facing)
    elif new.effective == Word.FORWARD:
        say_at(told, Say.STEPPED, x, y, seat, new.facing)
    elif new.effective == Word.SHIELD:
        say_at(told, Say.RAISED_SHIELD, x, y, seat)
    elif new.effective == Word.LASER:
        say_at(told, Say.FIRED_LASER, x, y, seat)
    else:
        say_at(told, Say.WAITED, x, y, seat)


@rule
def has_noted(log: Log, kind: int, seat: int) -> bool:
    """Whether there is a note of a kind about a robot."""
    for i in range(log.count):  # noqa: SIM110
        if is_noted(log, i, kind, seat):
            return True
    return False


# Effects. The first number of each line says whether it is the last one


@rule
def tell_pick_ups(log: Log, seat: int, told: Log) -> None:
    """The items that a robot collected."""
    for i in range(log.count):
        if is_noted(log, i, Note.PICKED_UP, seat):
            say(told, Say.PICKED_UP, 0, note_number(log, i, 3))


@rule
def tell_strikes(hits: Hits, n: int, seat: int, told: Log) -> None:
    """The hits on the opponent that cost HP."""
    for i in range(n):
        times = times_from(hits, n, i)
        if hits.by[i] == seat and not hits.kind[i] & Hit.ABSORBED and times > 0:
            say(told, Say.STRUCK_ROBOT, 0, 1 - seat, hits.kind[i], times)


@rule
def times_from(hits: Hits, n: int, at: int) -> int:
    """The number of hits equal to this one; 0 if an earlier one is equal."""
    times = 0
    for i in range(n):
        if hits.kind[i] == hits.kind[at] and hits.by[i] == hits.by[at]:
            if i < at:
                return 0
            times += 1
    return times


@rule
def tell_turrets(config: Config, log: Log, seat: int, told: Log) -> None:
    """The turrets that a robot's bullets and beams disabled."""
    turret = next_struck(log, seat, -1)
    while turret != NOTHING:
        site = config.places[turret]
        say(told, Say.DISABLED, 0, site.column, site.row)
        turret = next_struck(log, seat, turret)


@rule
def next_struck(log: Log, seat: int, after: int) -> int:
    """The next turret that a robot disabled, by number, or NOTHING; several bullets may have struck it."""
    found = NOTHING
    for i in range(log.count):
        turret = note_number(log, i, 1)
        if is_noted(log, i, Note.STRUCK, turret) and note_number(log, i, 2) == seat and turret > after:
            found = turret if found == NOTHING else min(found, turret)
    return found


@rule
def tell_hits(hits: Hits, n: int, config: Config, seat: int, told: Log) -> None:
    """The hits that a robot took."""
    for i in range(n):
        times = times_from(hits, n, i)
        if times > 0 and hits.by[i] >= BY_TURRET:
            tell_turret_hit(hits.kind[i], config.places[hits.by[i] - BY_TURRET], times, told)
        elif times > 0:
            tell_robot_hit(hits.kind[i], hits.by[i], times, seat, told)


@rule
def tell_turret_hit(kind: int, site: TurretSite, times: int, told: Log) -> None:
    """A hit costs HP, or a reflected beam disables the turret."""
    if kind & Hit.ABSORBED:
        say(told, Say.REFLECTED_TURRET, 0, site.column, site.row, times)
    else:
        say(told, Say.HIT_BY_TURRET, 0, site.column, site.row, times)


@rule
def tell_robot_hit(kind: int, by: int, times: int, seat: int, told: Log) -> None:
    """A hit costs HP or is absorbed; a shield sends the other's beams back."""
    what = kind & (Hit.LASER + Hit.REFLECTED)
    is_own = by == seat or what & Hit.REFLECTED != 0
    if is_own and kind & Hit.ABSORBED:
        say(told, Say.ABSORBED_OWN, 0, what, times)
    elif is_own:
        say(told, Say.HIT_BY_OWN, 0, what, times)
    elif not kind & Hit.ABSORBED:
        say(told, Say.HIT_BY_OTHER, 0, by, what, times)
    elif what & Hit.LASER:
        say(told, Say.REFLECTED_LASER, 0, by, times)
    else:
        say(told, Say.ABSORBED_BULLET, 0, by, times)


@rule
def tell_changes(old: Player, new: Player, told: Log) -> None:
    """Report the robot's losses and gains."""
    if old.hp != new.hp:
        say(told, Say.HP_CHANGED, old.hp, new.hp)
    gain = new.points - old.points
    if gain != 0:
        say(told, Say.SCORE_CHANGED, old.hp != new.hp, gain < 0, gain)


@rule
def tell_kind(old: Player, new: Player, log: Log, seat: int, told: Log) -> None:
    """Key events are a robot's end, its lost HP, its lasers, turrets that it disabled, and items."""
    if new.hp < old.hp and is_dead(new):
        say(told, Say.IS_DEATH)
    elif new.hp < old.hp:
        say(told, Say.IS_HIT)
    elif new.effective == Word.LASER or next_struck(log, seat, -1) != NOTHING or has_reflected(log, seat):
        say(told, Say.IS_ATTACK)
    elif has_noted(log, Note.PICKED_UP, seat):
        say(told, Say.IS_GAIN)


@rule
def has_reflected(log: Log, seat: int) -> bool:
    """Whether a robot sent a turret's beam back."""
    for i in range(log.count):
        by = note_number(log, i, 1)
        if is_noted(log, i, Note.REFLECTED, by) and by >= BY_TURRET and note_number(log, i, 2) == seat:
            return True
    return False


# The end


@rule
def tell_end(arena: Arena, config: Config, told: Log) -> None:
    """The reason why the match ended, and the winner."""
    first = is_dead(arena.players[0])
    second = is_dead(arena.players[1])
    if first and second:
        say(told, Say.BOTH_DESTROYED, 0, 1)
    elif first or second:
        say(told, Say.DESTROYED, second)
    else:
        say(told, Say.TURN_LIMIT)
    winner = victor(arena, config)
    if winner < 0:
        say(told, Say.DRAW)
        return
    say(told, Say.WINS, winner)
    if first == second:
        say(told, Say.BY_POINTS)


# Moves


@rule
def describe(arena: Arena, config: Config, seat: int, move: Order, told: Log) -> None:
    """Describe a move; a robot steps and shoots where it faces."""
    way = arena.players[seat].facing
    if move.word <= Word.FACE_RIGHT:
        say(told, Say.TURN, move.word)
    elif move.word >= Word.TELEPORT_0:
        say(told, Say.TELEPORT, move.word - Word.TELEPORT_0)
    elif move.word == Word.SHOOT:
        say(told, Say.SHOOT, way)
    elif move.word == Word.FORWARD:
        say(told, Say.STEP, way)
    elif move.word == Word.SHIELD:
        say(told, Say.RAISE_SHIELD)
    elif move.word == Word.LASER:
        say(told, Say.FIRE_LASER)
    else:
        say(told, Say.WAIT)

"""Hooks of the searcher: a position's value, the moves to try, and how plans are shown."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from lanista.engine import Generator, Ints, Records, rule
from lanista.game import Played
from lanista.game.tuning import SearchTuning
from lanista.games.rampage.board import SHIFT
from lanista.games.rampage.bots.aim import TURRET_SIGHT, is_live_turret, laser_hits_opponent, laser_hits_turret
from lanista.games.rampage.state import (
    DIRECTIONS,
    FLOOR,
    Arena,
    Config,
    Direction,
    Order,
    Player,
    TurretSite,
    Word,
    Work,
)
from lanista.games.rampage.views import spot_of

TUNING = SearchTuning(policy="greedy", turns=2, depth=20, width=12, explore=0.3)

# Points that things are worth
HP_WORTH = 900
LASER_WORTH = 150
SHIELD_WORTH = 150
TELEPORT_WORTH = 60
ITEM_WORTH = 300  # an item on the floor, or a live turret, to a robot next to it
TURRET_WORTH = 400
TURN_WORTH = 20  # each turn to the best goal
CLAIM_WORTH = 30  # each goal that a robot is nearer to
LATE = 3  # a goal that is nearer to the other robot is worth a third
FAR = 100  # turns
DANGER = 4  # steps that a robot would go farther to shoot at a turret out of its reach
# Leads that are worth half a win: of a lead that may still be lost, and of one that decides at the end
OPEN = 150
OPEN_PER_TURN = 12
CLOSED = 20
TURNS_OPEN = 40  # turns left for which both kinds count equally
TURNS_LATE = 24  # turns left from which HP, items and goals lose their value
WIN = 1000  # the scale of `reward`
NEAR = 8  # squares at which robots can soon hit each other
ORDER = (
    Word.FORWARD,
    Word.SHOOT,
    Word.LASER,
    Word.FACE_UP,
    Word.FACE_DOWN,
    Word.FACE_LEFT,
    Word.FACE_RIGHT,
    Word.SHIELD,
    Word.NONE,
    Word.TELEPORT_0,
    Word.TELEPORT_1,
    Word.TELEPORT_2,
    Word.TELEPORT_3,
    Word.TELEPORT_4,
    Word.TELEPORT_5,
)


# What a position is worth


@rule
def value(arena: Arena, config: Config, seat: int, work: Work) -> int:
    """The leads in points, HP, items and expected gains, squashed; the nearer robot has a claim to a goal."""
    me = arena.players[seat]
    other = arena.players[1 - seat]
    measure_paths(config, me, work.way, work.waiting)
    measure_paths(config, other, work.marks, work.waiting)
    claims = 0
    best = 0
    best_other = 0
    for i in range(config.n_items + config.n_turrets):
        if is_left(arena, config, i):
            worth = ITEM_WORTH if i < config.n_items else TURRET_WORTH
            mine = turns_to_goal(config, i, work.way)
            theirs = turns_to_goal(config, i, work.marks)
            best = max(best, goal_value(worth, mine, theirs))
            best_other = max(best_other, goal_value(worth, theirs, mine))
            claims += int(mine < theirs) - int(theirs < mine)
    stakes = stake_of(me) - stake_of(other) + best - best_other + CLAIM_WORTH * claims
    return chances(arena, config, me.points - other.points, stakes)


@rule
def measure_paths(config: Config, player: Player, away: Ints, waiting: Ints) -> None:
    """Turns from a robot to all squares, from 1; one more if it has to turn first, `FAR` where no path leads."""
    for square in range(config.width * config.height):
        away[square] = FAR
    away[player.square] = 1
    n = 0
    for i in range(DIRECTIONS):
        beyond = config.ahead[player.square * DIRECTIONS + (player.facing ^ i)]
        if config.board[beyond] == FLOOR and away[beyond] == FAR:
            away[beyond] = 2 if i == 0 else 3
            waiting[n] = beyond
            n += 1
    done = 0
    while done < n:
        square = waiting[done]
        done += 1
        length = away[square] + 1
        for direction in range(DIRECTIONS):
            beyond = config.ahead[square * DIRECTIONS + direction]
            if away[beyond] == FAR and length < FAR and config.board[beyond] == FLOOR:
                away[beyond] = length
                waiting[n] = beyond
                n += 1


@rule
def is_left(arena: Arena, config: Config, goal: int) -> bool:
    """Whether an item lies on the floor, or a turret is alive; turrets follow the items."""
    if goal < config.n_items:
        return arena.lies[goal] == 1
    return arena.turrets[goal - config.n_items].alive == 1


@rule
def turns_to_goal(config: Config, goal: int, away: Ints) -> int:
    """Turns to an item, or to a square from which a turret can be shot."""
    if goal < config.n_items:
        return away[config.item_square[goal]]
    return steps_to_line(config, config.places[goal - config.n_items], away)


@rule
def goal_value(worth: int, turns: int, rival: int) -> int:
    """The expected value of a goal some turns away; less if the other robot is nearer."""
    worth -= TURN_WORTH * turns
    return worth // LATE if rival < turns else worth


@rule
def steps_to_line(config: Config, site: TurretSite, away: Ints) -> int:
    """Steps to a square from which a turret can be shot; those within its reach are as good as some steps more."""
    best = FAR + 0
    for direction in range(DIRECTIONS):
        square = config.ahead[site.square * DIRECTIONS + direction]
        length = 1
        while length <= TURRET_SIGHT and config.board[square] == FLOOR:
            danger = DANGER if length <= site.reach[direction] and site.fire > 0 else 0
            best = min(best, away[square] + danger)
            square = config.ahead[square * DIRECTIONS + direction]
            length += 1
    return best


@rule
def chances(arena: Arena, config: Config, points: int, stakes: int) -> int:
    """The lead in points, which alone counts at the turn limit, and what may become points, as one number."""
    left = config.max_turns + config.d1_extra_turn - arena.turn
    hoped = points + divided(stakes * min(left, TURNS_LATE), TURNS_LATE)
    is_open = squash(hoped, OPEN + OPEN_PER_TURN * left)
    is_closed = squash(points, CLOSED)
    return divided(is_open * (left + TURNS_OPEN) + is_closed * TURNS_OPEN, left + 2 * TURNS_OPEN)


@rule
def squash(lead: int, half: int) -> int:
    """A lead on the scale of rewards."""
    return divided(WIN * lead, half + abs(lead))


@rule
def divided(number: int, divisor: int) -> int:
    """The quotient rounded towards 0, so that one seat gains exactly the other's loss."""
    return -(-number // divisor) if number < 0 else number // divisor


@rule
def stake_of(player: Player) -> int:
    """The value of a robot's HP and items."""
    held = LASER_WORTH * player.laser + SHIELD_WORTH * player.shield + TELEPORT_WORTH * player.teleport
    return HP_WORTH * player.hp + held


@rule
def distance(config: Config, a: int, b: int) -> int:
    """Steps between two squares, ignoring obstacles."""
    across = abs(config.column[a] - config.column[b])
    along = abs(config.row[a] - config.row[b])
    return min(across, config.width - across) + min(along, config.height - along)


# Moves worth a try


@rule
def propose(
    arena: Arena, config: Config, seat: int, generator: Generator, moves: Records[Order], work: Work
) -> int:
    """Every move that may change something."""
    is_near = distance(config, arena.players[0].square, arena.players[1].square) <= NEAR
    n = 0
    for i in range(len(ORDER)):
        if n < len(moves) and is_worth_a_try(arena, config, seat, ORDER[i], is_near):
            moves[n].word = ORDER[i]
            n += 1
    return n


@rule
def is_worth_a_try(arena: Arena, config: Config, seat: int, word: int, is_near: bool) -> bool:
    """Whether a move is possible and may change something."""
    player = arena.players[seat]
    if word <= Word.FACE_RIGHT:
        return word != player.facing and is_passable(arena, config, player.square, word)
    if word == Word.FORWARD:
        return config.board[config.ahead[player.square * DIRECTIONS + player.facing]] == FLOOR
    if word == Word.SHOOT:
        return can_shoot(arena, config, player, is_near)
    if word == Word.SHIELD:
        return player.shield > 0
    if word == Word.LASER:
        return player.laser > 0 and (is_near or laser_hits(arena, config, seat))
    return word == Word.NONE or (player.teleport > 0 and word - Word.TELEPORT_0 < config.n_pads)


@rule
def laser_hits(arena: Arena, config: Config, seat: int) -> bool:
    """Whether a laser would hit the opponent or a live turret."""
    return laser_hits_opponent(arena, config, seat) or laser_hits_turret(arena, config, seat)


@rule
def is_passable(arena: Arena, config: Config, square: int, direction: int) -> bool:
    """Whether a robot or at least a useful bullet can leave a square in a direction."""
    beyond = config.ahead[square * DIRECTIONS + direction]
    return config.board[beyond] == FLOOR or is_live_turret(arena, config, beyond)


@rule
def can_shoot(arena: Arena, config: Config, player: Player, is_near: bool) -> bool:
    """Whether the opponent may be near the line of fire, or a live turret is on it."""
    if is_near:
        return is_passable(arena, config, player.square, player.facing)
    square = config.ahead[player.square * DIRECTIONS + player.facing]
    away = 1
    while away < TURRET_SIGHT and config.board[square] == FLOOR:
        square = config.ahead[square * DIRECTIONS + player.facing]
        away += 1
    return is_live_turret(arena, config, square)


# How a plan is shown


def marks(line: Sequence[Played], seat: int) -> list[dict[str, Any]]:
    """The planned path of a robot, and its actions on the way."""
    found = []
    for turn, played in enumerate(line, 1):
        config, player = played.before.const, played.before.record.players[seat]
        x, y = spot_of(config, player.square)
        word = played.moves[seat].word
        if word in (Word.FORWARD, Word.SHOOT):
            dx, dy = SHIFT[Direction(player.facing)]
            found.append({"x": x, "y": y, "to": [x + dx, y + dy]})
        if word not in (Word.FORWARD, Word.NONE):
            found.append({"x": x, "y": y, "text": f"{turn} {word.name}"})
    return found

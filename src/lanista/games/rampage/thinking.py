"""What the searcher needs to know: what a position is worth, which moves to try, and how to show its plans."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from lanista.engine import Generator, Records, rule
from lanista.game import Played
from lanista.game.plan import Plan
from lanista.games.rampage.board import SHIFT
from lanista.games.rampage.policies import greedy, laser_hits
from lanista.games.rampage.state import (
    DIRECTIONS,
    FLOOR,
    Arena,
    Config,
    Direction,
    Order,
    Player,
    Word,
    Work,
)
from lanista.games.rampage.tactics.skirmish import is_live_turret
from lanista.games.rampage.views import spot_of

PLAN = Plan(policy="skirmish", turns=12, depth=12, width=16, worlds=1)

# Points that things are worth
HP_WORTH = 900
LASER_WORTH = 150
SHIELD_WORTH = 150
TELEPORT_WORTH = 60
GOAL_WORTH = 250  # an item on the floor, to the nearer robot ...
HALF_WAY = 8  # ... halved at this distance
# A lead of so many points is worth half a win: at the end, and more for each turn left
CLOSE = 150
CLOSE_PER_TURN = 12
WIN = 1000  # the scale of `reward`
NEAR = 7  # squares at which a laser is worth a try


# What a position is worth


@rule
def value(arena: Arena, config: Config, seat: int) -> int:
    """The lead in points and in things that will bring points, squashed."""
    lead = standing(arena.players[seat]) - standing(arena.players[1 - seat]) + items_ahead(arena, config, seat)
    left = config.max_turns + config.d1_extra_turn - arena.turn
    scale = CLOSE + CLOSE_PER_TURN * left
    if lead < 0:
        return -(WIN * -lead // (scale - lead))
    return WIN * lead // (scale + lead)


@rule
def standing(player: Player) -> int:
    """What a robot has."""
    held = LASER_WORTH * player.laser + SHIELD_WORTH * player.shield + TELEPORT_WORTH * player.teleport
    return player.points + HP_WORTH * player.hp + held


@rule
def items_ahead(arena: Arena, config: Config, seat: int) -> int:
    """The items on the floor that a seat is nearer to, minus those of the opponent."""
    found = 0
    for i in range(config.n_items):
        if arena.lies[i]:
            mine = distance(config, arena.players[seat].square, config.item_square[i])
            other = distance(config, arena.players[1 - seat].square, config.item_square[i])
            if mine < other:
                found += GOAL_WORTH * HALF_WAY // (HALF_WAY + mine)
            elif other < mine:
                found -= GOAL_WORTH * HALF_WAY // (HALF_WAY + other)
    return found


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
    """The move of `greedy`, then every other one that does something."""
    greedy(arena, config, seat, generator, moves[0], work)
    first = moves[0].word
    n = 1
    for word in range(Word.TELEPORT_5 + 1):
        if n < len(moves) and word != first and is_worth_a_try(arena, config, seat, word):
            moves[n].word = word
            n += 1
    return n


@rule
def is_worth_a_try(arena: Arena, config: Config, seat: int, word: int) -> bool:
    """Whether a move is possible and may change something."""
    player = arena.players[seat]
    if word <= Word.FACE_RIGHT:
        return word != player.facing
    ahead = config.ahead[player.square * DIRECTIONS + player.facing]
    if word == Word.FORWARD:
        return config.board[ahead] == FLOOR
    if word == Word.SHOOT:
        return config.board[ahead] == FLOOR or is_live_turret(arena, config, ahead)
    if word == Word.SHIELD:
        return player.shield > 0
    if word == Word.LASER:
        return player.laser > 0 and is_laser_useful(arena, config, seat)
    return word == Word.NONE or (player.teleport > 0 and word - Word.TELEPORT_0 < config.n_pads)


@rule
def is_laser_useful(arena: Arena, config: Config, seat: int) -> bool:
    """Whether a laser hits something now, or the opponent could walk into it."""
    if distance(config, arena.players[seat].square, arena.players[1 - seat].square) <= NEAR:
        return True
    return laser_hits(arena, config, seat)


# How a plan is shown


def marks(line: Sequence[Played], seat: int) -> list[dict[str, Any]]:
    """Where a robot is about to go, and what it does on its way."""
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

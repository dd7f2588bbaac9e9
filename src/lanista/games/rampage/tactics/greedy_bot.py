"""The bot `greedy` as a rule: it plays the bot's own moves, in batches, so that learners can train against it."""

from __future__ import annotations

from lanista.engine import Generator, rule
from lanista.games.rampage.board import BEAM
from lanista.games.rampage.rules import can_use, step, steps
from lanista.games.rampage.state import (
    DIRECTIONS,
    FLOOR,
    SEATS,
    TURRET,
    WALL,
    Arena,
    Config,
    Order,
    Player,
    Word,
    Work,
)
from lanista.games.rampage.tactics.ground import FAR, SIGHT
from lanista.games.rampage.tactics.skirmish import is_live_turret

# As in the bot, with which a test compares it
HP_WORTH = 900  # points per HP
ITEM_WORTH = 40  # points per item held
STEP_WORTH = 6  # points per step closer to a goal; facing the right way counts as half a step
MAX_STEPS = 50  # goals farther away than this are all alike
SHOT_WORTH = 260  # points for a bullet about to hit a turret or an opponent ...
FADING = 0.8  # ... multiplied once per square of distance
AIM_WORTH = 30
LOOK = 8
REPLIES = (Word.NONE, Word.FORWARD, Word.SHOOT, Word.LASER)

SHOT_WORTHS = tuple(SHOT_WORTH * FADING**away for away in range(LOOK))
NOTHING = -1  # met by a bullet: neither a robot nor a live turret


@rule(floats=True)
def greedy_bot(arena: Arena, config: Config, seat: int, generator: Generator, move: Order, work: Work) -> None:
    """The first of the moves with the best sum of their worst and their mean value."""
    measure_goals(arena, config, seat, work)
    chosen = -1
    best = 0.0
    for word in range(Word.TELEPORT_5 + 1):
        if can_use(arena.players[seat], config, word):
            worth = worth_of(arena, config, work, seat, word)
            if chosen < 0 or worth > best:
                chosen = word
                best = worth
    move.word = chosen


# Distances to goals


@rule
def measure_goals(arena: Arena, config: Config, seat: int, work: Work) -> None:
    """Steps to items; failing that, to lines of fire on turrets out of their reach, or on the opponent."""
    for square in range(config.width * config.height):
        work.away[square] = FAR
    there = arena.players[1 - seat].square
    n = add_items(arena, config, work)
    if n == 0:
        for i in range(config.n_turrets):
            if arena.turrets[i].alive:
                n = add_lines(config, work, config.places[i].square, there, BEAM, n)
    if n == 0:
        n = add_lines(config, work, there, there, 0, n)
    spread(config, work, n)


@rule
def add_items(arena: Arena, config: Config, work: Work) -> int:
    """Queue the squares with items; returns how many there are."""
    n = 0
    for i in range(config.n_items):
        if arena.lies[i]:
            n = add_goal(work, config.item_square[i], n)
    return n


@rule
def add_goal(work: Work, square: int, n: int) -> int:
    """Queue a square behind `n` others unless it is one of them; returns how many there are then."""
    if work.away[square] == 0:
        return n
    work.away[square] = 0
    work.waiting[n] = square
    return n + 1


@rule
def add_lines(config: Config, work: Work, target: int, there: int, beam: int, n: int) -> int:
    """Queue the squares from which a target can be shot, except those that beams of a length from it cover."""
    for direction in range(DIRECTIONS):
        square = config.ahead[target * DIRECTIONS + direction]
        left = SIGHT + 0
        while left > 0 and config.board[square] == FLOOR:
            if not is_covered(config, target, square, there, beam):
                n = add_goal(work, square, n)
            square = config.ahead[square * DIRECTIONS + direction]
            left -= 1
    return n


@rule
def is_covered(config: Config, origin: int, square: int, there: int, beam: int) -> bool:
    """Whether one of the beams from an origin covers a square; on a small board two may, from either side."""
    for direction in range(DIRECTIONS):
        away = steps(config, origin, square, direction)
        if away <= beam and away <= squares_covered(config, origin, direction, there, beam):
            return True
    return False


@rule
def squares_covered(config: Config, origin: int, direction: int, there: int, beam: int) -> int:
    """The squares from an origin up to a wall (excluded), or a turret or the opponent (included)."""
    square = origin
    for away in range(beam):
        square = config.ahead[square * DIRECTIONS + direction]
        if config.board[square] == WALL:
            return away
        if config.board[square] >= TURRET or square == there:
            return away + 1
    return beam


@rule
def spread(config: Config, work: Work, n: int) -> None:
    """Measure the way to the nearest of `n` queued goals from every square; robots are not in the way."""
    done = 0
    while done < n:
        square = work.waiting[done]
        done += 1
        for direction in range(DIRECTIONS):
            beyond = config.ahead[square * DIRECTIONS + direction]
            if work.away[beyond] == FAR and config.board[beyond] == FLOOR:
                work.away[beyond] = work.away[square] + 1
                work.waiting[n] = beyond
                n += 1


# One turn ahead


@rule(floats=True)
def worth_of(arena: Arena, config: Config, work: Work, seat: int, word: int) -> float:
    """The sum of the worst and the mean value of a move over the replies."""
    worst = 0.0
    total = 0.0
    count = 0
    for reply in REPLIES:
        if can_use(arena.players[1 - seat], config, reply):
            value = value_after(arena, config, work, seat, word, reply)
            worst = value if count == 0 else min(worst, value)
            total += value
            count += 1
    return worst + total / count


@rule(floats=True)
def value_after(arena: Arena, config: Config, work: Work, seat: int, word: int, reply: int) -> float:
    """The value of the position after both moves and one more turn of bullets and turrets."""
    imagine(arena, config, work)
    play(config, work, seat, word, reply)
    left = step_worths_left(work, config, work.after.players[seat])
    play(config, work, seat, Word.NONE, Word.NONE)
    return value_of(work.after, config, seat) - left


@rule
def imagine(arena: Arena, config: Config, work: Work) -> None:
    """The state as a view shows it, which lists no payments that are due (D20)."""
    work.after = arena
    if work.after.n_credits > 0:
        work.after.n_credits = 0
        for i in range(config.n_turrets):
            work.after.turrets[i].credit = 0


@rule
def play(config: Config, work: Work, seat: int, word: int, reply: int) -> None:
    """Play a turn in the imagined state."""
    work.tries[seat].word = word
    work.tries[1 - seat].word = reply
    step(work.after, work.tries, config, work)


@rule
def step_worths_left(work: Work, config: Config, player: Player) -> int:
    """What the way to the nearest goal costs."""
    here = work.away[player.square]
    ahead = work.away[config.ahead[player.square * DIRECTIONS + player.facing]]
    return STEP_WORTH * min(MAX_STEPS, here) - (STEP_WORTH // 2 if ahead < here else 0)


@rule(floats=True)
def value_of(arena: Arena, config: Config, seat: int) -> float:
    """The lead over the opponent, with bullets in flight and a target ahead."""
    player = arena.players[seat]
    shots = 0.0
    for i in range(arena.n_bullets):
        shots += shot_worth(arena, config, seat, arena.bullets[i])
    _, met = first_obstacle(arena, config, player.square, player.facing)
    aim = AIM_WORTH if met != NOTHING else 0
    return standing(player) - standing(arena.players[1 - seat]) + shots + aim


@rule
def standing(player: Player) -> int:
    """Points, HP and items."""
    return player.points + HP_WORTH * player.hp + ITEM_WORTH * (player.laser + player.shield + player.teleport)


@rule(floats=True)
def shot_worth(arena: Arena, config: Config, seat: int, bullet: int) -> float:
    """The expected value of a bullet in flight."""
    flight = bullet // SEATS
    owner = bullet % SEATS
    away, met = first_obstacle(arena, config, flight // DIRECTIONS, flight % DIRECTIONS)
    if met in (NOTHING, owner):
        return 0.0
    return SHOT_WORTHS[away] if owner == seat else -SHOT_WORTHS[away]


@rule
def first_obstacle(arena: Arena, config: Config, square: int, direction: int) -> tuple[int, int]:
    """The distance to the first obstacle in a direction, and the seat of a robot or code of a live turret."""
    for away in range(LOOK):
        square = config.ahead[square * DIRECTIONS + direction]
        for seat in range(SEATS):
            if arena.players[seat].square == square:
                return away, seat
        if config.board[square] != FLOOR:
            return away, config.board[square] if is_live_turret(arena, config, square) else NOTHING
    return LOOK, NOTHING

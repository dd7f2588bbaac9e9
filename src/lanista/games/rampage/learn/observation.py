"""Observations for learners, as numbers: the board around its robot, both robots and the pads."""

from __future__ import annotations

from lanista.engine import Ints, Number, ObservationSpec, Plane, rule
from lanista.games.rampage.state import (
    ANY_SIZE,
    DIRECTIONS,
    MAX_DAMAGE,
    MAX_HITS,
    MAX_HP,
    MAX_SHIELD_TURNS,
    MAX_TURNS,
    SEATS,
    Arena,
    Config,
    Direction,
    ItemKind,
    Player,
    Word,
)

# The squares around the robot, which stands in the middle. The board has no edges: a smaller one is repeated.
REACH = 4
WINDOW = 2 * REACH + 1
CELLS = WINDOW * WINDOW

# What a square of the ground holds; a disabled turret is like a wall.
WALL_BIT = 1
TURRET_BIT = 2
FIRES_NEXT_BIT = 4
ITEM_BIT = 8  # laser 8, shield 16, teleport 32

# What moves over it
MOVING = CELLS  # where this plane begins
BULLET_BIT = 1  # UP 1, DOWN 2, LEFT 4, RIGHT 8
OWN_BULLET_BIT = 16
OPPONENT_BULLET_BIT = 32
OPPONENT_BIT = 64

PADS = len(Word) - Word.TELEPORT_0  # those that moves can name
MATCH = 2 * CELLS  # where the single numbers begin: those of the match, of both players, and ways to squares
OWN = MATCH + 4
OPPONENT = OWN + 8
AWAY = OPPONENT + 8
NEAREST = AWAY + 2
TO_PADS = NEAREST + 3

ITEM_BITS = tuple(ITEM_BIT << kind for kind in ItemKind)
BULLET_BITS = tuple(  # by the last bits of a bullet: its direction, and whether its owner is the opponent
    BULLET_BIT << way | bit for way in Direction for bit in (OWN_BULLET_BIT, OPPONENT_BULLET_BIT)
)
LARGEST = 32767
MAX_WAY = ANY_SIZE.side // 2
USUAL_WAY = 7

# The nearest item is the least of numbers made of its distance and its index.
ITEM_UNIT = 256
NO_ITEM = 1 << 30


def _match_numbers() -> list[Number]:
    return [
        Number("turn", 0, MAX_TURNS + 1, "turns played", unit=100),
        Number("turns left", 0, MAX_TURNS + 1, unit=100),
        Number("width", 0, ANY_SIZE.side, "of the board", unit=15),
        Number("height", 0, ANY_SIZE.side, unit=15),
    ]


def _player_numbers(whose: str) -> list[Number]:
    facings = tuple((int(way), way.name.lower()) for way in Direction)
    words = tuple((int(word), word.name) for word in Word)
    return [
        Number(f"{whose}facing", 0, DIRECTIONS - 1, codes=facings),
        Number(f"{whose}HP", -MAX_DAMAGE * MAX_HITS, MAX_HP, "dead at 0 or less", unit=2),
        Number(f"{whose}points", -LARGEST, LARGEST, unit=1000),
        Number(f"{whose}lasers", 0, LARGEST, "items held", unit=2),
        Number(f"{whose}shields", 0, LARGEST, "items held", unit=2),
        Number(f"{whose}teleports", 0, LARGEST, "items held", unit=2),
        Number(f"{whose}shield turns", 0, MAX_SHIELD_TURNS, "turns of protection left", unit=5),
        Number(f"{whose}last move", 0, len(Word) - 1, "as executed", codes=words),
    ]


def _way_numbers(target: str, unless: str = "") -> list[Number]:
    about = f"by the shorter way around the board{unless}"
    return [
        Number(f"squares right to {target}", -MAX_WAY, MAX_WAY, f"{about}; negative: left", USUAL_WAY),
        Number(f"squares down to {target}", -MAX_WAY, MAX_WAY, f"{about}; negative: up", USUAL_WAY),
    ]


OBSERVATION = ObservationSpec.of(
    Plane(
        "ground",
        (WINDOW, WINDOW),
        0,
        2 * (ITEM_BIT << 2) - 1,
        "rows from above, the robot in the middle; a board without edges, repeated if it is smaller",
        bits=("wall or disabled turret", "turret", "fires in this turn", "laser", "shield", "teleport"),
    ),
    Plane(
        "moving",
        (WINDOW, WINDOW),
        0,
        2 * OPPONENT_BIT - 1,
        "the same squares",
        bits=(
            *(f"bullet flying {way.name.lower()}" for way in Direction),
            "own bullet",
            "opponent's bullet",
            "opponent",
        ),
    ),
    _match_numbers(),
    _player_numbers(""),
    _player_numbers("opponent's "),
    _way_numbers("the opponent"),
    Number(
        "nearest item",
        0,
        len(ItemKind),
        codes=((0, "none"), *((kind + 1, kind.name.lower()) for kind in ItemKind)),
    ),
    _way_numbers("the nearest item"),
    *(_way_numbers(f"pad {i}", ", 0 without a teleport") for i in range(PADS)),
)


@rule
def observe(arena: Arena, config: Config, seat: int, row: Ints) -> None:
    """Write the observation of a seat into a row."""
    me = arena.players[seat]
    other = arena.players[1 - seat]
    left = first_in_sight(config.column[me.square], config.width)
    top = first_in_sight(config.row[me.square], config.height)
    size = config.width * config.height
    if min(config.width, config.height) < WINDOW or size > len(config.board) - COPIED:
        copy_square_by_square(config, left, top, row)
    else:
        copy_board(config.board, left, top * config.width, config.width, size, row)
    row[MOVING:MATCH] = 0
    observe_turrets(arena, config, left, top, config.width, config.height, row)
    observe_items(arena, config, left, top, config.width, config.height, row)
    observe_bullets(arena, config, seat, left, top, config.width, config.height, row)
    observe_opponent(config, left, top, other, row)
    if min(config.width, config.height) < WINDOW:
        repeat_board(config, row)
    observe_pads(config, left, top, me.teleport, row)
    observe_match(arena, config, row)
    observe_player(me, row, OWN)


# Rows and columns are counted from the top and left of the window, around the board


@rule
def around(at: int, size: int) -> int:
    """A row or column before the first is one at the other end."""
    return at + size if at < 0 else at


@rule
def first_in_sight(middle: int, size: int) -> int:
    """The row or column of the board at the top or left of the window."""
    return around(around(middle - REACH, size), size)  # the smallest boards have 3 squares


# Whether a square is in sight is a factor, not a condition: processors would guess every third one wrongly.


@rule
def sight(x: int, y: int) -> int:
    """1 if a square is in sight, else 0."""
    return 1 if max(x, y) < WINDOW else 0


@rule
def cell(plane: int, x: int, y: int) -> int:
    """The index of a square in a plane; out of sight it is that of another."""
    return plane + min(y, WINDOW - 1) * WINDOW + min(x, WINDOW - 1)


@rule
def way(at: int, size: int) -> int:
    """How far a row or column is from that of the robot, by the shorter way."""
    found = at - REACH
    while 2 * found < -size:
        found += size
    return found - size if 2 * found > size else found


@rule
def steps(at: int, size: int) -> int:
    """The same without a direction."""
    found = abs(at - REACH)
    return min(found, abs(size - found))


# The ground

COPIED = 8  # squares at once, at least WINDOW - 1: the next copy overwrites the excess


@rule
def copy_board(board: Ints, left: int, start: int, width: int, size: int, row: Ints) -> None:
    """Copy the board row by row, each in two parts: the second begins at the edge if the window reaches beyond."""
    column = max(1, width - left)
    second = 0
    if column >= WINDOW:
        column = 1
        second = left + 1
    last = len(board) - COPIED
    for i in range(WINDOW):
        # Always so; a compiler that knows it need not check the limits of each copy.
        if 0 <= start + left <= last and 0 <= start + second <= last:
            first = start + left
            row[i * WINDOW : i * WINDOW + COPIED] = board[first : first + COPIED]
            first = start + second
            row[i * WINDOW + column : i * WINDOW + column + COPIED] = board[first : first + COPIED]
        start += width
        if start == size:
            start = 0


@rule
def copy_square_by_square(config: Config, left: int, top: int, row: Ints) -> None:
    """Copy a board that is smaller than the window, or fills its record."""
    y = top
    for i in range(WINDOW):
        x = left
        for j in range(WINDOW):
            row[i * WINDOW + j] = config.board[y * config.width + x]
            x = x + 1 if x + 1 < config.width else 0
        y = y + 1 if y + 1 < config.height else 0


@rule
def repeat_board(config: Config, row: Ints) -> None:
    """Repeat a board that is smaller than the window beyond its edges."""
    for y in range(WINDOW):
        for x in range(WINDOW):
            at = y % config.height * WINDOW + x % config.width
            row[y * WINDOW + x] = row[at]
            row[MOVING + y * WINDOW + x] = row[MOVING + at]


@rule
def observe_turrets(arena: Arena, config: Config, left: int, top: int, width: int, height: int, row: Ints) -> None:
    """Put the state of each turret in place of its number on the board."""
    for i in range(config.n_turrets):
        turret = arena.turrets[i]
        site = config.places[i]
        x = around(site.column - left, width)
        y = around(site.row - top, height)
        fires = turret.alive if turret.phase < site.fire else 0
        bits = TURRET_BIT + WALL_BIT * (1 - turret.alive) + FIRES_NEXT_BIT * fires
        at = cell(0, x, y)
        row[at] += sight(x, y) * (bits - row[at])


@rule
def observe_items(arena: Arena, config: Config, left: int, top: int, width: int, height: int, row: Ints) -> None:
    """Add the items on the floor, and write the way to the nearest."""
    nearest = NO_ITEM
    for i in range(config.n_items):
        if arena.lies[i]:
            square = config.item_square[i]
            x = around(config.column[square] - left, width)
            y = around(config.row[square] - top, height)
            row[cell(0, x, y)] |= sight(x, y) * ITEM_BITS[config.item_kind[i]]
            nearest = min(nearest, (steps(x, width) + steps(y, height)) * ITEM_UNIT + i)
    row[NEAREST] = 0
    row[NEAREST + 1] = 0
    row[NEAREST + 2] = 0
    if nearest < NO_ITEM:
        square = config.item_square[nearest % ITEM_UNIT]
        row[NEAREST] = 1 + config.item_kind[nearest % ITEM_UNIT]
        row[NEAREST + 1] = way(around(config.column[square] - left, width), width)
        row[NEAREST + 2] = way(around(config.row[square] - top, height), height)


# What moves


@rule
def observe_bullets(
    arena: Arena, config: Config, seat: int, left: int, top: int, width: int, height: int, row: Ints
) -> None:
    """Add the bullets in flight."""
    for i in range(arena.n_bullets):
        bullet = arena.bullets[i]
        square = bullet // (DIRECTIONS * SEATS)
        x = around(config.column[square] - left, width)
        y = around(config.row[square] - top, height)
        row[cell(MOVING, x, y)] |= sight(x, y) * BULLET_BITS[(bullet ^ seat) % (DIRECTIONS * SEATS)]


@rule
def observe_opponent(config: Config, left: int, top: int, opponent: Player, row: Ints) -> None:
    """Write the opponent's position and numbers."""
    x = around(config.column[opponent.square] - left, config.width)
    y = around(config.row[opponent.square] - top, config.height)
    row[cell(MOVING, x, y)] |= sight(x, y) * OPPONENT_BIT
    row[AWAY] = way(x, config.width)
    row[AWAY + 1] = way(y, config.height)
    observe_player(opponent, row, OPPONENT)


# Single numbers


@rule
def observe_match(arena: Arena, config: Config, row: Ints) -> None:
    """Write the numbers that both players share."""
    row[MATCH] = arena.turn
    row[MATCH + 1] = config.max_turns + config.d1_extra_turn - arena.turn
    row[MATCH + 2] = config.width
    row[MATCH + 3] = config.height


@rule
def observe_player(player: Player, row: Ints, at: int) -> None:
    """Write the numbers of one player."""
    row[at] = player.facing
    row[at + 1] = player.hp
    row[at + 2] = max(-LARGEST, min(LARGEST, player.points))
    row[at + 3] = player.laser
    row[at + 4] = player.shield
    row[at + 5] = player.teleport
    row[at + 6] = player.shield_left
    row[at + 7] = player.effective


@rule
def observe_pads(config: Config, left: int, top: int, teleports: int, row: Ints) -> None:
    """Write the ways to the pads that the robot can teleport to, else 0."""
    for i in range(TO_PADS, TO_PADS + 2 * PADS):
        row[i] = 0
    if teleports > 0:
        for i in range(min(PADS, config.n_pads)):
            x = around(config.column[config.pads[i]] - left, config.width)
            y = around(config.row[config.pads[i]] - top, config.height)
            row[TO_PADS + 2 * i] = way(x, config.width)
            row[TO_PADS + 2 * i + 1] = way(y, config.height)

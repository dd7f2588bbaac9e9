"""Observations for learners: the board and both players as numbers, in the player's view (2.3)."""

from __future__ import annotations

from lanista.engine import Ints, Number, ObservationSpec, Plane, rule
from lanista.games.tower_defence.rules import income_of, round_limit
from lanista.games.tower_defence.settings import MAX_NUMBER
from lanista.games.tower_defence.state import (
    CELLS,
    HALF,
    HEIGHT,
    SEATS,
    WIDTH,
    Battle,
    Building,
    Config,
    Player,
)

INT16 = 32767
INT8 = 127
ROUND_BITS = 16383  # more than any round, even that in which the slowest building is finished
UNFINISHED = len(Building) - 1  # is added to the code of a building

BUILDING_CODES = (
    (Building.NONE, "none"),
    (Building.DEFENSE, "wall"),
    (Building.ATTACK, "turret"),
    (Building.ENERGY, "generator"),
    (Building.TESLA, "tesla tower"),
)
CODES = (
    *((int(code), name) for code, name in BUILDING_CODES),
    *((code + UNFINISHED, f"unfinished {name}") for code, name in BUILDING_CODES[1:]),
)


def _player_numbers(whose: str) -> list[Number]:
    """The numbers of a player."""
    return [
        Number(f"{whose}energy", unit=100),
        Number(f"{whose}health", unit=100),
        Number(f"{whose}score", unit=1000),
        Number(f"{whose}income", 0, INT16, "energy per round", unit=10),
        Number(f"{whose}hits taken", 0, INT16, unit=20),
        Number(f"{whose}curtain available", 0, 1),
        Number(f"{whose}curtain rounds", -INT16, INT16, "the iron curtain is up unless this is negative", unit=6),
    ]


OBSERVATION = ObservationSpec.of(
    Plane("building", (HEIGHT, WIDTH), 0, CODES[-1][0], "the player's half is on the left", codes=CODES),
    Plane("building health", (HEIGHT, WIDTH), 0, INT8, "at most 127"),
    Plane(
        "wait",
        (HEIGHT, WIDTH),
        0,
        INT8,
        "rounds until it is finished, then until its next shot if the view shows that",
    ),
    Plane("missiles", (HEIGHT, WIDTH), 0, HALF, "the player's; they fly to the right"),
    Plane("enemy's missiles", (HEIGHT, WIDTH), 0, HALF, "they fly to the left"),
    _player_numbers(""),
    _player_numbers("enemy's "),
    Number("round", 0, MAX_NUMBER + 1, "rounds played", unit=100),
    Number("rounds left", 0, MAX_NUMBER + 1, unit=100),
    Number("width", 2, WIDTH, "columns of the board"),
    Number("height", 1, HEIGHT, "rows of the board"),
)
# Where the parts begin
HEALTH = CELLS
WAIT = 2 * CELLS
MISSILES = 3 * CELLS
ENEMY_MISSILES = 4 * CELLS
NUMBERS = 5 * CELLS
LOW_HEIGHT = 4  # of the smaller boards, whose observation takes half the time
LOW_CELLS = LOW_HEIGHT * WIDTH
MIRRORED = 2 * CELLS  # where the planes of buildings are written before they are mirrored
PLAYER_NUMBERS = 7


@rule
def observe(battle: Battle, config: Config, seat: int, row: Ints) -> None:
    """A seat's observation."""
    if config.height <= LOW_HEIGHT:
        observe_low_board(battle, config, seat, row)
    else:
        observe_rows(battle, config, seat, CELLS, row)
    observe_missiles(battle, config, seat, row)
    observe_player(battle.players[seat], config, row, NUMBERS)
    observe_player(battle.players[1 - seat], config, row, NUMBERS + PLAYER_NUMBERS)
    at = NUMBERS + SEATS * PLAYER_NUMBERS
    row[at] = battle.round
    row[at + 1] = max(0, round_limit(config) - battle.round)
    row[at + 2] = config.width
    row[at + 3] = config.height


@rule
def observe_low_board(battle: Battle, config: Config, seat: int, row: Ints) -> None:
    """Write the upper half of the largest board; nothing can stand in the lower."""
    observe_rows(battle, config, seat, LOW_CELLS, row)
    row[LOW_CELLS:CELLS] = 0
    row[HEALTH + LOW_CELLS : HEALTH + CELLS] = 0
    row[WAIT + LOW_CELLS : WAIT + CELLS] = 0


@rule
def observe_rows(battle: Battle, config: Config, seat: int, cells: int, row: Ints) -> None:
    """Write the first cells of the board in the player's view."""
    if seat == 0:
        observe_cells(battle, cells, 1, 0, row)
    else:
        observe_cells(battle, cells, 0 if config.d16_cooldown_hidden_from_b else 1, MIRRORED, row)
        if config.width == WIDTH:  # widths that the compiler knows become vector instructions
            mirror_planes(WIDTH, cells, row)
        elif config.width == HALF:
            mirror_planes(HALF, cells, row)
        else:
            mirror_planes(config.width, cells, row)


@rule
def observe_cells(battle: Battle, cells: int, shown: int, at: int, row: Ints) -> None:
    """Write buildings as A sees them, from an index on; D16: cooldowns only if they are shown."""
    now = last_round(battle)
    for cell in range(cells):
        left = max(0, (battle.ready[cell] & ROUND_BITS) - now)
        row[at + cell] = battle.building[cell] + UNFINISHED * min(1, left)
        row[at + HEALTH + cell] = min(INT8, battle.health[cell])
        row[at + WAIT + cell] = min(INT8, max(left, shown * ((battle.due[cell] & ROUND_BITS) - now - 1)))


@rule
def mirror_planes(width: int, cells: int, row: Ints) -> None:
    """Move three planes to the front of the row, mirrored."""
    mirror_plane(width, cells, MIRRORED, 0, row)
    mirror_plane(width, cells, MIRRORED + HEALTH, HEALTH, row)
    mirror_plane(width, cells, MIRRORED + WAIT, WAIT, row)


@rule
def mirror_plane(width: int, cells: int, source: int, target: int, row: Ints) -> None:
    """Mirror the columns of the board in a plane; nothing is on those beyond it."""
    for start in range(0, cells, WIDTH):
        for x in range(width):
            row[target + start + x] = row[source + start + width - 1 - x]
        for x in range(width, WIDTH):
            row[target + start + x] = row[source + start + x]


@rule
def last_round(battle: Battle) -> int:
    """The round that was played last."""
    return max(0, (battle.round & ROUND_BITS) - 1)


@rule
def observe_missiles(battle: Battle, config: Config, seat: int, row: Ints) -> None:
    """Count the missiles over each cell."""
    row[MISSILES:ENEMY_MISSILES] = 0
    row[ENEMY_MISSILES:NUMBERS] = 0
    flip = CELLS + WIDTH - 1 if seat else 0
    back = WIDTH - config.width if seat else 0
    for i in range(battle.n_missiles):
        row[MISSILES + (battle.missiles[i] ^ flip) - back] += 1


@rule
def observe_player(player: Player, config: Config, row: Ints, at: int) -> None:
    """Write a player's values, clamped to 16 bits."""
    row[at] = min(INT16, player.energy)
    row[at + 1] = max(-INT16, player.health)
    row[at + 2] = min(INT16, player.score)
    row[at + 3] = min(INT16, income_of(player, config))
    row[at + 4] = min(INT16, player.hits_taken)
    row[at + 5] = player.curtain_available
    row[at + 6] = max(-INT16, player.curtain_left)

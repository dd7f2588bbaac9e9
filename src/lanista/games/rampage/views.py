"""What a player sees: everything (11.3), as the JSON of section 11.2 and as numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

import msgspec

from lanista.engine import Ints, State, rule
from lanista.games.rampage.maps import ItemSpot, Map, Spot, TurretSpot
from lanista.games.rampage.rules import beam_of_turret
from lanista.games.rampage.state import (
    BY_TURRET,
    DIRECTIONS,
    MOST_TURNS,
    SEATS,
    SQUARES,
    WALL,
    Arena,
    Config,
    Direction,
    Hit,
    Kind,
    Player,
    Turret,
    Word,
)

Moment = State[Arena, Config]

DIRECTION_NAMES = tuple(direction.name for direction in Direction)
WORDS = tuple(word.name for word in Word)
KINDS = tuple(kind.name for kind in Kind)


# What is where


def spot_of(config: Config, square: int) -> Spot:
    """The x and y of a square."""
    return square % config.width, square // config.width


def bullet_code(square: int, direction: int, owner: int) -> int:
    """A bullet as the records hold it."""
    return (square * DIRECTIONS + direction) * SEATS + owner


def bullets_of(state: Moment) -> Iterator[tuple[int, int, int]]:
    """The square, direction and owner of every bullet, in the order of firing."""
    for i in range(state.record.n_bullets):
        place, owner = divmod(state.record.bullets[i], SEATS)
        yield *divmod(place, DIRECTIONS), owner


def items_of(state: Moment) -> Iterator[tuple[int, int]]:
    """The square and kind of every item that still lies on the floor."""
    config = state.const
    for i in range(config.n_items):
        if state.record.lies[i]:
            yield config.item_square[i], config.item_kind[i]


def beams_of(state: Moment) -> Iterator[tuple[int, int, int, int]]:
    """Every square that a beam of the last turn covers: square, direction, owner as in hits, origin."""
    arena, config = state.record, state.const
    for seat, player in enumerate(arena.players):
        if player.effective == Word.LASER:
            for direction in range(DIRECTIONS):
                yield from _beam(config, player.square, direction, player.beams[direction], seat)
    for i in range(config.n_turrets):
        if arena.turrets[i].fired:
            for direction in range(DIRECTIONS):
                reach = beam_of_turret(arena, config, i, direction)
                yield from _beam(config, config.places[i].square, direction, reach, BY_TURRET + i)


def _beam(
    config: Config, origin: int, direction: int, reach: int, owner: int
) -> Iterator[tuple[int, int, int, int]]:
    square = origin
    for _ in range(reach):
        square = config.ahead[square * DIRECTIONS + direction]
        yield square, direction, owner, origin


def hits_of(arena: Arena, seat: int) -> Iterator[tuple[int, int]]:
    """The kind and source of every hit on a player in the last turn."""
    hits = arena.hits[seat]
    return ((hits.kind[i], hits.by[i]) for i in range(arena.players[seat].n_hits))


def fires_next(state: Moment, i: int) -> bool:
    """Whether a turret will fire in the turn being decided if it is still alive then."""
    turret = state.record.turrets[i]
    return bool(turret.alive) and turret.phase < state.const.places[i].fire


def turn_limit(config: Config) -> int:
    """How many turns a match has at most (D1)."""
    return config.max_turns + config.d1_extra_turn


# The view of section 11.2


def view_json(state: Moment, seat: int) -> bytes:
    """The turn message of section 11.2, with the board's size and walls; both players see the same."""
    arena, config = state.record, state.const
    view = {
        "turn": arena.turn + 1,
        "turns_left": turn_limit(config) - arena.turn,
        "players": [_player_view(arena, config, s) for s in range(SEATS)],
        "bullets": [_bullet_view(config, *bullet) for bullet in bullets_of(state)],
        "turrets": [_turret_view(state, i) for i in range(config.n_turrets)],
        "items": [placed(config, square) | {"kind": KINDS[kind]} for square, kind in items_of(state)],
        "beams": [_beam_view(config, *beam) for beam in beams_of(state)],
        "pads": [spot_of(config, config.pads[i]) for i in range(config.n_pads)],
        "width": config.width,
        "height": config.height,
        "walls": _walls_json(bytes(memoryview(config.board)), config.width),  # type: ignore[arg-type]
    }
    return msgspec.json.encode(view)


@lru_cache(maxsize=64)
def _walls_json(board: bytes, width: int) -> msgspec.Raw:
    """The walls of a board; they are the same in every turn."""
    squares = (square for square, code in enumerate(board) if code == WALL)
    return msgspec.Raw(msgspec.json.encode([(square % width, square // width) for square in squares]))


def placed(config: Config, square: int) -> dict[str, Any]:
    """A square as members of an object."""
    x, y = spot_of(config, square)
    return {"x": x, "y": y}


def _player_view(arena: Arena, config: Config, seat: int) -> dict[str, Any]:
    player = arena.players[seat]
    return {
        "id": seat + 1,
        **placed(config, player.square),
        "facing": DIRECTION_NAMES[player.facing],
        "hp": player.hp,
        "points": player.points,
        "items": {"laser": player.laser, "shield": player.shield, "teleport": player.teleport},
        "shield_left": player.shield_left,
        "last_move": WORDS[player.effective],
        "requested": WORDS[player.requested],
        "hits": [_hit_view(config, kind, by) for kind, by in hits_of(arena, seat)],
    }


def _hit_view(config: Config, kind: int, by: int) -> dict[str, Any]:
    hit: dict[str, Any] = {"kind": "LASER" if kind & Hit.LASER else "BULLET", "by": _owner_view(by)}
    if by >= BY_TURRET:
        hit |= placed(config, config.places[by - BY_TURRET].square)
    hit["absorbed"] = bool(kind & Hit.ABSORBED)
    if kind & Hit.REFLECTED:
        hit["reflected"] = True
    return hit


def _owner_view(owner: int) -> int | str:
    return "turret" if owner >= BY_TURRET else owner + 1


def _bullet_view(config: Config, square: int, direction: int, owner: int) -> dict[str, Any]:
    return placed(config, square) | {"dir": DIRECTION_NAMES[direction], "owner": owner + 1}


def _turret_view(state: Moment, i: int) -> dict[str, Any]:
    turret, place = state.record.turrets[i], state.const.places[i]
    return placed(state.const, place.square) | {
        "alive": bool(turret.alive),
        "fired": bool(turret.fired),
        "fires_next": fires_next(state, i),
        "fire_time": place.fire,
        "cooldown_time": place.cool,
        "phase": turret.phase,
    }


def _beam_view(config: Config, square: int, direction: int, owner: int, origin: int) -> dict[str, Any]:
    beam = {"dir": DIRECTION_NAMES[direction], "owner": _owner_view(owner), "from": spot_of(config, origin)}
    return placed(config, square) | beam


# A state from a view


def map_seen(view: Mapping[str, Any]) -> Map:
    """The map as far as a view shows it: with the items that still lie there."""
    return Map(
        name="",
        width=view["width"],
        height=view["height"],
        starts=tuple((player["x"], player["y"]) for player in view["players"]),
        max_turns=min(MOST_TURNS, view["turn"] - 1 + view["turns_left"]),
        walls=tuple((x, y) for x, y in view["walls"]),
        turrets=tuple(TurretSpot(t["x"], t["y"], t["fire_time"], t["cooldown_time"]) for t in view["turrets"]),
        items=tuple(ItemSpot(item["x"], item["y"], Kind[item["kind"]]) for item in view["items"]),
        pads=tuple((x, y) for x, y in view["pads"]),
    )


def imagine(view: Mapping[str, Any], state: Moment) -> None:
    """Write a view into a state of the same map; bots look ahead from it with the game's own rules."""
    arena, config = state.record, state.const
    arena.turn, arena.over = view["turn"] - 1, 0
    for player, seen in zip(arena.players, view["players"], strict=True):
        player.square = seen["y"] * config.width + seen["x"]
        player.facing = Direction[seen["facing"]]
        player.hp, player.points, player.shield_left = seen["hp"], seen["points"], seen["shield_left"]
        player.laser, player.shield, player.teleport = (seen["items"][kind.name.lower()] for kind in Kind)
    for turret, seen in zip(arena.turrets, view["turrets"], strict=False):
        turret.alive, turret.phase = int(seen["alive"]), seen["phase"]
    left = Counter((item["y"] * config.width + item["x"], Kind[item["kind"]]) for item in view["items"])
    for i in range(config.n_items):
        key = (config.item_square[i], Kind(config.item_kind[i]))
        arena.lies[i] = int(left[key] > 0)
        left[key] -= 1
    set_bullets(
        arena,
        [
            bullet_code(seen["y"] * config.width + seen["x"], Direction[seen["dir"]], seen["owner"] - 1)
            for seen in view["bullets"]
        ],
    )


def set_bullets(arena: Arena, codes: list[int]) -> None:
    """Replace the bullets in flight."""
    for i in range(max(arena.n_bullets, len(codes))):
        arena.bullets[i] = codes[i] if i < len(codes) else 0
    arena.n_bullets = len(codes)


# Numbers for learners: the squares row by row as sums of the bits below, -1 beyond the board; then both players,
# the own one first, and the scalars.
DISABLED_TURRET = 2
LIVE_TURRET = 3
FIRING_TURRET = 4  # fires in the turn being decided
ITEM_BIT = 8  # laser 8, shield 16, teleport 32
PAD_BIT = 64
OWN_BIT = 128
OPPONENT_BIT = 256
BULLET_BIT = 512  # UP 512, DOWN 1024, LEFT 2048, RIGHT 4096
OWN_BULLET_BIT = 8192
OPPONENT_BULLET_BIT = 16384
PER_PLAYER = 10
SCALARS = 2 * PER_PLAYER + 5
OBSERVATION = (SQUARES + SCALARS,)


@rule
def observe(arena: Arena, config: Config, seat: int, row: Ints) -> None:
    """What a seat sees as one row of numbers."""
    squares = config.width * config.height
    for square in range(squares):
        row[square] = 1 if config.board[square] == WALL else 0
    for square in range(squares, SQUARES):
        row[square] = -1
    for i in range(config.n_turrets):
        row[config.places[i].square] = turret_code(arena.turrets[i], config.places[i].fire)
    for i in range(config.n_pads):
        row[config.pads[i]] |= PAD_BIT
    for i in range(config.n_items):
        if arena.lies[i]:
            row[config.item_square[i]] |= ITEM_BIT << config.item_kind[i]
    for i in range(arena.n_bullets):
        place = arena.bullets[i] // SEATS
        whose = OWN_BULLET_BIT if arena.bullets[i] % SEATS == seat else OPPONENT_BULLET_BIT
        row[place // DIRECTIONS] |= (BULLET_BIT << (place % DIRECTIONS)) | whose
    row[arena.players[seat].square] |= OWN_BIT
    row[arena.players[1 - seat].square] |= OPPONENT_BIT
    observe_player(arena.players[seat], config, row, SQUARES)
    observe_player(arena.players[1 - seat], config, row, SQUARES + PER_PLAYER)
    at = SQUARES + 2 * PER_PLAYER
    row[at] = arena.turn
    row[at + 1] = config.max_turns + config.d1_extra_turn - arena.turn
    row[at + 2] = config.width
    row[at + 3] = config.height
    row[at + 4] = seat


@rule
def turret_code(turret: Turret, fire: int) -> int:
    """A turret as a number: disabled, alive, or about to fire."""
    if not turret.alive:
        return DISABLED_TURRET
    return FIRING_TURRET if turret.phase < fire else LIVE_TURRET


@rule
def observe_player(player: Player, config: Config, row: Ints, at: int) -> None:
    """Everything about a player."""
    row[at] = config.column[player.square]
    row[at + 1] = config.row[player.square]
    row[at + 2] = player.facing
    row[at + 3] = player.hp
    row[at + 4] = max(-32768, min(32767, player.points))
    row[at + 5] = player.laser
    row[at + 6] = player.shield
    row[at + 7] = player.teleport
    row[at + 8] = player.shield_left
    row[at + 9] = player.effective

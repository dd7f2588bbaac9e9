"""A player's view, which is everything (11.3), as the JSON of section 11.2."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

from lanista.engine import Ints, State
from lanista.games.rampage.board import SHIFT
from lanista.games.rampage.maps import Spot, map_of, write_map
from lanista.games.rampage.rules import beam_of_turret
from lanista.games.rampage.state import (
    BY_TURRET,
    DIRECTIONS,
    SEATS,
    Arena,
    Config,
    Direction,
    Hit,
    ItemKind,
    Word,
)

Moment = State[Arena, Config]

DIRECTION_NAMES = tuple(direction.name for direction in Direction)
WORDS = tuple(word.name for word in Word)
KINDS = tuple(kind.name for kind in ItemKind)


# Positions


def spot_of(config: Config, square: int) -> Spot:
    """The x and y coordinates of a square."""
    return square % config.width, square // config.width


def first(row: Ints, count: int) -> memoryview[int]:
    """The first `count` numbers of a row, without copying."""
    numbers: memoryview[int] = row[:count]
    return numbers


def bullet_code(square: int, direction: int, owner: int) -> int:
    """A bullet as the records encode it."""
    return (square * DIRECTIONS + direction) * SEATS + owner


def bullets_of(state: Moment) -> Iterator[tuple[int, int, int]]:
    """The square, direction and owner of every bullet, in the order in which they were fired."""
    for i in range(state.record.n_bullets):
        flight, owner = divmod(state.record.bullets[i], SEATS)
        yield *divmod(flight, DIRECTIONS), owner


def items_of(state: Moment) -> Iterator[tuple[int, int]]:
    """The square and kind of every item left on the floor."""
    config = state.const
    for i in range(config.n_items):
        if state.record.lies[i]:
            yield config.item_square[i], config.item_kind[i]


def beams_of(state: Moment) -> Iterator[tuple[int, int, int, int]]:
    """Every square covered by a beam in the last turn: square, direction, owner (as in hits) and origin."""
    ahead = state.const.ahead
    for origin, reaches, owner in lasers_of(state):
        for direction, reach in enumerate(reaches):
            square = origin
            for _ in range(reach):
                square = ahead[square * DIRECTIONS + direction]
                yield square, direction, owner, origin


def lasers_of(state: Moment) -> Iterator[tuple[int, bytes, int]]:
    """The beams fired in the last turn: origin, squares covered in each direction, and owner (as in hits)."""
    arena, config = state.record, state.const
    for seat, player in enumerate(arena.players):
        if player.effective == Word.LASER:
            yield player.square, bytes(first(player.beams, DIRECTIONS)), seat
    rows = [config.row[player.square] for player in arena.players]
    columns = [config.column[player.square] for player in arena.players]
    for i in range(config.n_turrets):
        if arena.turrets[i].fired:
            site = config.places[i]
            is_in_line = site.row in rows or site.column in columns
            reaches = beams_of_turret(arena, config, i) if is_in_line else bytes(first(site.reach, DIRECTIONS))
            yield site.square, reaches, BY_TURRET + i


def beams_of_turret(arena: Arena, config: Config, i: int) -> bytes:
    """The number of squares that a turret's beams cover in each direction."""
    return bytes(beam_of_turret(arena, config, i, direction) for direction in range(DIRECTIONS))


def hits_of(arena: Arena, seat: int) -> Iterator[tuple[int, int]]:
    """The kind and source of every hit on a player in the last turn."""
    hits = arena.hits[seat]
    return ((hits.kind[i], hits.by[i]) for i in range(arena.players[seat].n_hits))


def fires_next(state: Moment, i: int) -> bool:
    """Whether a turret fires in the coming turn if it is still alive by then."""
    turret = state.record.turrets[i]
    return bool(turret.alive) and turret.phase < state.const.places[i].fire


def turn_limit(config: Config) -> int:
    """The maximum number of turns in a match (D1)."""
    return config.max_turns + config.d1_extra_turn


# The map, sent once, and the view of section 11.2, sent every turn


def fixed_json(state: Moment, seat: int) -> bytes:
    """The map in the format of map files (10.1), which never changes."""
    return write_map(map_of(state.const)).encode()


def view_json(state: Moment, seat: int) -> bytes:
    """The turn message of section 11.2 without the map; both players see the same."""
    return _last_view.of(state)


class _LastView(threading.local):
    """The last view that was made: both players ask for it in every turn."""

    def __init__(self) -> None:
        self._known: tuple[bytes, bytes] | None = None
        self._text = b""

    def of(self, state: Moment) -> bytes:
        """The view of a state."""
        seen = state.bytes(), state.fixed.tobytes()
        if seen != self._known:
            self._text = _view_text(state)
            self._known = seen
        return self._text


_last_view = _LastView()


def _view_text(state: Moment) -> bytes:
    """A view, assembled from cached pieces: encoding objects would take several times as long."""
    arena, config = state.record, state.const
    width, codes = config.width, first(arena.bullets, arena.n_bullets)
    bullets = [_bullet_json(code, width) for code in codes]
    pairs = zip(arena.turrets[: config.n_turrets], config.places, strict=False)
    size = width, config.height
    beams = [_beams_json(*laser, *size) for laser in lasers_of(state) if any(laser[1])]
    turrets = [_turret_json(t.phase, t.alive, t.fired, site.fire) for t, site in pairs]
    text = (
        f'{{"turn":{arena.turn + 1},"turns_left":{turn_limit(config) - arena.turn},"players":['
        f'{_player_json(arena, config, 0)},{_player_json(arena, config, 1)}],"bullets":[{",".join(bullets)}],'
        f'"turrets":[{",".join(turrets)}],"items":[{_items_json(*_item_bytes(arena, config))}],'
        f'"beams":[{",".join(beams)}]}}'
    )
    return text.encode()


def _player_json(arena: Arena, config: Config, seat: int) -> str:
    player = arena.players[seat]
    hits = ",".join([_hit_json(config, kind, by) for kind, by in hits_of(arena, seat)]) if player.n_hits else ""
    return (
        f'{{"id":{seat + 1},{_at(player.square, config.width)},"facing":"{DIRECTION_NAMES[player.facing]}",'
        f'"hp":{player.hp},"points":{player.points},"items":{{"laser":{player.laser},"shield":{player.shield},'
        f'"teleport":{player.teleport}}},"shield_left":{player.shield_left},'
        f'"last_move":"{WORDS[player.effective]}","requested":"{WORDS[player.requested]}","hits":[{hits}]}}'
    )


def _hit_json(config: Config, kind: int, by: int) -> str:
    what = "LASER" if kind & Hit.LASER else "BULLET"
    origin = f",{_at(config.places[by - BY_TURRET].square, config.width)}" if by >= BY_TURRET else ""
    reflected = ',"reflected":true' if kind & Hit.REFLECTED else ""
    absorbed = _truth(kind & Hit.ABSORBED)
    return f'{{"kind":"{what}","by":{_owner_json(by)}{origin},"absorbed":{absorbed}{reflected}}}'


def _truth(value: int) -> str:
    return "true" if value else "false"


def _owner_json(owner: int) -> str:
    return '"turret"' if owner >= BY_TURRET else str(owner + 1)


@lru_cache(maxsize=1 << 14)
def _at(square: int, width: int) -> str:
    """A square as JSON members."""
    return f'"x":{square % width},"y":{square // width}'


@lru_cache(maxsize=1 << 16)
def _bullet_json(code: int, width: int) -> str:
    flight, owner = divmod(code, SEATS)
    square, direction = divmod(flight, DIRECTIONS)
    return f'{{{_at(square, width)},"dir":"{DIRECTION_NAMES[direction]}","owner":{owner + 1}}}'


@lru_cache(maxsize=1 << 12)
def _turret_json(phase: int, alive: int, fired: int, fire: int) -> str:
    fires_next = _truth(alive and phase < fire)
    return f'{{"alive":{_truth(alive)},"fired":{_truth(fired)},"fires_next":{fires_next},"phase":{phase}}}'


def _item_bytes(arena: Arena, config: Config) -> tuple[bytes, bytes, bytes, int]:
    """The arguments of `_items_json`."""
    n = config.n_items
    lies, squares, kinds = first(arena.lies, n), first(config.item_square, n), first(config.item_kind, n)
    return bytes(lies), bytes(squares), bytes(kinds), config.width


@lru_cache(maxsize=1 << 12)
def _items_json(lies: bytes, squares: bytes, kinds: bytes, width: int) -> str:
    """The items on the floor; cached, as they seldom change."""
    items = zip(lies, memoryview(squares).cast("h"), kinds, strict=True)
    return ",".join(f'{{{_at(square, width)},"kind":"{KINDS[kind]}"}}' for lie, square, kind in items if lie)


@lru_cache(maxsize=1 << 14)
def _beams_json(origin: int, reaches: bytes, owner: int, width: int, height: int) -> str:
    """The squares of four beams from one origin; edges wrap around, so only the size of the board matters."""
    x, y = origin % width, origin // width
    rest = f'"owner":{_owner_json(owner)},"from":[{x},{y}]}}'
    return ",".join(
        f'{{"x":{(x + i * dx) % width},"y":{(y + i * dy) % height},"dir":"{direction.name}",{rest}'
        for (direction, (dx, dy)), reach in zip(SHIFT.items(), reaches, strict=True)
        for i in range(1, reach + 1)
    )


# A state from a view


def imagine(view: Mapping[str, Any], state: Moment) -> None:
    """Write a view into a state of the same map, from which bots can look ahead with the actual rules."""
    arena, config = state.record, state.const
    arena.turn, arena.over = view["turn"] - 1, 0
    for player, seen in zip(arena.players, view["players"], strict=True):
        player.square = seen["y"] * config.width + seen["x"]
        player.facing = Direction[seen["facing"]]
        player.hp, player.points, player.shield_left = seen["hp"], seen["points"], seen["shield_left"]
        player.laser, player.shield, player.teleport = (seen["items"][kind.name.lower()] for kind in ItemKind)
    for turret, seen in zip(arena.turrets, view["turrets"], strict=False):
        turret.alive, turret.phase = int(seen["alive"]), seen["phase"]
    left = Counter((item["y"] * config.width + item["x"], ItemKind[item["kind"]]) for item in view["items"])
    for i in range(config.n_items):
        key = (config.item_square[i], ItemKind(config.item_kind[i]))
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

"""A player's view (section 9): the contest's state.json and text map; `observation` has numbers for learners."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from operator import add, itemgetter
from typing import Any

import numpy as np

from lanista.engine import Ints, State
from lanista.games.overdrive.state import (
    LANES,
    LENGTH,
    SEATS,
    SURFACE_BITS,
    TRUCK,
    VIEW_AHEAD,
    VIEW_BEHIND,
    Car,
    Config,
    Happening,
    Powerup,
    Race,
)

SURFACE_MARKS = "░▓█Φ║»#∱T*"
RULE_LINE = "=" * 102

HAPPENINGS = tuple(happening.name for happening in Happening)
POWERUPS = ("", *(powerup.name for powerup in Powerup))
HAPPENING_OF = {name: code for code, name in enumerate(HAPPENINGS)}
POWERUP_OF = {name: code for code, name in enumerate(POWERUPS)}
MAX_KNOWN_BLOCKS = 20_000  # some 10 MB
BlockOf = Callable[[int], dict[str, Any]]
TRACK_OFFSET = next(field.offset for field in Race.fields if field.name == "track")  # type: ignore[attr-defined]


def states_of(car: Car) -> list[str]:
    """The names of a car's states in the last round."""
    return [HAPPENINGS[code] for code in _first(car.states, car.n_states)]


def items_of(car: Car) -> list[str]:
    """The names of the power-ups that a car holds, in the order of collection."""
    return [POWERUPS[code] for code in _first(car.items, car.n_items)]


def _first(row: Ints, count: int) -> memoryview[int]:
    """The first `count` numbers of a row, without copying."""
    numbers: memoryview[int] = row[:count]
    return numbers


def window(block: int) -> range:
    """The blocks visible from a car's block."""
    return range(max(1, block - VIEW_BEHIND), min(LENGTH, block + VIEW_AHEAD) + 1)


def view_json(state: State[Race, Config], seat: int) -> bytes:
    """The contest's state.json, members in its order (9.1).

    It is joined from cached text, block by block: every seat gets a view of a hundred blocks in every round, and
    building objects first would take ten times as long.
    """
    race = state.record
    car, other = race.cars[seat], race.cars[1 - seat]
    y, x, other_y, other_x = car.lane, car.block, other.lane, other.block
    happenings = states_of(car)
    head = (
        f'{{"currentRound":{race.round + 1},"maxRounds":{state.const.max_rounds},"player":{{"id":{seat + 1},'
        f'"position":{{"y":{y},"x":{x}}},"speed":{car.speed},"state":"{happenings[-1]}",'
        f'"statesThatOccurredThisRound":{_names_json(happenings)},"powerups":{_names_json(items_of(car))},'
        f'"boosting":{"true" if car.boosting else "false"},"boostCounter":{car.boost_counter},'
        f'"damage":{car.damage},"score":{car.score}}},"opponent":{{"id":{2 - seat},'
        f'"position":{{"y":{other_y},"x":{other_x}}},"speed":{other.speed}}},"worldMap":['
    )
    return head.encode() + _world_json(race, window(x), {(y, x): seat + 1, (other_y, other_x): 2 - seat}) + b"]}"


def view_object(state: State[Race, Config], seat: int) -> dict[str, Any]:
    """The view of `view_json` as objects: bots in this process need no text."""
    return _view(state, seat, _block)


def shared_view(state: State[Race, Config], seat: int) -> dict[str, Any]:
    """The same for built-in bots, which change nothing: equal blocks are the same object.

    Making a hundred new blocks takes longer than the rest of a turn.
    """
    if len(_known_blocks) > MAX_KNOWN_BLOCKS:
        _known_blocks.clear()
    return _view(state, seat, _known_blocks.__getitem__)


def _view(state: State[Race, Config], seat: int, block_of: BlockOf) -> dict[str, Any]:
    race = state.record
    car, other = race.cars[seat], race.cars[1 - seat]
    blocks = window(car.block)
    world = _world(race, blocks, block_of)
    for player, shown in ((seat + 1, car), (2 - seat, other)):
        if shown.block in blocks:
            row, column = world[shown.lane - 1], shown.block - blocks.start
            row[column] = {**row[column], "occupiedByPlayerId": player}
    return {
        "currentRound": race.round + 1,
        "maxRounds": state.const.max_rounds,
        "player": player_object(seat, car, {"y": car.lane, "x": car.block}),
        "opponent": {"id": 2 - seat, "position": {"y": other.lane, "x": other.block}, "speed": other.speed},
        "worldMap": world,
    }


def player_object(seat: int, car: Car, position: dict[str, int]) -> dict[str, Any]:
    """Everything that a player knows about itself."""
    happenings = states_of(car)
    return {
        "id": seat + 1,
        "position": position,
        "speed": car.speed,
        "state": happenings[-1],
        "statesThatOccurredThisRound": happenings,
        "powerups": items_of(car),
        "boosting": bool(car.boosting),
        "boostCounter": car.boost_counter,
        "damage": car.damage,
        "score": car.score,
    }


def _world(race: Race, blocks: range, block_of: BlockOf) -> list[list[dict[str, Any]]]:
    """The window's four lanes, without players."""
    cells = race.track.tobytes()  # type: ignore[attr-defined]
    world = []
    for start in range(blocks.start - 1, LANES * LENGTH, LENGTH):
        stop = start + len(blocks)
        # A block is named by its index on the track and its contents
        world.append(list(map(block_of, map(add, range(start << 8, stop << 8, 1 << 8), cells[start:stop]))))
    return world


def _block(key: int) -> dict[str, Any]:
    """The block of an index and contents, without a player."""
    index, cell = divmod(key, 1 << 8)
    lane, block = divmod(index, LENGTH)
    return {
        "position": {"y": lane + 1, "x": block + 1},
        "surfaceObject": cell & SURFACE_BITS,
        "occupiedByPlayerId": 0,
        "isOccupiedByCyberTruck": cell >= TRUCK,
    }


class _Blocks(dict[int, dict[str, Any]]):
    """Blocks that were made before."""

    def __missing__(self, key: int) -> dict[str, Any]:
        self[key] = _block(key)
        return self[key]


_known_blocks = _Blocks()


def _names_json(names: list[str]) -> str:
    return '["' + '","'.join(names) + '"]' if names else "[]"


def _world_json(race: Race, blocks: range, players: dict[tuple[int, int], int]) -> bytes:
    """The window's four lanes, with the players on their blocks."""
    cells = race.track.tobytes()  # type: ignore[attr-defined]
    pieces = _track_text.of(cells)
    starts = range(blocks.start - 1, LANES * LENGTH, LENGTH)
    lanes = [pieces[start : start + len(blocks)] for start in starts]
    for (lane, block), player in players.items():
        if block in blocks:
            i = (lane - 1) * LENGTH + block - 1
            lanes[lane - 1][block - blocks.start] = _heads()[i] + _tails()[player][cells[i]]
    return b"[%b]" % b"],[".join([b",".join(lane) for lane in lanes])


class _TrackText(threading.local):
    """A cache of the JSON of every block; only blocks that changed since the last call are rewritten."""

    def __init__(self) -> None:
        self.cells = bytes(LANES * LENGTH)
        self.pieces = [head + _tails()[0][0] for head in _heads()]

    def of(self, cells: bytes) -> list[bytes]:
        """The blocks of a track, lane by lane, without cars."""
        if cells != self.cells:
            now, before = np.frombuffer(cells, np.int8), np.frombuffer(self.cells, np.int8)
            for i in np.flatnonzero(now != before).tolist():
                self.pieces[i] = _heads()[i] + _tails()[0][cells[i]]
            self.cells = cells
        return self.pieces


@cache
def _heads() -> list[bytes]:
    """The start of each block's JSON, lane by lane."""
    lanes, blocks = range(1, LANES + 1), range(1, LENGTH + 1)
    return [b'{"position":{"y":%d,"x":%d},"surfaceObject":' % (lane, block) for lane in lanes for block in blocks]


@cache
def _tails() -> list[list[bytes]]:
    """The rest of a block's JSON, by the player on it (0 is none) and the cell."""
    return [
        [
            b'%d,"occupiedByPlayerId":%d,"isOccupiedByCyberTruck":%b}'
            % (cell & SURFACE_BITS, player, b"true" if cell & TRUCK else b"false")
            for cell in range(2 * TRUCK)
        ]
        for player in range(SEATS + 1)
    ]


_track_text = _TrackText()


def text_map(state: State[Race, Config], seat: int) -> str:
    """The contest's text map, written for every round (9.2)."""
    race = state.record
    car, other = race.cars[seat], race.cars[1 - seat]
    lines = [
        RULE_LINE,
        f"round:{race.round + 1}",
        _player_line(seat, car),
        f"opponent: id:{2 - seat} position: y:{other.lane} x:{other.block} speed:{other.speed}\n",
        *(f"[{lane_marks(race, lane, window(car.block))}]" for lane in range(1, LANES + 1)),
        RULE_LINE,
    ]
    return "\r\n".join(lines)


def _player_line(seat: int, car: Car) -> str:
    happenings = states_of(car)
    held = Counter(items_of(car))
    members = {
        "player: id": seat + 1,
        "position: y": car.lane,
        "x": car.block,
        "speed": car.speed,
        "state": happenings[-1],
        "statesThatOccurredThisRound": ", ".join(happenings),
        "boosting": str(bool(car.boosting)).lower(),
        "boost-counter": car.boost_counter,
        "damage": car.damage,
        "score": car.score,
        "powerups": " " + ", ".join(f"{name}:{count}" for name, count in held.items()),
    }
    return " ".join(f"{name}:{value}" for name, value in members.items())


def lane_marks(race: Race, lane: int, blocks: range) -> str:
    """A lane as characters: a player's number, C for a truck, or the surface."""
    return "".join(_mark(race, lane, block) for block in blocks)


def _mark(race: Race, lane: int, block: int) -> str:
    for seat, car in enumerate(race.cars):
        if car.lane == lane and car.block == block:
            return str(seat + 1)
    cell = race.track[lane - 1, block - 1]
    return "C" if cell & TRUCK else SURFACE_MARKS[cell & SURFACE_BITS]


_surface: Callable[[Any], int] = itemgetter("surfaceObject")
_has_truck: Callable[[Any], bool] = itemgetter("isOccupiedByCyberTruck")


def imagine(view: Mapping[str, Any], state: State[Race, Config]) -> None:
    """Write a view into a state, leaving hidden values unchanged; bots look ahead from it with the game's rules.

    A blank state is the simplest guess: an empty track outside the window, an undamaged opponent, no power-ups.
    """
    race, player, other = state.record, view["player"], view["opponent"]
    me, you = race.cars[player["id"] - 1], race.cars[other["id"] - 1]
    race.round = view["currentRound"] - 1
    race.winner = -1
    for car, known in ((me, player), (you, other)):
        car.lane, car.block = known["position"]["y"], known["position"]["x"]
        car.speed = known["speed"]
    me.damage, me.score = player["damage"], player["score"]
    me.boosting, me.boost_counter = int(player["boosting"]), player["boostCounter"]
    set_states(me, player["statesThatOccurredThisRound"])
    set_items(me, player["powerups"])
    raw: memoryview[int] = race.raw  # type: ignore[attr-defined]
    for row, lane in enumerate(view["worldMap"]):
        # Lane by lane: bots do this in every round, and cell by cell takes longer than all the rest of it.
        at = TRACK_OFFSET + row * LENGTH + lane[0]["position"]["x"] - 1
        surfaces: Iterable[int] = map(_surface, lane)
        if any(map(_has_truck, lane)):
            surfaces = (surface + TRUCK * _has_truck(cell) for surface, cell in zip(surfaces, lane, strict=True))
        raw[at : at + len(lane)] = bytes(surfaces)
    race.n_trucks = int(np.count_nonzero(state.data["track"] >= TRUCK))


def set_states(car: Car, names: list[str]) -> None:
    """Replace a car's list of states."""
    _replace(car.states, car.n_states, bytes([HAPPENING_OF[name] for name in names]))
    car.n_states = len(names)


def set_items(car: Car, names: list[str]) -> None:
    """Replace the power-ups that a car holds."""
    codes = bytes([POWERUP_OF[name] for name in names])
    _replace(car.items, car.n_items, codes)
    for powerup in range(1, len(POWERUPS)):
        car.held[powerup] = codes.count(powerup)
    car.n_items = len(names)


def _replace(row: Any, count: int, codes: bytes) -> None:
    """Write numbers over the first `count` of a row; the rest of those becomes 0."""
    codes = codes.ljust(count, b"\0")
    row[: len(codes)] = memoryview(codes).cast("b")

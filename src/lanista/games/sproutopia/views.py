"""A farmer's view: the contest's bot state (8.5) under its wire names; `observation` has it as numbers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import numpy as np

from lanista.engine import State, rule
from lanista.games.sproutopia.items import percentage
from lanista.games.sproutopia.land import next_trail_cell
from lanista.games.sproutopia.learn.observation import OBSERVATION, observe  # noqa: F401 - `Rules.of` looks for them here
from lanista.games.sproutopia.state import (
    LOWEST,
    MAX_SEATS,
    TRAILS,
    WEED,
    Config,
    Garden,
    Item,
    ItemStore,
    Weed,
)

Moment = State[Garden, Config]

BOT_IDS = tuple(f"{seat + 1:08}-0000-0000-0000-000000000000" for seat in range(MAX_SEATS))
OUTSIDE = 254
NEUTRAL = 255
LETTERS = "ABCD"  # of the farmers in maps written as text
LAND_LETTERS = bytes(ord(f".{LETTERS}"[LOWEST[land & 15] + 1]) for land in range(256))

ITEM_NAMES = tuple(item.name.replace("_", " ").title() if item else "" for item in Item)


# Lookups


@rule
def radius(config: Config) -> int:
    """How far a farmer sees: half the window size, rounded down."""
    return config.PlayerWindowSize // 2


def land_rows(state: Moment) -> list[str]:
    """The owners of all cells, one text per row; where lands overlap, the lowest seat (2.5)."""
    cols, cells = state.const.Cols, state.const.Rows * state.const.Cols
    land: Any = state.record.land
    text = land[:cells].tobytes().translate(LAND_LETTERS).decode()
    return [text[first : first + cols] for first in range(0, cells, cols)]


def percentages(state: Moment) -> list[int]:
    """The public leaderboard: the percentage of each farmer."""
    return [percentage(state.record, state.const, seat) for seat in range(state.seats)]


def spot_of(config: Config, cell: int) -> tuple[int, int]:
    """The x and y of a cell."""
    return cell % config.Cols, cell // config.Cols


def trail_of(state: Moment, seat: int) -> list[int]:
    """The cells of a farmer's trail, first to last."""
    garden, config = state.record, state.const
    farmer, cell = garden.farmers[seat], garden.farmers[seat].start
    cells = [cell] if farmer.trail else []
    while len(cells) < farmer.trail:
        cell = next_trail_cell(garden, config, seat, cell)
        cells.append(cell)
    return cells


def items_in(store: ItemStore) -> Iterator[tuple[int, int]]:
    """The cell and type of every item, in storage order."""
    entries: Any = store.entries
    return (divmod(entry, 8) for entry in entries[: store.places].tolist() if entry >= 0)


def weeds_of(garden: Garden) -> Iterator[Weed]:
    """The weeds, in storage order."""
    return (weed for weed in garden.weeds if weed.size > 0)


def code_of(land: int, marks: int) -> int:
    """A cell's code in `heroWindow`: trails hide land, the lowest seat hides the others."""
    if marks & TRAILS:
        return MAX_SEATS + LOWEST[marks & TRAILS]
    return LOWEST[land] if land else NEUTRAL


# Indexed by `land | trails << MAX_SEATS`
CODES = np.array([code_of(both & 15, both >> MAX_SEATS) for both in range(256)], np.uint8)


# The bot state of 8.5


def view_json(state: Moment, seat: int) -> bytes:
    """The view sent before the first tick and after each; formatted by hand, which is much faster."""
    garden, config = state.record, state.const
    farmer = garden.farmers[seat]
    board = ",".join(f'"{BOT_IDS[s]}":{percentage(garden, config, s)}' for s in range(config.seats))
    spots = ",".join(f'{{"x":{x},"y":{y}}}' for x, y in farmers_seen(state, seat))
    items = ",".join(f'{{"location":{{"x":{x},"y":{y}}},"type":{t}}}' for x, y, t in items_seen(state, seat))
    weeds, codes = map(msgspec.json.encode, _windows(state, farmer.x, farmer.y))
    return (
        f'{{"directionState":{farmer.direction},"elapsedTime":"{elapsed_time(state)}","gameTick":{garden.tick},'
        f'"powerUp":{farmer.power_up},"superPowerUp":{farmer.super_power_up},"leaderBoard":{{{board}}},'
        f'"botPostions":[{spots}],"powerUpLocations":[{items}],"weeds":{weeds.decode()},'
        f'"heroWindow":{codes.decode()},"x":{farmer.x},"y":{farmer.y}}}'
    ).encode()


def view_object(state: Moment, seat: int) -> dict[str, Any]:
    """The view of `view_json` as objects, for bots in this process."""
    garden, config = state.record, state.const
    farmer = garden.farmers[seat]
    weeds, codes = _windows(state, farmer.x, farmer.y)
    return {
        "directionState": farmer.direction,
        "elapsedTime": elapsed_time(state),
        "gameTick": garden.tick,
        "powerUp": farmer.power_up,
        "superPowerUp": farmer.super_power_up,
        "leaderBoard": {BOT_IDS[s]: percentage(garden, config, s) for s in range(config.seats)},
        "botPostions": [{"x": x, "y": y} for x, y in farmers_seen(state, seat)],
        "powerUpLocations": [{"location": {"x": x, "y": y}, "type": t} for x, y, t in items_seen(state, seat)],
        "weeds": weeds,
        "heroWindow": codes,
        "x": farmer.x,
        "y": farmer.y,
    }


def view_of(state: Moment, seat: int) -> dict[str, Any]:
    """The bot state as an object."""
    view: dict[str, Any] = msgspec.json.decode(view_json(state, seat))
    return view


def elapsed_time(state: Moment) -> str:
    """D15: the time since the start by the clock of the match."""
    seconds, thousandths = divmod(max(0, state.record.tick - 1) * state.const.TickRate, 1000)
    return f"{seconds // 3600:02}:{seconds // 60 % 60:02}:{seconds % 60:02}.{thousandths:03}"


def _around(state: Moment, seat: int) -> tuple[range, range]:
    """The columns and rows around a farmer, also those beyond the map."""
    farmer, far = state.record.farmers[seat], radius(state.const)
    return range(farmer.x - far, farmer.x + far + 1), range(farmer.y - far, farmer.y + far + 1)


def farmers_seen(state: Moment, seat: int) -> Iterator[tuple[int, int]]:
    """The positions of the farmers in the window, by seat, including the receiver."""
    columns, rows = _around(state, seat)
    for farmer in state.record.farmers[: state.seats]:
        x, y = farmer.x, farmer.y
        if x in columns and y in rows:
            yield x, y


def items_seen(state: Moment, seat: int) -> Iterator[tuple[int, int, int]]:
    """The items in the window, power-ups first."""
    (columns, rows), cols = _around(state, seat), state.const.Cols
    for store in (state.record.power_ups, state.record.supers):
        for cell, kind in items_in(store):
            y, x = divmod(cell, cols)
            if x in columns and y in rows:
                yield x, y, kind


def _windows(state: Moment, x: int, y: int) -> tuple[list[list[bool]], list[list[int]]]:
    """The columns of `weeds` and of `heroWindow`: the first index is the column."""
    cols, rows, far = state.const.Cols, state.const.Rows, radius(state.const)
    left, right, top, bottom = max(0, x - far), min(cols, x + far + 1), max(0, y - far), min(rows, y + far + 1)
    area = slice(top, bottom), slice(left, right)
    marks = state.data["marks"][0, : rows * cols].reshape(rows, cols)[area].T
    land = state.data["land"][0, : rows * cols].reshape(rows, cols)[area].T
    side = 2 * far + 1
    on_map = slice(left - x + far, right - x + far), slice(top - y + far, bottom - y + far)
    weeds = np.zeros((side, side), np.bool_)
    weeds[on_map] = marks & WEED
    codes = np.full((side, side), OUTSIDE, np.uint8)
    codes[on_map] = CODES[land | (marks & TRAILS) << MAX_SEATS]
    return weeds.tolist(), codes.tolist()

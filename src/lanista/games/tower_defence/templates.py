"""The constant parts of state.json: templates, since both players get a state in every round."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

import msgspec

from lanista.engine import over
from lanista.games.tower_defence.board import (
    PLAYERS,
    curtain_stats,
    known_buildings,
    name_in_view,
    position_in_view,
    stats_of,
)
from lanista.games.tower_defence.rules import owner_of
from lanista.games.tower_defence.state import CELLS, SEATS, Building, Config

Spot = tuple[int, int, str]  # column and row in a player's view, and the owner's letter there


Rows = list[list[dict[str, Any]]]  # cells, row by row


class Templates(NamedTuple):
    """The constant parts of a match's state files."""

    details: str  # the rest of `gameDetails` after the round
    details_object: dict[str, Any]
    building: dict[int, str]  # by kind
    building_object: dict[int, dict[str, Any]]
    missile: str
    empty: list[list[str]]  # the cells of an empty board, row by row
    empty_objects: Rows
    halves: list[str]  # the owner of each column
    spots: list[list[Spot]]  # by seat and cell, with the owner of the cell
    missile_spots: list[list[Spot]]  # by seat and missile, with the owner of the missile


@lru_cache(maxsize=16)
def templates_of(settings: bytes) -> Templates:
    """The templates for the bytes of a constant record."""
    config = over(Config, bytearray(settings))
    rows, columns = range(config.height), range(config.width)
    buildings = {int(kind): building_template(config, kind) for kind in known_buildings(config)}
    return Templates(
        details=json_of(details(config))[1:],
        details_object=msgspec.json.decode(json_of(details(config))),
        building=buildings,
        building_object={kind: msgspec.json.decode(text.replace("%d", "0")) for kind, text in buildings.items()},
        missile=missile_template(config),
        empty=[[cell_json(config, x, y, "", "") for x in columns] for y in rows],
        empty_objects=[[empty_cell(x, y, half(config, x)) for x in columns] for y in rows],
        halves=[half(config, x) for x in columns],
        spots=[
            [spot(config, seat, cell, owner_of(config, cell)) for cell in range(CELLS)] for seat in range(SEATS)
        ],
        missile_spots=[
            [spot(config, seat, missile % CELLS, missile // CELLS) for missile in range(SEATS * CELLS)]
            for seat in range(SEATS)
        ],
    )


def empty_map(templates: Templates) -> Rows:
    """The cells of an empty board as new objects, row by row."""
    rows, halves = range(len(templates.empty)), templates.halves
    return [[empty_cell(x, y, owner) for x, owner in enumerate(halves)] for y in rows]


def empty_cell(x: int, y: int, owner: str) -> dict[str, Any]:
    """A cell without buildings and missiles."""
    return {"x": x, "y": y, "buildings": [], "missiles": [], "cellOwner": owner}


def spot(config: Config, seat: int, cell: int, owner: int) -> Spot:
    """The position and owner of something in a player's view."""
    return (*position_in_view(config, seat, cell), name_in_view(seat, owner))


def json_of(value: object) -> str:
    """A value as JSON text."""
    return msgspec.json.encode(value).decode()


def details(config: Config) -> dict[str, Any]:
    """`gameDetails` without the round: the board and prices and, in the later form (D24), all stats."""
    kinds, full = known_buildings(config), not config.d24_short_state
    shown: dict[str, Any] = {"maxRounds": config.max_rounds} if full else {}
    shown |= {"mapWidth": config.width, "mapHeight": config.height}
    if full:
        shown["roundIncomeEnergy"] = config.round_income
    shown["buildingPrices"] = {kind.name: config.price[kind] for kind in kinds}
    if full:
        shown["buildingsStats"] = {kind.name: stats_of(config, kind) for kind in kinds}
    if config.iron_curtain:
        shown["ironCurtainStats"] = curtain_stats(config)
    return shown


def building_template(config: Config, kind: Building) -> str:
    """The template of a building: health, counter, cooldown, column, row and player are filled in."""
    stats, is_tesla = stats_of(config, kind), kind is Building.TESLA
    members: dict[str, object] = {
        "health": "%d",
        "constructionTimeLeft": "%d",
        "price": stats["price"],
        "weaponDamage": stats["weaponDamage"],
        "weaponSpeed": stats["weaponSpeed"],
        "weaponCooldownTimeLeft": "%d",
        "weaponCooldownPeriod": stats["weaponCooldownPeriod"],
        "destroyMultiplier": stats["destroyMultiplier"],
        "constructionScore": stats["constructionScore"],
        "energyGeneratedPerTurn": stats["energyGeneratedPerTurn"],
        **({"maxRange": config.tesla_range if is_tesla else 0} if config.tesla_limit else {}),
        "buildingType": f'"{kind.name}"',
        **({"energyPerShot": config.tesla_shot_price if is_tesla else 0} if config.tesla_limit else {}),
    }
    return template_of({**members, "x": "%d", "y": "%d", "playerType": '"%s"'})


def missile_template(config: Config) -> str:
    """The template of a missile: its id if it has one, column, row and player are filled in."""
    members: dict[str, object] = {"damage": config.attack_damage, "speed": config.attack_speed}
    if config.tesla_limit:  # a member of the last releases; `standard` has no ids
        members["id"] = '"%s"'
    return template_of({**members, "x": "%d", "y": "%d", "playerType": '"%s"'})


def template_of(members: dict[str, object]) -> str:
    """A JSON object with placeholders."""
    return "{" + ",".join(f'"{name}":{value}' for name, value in members.items()) + "}"


def cell_json(config: Config, x: int, y: int, building: str, missiles: str) -> str:
    """A cell with its building and missiles."""
    return f'{{"x":{x},"y":{y},"buildings":[{building}],"missiles":[{missiles}],"cellOwner":"{half(config, x)}"}}'


def half(config: Config, x: int) -> str:
    """The letter of the half that a column of a player's view belongs to."""
    return PLAYERS[0 if 2 * x < config.width else 1]

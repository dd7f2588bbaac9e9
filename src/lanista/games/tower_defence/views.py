"""A player's view: the contest's state.json (section 8.4); `observation` has the numbers for learners."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from lanista.games.tower_defence.board import (
    PLAYERS,
    Moment,
    curtain_hits,
    hit_position,
    missiles_of,
    name_in_view,
    tesla_shots,
)
from lanista.games.tower_defence.learn.hidden import cooldowns_are_hidden
from lanista.games.tower_defence.learn.observation import INT16
from lanista.games.tower_defence.state import CELLS, SEATS, WIDTH
from lanista.games.tower_defence.templates import (
    Rows,
    Templates,
    cell_json,
    empty_cell,
    empty_map,
    json_of,
    templates_of,
)


def view_json(state: Moment, seat: int) -> bytes:
    """The contest's state.json, members in its order."""
    battle, config = state.record, state.const
    templates = templates_of(bytes(config.raw))  # type: ignore[attr-defined]
    players = ",".join([player_json(state, seat, owner) for owner in range(SEATS)])  # 8.4 a: real A, then real B
    board = "],[".join([",".join(row) for row in map_rows(state, seat, templates)])
    hits = ""
    if config.tesla_limit or config.iron_curtain:
        shots = json_of([[hit_json(hit) for hit in shot] for shot in tesla_shots(battle)])
        stopped = json_of([hit_json(hit) for hit in curtain_hits(battle)])
        hits = f',"teslaHitList":{shots},"ironCurtainHitList":{stopped}'
    head = f'{{"gameDetails":{{"round":{battle.round},{templates.details}'
    return f'{head},"players":[{players}],"gameMap":[[{board}]]{hits}}}'.encode()


def player_json(state: Moment, seat: int, owner: int) -> str:
    """A player's values."""
    player = state.record.players[owner]
    shown = (
        f'{{"playerType":"{name_in_view(seat, owner)}","energy":{player.energy},"health":{player.health},'
        f'"hitsTaken":{player.hits_taken},"score":{player.score}'
    )
    if not state.const.iron_curtain:
        return shown + "}"
    available, left = "true" if player.curtain_available else "false", player.curtain_left
    active = "true" if left >= 0 else "false"
    return (
        f'{shown},"ironCurtainAvailable":{available},"activeIronCurtainLifetime":{left},'
        f'"isIronCurtainActive":{active}}}'
    )


def map_rows(state: Moment, seat: int, templates: Templates) -> list[list[str]]:
    """`gameMap`: the cells row by row; empty ones come from the template."""
    rows = [row.copy() for row in templates.empty]
    buildings = {
        cell: templates.building[kind] % seen for cell, kind, seen in buildings_seen(state, seat, templates)
    }
    missiles = missiles_json(state, seat, templates)
    for cell in buildings.keys() | missiles.keys():
        x, y, _ = templates.spots[seat][cell]
        flying = ",".join(missiles.get(cell, ()))
        rows[y][x] = cell_json(state.const, x, y, buildings.get(cell, ""), flying)
    return rows


Shown = tuple[int, int, int, int, int, str]  # health, construction counter, cooldown, and the spot


def buildings_seen(state: Moment, seat: int, templates: Templates) -> Iterator[tuple[int, int, Shown]]:
    """The cell and kind of every building, and its visible part.

    All cells are read at once: `construction_counter` and `shown_cooldown` say the same, but take much longer.
    """
    battle: Any = state.record
    config, now = state.const, battle.round
    lowest = -1 if config.counter_stops else -INT16
    latest = 0 if cooldowns_are_hidden(config, seat) else INT16
    rows = (row.tolist() for row in (battle.building, battle.health, battle.ready, battle.due))
    for cell, (kind, health, ready, due, (x, y, name)) in enumerate(
        zip(*rows, templates.spots[seat], strict=True)
    ):
        if kind:
            yield cell, kind, (health, max(lowest, ready - now), min(latest, max(0, due - now)), x, y, name)


def missiles_json(state: Moment, seat: int, templates: Templates) -> dict[int, list[str]]:
    """The missiles over each cell in the contest's form."""
    with_id = state.const.tesla_limit
    found: dict[int, list[str]] = {}
    for missile in missiles_of(state.record):
        here = found.setdefault(missile % CELLS, [])
        known = templates.missile_spots[seat][missile]
        here.append(templates.missile % ((missile_id(state, missile, len(here)), *known) if with_id else known))
    return found


# The same as objects, for bots in this process


def view_object(state: Moment, seat: int) -> dict[str, Any]:
    """The view of `view_json` as objects."""
    templates = templates_of(bytes(state.const.raw))  # type: ignore[attr-defined]
    details = msgspec.json.decode(f'{{"round":{state.record.round},{templates.details}')
    return _view(state, seat, templates, details, empty_map(templates))


def shared_view(state: Moment, seat: int) -> dict[str, Any]:
    """The same for built-in bots, which change nothing: all views have the same empty cells and details."""
    templates = templates_of(bytes(state.const.raw))  # type: ignore[attr-defined]
    details = {"round": state.record.round, **templates.details_object}
    return _view(state, seat, templates, details, [row.copy() for row in templates.empty_objects])


def _view(state: Moment, seat: int, templates: Templates, details: Any, rows: Rows) -> dict[str, Any]:
    battle, config = state.record, state.const
    fill_map(state, seat, templates, rows)
    view = {
        "gameDetails": details,
        "players": [player_object(state, seat, owner) for owner in range(SEATS)],
        "gameMap": rows,
    }
    if config.tesla_limit or config.iron_curtain:
        view["teslaHitList"] = [[hit_json(hit) for hit in shot] for shot in tesla_shots(battle)]
        view["ironCurtainHitList"] = [hit_json(hit) for hit in curtain_hits(battle)]
    return view


def player_object(state: Moment, seat: int, owner: int) -> dict[str, Any]:
    """A player's values."""
    player = state.record.players[owner]
    shown = {
        "playerType": name_in_view(seat, owner),
        "energy": player.energy,
        "health": player.health,
        "hitsTaken": player.hits_taken,
        "score": player.score,
    }
    if state.const.iron_curtain:
        left = player.curtain_left
        shown["ironCurtainAvailable"] = bool(player.curtain_available)
        shown |= {"activeIronCurtainLifetime": left, "isIronCurtainActive": left >= 0}
    return shown


def fill_map(state: Moment, seat: int, templates: Templates, rows: Rows) -> None:
    """Put buildings and missiles on an empty `gameMap`, whose cells may be those of all views."""
    for _, kind, seen in buildings_seen(state, seat, templates):
        building = templates.building_object[kind].copy()
        building["health"], building["constructionTimeLeft"], building["weaponCooldownTimeLeft"] = seen[:3]
        building["x"], building["y"], building["playerType"] = seen[3:]
        _own_cell(rows, templates, seen[3], seen[4])["buildings"].append(building)
    for missile in missiles_of(state.record):
        x, y, name = templates.missile_spots[seat][missile]
        here = _own_cell(rows, templates, x, y)["missiles"]
        here.append(missile_object(state, missile, len(here), x, y, name))


def _own_cell(rows: Rows, templates: Templates, x: int, y: int) -> dict[str, Any]:
    """A cell that belongs to this view alone."""
    cell = rows[y][x]
    if cell is templates.empty_objects[y][x]:
        cell = rows[y][x] = empty_cell(x, y, cell["cellOwner"])
    return cell


def missile_object(state: Moment, missile: int, number: int, x: int, y: int, name: str) -> dict[str, Any]:
    """A missile in the contest's form."""
    config = state.const
    shown: dict[str, Any] = {"damage": config.attack_damage, "speed": config.attack_speed}
    if config.tesla_limit:
        shown["id"] = missile_id(state, missile, number)
    shown["x"], shown["y"], shown["playerType"] = x, y, name
    return shown


def missile_id(state: Moment, missile: int, number: int) -> str:
    """An id that stays the same as a missile flies: owner, row, and the column it would have had in round 0."""
    owner, cell = missile // CELLS, missile % CELLS
    flown = state.record.round * state.const.attack_speed * (-1 if owner else 1)
    return f"{PLAYERS[owner]}{cell // WIDTH}:{cell % WIDTH - flown}:{number}"


def hit_json(hit: int) -> dict[str, Any]:
    """An entry in a list of hits in the contest's form."""
    return dict(zip(("x", "y", "playerType"), hit_position(hit), strict=True))

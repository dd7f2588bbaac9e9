"""From a view back to a state, so that bots can look ahead with the game's rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from lanista.games.tower_defence.board import PLAYERS, Moment
from lanista.games.tower_defence.rules import own_cell, owner_of
from lanista.games.tower_defence.state import CELLS, Battle, Building, Config, Player


def imagine(view: Mapping[str, Any], state: Moment, seat: int = 0) -> None:
    """Write a view into a state in which the viewing player has this seat."""
    battle, config = state.record, state.const
    battle.raw[:] = bytes(len(battle.raw))  # type: ignore[attr-defined]
    battle.round = view["gameDetails"]["round"]
    for known in view["players"]:
        imagine_player(battle.players[owner_in_view(seat, known)], known)
    cells = [cell for row in view["gameMap"] for cell in row]
    buildings = [building for cell in cells for building in cell["buildings"]]
    for building in sorted(buildings, key=lambda known: known["constructionTimeLeft"]):
        imagine_building(battle, config, cell_in_view(config, seat, building), building)
    for missile in (missile for cell in cells for missile in cell["missiles"]):
        cell = cell_in_view(config, seat, missile)
        battle.missiles[battle.n_missiles] = cell + CELLS * owner_in_view(seat, missile)
        battle.n_missiles += 1


def owner_in_view(seat: int, known: Mapping[str, Any]) -> int:
    """The seat that a view's letter means: all players see themselves as A."""
    return PLAYERS.index(known["playerType"]) ^ seat


def cell_in_view(config: Config, seat: int, known: Mapping[str, Any]) -> int:
    """The cell of something in a player's view, which is mirrored for B (2.3)."""
    return own_cell(config, seat, known["x"], known["y"])


def imagine_player(player: Player, known: Mapping[str, Any]) -> None:
    """Write a player's values."""
    player.energy, player.health = known["energy"], known["health"]
    player.hits_taken, player.score = known["hitsTaken"], known["score"]
    player.curtain_available = int(known.get("ironCurtainAvailable", False))
    player.curtain_left = known.get("activeIronCurtainLifetime", -1)


def imagine_building(battle: Battle, config: Config, cell: int, known: Mapping[str, Any]) -> None:
    """Put a building on its cell and into the lists."""
    kind = Building[known["buildingType"]]
    battle.building[cell], battle.health[cell] = kind, known["health"]
    battle.ready[cell] = battle.round + known["constructionTimeLeft"]
    finished = known["constructionTimeLeft"] < 0
    if finished and kind in (Building.ATTACK, Building.TESLA):
        battle.due[cell] = battle.round + known["weaponCooldownTimeLeft"]
    if kind is Building.TESLA:
        battle.teslas[battle.n_teslas] = cell
        battle.n_teslas += 1
    if not finished:
        battle.sites[battle.n_sites] = cell
        battle.n_sites += 1
    elif kind is Building.ATTACK:
        battle.turrets[battle.n_turrets] = cell
        battle.n_turrets += 1
    elif kind is Building.ENERGY:
        battle.players[owner_of(config, cell)].generators += 1

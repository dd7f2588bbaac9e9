"""`Belief`: the battle from a seat's views; it guesses only when turrets with hidden cooldowns fire."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from lanista.engine import Stream
from lanista.game import BotStart, Game
from lanista.games.tower_defence.board import PLAYERS, Moment, missiles_of
from lanista.games.tower_defence.game import TOWER_DEFENCE
from lanista.games.tower_defence.learn.hidden import cooldowns_are_hidden
from lanista.games.tower_defence.rules import cell_in_view, check_end, column, front_column, owner_of
from lanista.games.tower_defence.state import CELLS, TESLA_BASE, WIDTH, Battle, Building, Config, Player


class Belief:
    """The last view as a state, and the rounds in which each turret may fire (D16 hides cooldowns from B).

    Such a round is kept as its remainder by the rounds between two shots.
    """

    def __init__(self, game: Game[Any, Any, Any], start: BotStart) -> None:
        self._seat = start.seat
        self._now: Moment = TOWER_DEFENCE.blank(start.config)
        self._every = self._now.const.attack_cooldown + 1
        self._guesses = cooldowns_are_hidden(self._now.const, start.seat)
        self._fires: dict[int, frozenset[int]] = {}  # by cell

    def see(self, view: Mapping[str, Any]) -> None:
        """Update by the view of a turn."""
        battle, config = self._now.record, self._now.const
        imagine(view, self._now, self._seat)
        write_hits(self._now, view)
        check_end(battle, config)
        if self._guesses:
            turrets = [battle.turrets[i] for i in range(battle.n_turrets)]
            self._fires = {cell: self._fires_of(cell) for cell in turrets} | self._first_fires()

    def _first_fires(self) -> dict[int, frozenset[int]]:
        """The remainders of unfinished buildings: a turret fires as soon as it is finished."""
        battle = self._now.record
        sites = [battle.sites[i] for i in range(battle.n_sites)]
        return {cell: frozenset({battle.ready[cell] % self._every}) for cell in sites}

    def _fires_of(self, turret: int) -> frozenset[int]:
        """The remainders possible for a finished turret, given the views."""
        known = self._fires.get(turret, frozenset(range(self._every)))
        allowed = known - self._silent(turret)
        return allowed or frozenset(range(self._every)) - self._silent(
            turret
        )  # rebuilt in turns that were not seen

    def _silent(self, turret: int) -> set[int]:
        """The remainders of rounds in which a turret did not fire: no missile of them is in its half."""
        battle, config = self._now.record, self._now.const
        owner = owner_of(config, turret)
        flying = set(missiles_of(battle))
        step = config.attack_speed * (-1 if owner else 1)
        silent = set()
        for ago in range(1, self._every + 1):
            x = column(turret) + step * ago
            if not 0 <= x < config.width or owner_of(config, x) != owner:
                break
            if turret + step * ago + CELLS * owner not in flying:
                silent.add((battle.round - ago) % self._every)
        return silent

    def imagine(self, seed: int) -> Moment:
        """A state that agrees with the views; the seed decides hidden values."""
        state = self._now.clone()
        battle = state.record
        if self._guesses:
            stream = Stream(seed)
            for i in range(battle.n_turrets):
                fires = stream.choice(sorted(self._fires[battle.turrets[i]]))
                battle.due[battle.turrets[i]] = battle.round + (fires - battle.round) % self._every
        return state


# From a view to a state


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
        imagine_building(battle, config, viewed_cell(config, seat, building), building)
    for missile in (missile for cell in cells for missile in cell["missiles"]):
        cell = viewed_cell(config, seat, missile)
        battle.missiles[battle.n_missiles] = cell + CELLS * owner_in_view(seat, missile)
        battle.n_missiles += 1


def owner_in_view(seat: int, known: Mapping[str, Any]) -> int:
    """The seat that a view's letter means: all players see themselves as A."""
    return PLAYERS.index(known["playerType"]) ^ seat


def viewed_cell(config: Config, seat: int, known: Mapping[str, Any]) -> int:
    """The cell of something in a player's view, which is mirrored for B (2.3)."""
    return cell_in_view(config, seat, known["x"], known["y"])


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


def write_hits(state: Moment, view: Mapping[str, Any]) -> None:
    """Write the hits of teslas and curtains in the last round, which are not mirrored (8.4 d)."""
    battle = state.record
    for shot, struck in enumerate(view.get("teslaHitList", ())):
        hits = [number_of(hit) for hit in struck]
        if is_base(state.const, hits):
            hits[0] = TESLA_BASE + hits[0] // CELLS
        for i, hit in enumerate(hits):
            battle.shots[shot, i] = hit
        battle.shot_length[shot] = len(hits)
        battle.n_shots += 1
    for i, stopped in enumerate(view.get("ironCurtainHitList", ())):
        battle.curtain_hits[i] = number_of(stopped)
        battle.n_curtain_hits += 1


def number_of(hit: Mapping[str, Any]) -> int:
    """An entry in a list of hits as a number; bases are shown as the first cell."""
    return int(hit["y"] * WIDTH + hit["x"] + CELLS * PLAYERS.index(hit["playerType"]))


def is_base(config: Config, hits: list[int]) -> bool:
    """Whether a shot's first hit is the base: shown as the first cell, and the tower is in its front column."""
    first, tower = hits[0], hits[-1]
    seat = tower // CELLS
    return first % CELLS == 0 and first // CELLS != seat and column(tower) == front_column(config, seat)

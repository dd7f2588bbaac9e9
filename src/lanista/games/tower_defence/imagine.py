"""`Belief`: the battle from a seat's views; all it must guess is when turrets fire whose cooldown is hidden."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from lanista.engine import Stream
from lanista.game import BotStart, Game
from lanista.games.tower_defence.board import PLAYERS, Moment, missiles_of
from lanista.games.tower_defence.game import TOWER_DEFENCE
from lanista.games.tower_defence.rules import check_end, column, front_column, owner_of
from lanista.games.tower_defence.state import CELLS, TESLA_BASE, WIDTH, Config
from lanista.games.tower_defence.tactics.imagine import imagine


class Belief:
    """The last view as a state, and the rounds in which each turret may fire (D16 hides cooldowns from B).

    Such a round is kept as its remainder by the rounds between two shots.
    """

    def __init__(self, game: Game[Any, Any, Any], start: BotStart) -> None:
        self._seat = start.seat
        self._now: Moment = TOWER_DEFENCE.blank(start.config)
        self._every = self._now.const.attack_cooldown + 1
        self._guesses = bool(start.seat and self._now.const.d16_cooldown_hidden_from_b)
        self._fires: dict[int, frozenset[int]] = {}  # by cell

    def see(self, view: Mapping[str, Any]) -> None:
        """Take in the view of a turn."""
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
        """The remainders that what has been seen allows for a finished turret."""
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
        """A state that agrees with what has been seen; the seed decides what is hidden."""
        state = self._now.clone()
        battle = state.record
        if self._guesses:
            stream = Stream(seed)
            for i in range(battle.n_turrets):
                fires = stream.choice(sorted(self._fires[battle.turrets[i]]))
                battle.due[battle.turrets[i]] = battle.round + (fires - battle.round) % self._every
        return state


def write_hits(state: Moment, view: Mapping[str, Any]) -> None:
    """Write what teslas struck and curtains stopped in the last round; it is not mirrored (8.4 d)."""
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

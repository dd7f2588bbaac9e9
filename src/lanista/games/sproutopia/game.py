"""Sproutopia: farmers leave trails and claim what they enclose (Entelect Challenge 2024)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from lanista.engine import Rules, State, derive
from lanista.game import Config as Settings
from lanista.game import Game
from lanista.games.sproutopia import items, land, pruning, settings
from lanista.games.sproutopia.dotnet_random import seed_chance
from lanista.games.sproutopia.moves import Move
from lanista.games.sproutopia.state import MAX_SEATS, Config, Garden

RULES = Rules.of(__package__)


class Sproutopia(Game[Garden, Config, Move]):
    """The game as the platform sees it."""

    name: ClassVar = "sproutopia"
    title: ClassVar = "Sproutopia (Entelect Challenge 2024)"
    seats: ClassVar = range(1, MAX_SEATS + 1)  # one farmer practises
    default_seats: ClassVar = MAX_SEATS  # as in the contest
    behaviour: ClassVar = 2  # land of the pruned (6.8), pieces by corner, last rows, spawn cells, queues of 256
    turn_ms: ClassVar = 400  # TickRate
    real_time: ClassVar = {"ranks_in_moves": 1}  # the order of arrival is recorded
    rules: ClassVar = RULES

    def layout(self, config: Mapping[str, Any]) -> Rules:
        """Records for large maps and many weeds are larger than the default ones."""
        larger = settings.capacities(config)
        return RULES.sized(**larger) if larger else RULES

    def begin(self, config: Settings, seed: int, seats: int, map: str) -> State[Garden, Config]:  # noqa: A002
        """The state before the first tick: farmers on their spawns, countdowns drawn from the seed (2.8, 7.1)."""
        state = self.blank(config, seats)
        garden, const = state.record, state.const
        for seat in range(seats):
            land.give_home(garden, const, seat)
        garden.arrivals.position = derive(seed, "sproutopia arrivals")
        seed_chance(garden.chance, original_seed(seed))
        items.draw_weed_countdown(garden, const)
        items.draw_power_up_countdown(garden, const)
        return state

    def blank(self, config: Settings, seats: int) -> State[Garden, Config]:
        """Farmers on their spawns without land; the lower the seat, the older its last command."""
        state = self.empty(config, seats)
        garden, const = state.record, state.const
        for seat, (x, y) in enumerate(spawns(const)):
            const.spawn_x[seat], const.spawn_y[seat] = x, y
        for seat in range(seats):
            farmer = garden.farmers[seat]
            pruning.put_on_spawn(const, farmer, seat)
            pruning.clear_super_power_up(farmer)
            pruning.forget_commands(garden, farmer)
        garden.power_ups.vacant = garden.supers.vacant = garden.weed_vacant = -1
        return state

    def max_turns(self, state: State[Garden, Config]) -> int:
        """The tick limit."""
        return state.const.MaxTicks


def spawns(config: Config) -> list[tuple[int, int]]:
    """The four spawn cells, including those of empty seats (2.3)."""
    w, h = config.Cols, config.Rows
    return [(w // 4, 1), (w - 2, h // 4), (w - w // 4 - 1, h - 2), (1, h - h // 4 - 1)]


def original_seed(seed: int) -> int:
    """The seed of the original's generator: the match's seed if it fits 32 bits, or one derived from it."""
    return seed if -(2**31) <= seed < 2**31 else derive(seed, "sproutopia chance") % 2**31


SPROUTOPIA = Sproutopia()

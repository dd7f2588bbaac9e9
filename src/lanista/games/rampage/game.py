"""Rampage: two robots, turrets, lasers, shields and teleports on a torus (Orbis Challenge 2015, Bot Rampage)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, ClassVar

from lanista.engine import Rules, State
from lanista.game import Config as Settings
from lanista.game import Game
from lanista.games.rampage import maps, views
from lanista.games.rampage.maps import Map
from lanista.games.rampage.moves import Move
from lanista.games.rampage.state import (
    COMPETITION,
    LARGE,
    SEATS,
    Arena,
    Config,
    Word,
)

RULES = Rules.of(__package__)
# For boards and matches beyond the competition limits.
LARGE_RULES = RULES.sized(**LARGE)
COMPETITION_LIMITS = {
    "width": COMPETITION.side,
    "height": COMPETITION.side,
    "max_turns": COMPETITION.turns,
    "n_turrets": COMPETITION.turrets,
    "n_items": COMPETITION.items,
    "n_pads": COMPETITION.pads,
}


class Rampage(Game[Arena, Config, Move]):
    """The game as the platform sees it."""

    name: ClassVar = "rampage"
    title: ClassVar = "Rampage (Orbis Challenge 2015)"
    seats: ClassVar = range(SEATS, SEATS + 1)
    behaviour: ClassVar = 3  # 3: hits listed as in D23, turret times read as in the original, longer matches
    turn_ms: ClassVar = 250  # section 4
    nothing_hidden: ClassVar = True
    rules: ClassVar = RULES

    def begin(self, config: Settings, seed: int, seats: int, map: str) -> State[Arena, Config]:  # noqa: A002
        """The start position on a named map, the map in a file's text, or a map generated from the seed."""
        any_size = bool(config["any_size"])
        if map:
            map_ = maps.find_map(map, any_size=any_size)
        else:
            map_ = maps.generate(seed, config["width"], config["height"])
            maps.check(map_, any_size=any_size)
        return self.blank(config, map_)

    def layout(self, config: Mapping[str, Any]) -> Rules:
        """Larger records if the settings or the map exceed the competition limits."""
        fits = all(config.get(name, 0) <= maximum for name, maximum in COMPETITION_LIMITS.items())
        return RULES if fits else LARGE_RULES

    def blank(self, config: Settings, map_: Map) -> State[Arena, Config]:
        """The start position on a map."""
        values = {**config, **maps.numbers(map_)}
        values["max_turns"] = config["max_turns"] or map_.max_turns
        values["initial_hp"] = config["initial_hp"] or map_.initial_hp
        state: State[Arena, Config] = State.blank(self.layout(values))
        state.const.raw[:] = _constant(state.rules, tuple(values.items()), map_)  # type: ignore[attr-defined]
        arena, const = state.record, state.const
        for seat, player in enumerate(arena.players):
            player.square, player.facing = const.start[seat], const.start_facing[seat]
            player.hp = const.initial_hp
            player.effective = player.requested = Word.NONE
        for i in range(const.n_turrets):
            arena.turrets[i].alive = 1
        for i in range(const.n_items):
            arena.lies[i] = 1
        return state

    def max_turns(self, state: State[Arena, Config]) -> int:
        """The turn limit."""
        return views.turn_limit(state.const)


@lru_cache(maxsize=256)
def _constant(layout: Rules, values: tuple[tuple[str, int], ...], map_: Map) -> bytes:
    """The constant record for a map and its settings."""
    const = State[Arena, Config].blank(layout).const
    for name, value in values:
        setattr(const, name, value)
    maps.put_map(const, map_)
    return bytes(const.raw)  # type: ignore[attr-defined]


RAMPAGE = Rampage()

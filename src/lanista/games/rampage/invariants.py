"""States that no sequence of moves can reach: the checks that a loaded state must pass."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from lanista.core.errors import LoadError
from lanista.engine import Rules, over
from lanista.game import out_of_range
from lanista.games.rampage import maps
from lanista.games.rampage.rules import is_dead
from lanista.games.rampage.settings import SETTINGS
from lanista.games.rampage.state import (
    BY_TURRET,
    DIRECTIONS,
    FLOOR,
    MAX_HITS,
    MAX_TURNS,
    SEATS,
    Arena,
    Config,
    Word,
)
from lanista.games.rampage.views import Moment, bullets_of, hits_of, turn_limit


def broken_invariants(state: Moment) -> list[str]:
    """Describe the impossible facts of a state; empty for a valid one."""
    raw: bytes = state.fixed.tobytes()
    faults = _config_faults(state.rules, raw)
    return list(faults) or [*_arena_faults(state), *_player_faults(state), *_bullet_faults(state)]


@lru_cache(maxsize=256)
def _config_faults(layout: Rules, raw: bytes) -> tuple[str, ...]:
    """The settings must be within their ranges, and the tables must match the map."""
    config: Config = over(layout.const, bytearray(raw))
    ranges = {
        **{name: (setting.low, setting.high) for name, setting in SETTINGS.items()},
        "seats": (SEATS, SEATS),
        "max_turns": (1, MAX_TURNS),
        "initial_hp": (1, SETTINGS["initial_hp"].high),
        "n_turrets": (0, len(config.places)),
        "n_items": (0, len(config.item_kind)),
        "n_pads": (0, len(config.pads)),
    }
    return tuple(list(out_of_range(config, ranges)) or _table_faults(layout, config, raw))


def _table_faults(layout: Rules, config: Config, raw: bytes) -> list[str]:
    try:
        map_ = maps.map_of(config)
        maps.check(map_, any_size=True)
        other: Config = over(layout.const, bytearray(len(raw)))
        for name in (field.name for field in layout.const.fields if not field.shape):
            setattr(other, name, getattr(config, name))
        maps.put_map(other, map_)
    except (ValueError, IndexError, LoadError) as error:
        return [f"the map is not playable: {error}"]
    if bytes(other.raw) != raw:  # type: ignore[attr-defined]
        return ["the tables of the constant record do not agree with the map"]
    return []


def _arena_faults(state: Moment) -> Iterator[str]:
    arena, config = state.record, state.const
    limit = turn_limit(config)
    if not 0 <= arena.turn <= limit:
        yield f"turn is {arena.turn} of {limit}"
    ended = any(is_dead(player) for player in arena.players) or arena.turn >= limit
    if arena.over != int(ended):
        yield f"over is {arena.over} in turn {arena.turn} of {limit}"
    for i, turret in enumerate(arena.turrets):
        site = config.places[i]
        switches = (turret.alive, turret.fired)
        if i >= config.n_turrets and any((*switches, turret.phase, turret.credit)):
            yield f"turret {i} is not on the map"
        elif not 0 <= turret.phase < max(1, site.fire + site.cool) or any(s not in (0, 1) for s in switches):
            yield f"turret {i} has phase {turret.phase}, alive {turret.alive}, fired {turret.fired}"
        elif not 0 <= turret.credit < 1 << SEATS:
            yield f"turret {i} has credit {turret.credit}"
    credits_ = sum(turret.credit > 0 for turret in arena.turrets)
    if arena.n_credits != credits_:
        yield f"n_credits is {arena.n_credits}, but {credits_} turrets have a payment pending"
    for i in range(len(arena.lies)):
        if arena.lies[i] not in ((0, 1) if i < config.n_items else (0,)):
            yield f"lies[{i}] is {arena.lies[i]} with {config.n_items} items on the map"


def _player_faults(state: Moment) -> Iterator[str]:
    arena, config = state.record, state.const
    for seat, player in enumerate(arena.players):
        ranges = {
            "square": (0, config.width * config.height - 1),
            "facing": (0, DIRECTIONS - 1),
            "effective": (0, len(Word) - 1),
            "requested": (0, len(Word) - 1),
            "n_hits": (0, MAX_HITS),
            "shield_left": (0, config.shield_turns),
            **dict.fromkeys(("laser", "shield", "teleport"), (0, 1000)),
        }
        faults = [f"player {seat + 1}: {fault}" for fault in out_of_range(player, ranges)]
        yield from faults or _standing_faults(arena, config, seat)
    if arena.players[0].square == arena.players[1].square:
        yield f"both players stand on square {arena.players[0].square}"


def _standing_faults(arena: Arena, config: Config, seat: int) -> Iterator[str]:
    player = arena.players[seat]
    if config.board[player.square] != FLOOR:
        yield f"player {seat + 1} stands on a wall or a turret"
    reach = config.laser_range if player.effective == Word.LASER else 0
    if any(not 0 <= player.beams[direction] <= reach for direction in range(DIRECTIONS)):
        yield f"player {seat + 1} has beams without a laser"
    sources = BY_TURRET + config.n_turrets
    if any(not (0 <= kind < 8 and 0 <= by < sources) for kind, by in hits_of(arena, seat)):
        yield f"player {seat + 1} has an unknown hit"


def _bullet_faults(state: Moment) -> Iterator[str]:
    """No bullet may be where its flight ends, and there must be slots for all that can still be fired."""
    arena, config = state.record, state.const
    slots = len(arena.bullets) - SEATS * max(0, turn_limit(config) - arena.turn)
    if not 0 <= arena.n_bullets <= slots:
        yield f"n_bullets is {arena.n_bullets}, expected 0 to {slots}"
        return
    flying = list(bullets_of(state))
    if len({(square, direction) for square, direction, _ in flying}) < len(flying):
        yield "two bullets on the same square fly in the same direction"
    squares = config.width * config.height
    standing = [player.square for player in arena.players]
    for square, _, _ in flying:
        if not 0 <= square < squares or config.board[square] != FLOOR or square in standing:
            yield f"a bullet is on square {square}, where its flight ends"
    if any(arena.bullets[i] for i in range(arena.n_bullets, len(arena.bullets))):
        yield "there are bullets beyond n_bullets"

"""The arena for the browser: the map, what moves on it, and what happened in a turn."""

from __future__ import annotations

from collections import Counter
from typing import Any

from lanista.game import Played
from lanista.games.rampage import rules, views
from lanista.games.rampage.events import events
from lanista.games.rampage.notes import Blow, BulletEnded, End, Reflected, Shot, Used
from lanista.games.rampage.state import BY_TURRET, SEATS, WALL, Arena, Config, Kind, Player
from lanista.games.rampage.views import Moment, first, spot_of

__all__ = ["events", "frame", "numbers", "scene"]

FIRED = 2  # a turret in a frame: 1 if it is alive, and 2 more if it fired in the last turn


def scene(state: Moment) -> dict[str, Any]:
    """The map and its numbers; a turret's clock is given once, since it never stops (D39)."""
    arena, config = state.record, state.const
    marks = "".join(".#"[config.board[square] == WALL] for square in range(config.width * config.height))
    items = zip(first(config.item_square, config.n_items), first(config.item_kind, config.n_items), strict=True)
    return {
        "width": config.width,
        "height": config.height,
        "turns": views.turn_limit(config),
        "hp": config.initial_hp,
        "shield_turns": config.shield_turns,
        "laser_range": config.laser_range,
        "damage": config.damage,
        "points": {"hit": config.points_hit, "turret": config.points_turret, "item": config.points_item},
        "rows": [marks[start : start + config.width] for start in range(0, len(marks), config.width)],
        "pads": [list(spot_of(config, square)) for square in first(config.pads, config.n_pads)],
        "items": [[*spot_of(config, square), kind] for square, kind in items],
        "turrets": [_turret(arena, config, i) for i in range(config.n_turrets)],
    }


def _turret(arena: Arena, config: Config, i: int) -> dict[str, Any]:
    place = config.places[i]
    period = max(1, place.fire + place.cool)
    return {
        "at": [place.column, place.row],
        "fire": place.fire,
        "period": period,
        "phase": (arena.turrets[i].phase - arena.turn) % period,  # before the first turn
        "reach": list(place.reach),
    }


def frame(state: Moment, seat: int | None = None, played: Played | None = None) -> dict[str, Any]:
    """What changes; nothing is hidden from any seat. Of beams only those that do not follow from the map."""
    arena, config = state.record, state.const
    turrets = arena.turrets
    return {
        "turn": arena.turn,
        "winner": rules.victor(arena, config) if arena.over else None,  # -1 is a draw
        "robots": [_robot(player, config) for player in arena.players],
        "bullets": list(first(arena.bullets, arena.n_bullets)),
        "turrets": [turrets[i].alive + FIRED * turrets[i].fired for i in range(config.n_turrets)],
        "items": bytes(first(arena.lies, config.n_items)).translate(_DIGITS).decode(),
        "beams": [
            [owner, *reaches]
            for _, reaches, owner in views.lasers_of(state)
            if owner < BY_TURRET or reaches != bytes(config.places[owner - BY_TURRET].reach)
        ],
        **(_turn(played) if played else NOTHING),
    }


NOTHING: dict[str, Any] = {"hits": [[] for _ in range(SEATS)], "flights": [], "reflections": [], "teleports": []}


def _turn(played: Played) -> dict[str, Any]:
    """What happened in the turn: hits by seat, the ways of bullets, beams sent back, and teleports spent."""
    used = [noted for noted in played.notes if isinstance(noted, Used)]
    return {
        "hits": [_hits(played, seat) for seat in range(SEATS)],
        "flights": _flights(played),
        "reflections": [list(noted) for noted in played.notes if isinstance(noted, Reflected)],
        "teleports": [noted.seat for noted in used if noted.kind == Kind.TELEPORT],
    }


def _hits(played: Played, seat: int) -> list[list[int]]:
    """The kind, source and lost HP of every hit on a robot."""
    blows = [noted for noted in played.notes if isinstance(noted, Blow)]
    return [[blow.kind, blow.by, blow.was - blow.now] for blow in blows if blow.seat == seat]


def _flights(played: Played) -> list[list[int]]:
    """Each bullet before it advanced, whether it is new, and its end; first those that were met head-on."""
    arena = played.before.record
    flying = [[bullet, 0, End.NOTHING] for bullet in first(arena.bullets, arena.n_bullets)]
    met: list[list[int]] = []
    for noted in played.notes:
        if isinstance(noted, Shot):
            flying.append([noted.bullet, 1, End.NOTHING])
        elif isinstance(noted, BulletEnded):
            flying[noted.place][2] = noted.end
            if noted.end == End.HEAD_ON:
                met.append(flying.pop(noted.place))
    return [*met, *flying]


_DIGITS = bytes.maketrans(b"\0\1", b"01")


def _robot(player: Player, config: Config) -> list[int]:
    """Where a robot is and how it is, what it was asked to do, and what it did."""
    return [
        config.column[player.square],
        config.row[player.square],
        player.facing,
        player.hp,
        player.points,
        player.laser,
        player.shield,
        player.teleport,
        player.shield_left,
        player.requested,
        player.effective,
    ]


def numbers(state: Moment) -> dict[str, list[int]]:
    """The curves."""
    players = state.record.players
    flying = Counter(owner for _, _, owner in views.bullets_of(state))
    return {
        "score": [player.points for player in players],
        "HP": [player.hp for player in players],
        "items in hand": [player.laser + player.shield + player.teleport for player in players],
        "shield turns": [player.shield_left for player in players],
        "bullets in flight": [flying[seat] for seat in range(SEATS)],
    }

"""The arena for the browser: the map, what moves on it, and a turn in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from lanista.game import Event, Played
from lanista.games.rampage import rules, views
from lanista.games.rampage.moves import Move
from lanista.games.rampage.retelling import Retelling
from lanista.games.rampage.state import (
    BY_TURRET,
    SEATS,
    WALL,
    Arena,
    Config,
    Direction,
    Hit,
    Kind,
    Player,
    Word,
)
from lanista.games.rampage.views import Moment, first, spot_of
from lanista.text import seat_letter

FIRED = 2  # a turret in a frame: 1 if it is alive, and 2 more if it fired in the last turn


def scene(state: Moment) -> dict[str, Any]:
    """The map and its numbers; a turret's clock is told once, since it never stops (D39)."""
    arena, config = state.record, state.const
    marks = "".join(".#"[config.board[square] == WALL] for square in range(config.width * config.height))
    items = zip(first(config.item_square, config.n_items), first(config.item_kind, config.n_items), strict=True)
    return {
        "width": config.width,
        "height": config.height,
        "turns": views.turn_limit(config),
        "hp": config.initial_hp,
        "shield_turns": config.shield_turns,
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
    """What changes; nothing is hidden from any seat. Of beams only those that the map does not tell."""
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
        **(_turn(Retelling(played)) if played else NOTHING),
    }


NOTHING: dict[str, Any] = {"hits": [[] for _ in range(SEATS)], "flights": [], "reflections": [], "teleports": []}


def _turn(told: Retelling) -> dict[str, Any]:
    """What happened in the turn: hits by seat, the ways of bullets, beams sent back, and teleports spent."""
    return {
        "hits": [[[blow.kind, blow.by, blow.lost] for blow in told.blows if blow.seat == i] for i in range(SEATS)],
        "flights": [[flight.bullet, int(flight.is_new), flight.end] for flight in told.flights],
        "reflections": [list(reflection) for reflection in told.reflections],
        "teleports": told.teleports,
    }


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


# A turn in words


def events(before: Moment, after: Moment, moves: Sequence[Move]) -> list[Event]:
    """What each robot did and what came of it; everybody sees everything."""
    told = Retelling(Played(before, moves))
    lines = [_sentence(before, after, told, seat) for seat in range(SEATS)]
    if after.record.over and not before.record.over:
        lines.append(_ending(after))
    return [Event(text) for text in lines]


def _sentence(before: Moment, after: Moment, told: Retelling, seat: int) -> str:
    did = [
        _deed(before, after, told, seat),
        *(f"picked up a {Kind(kind).name.lower()}" for who, kind in told.picked_up if who == seat),
        *_strikes(after, seat),
        *(f"disabled {_turret_name(after.const, i)}" for i, who in sorted(set(told.struck)) if who == seat),
        *_hits_taken(after, seat),
    ]
    changes = ", ".join(_changes(before.record.players[seat], after.record.players[seat]))
    return f"{seat_letter(seat)} {_listed(did)}" + (f": {changes}" if changes else "")


def _deed(before: Moment, after: Moment, told: Retelling, seat: int) -> str:
    """What became of the move."""
    player = after.record.players[seat]
    way = Direction(player.facing).name.lower()
    if player.requested <= Word.FACE_RIGHT:
        turned = before.record.players[seat].facing != player.facing
        return f"turned {way}" if turned else f"kept facing {way}"
    if player.requested >= Word.TELEPORT_0:
        return _teleport(after, told, seat)
    if player.requested == Word.FORWARD and player.effective != Word.FORWARD:
        return f"could not step {way} ({_in_the_way(after.const, told, seat)})"
    if player.requested != player.effective:
        return f"had no {Word(player.requested).name.lower()} to use"
    return {
        Word.NONE: "waited",
        Word.SHOOT: f"shot {way}",
        Word.FORWARD: f"stepped {way}",
        Word.SHIELD: "raised a shield",
        Word.LASER: "fired a laser",
    }[Word(player.effective)]


def _teleport(after: Moment, told: Retelling, seat: int) -> str:
    player, config = after.record.players[seat], after.const
    pad = player.requested - Word.TELEPORT_0
    if seat not in told.teleports:
        return f"had no teleport to use for pad {pad}"
    if player.effective == Word.NONE or player.square != config.pads[pad]:
        return f"lost a teleport to pad {pad} ({seat_letter(1 - seat)} in the way)"
    return f"teleported to pad {pad}"


def _in_the_way(config: Config, told: Retelling, seat: int) -> str:
    if seat not in told.obstacles:
        return f"{seat_letter(1 - seat)} in the way"
    return f"a {'wall' if config.board[told.obstacles[seat]] == WALL else 'turret'} in the way"


def _strikes(after: Moment, seat: int) -> Iterator[str]:
    """The hits on the opponent that cost HP."""
    hits = [kind for kind, by in views.hits_of(after.record, 1 - seat) if by == seat and not kind & Hit.ABSORBED]
    for kind, count in Counter(hits).items():
        with_what = {0: "a bullet", Hit.LASER: "a laser"}.get(kind, "a reflected laser")
        yield f"hit {seat_letter(1 - seat)} with {with_what}{_times(count)}"


def _hits_taken(after: Moment, seat: int) -> Iterator[str]:
    for (kind, by), count in Counter(views.hits_of(after.record, seat)).items():
        yield _hit_taken(after.const, kind, by, seat) + _times(count)


def _hit_taken(config: Config, kind: int, by: int, seat: int) -> str:
    """A hit costs HP or is absorbed; shields send beams back, and turrets fall to their own."""
    whose = "its own" if by == seat else f"{seat_letter(by)}'s"
    what = f"{whose} {'laser' if kind & Hit.LASER else 'bullet'}"
    if by >= BY_TURRET:
        what = _turret_name(config, by - BY_TURRET)
        return f"reflected and disabled {what}" if kind & Hit.ABSORBED else f"was hit by {what}"
    if kind & Hit.REFLECTED:
        what = "its own reflected laser"
    elif kind & Hit.LASER and kind & Hit.ABSORBED and by != seat:
        return f"reflected {what}"
    return f"took {what} on the shield" if kind & Hit.ABSORBED else f"was hit by {what}"


def _turret_name(config: Config, i: int) -> str:
    x, y = spot_of(config, config.places[i].square)
    return f"the turret at {x}, {y}"


def _changes(old: Player, new: Player) -> Iterator[str]:
    if old.hp != new.hp:
        yield f"HP {old.hp} to {new.hp}"
    if old.points != new.points:
        yield f"score {new.points - old.points:+d}"


def _ending(after: Moment) -> str:
    arena = after.record
    winner = rules.victor(arena, after.const)
    dead = [seat_letter(seat) for seat in range(SEATS) if rules.is_dead(arena.players[seat])]
    why = f"{' and '.join(dead)} destroyed" if dead else "Turn limit"
    if winner < 0:
        return f"{why}: a draw"
    return f"{why}: {seat_letter(winner)} wins" + (" by points" if len(dead) != 1 else "")


def _times(count: int) -> str:
    return f" {count} times" if count > 1 else ""


def _listed(words: list[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"

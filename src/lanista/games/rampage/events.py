"""The events of a turn; they are public."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from lanista.game import ATTACK, DEATH, END, GAIN, HIT, Event, Played
from lanista.games.rampage import rules, views
from lanista.games.rampage.notes import Blocked, PickedUp, Reflected, Struck, Used
from lanista.games.rampage.state import BY_TURRET, FLOOR, SEATS, WALL, Config, Direction, Hit, Kind, Player, Word
from lanista.games.rampage.views import Moment, spot_of
from lanista.text import listed, seat_letter


def events(after: Moment, played: Played) -> list[Event]:
    """What each robot did and what came of it; everybody sees everything."""
    lines = [_robot(after, played, seat) for seat in range(SEATS)]
    if after.record.over and not played.before.record.over:
        lines.append(Event(_ending(after), kind=END))
    return lines


def _robot(after: Moment, played: Played, seat: int) -> Event:
    """What a robot did, where it stands now."""
    at = spot_of(after.const, after.record.players[seat].square)
    return Event(_sentence(after, played, seat), (), _kind(after, played, seat), at)


def _kind(after: Moment, played: Played, seat: int) -> str:
    """Key events are a robot's end, its lost HP, its lasers, turrets that it disabled, and items."""
    old, new = played.before.record.players[seat], after.record.players[seat]
    if new.hp < old.hp:
        return DEATH if rules.is_dead(new) else HIT
    if new.effective == Word.LASER or _struck_by(played, seat) or _has_reflected_a_turret(played, seat):
        return ATTACK
    return GAIN if _picked_up(played, seat) else ""


def _struck_by(played: Played, seat: int) -> list[int]:
    """The turrets that a robot's bullets and beams disabled."""
    return sorted({noted.turret for noted in played.notes if isinstance(noted, Struck) and noted.by == seat})


def _has_reflected_a_turret(played: Played, seat: int) -> bool:
    beams = [noted for noted in played.notes if isinstance(noted, Reflected)]
    return any(beam.seat == seat and beam.by >= BY_TURRET for beam in beams)


def _picked_up(played: Played, seat: int) -> list[int]:
    """The kinds of items that a robot collected."""
    return [noted.kind for noted in played.notes if isinstance(noted, PickedUp) and noted.seat == seat]


def _sentence(after: Moment, played: Played, seat: int) -> str:
    did = [
        _deed(after, played, seat),
        *(f"picked up a {Kind(kind).name.lower()}" for kind in _picked_up(played, seat)),
        *_strikes(after, seat),
        *(f"disabled {_turret_name(after.const, i)}" for i in _struck_by(played, seat)),
        *_hits_taken(after, seat),
    ]
    changes = ", ".join(_changes(played.before.record.players[seat], after.record.players[seat]))
    return f"{seat_letter(seat)} {listed(did)}" + (f": {changes}" if changes else "")


def _deed(after: Moment, played: Played, seat: int) -> str:
    """What became of the move."""
    player = after.record.players[seat]
    way = Direction(player.facing).name.lower()
    if player.requested <= Word.FACE_RIGHT:
        turned = played.before.record.players[seat].facing != player.facing
        return f"turned {way}" if turned else f"kept facing {way}"
    in_the_way = [
        _in_the_way(after.const, noted)
        for noted in played.notes
        if isinstance(noted, Blocked) and noted.seat == seat
    ]
    if player.requested >= Word.TELEPORT_0:
        return _teleport(played, player.requested - Word.TELEPORT_0, seat, in_the_way)
    if in_the_way:
        return f"could not step {way} ({in_the_way[0]})"
    if player.requested != player.effective:
        return f"had no {Word(player.requested).name.lower()} to use"
    return {
        Word.NONE: "waited",
        Word.SHOOT: f"shot {way}",
        Word.FORWARD: f"stepped {way}",
        Word.SHIELD: "raised a shield",
        Word.LASER: "fired a laser",
    }[Word(player.effective)]


def _teleport(played: Played, pad: int, seat: int, in_the_way: list[str]) -> str:
    if not any(isinstance(noted, Used) and noted.seat == seat for noted in played.notes):
        return f"had no teleport to use for pad {pad}"
    return f"lost a teleport to pad {pad} ({in_the_way[0]})" if in_the_way else f"teleported to pad {pad}"


def _in_the_way(config: Config, blocked: Blocked) -> str:
    code = config.board[blocked.target]
    what = "a wall" if code == WALL else seat_letter(1 - blocked.seat) if code == FLOOR else "a turret"
    return f"{what} in the way"


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

"""The events of a turn; they are public."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from lanista.game import ATTACK, DEATH, END, GAIN, HIT, Event, Played
from lanista.games.rampage import rules, views
from lanista.games.rampage.state import BY_TURRET, SEATS, WALL, Config, Direction, Hit, Kind, Player, Word
from lanista.games.rampage.turn_log import TurnLog
from lanista.games.rampage.views import Moment, spot_of
from lanista.text import listed, seat_letter


def events(after: Moment, played: Played) -> list[Event]:
    """What each robot did and what came of it; everybody sees everything."""
    before, log = played.before, played.cached(TurnLog)
    lines = [_robot(before, after, log, seat) for seat in range(SEATS)]
    if after.record.over and not before.record.over:
        lines.append(Event(_ending(after), kind=END))
    return lines


def _robot(before: Moment, after: Moment, log: TurnLog, seat: int) -> Event:
    """What a robot did, where it stands now."""
    at = spot_of(after.const, after.record.players[seat].square)
    return Event(_sentence(before, after, log, seat), (), _kind(before, after, log, seat), at)


def _kind(before: Moment, after: Moment, log: TurnLog, seat: int) -> str:
    """Key events are a robot's end, its lost HP, its lasers, turrets that it disabled, and items."""
    old, new = before.record.players[seat], after.record.players[seat]
    if new.hp < old.hp:
        return DEATH if rules.is_dead(new) else HIT
    reflected = [by for by, who, _, _ in log.reflections if who == seat and by >= BY_TURRET]
    if new.effective == Word.LASER or reflected or any(by == seat for _, by in log.struck):
        return ATTACK
    return GAIN if any(who == seat for who, _ in log.picked_up) else ""


def _sentence(before: Moment, after: Moment, log: TurnLog, seat: int) -> str:
    did = [
        _deed(before, after, log, seat),
        *(f"picked up a {Kind(kind).name.lower()}" for who, kind in log.picked_up if who == seat),
        *_strikes(after, seat),
        *(f"disabled {_turret_name(after.const, i)}" for i, who in sorted(set(log.struck)) if who == seat),
        *_hits_taken(after, seat),
    ]
    changes = ", ".join(_changes(before.record.players[seat], after.record.players[seat]))
    return f"{seat_letter(seat)} {listed(did)}" + (f": {changes}" if changes else "")


def _deed(before: Moment, after: Moment, log: TurnLog, seat: int) -> str:
    """What became of the move."""
    player = after.record.players[seat]
    way = Direction(player.facing).name.lower()
    if player.requested <= Word.FACE_RIGHT:
        turned = before.record.players[seat].facing != player.facing
        return f"turned {way}" if turned else f"kept facing {way}"
    if player.requested >= Word.TELEPORT_0:
        return _teleport(after, log, seat)
    if player.requested == Word.FORWARD and player.effective != Word.FORWARD:
        return f"could not step {way} ({_in_the_way(after.const, log, seat)})"
    if player.requested != player.effective:
        return f"had no {Word(player.requested).name.lower()} to use"
    return {
        Word.NONE: "waited",
        Word.SHOOT: f"shot {way}",
        Word.FORWARD: f"stepped {way}",
        Word.SHIELD: "raised a shield",
        Word.LASER: "fired a laser",
    }[Word(player.effective)]


def _teleport(after: Moment, log: TurnLog, seat: int) -> str:
    player, config = after.record.players[seat], after.const
    pad = player.requested - Word.TELEPORT_0
    if seat not in log.teleports:
        return f"had no teleport to use for pad {pad}"
    if player.effective == Word.NONE or player.square != config.pads[pad]:
        return f"lost a teleport to pad {pad} ({seat_letter(1 - seat)} in the way)"
    return f"teleported to pad {pad}"


def _in_the_way(config: Config, log: TurnLog, seat: int) -> str:
    if seat not in log.obstacles:
        return f"{seat_letter(1 - seat)} in the way"
    return f"a {'wall' if config.board[log.obstacles[seat]] == WALL else 'turret'} in the way"


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

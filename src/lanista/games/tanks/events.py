"""The events of a turn, each for the seat that may know it."""

from __future__ import annotations

from collections.abc import Iterator

from lanista.game import DEATH, END, HIT, Event, Played
from lanista.games.tanks import rules, views
from lanista.games.tanks.moves import ORIENTATION_NAMES
from lanista.games.tanks.state import Action, Direction
from lanista.games.tanks.turn_log import Blow, Deed, Drive, Moment, Shot, TurnLog
from lanista.text import seat_letter

WAYS = tuple(name.lower() for name in ORIENTATION_NAMES)
STEPS = {Direction.FORWARD: "forward", Direction.BACKWARDS: "backwards"}


def events(after: Moment, played: Played) -> list[Event]:
    """What each tank did and what came of it, in the order of the rules.

    A tank's own lines say no more than its health, its position and its scan do: who was hit by a shell stands
    right after who fired it, each for its own seat only.
    """
    log = played.cached(TurnLog)
    return [
        *(event for deed in log.deeds for event in _deed(after, deed)),
        *(_void_shot(after, deed.tank) for deed in log.deeds if deed.is_void),
        *(event for shot in log.shots for event in _shot(after, shot)),
        *(
            _scan_result(after, deed.tank)
            for deed in log.deeds
            if views.has_scanned(after.record.tanks[deed.tank])
        ),
        *_end(played.before, after),
    ]


def _event(state: Moment, i: int, words: str, kind: str = "") -> Event:
    """A line for the one who plays a tank, where the tank is now."""
    seat, tank = state.const.seat_of[i], state.record.tanks[i]
    return Event(f"{seat_letter(seat)} {words}", (seat,), kind, (tank.x, tank.y))


def _deed(after: Moment, deed: Deed) -> Iterator[Event]:
    """What a tank does before the shells fly."""
    tank = after.record.tanks[deed.tank]
    if deed.drive:
        yield from _drive(after, deed.drive)
    elif tank.action == Action.ROTATE:
        yield _event(after, deed.tank, f"turned {WAYS[tank.orientation]}")
    elif tank.action == Action.IDLE and deed.is_alive:
        yield _event(after, deed.tank, "waited")


def _drive(after: Moment, drive: Drive) -> Iterator[Event]:
    """A step, or what kept the tank from it (6.3)."""
    tank = after.record.tanks[drive.tank]
    losses = {blow.tank: loss(blow) for blow in drive.blows}
    kinds = {blow.tank: _kind(blow) for blow in drive.blows}
    own, kind = losses.get(drive.tank, ""), kinds.get(drive.tank, "")
    if drive.target is None:
        yield _event(after, drive.tank, "is stuck in a swamp and stayed where it is")
    elif drive.has_moved:
        x, y = drive.target
        swamp = "" if tank.mobile else ", into a swamp: stuck for good"
        lake = f", into a lake{own}" if own else ""
        yield _event(after, drive.tank, f"drove {STEPS[Direction(tank.way)]} to {x}, {y}{swamp}{lake}", kind)
    elif drive.other != rules.NOBODY:
        yield _event(after, drive.tank, f"rammed a tank{own}", kind)
        if drive.is_other_alive:
            other = drive.other
            yield _event(after, other, f"was rammed{losses.get(other, '')}", kinds.get(other, ""))
    else:
        what = "into a forest" if drive.is_inside else "against the edge of the map"
        yield _event(after, drive.tank, f"ran {what}{own}", kind)


def _void_shot(after: Moment, i: int) -> Event:
    """A shot without any effect (D12, D13)."""
    tank = after.record.tanks[i]
    return _event(after, i, f"fired at {tank.target_x}, {tank.target_y}, out of reach: nothing came of it")


def _shot(after: Moment, shot: Shot) -> Iterator[Event]:
    """Who fired, then who was hit; a shooter does not learn where its cardinal shell landed."""
    tank = after.record.tanks[shot.tank]
    aim = f"at {tank.target_x}, {tank.target_y}" if shot.is_lob else WAYS[tank.way]
    yield _event(after, shot.tank, f"fired {aim}")
    for blow in sorted(shot.blows):
        how = f"was hit {'directly' if blow.is_direct else 'by a blast'} for {counted(blow.points, 'point')}"
        own = "was caught in its own blast"
        yield _event(after, blow.tank, f"{own if blow.tank == shot.tank else how}{loss(blow)}", _kind(blow))


def _scan_result(after: Moment, i: int) -> Event:
    """What a scan has found (section 7)."""
    way = views.scan_way(after.record.tanks[i])
    where = "all around" if way == views.OMNI else WAYS[way]
    tanks, wrecks = views.in_sight(after, i)
    beside = f", {counted(wrecks, 'wreck')}" if wrecks else ""
    return _event(after, i, f"scanned {where}: {counted(tanks, 'other tank')}{beside}")


def _end(before: Moment, after: Moment) -> Iterator[Event]:
    """The end of the battle, which everybody may know."""
    if after.record.over and not before.record.over:
        left = rules.count_alive(after.record)
        yield Event(f"The battle is over: {counted(left, 'tank')} left", kind=END)


def _kind(blow: Blow) -> str:
    return HIT if blow.now else DEATH


def loss(blow: Blow) -> str:
    """A change of health."""
    return f": health {blow.was} to {blow.now}{'' if blow.now else ', destroyed'}"


def counted(number: int, word: str) -> str:
    """A number of things."""
    return f"{number or 'no'} {word}{'' if number == 1 else 's'}"

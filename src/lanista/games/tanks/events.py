"""The events of a turn, each for the seat that may know it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from lanista.game import DEATH, END, HIT, Event, Played
from lanista.games.tanks import rules, views
from lanista.games.tanks.moves import ORIENTATION_NAMES
from lanista.games.tanks.notes import Acted, Blocked, Exploded, Hit, Hurt, Lost, Moved, Stuck, Turned, Void
from lanista.games.tanks.state import Action, Direction
from lanista.games.tanks.views import Moment
from lanista.text import seat_letter

WAYS = tuple(name.lower() for name in ORIENTATION_NAMES)
STEPS = {Direction.FORWARD: "forward", Direction.BACKWARDS: "backwards"}


def events(after: Moment, played: Played) -> list[Event]:
    """What each tank did and what came of it, in the order of the rules.

    A tank's own lines say no more than its health, its position and its scan do: who was hit by a shell stands
    right after who fired it, each for its own seat only.
    """
    notes = played.notes
    return [
        *(event for note in notes for event in _deed(after, note, notes)),
        *(_void_shot(after, note.tank) for note in notes if isinstance(note, Void)),
        *(
            event
            for note in notes
            if isinstance(note, (Exploded, Lost))
            for event in _shot(after, note.tank, notes)
        ),
        *(
            _scan_result(after, note.tank)
            for note in notes
            if isinstance(note, Acted) and views.has_scanned(after.record.tanks[note.tank])
        ),
        *_end(played.before, after),
    ]


def _event(state: Moment, i: int, words: str, kind: str = "") -> Event:
    """A line for the one who plays a tank, where the tank is now."""
    seat, tank = state.const.seat_of[i], state.record.tanks[i]
    return Event(f"{seat_letter(seat)} {words}", (seat,), kind, (tank.x, tank.y))


def _deed(after: Moment, note: object, notes: Sequence[object]) -> Iterator[Event]:
    """What a tank does before the shells fly."""
    if isinstance(note, Turned):
        yield _event(after, note.tank, f"turned {WAYS[note.orientation]}")
    elif isinstance(note, Acted) and note.action == Action.IDLE and note.health:
        yield _event(after, note.tank, "waited")
    elif isinstance(note, Stuck):
        yield _event(after, note.tank, "is stuck in a swamp and stayed where it is")
    elif isinstance(note, Moved):
        yield _step(after, note, notes)
    elif isinstance(note, Blocked):
        yield from _collision(after, note, notes)


def _step(after: Moment, step: Moved, notes: Sequence[object]) -> Event:
    """A tank drove one cell (6.3)."""
    way = STEPS[Direction(after.record.tanks[step.tank].way)]
    swamp = "" if step.mobile else ", into a swamp: stuck for good"
    hurt = _hurt(notes, step.tank, step.tank)
    lake = f", into a lake{_loss(hurt)}" if hurt else ""
    return _event(after, step.tank, f"drove {way} to {step.x}, {step.y}{swamp}{lake}", _kind(hurt))


def _collision(after: Moment, blocked: Blocked, notes: Sequence[object]) -> Iterator[Event]:
    """Something kept a tank from its step (6.3)."""
    i, other = blocked.tank, blocked.other
    own, others = _hurt(notes, i, i), _hurt(notes, i, other)
    is_inside = rules.is_on_map(after.const, blocked.x, blocked.y)
    obstacle = "ran into a forest" if is_inside else "ran against the edge of the map"
    what = obstacle if other == rules.NOBODY else "rammed a tank"
    yield _event(after, i, f"{what}{_loss(own)}", _kind(own))
    if blocked.health:
        yield _event(after, other, f"was rammed{_loss(others)}", _kind(others))


def _hurt(notes: Sequence[object], by: int, tank: int) -> Hurt | None:
    """The health that a move has cost the tank or another one."""
    for note in notes:
        if isinstance(note, Hurt) and note.by == by and note.tank == tank:
            return note
    return None


def _void_shot(after: Moment, i: int) -> Event:
    """A shot without any effect (D12, D13)."""
    tank = after.record.tanks[i]
    return _event(after, i, f"fired at {tank.target_x}, {tank.target_y}, out of reach: nothing came of it")


def _shot(after: Moment, i: int, notes: Sequence[object]) -> Iterator[Event]:
    """Who fired, then who was hit; a shooter does not learn where its cardinal shell landed."""
    tank = after.record.tanks[i]
    is_lob = tank.action == Action.FIRE_POSITIONAL
    aim = f"at {tank.target_x}, {tank.target_y}" if is_lob else WAYS[tank.way]
    yield _event(after, i, f"fired {aim}")
    for hit in sorted(note for note in notes if isinstance(note, Hit) and note.by == i):
        how = f"was hit {'directly' if hit.is_direct else 'by a blast'} for {counted(hit.points, 'point')}"
        own = "was caught in its own blast"
        yield _event(after, hit.tank, f"{own if hit.tank == i else how}{_loss(hit)}", _kind(hit))


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


def _kind(blow: Hurt | Hit | None) -> str:
    return "" if blow is None else HIT if blow.now else DEATH


def _loss(blow: Hurt | Hit | None) -> str:
    """A change of health."""
    return "" if blow is None else f": health {blow.was} to {blow.now}{'' if blow.now else ', destroyed'}"


def counted(number: int, word: str) -> str:
    """A number of things."""
    return f"{number or 'no'} {word}{'' if number == 1 else 's'}"

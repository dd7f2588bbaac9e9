"""The events of a round; cells are named in their owner's coordinates, as in its orders."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from lanista.game import ATTACK, BUILD, END, GAIN, HIT, LOSS, Event, Played
from lanista.games.tower_defence import board, rules
from lanista.games.tower_defence.moves import Move, explain
from lanista.games.tower_defence.notes import (
    Began,
    Finished,
    Fired,
    GotCurtain,
    Hit,
    Landed,
    LostCurtain,
    RaisedCurtain,
    Refused,
    Shot,
    Struck,
    TookDown,
    shots,
)
from lanista.games.tower_defence.rules import owner_of
from lanista.games.tower_defence.state import CURTAIN, ENEMY_BASE, SEATS, WIDTH, Building, Config, Ending, Refusal
from lanista.text import seat_letter

Moment = board.Moment

WORDS = {
    Building.DEFENSE: "wall",
    Building.ATTACK: "turret",
    Building.ENERGY: "generator",
    Building.TESLA: "tesla tower",
}


def events(after: Moment, played: Played) -> list[Event]:
    """What was ordered, finished and shot, and what was hit; everybody may know it."""
    before, notes = played.before, played.notes
    if before.record.ending:
        return []
    config, ended = before.const, shots(notes)
    return [
        *_orders(before, played.moves, notes),
        *_finished(config, notes),
        *_lightning(config, [shot for shot in ended if isinstance(shot.by, Struck)]),
        *_missiles(notes, ended),
        *_wounds(after, notes),
        *_base_hits(config, ended),
        *_curtains(notes),
        *_end(after),
    ]


def _public(text: str, kind: str = "", cell: int | None = None) -> Event:
    """An event that everybody may know, and the cell of the real board where it happened."""
    return Event(text, (), kind, None if cell is None else (cell % WIDTH, cell // WIDTH))


def _cell(config: Config, cell: int) -> str:
    x, y = board.position_in_view(config, owner_of(config, cell), cell)
    return f"{x},{y}"


def _at(config: Config, cell: int, building: int) -> str:
    """A building by its owner, kind and cell."""
    return f"{seat_letter(owner_of(config, cell))}'s {WORDS[Building(building)]} at {_cell(config, cell)}"


def _counted(count: int, word: str) -> str:
    return f"{count} {word}" if count == 1 else f"{count} {word}s"


def _orders(before: Moment, moves: Sequence[Move], notes: Iterable[Any]) -> Iterator[Event]:
    """The orders of the players; raising a curtain and beginning a tesla tower are key events."""
    config = before.const
    for noted in notes:
        if isinstance(noted, Refused):
            reason = _reason(before, noted.seat, moves[noted.seat], Refusal(noted.refusal))
            yield _public(f"{seat_letter(noted.seat)}'s order was refused: {reason}")
        elif isinstance(noted, RaisedCurtain):
            text = f"{seat_letter(noted.seat)} raised the iron curtain for {config.curtain_price} energy"
            yield _public(text, GAIN)
        elif isinstance(noted, TookDown):
            text = f"{_deed(config, noted, 'took down the')} for {config.deconstruction_refund} energy"
            yield _public(text, cell=noted.cell)
        elif isinstance(noted, Began):
            text = f"{_deed(config, noted, 'began a')} for {config.price[noted.building]} energy"
            yield _public(text, BUILD if noted.building == Building.TESLA else "", noted.cell)


def _deed(config: Config, noted: Began | TookDown, did: str) -> str:
    """Who did it, the building and its cell."""
    name = WORDS[Building(noted.building)]
    return f"{seat_letter(noted.seat)} {did} {name} at {_cell(config, noted.cell)}"


def _reason(before: Moment, seat: int, move: Move, refusal: Refusal) -> str:
    """Why an order was refused."""
    if refusal is Refusal.UNKNOWN_TYPE:
        return f"there is no order of type {move.type.value}"
    return explain(refusal, before, seat, move)


def _finished(config: Config, notes: Iterable[Any]) -> Iterator[Event]:
    """Buildings that stand from now on."""
    for cell, kind in sorted(noted for noted in notes if isinstance(noted, Finished)):
        yield _public(f"{_at(config, cell, kind)} is finished", cell=cell)


def _lightning(config: Config, bolts: Iterable[Shot]) -> Iterator[Event]:
    """Tesla shots, those that hit nothing last."""
    for by, hits in sorted(bolts, key=lambda bolt: not bolt.hits):
        name = f"{_at(config, by.cell, Building.TESLA)} struck"
        if hits:
            yield _public(f"{name} {_struck(by.seat, [hit.met for hit in hits])}", ATTACK, by.cell)
        else:
            yield _public(f"{name} nothing for {config.tesla_shot_price} energy", cell=by.cell)


def _struck(seat: int, met: list[int]) -> str:
    """The hits of a player's tesla shot."""
    enemy = seat_letter(1 - seat)
    if CURTAIN in met:
        return f"{enemy}'s iron curtain"
    base = [f"{enemy}'s base"] if ENEMY_BASE in met else []
    count = len(met) - len(base)
    buildings = [f"{_counted(count, 'building')} of {enemy}"] if count else []
    return " and ".join(base + buildings)


def _missiles(notes: Iterable[Any], ended: Iterable[Shot]) -> Iterator[Event]:
    """How many missiles were fired, and how many curtains stopped."""
    fired = [noted.seat for noted in notes if isinstance(noted, Fired)]
    for seat in range(SEATS):
        if count := fired.count(seat):
            yield _public(f"{seat_letter(seat)} fired {_counted(count, 'missile')}")
    stopped = [by.seat for by, hits in ended if isinstance(by, Landed) and hits[0].met == CURTAIN]
    for seat in range(SEATS):
        if count := stopped.count(1 - seat):
            yield _public(f"{seat_letter(seat)}'s iron curtain stopped {_counted(count, 'missile')}")


def _wounds(after: Moment, notes: Iterable[Any]) -> Iterator[Event]:
    """Buildings that lost health, or all of it."""
    wounds: dict[int, Hit] = {}  # by cell, from the first health to the last
    for hit in notes:
        if isinstance(hit, Hit) and hit.met >= 0 and hit.now < hit.was:
            first = wounds.get(hit.met, hit)
            wounds[hit.met] = hit._replace(was=first.was)
    for cell, wound in sorted(wounds.items()):
        name = _at(after.const, cell, wound.building)
        if wound.now:
            text = f"{seat_letter(wound.seat)} hit {name}: health {wound.was} to {wound.now}"
            yield _public(text, cell=cell)
        else:
            later = [other for other in wounds if other > cell and wounds[other].building == wound.building]
            yield _destroyed(after, later, wound)


def _destroyed(after: Moment, later: Iterable[int], wound: Hit) -> Event:
    """A building that fell; a tesla tower, or the last one of its kind, is a key event."""
    config, cell, kind = after.const, wound.met, wound.building
    left = [other for other in board.standing(after.record) if after.record.building[other] == kind]
    is_last = all(owner_of(config, other) == wound.seat for other in [*later, *left])
    text = f"{seat_letter(wound.seat)} destroyed {_at(config, cell, kind)}{', the last one' if is_last else ''}"
    points = "" if config.d2_everything_scores else f": score +{config.value[kind]}"
    return _public(f"{text}{points}", LOSS if is_last or kind == Building.TESLA else "", cell)


def _base_hits(config: Config, ended: Iterable[Shot]) -> Iterator[Event]:
    """Bases that lost health; the cell is beside the base, where the first shot hit it."""
    met = [(by, hit) for by, hits in ended for hit in hits if hit.met == ENEMY_BASE]
    for seat in range(SEATS):
        taken = [(by, hit) for by, hit in met if by.seat != seat]
        if taken:
            (by, first), (_, last) = taken[0], taken[-1]
            often = "" if len(taken) == 1 else f" {len(taken)} times"
            enemy, name = seat_letter(1 - seat), seat_letter(seat)
            text = f"{enemy} hit {name}'s base{often}: health {first.was} to {last.now}"
            beside = by.cell // WIDTH * WIDTH + (config.width - 1 if seat else 0)
            yield _public(text, HIT, beside)


def _curtains(notes: Iterable[Any]) -> Iterator[Event]:
    """Curtains that become available or end."""
    for noted in notes:
        if isinstance(noted, GotCurtain):
            yield _public(f"{seat_letter(noted.seat)} has an iron curtain available")
        elif isinstance(noted, LostCurtain):
            yield _public(f"{seat_letter(noted.seat)}'s iron curtain ended")


def _end(after: Moment) -> Iterator[Event]:
    """Why it is over, and who won."""
    winner = board.winner_of(after)
    if winner is None:
        return
    reasons = {
        Ending.BASE_DESTROYED: "A base was destroyed",
        Ending.MAX_ROUNDS: "The round limit was reached",
        Ending.DO_NOTHINGS: "Too many bad commands",
    }
    result = "a tie" if winner == board.TIE else f"{seat_letter(winner)} wins"
    scores = " to ".join(str(rules.final_score(player, after.const)) for player in after.record.players)
    yield _public(f"{reasons[Ending(after.record.ending)]}: {result}, scores {scores}", END)

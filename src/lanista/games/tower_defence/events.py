"""The events of a round; cells are named in their owner's coordinates, as in its orders."""

from __future__ import annotations

from collections.abc import Iterator

from lanista.game import ATTACK, BUILD, END, GAIN, HIT, LOSS, Event, Played
from lanista.games.tower_defence import board, rules
from lanista.games.tower_defence.moves import Move, explain
from lanista.games.tower_defence.rules import owner_of
from lanista.games.tower_defence.state import SEATS, WIDTH, Building, Config, Ending, OrderType, Refusal
from lanista.games.tower_defence.turn_log import CURTAIN, ENEMY_BASE, Bolt, Deed, TurnLog
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
    before, moves = played.before, played.moves
    if before.record.ending:
        return []
    config, log = before.const, played.cached(TurnLog)
    return [
        *(event for seat in range(SEATS) for event in _order(before, seat, moves[seat], log.deeds[seat])),
        *_finished(config, log),
        *_lightning(config, log.bolts),
        *_missiles(config, log),
        *_wounds(after, log),
        *_base_hits(before, after, log),
        *_curtains(before, after),
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


def _order(before: Moment, seat: int, move: Move, deed: Deed) -> Iterator[Event]:
    """What a player ordered; raising a curtain and beginning a tesla tower are key events."""
    config, who = before.const, seat_letter(seat)
    if move.type is OrderType.NOTHING:
        return
    if deed.refusal is not Refusal.NONE:
        yield _public(f"{who}'s order was refused: {_reason(before, seat, move, deed.refusal)}")
    elif move.type is OrderType.IRON_CURTAIN:
        yield _public(f"{who} raised the iron curtain for {config.curtain_price} energy", GAIN)
    elif move.type is OrderType.DECONSTRUCT:
        name = WORDS[Building(deed.building)]
        text = f"{who} took down the {name} at {move.x},{move.y} for {config.deconstruction_refund} energy"
        yield _public(text, cell=deed.cell)
    else:
        name = WORDS[Building(deed.building)]
        text = f"{who} began a {name} at {move.x},{move.y} for {config.price[deed.building]} energy"
        yield _public(text, BUILD if deed.building == Building.TESLA else "", deed.cell)


def _reason(before: Moment, seat: int, move: Move, refusal: Refusal) -> str:
    """Why an order was refused."""
    if refusal is Refusal.UNKNOWN_TYPE:
        return f"there is no order of type {move.type.value}"
    return explain(refusal, before, seat, move)


def _finished(config: Config, log: TurnLog) -> Iterator[Event]:
    """Buildings that stand from now on."""
    for cell, kind in sorted(log.finished.items()):
        yield _public(f"{_at(config, cell, kind)} is finished", cell=cell)


def _lightning(config: Config, bolts: list[Bolt]) -> Iterator[Event]:
    """Tesla shots, those that hit nothing last."""
    for bolt in sorted(bolts, key=lambda bolt: not bolt.hits):
        name = f"{_at(config, bolt.tower, Building.TESLA)} struck"
        if bolt.hits:
            yield _public(f"{name} {_struck(bolt)}", ATTACK, bolt.tower)
        else:
            yield _public(f"{name} nothing for {config.tesla_shot_price} energy", cell=bolt.tower)


def _struck(bolt: Bolt) -> str:
    """What a tesla shot hit."""
    enemy, met = seat_letter(1 - bolt.seat), [hit.met for hit in bolt.hits]
    if CURTAIN in met:
        return f"{enemy}'s iron curtain"
    base = [f"{enemy}'s base"] if ENEMY_BASE in met else []
    count = len(met) - len(base)
    buildings = [f"{_counted(count, 'building')} of {enemy}"] if count else []
    return " and ".join(base + buildings)


def _missiles(config: Config, log: TurnLog) -> Iterator[Event]:
    """How many missiles were fired, and how many curtains stopped."""
    owners = [owner_of(config, cell) for cell in log.fired]
    for seat in range(SEATS):
        if count := owners.count(seat):
            yield _public(f"{seat_letter(seat)} fired {_counted(count, 'missile')}")
    stopped = [flight.seat for flight in log.flights if flight.hit and flight.hit.met == CURTAIN]
    for seat in range(SEATS):
        if count := stopped.count(1 - seat):
            yield _public(f"{seat_letter(seat)}'s iron curtain stopped {_counted(count, 'missile')}")


def _wounds(after: Moment, log: TurnLog) -> Iterator[Event]:
    """Buildings that lost health, or all of it."""
    config = after.const
    for cell, wound in sorted(log.wounds.items()):
        name, kind = seat_letter(1 - owner_of(config, cell)), wound.building
        if wound.now:
            yield _public(f"{name} hit {_at(config, cell, kind)}: health {wound.was} to {wound.now}", cell=cell)
        else:
            yield _destroyed(after, log, cell, kind)


def _destroyed(after: Moment, log: TurnLog, cell: int, kind: int) -> Event:
    """A building that fell; a tesla tower, or the last one of its kind, is a key event."""
    config, owner = after.const, owner_of(after.const, cell)
    later = [other for other, wound in log.wounds.items() if other > cell and wound.building == kind]
    left = [other for other in board.standing(after.record) if after.record.building[other] == kind]
    is_last = all(owner_of(config, other) != owner for other in [*later, *left])
    text = f"{seat_letter(1 - owner)} destroyed {_at(config, cell, kind)}{', the last one' if is_last else ''}"
    points = "" if config.d2_everything_scores else f": score +{config.value[kind]}"
    return _public(f"{text}{points}", LOSS if is_last or kind == Building.TESLA else "", cell)


def _base_hits(before: Moment, after: Moment, log: TurnLog) -> Iterator[Event]:
    """Bases that lost health."""
    for seat in range(SEATS):
        old, new = before.record.players[seat], after.record.players[seat]
        count = new.hits_taken - old.hits_taken
        if count:
            often = "" if count == 1 else f" {count} times"
            enemy, name = seat_letter(1 - seat), seat_letter(seat)
            text = f"{enemy} hit {name}'s base{often}: health {old.health} to {new.health}"
            yield _public(text, HIT, _beside_base(after.const, log, seat))


def _beside_base(config: Config, log: TurnLog, seat: int) -> int:
    """The cell beside a base across which the first shot hit it."""
    shots = [(bolt.seat, bolt.tower, hit) for bolt in log.bolts for hit in bolt.hits]
    shots += [(flight.seat, flight.start, flight.hit) for flight in log.flights if flight.hit]
    rows = [start // WIDTH for by, start, hit in shots if by != seat and hit.met == ENEMY_BASE]
    return rows[0] * WIDTH + (config.width - 1 if seat else 0)


def _curtains(before: Moment, after: Moment) -> Iterator[Event]:
    """Curtains that become available or end."""
    for seat in range(SEATS):
        old, new = before.record.players[seat], after.record.players[seat]
        if new.curtain_available and not old.curtain_available:
            yield _public(f"{seat_letter(seat)} has an iron curtain available")
        if board.curtain_is_up(before, seat) and not board.curtain_is_up(after, seat):
            yield _public(f"{seat_letter(seat)}'s iron curtain ended")


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

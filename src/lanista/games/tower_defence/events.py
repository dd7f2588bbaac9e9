"""The events of a round; cells are named in their owner's coordinates, as in its orders."""

from __future__ import annotations

from collections.abc import Iterator

from lanista.game import Event, Played
from lanista.games.tower_defence import board, rules
from lanista.games.tower_defence.moves import Move, explain
from lanista.games.tower_defence.rules import owner_of
from lanista.games.tower_defence.state import SEATS, Building, Config, Ending, OrderType, Refusal
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
    texts = [text for seat in range(SEATS) for text in _order(before, seat, moves[seat], log.deeds[seat])]
    texts += [f"{_at(config, cell, kind)} is finished" for cell, kind in sorted(log.finished.items())]
    texts += _lightning(config, log.bolts)
    texts += _missiles(config, log)
    texts += _wounds(config, log)
    texts += _base_hits(before, after)
    texts += _curtains(before, after)
    texts += _end(after)
    return [Event(text) for text in texts]


def _cell(config: Config, cell: int) -> str:
    x, y = board.position_in_view(config, owner_of(config, cell), cell)
    return f"{x},{y}"


def _at(config: Config, cell: int, building: int) -> str:
    """A building by its owner, kind and cell."""
    return f"{seat_letter(owner_of(config, cell))}'s {WORDS[Building(building)]} at {_cell(config, cell)}"


def _counted(count: int, word: str) -> str:
    return f"{count} {word}" if count == 1 else f"{count} {word}s"


def _order(before: Moment, seat: int, move: Move, deed: Deed) -> Iterator[str]:
    """What a player ordered."""
    config, who = before.const, seat_letter(seat)
    if move.type is OrderType.NOTHING:
        return
    if deed.refusal is not Refusal.NONE:
        yield f"{who}'s order was refused: {_reason(before, seat, move, deed.refusal)}"
    elif move.type is OrderType.IRON_CURTAIN:
        yield f"{who} raised the iron curtain for {config.curtain_price} energy"
    elif move.type is OrderType.DECONSTRUCT:
        name = WORDS[Building(deed.building)]
        yield f"{who} took down the {name} at {move.x},{move.y} for {config.deconstruction_refund} energy"
    else:
        name = WORDS[Building(deed.building)]
        yield f"{who} began a {name} at {move.x},{move.y} for {config.price[deed.building]} energy"


def _reason(before: Moment, seat: int, move: Move, refusal: Refusal) -> str:
    """Why an order was refused."""
    if refusal is Refusal.UNKNOWN_TYPE:
        return f"there is no order of type {move.type.value}"
    return explain(refusal, before, seat, move)


def _lightning(config: Config, bolts: list[Bolt]) -> Iterator[str]:
    """Tesla shots, those that hit nothing last."""
    for bolt in sorted(bolts, key=lambda bolt: not bolt.hits):
        name = f"{_at(config, bolt.tower, Building.TESLA)} struck"
        if bolt.hits:
            yield f"{name} {_struck(bolt)}"
        else:
            yield f"{name} nothing for {config.tesla_shot_price} energy"


def _struck(bolt: Bolt) -> str:
    """What a tesla shot hit."""
    enemy, met = seat_letter(1 - bolt.seat), [hit.met for hit in bolt.hits]
    if CURTAIN in met:
        return f"{enemy}'s iron curtain"
    base = [f"{enemy}'s base"] if ENEMY_BASE in met else []
    count = len(met) - len(base)
    buildings = [f"{_counted(count, 'building')} of {enemy}"] if count else []
    return " and ".join(base + buildings)


def _missiles(config: Config, log: TurnLog) -> Iterator[str]:
    """How many missiles were fired, and how many curtains stopped."""
    owners = [owner_of(config, cell) for cell in log.fired]
    for seat in range(SEATS):
        if count := owners.count(seat):
            yield f"{seat_letter(seat)} fired {_counted(count, 'missile')}"
    stopped = [flight.seat for flight in log.flights if flight.hit and flight.hit.met == CURTAIN]
    for seat in range(SEATS):
        if count := stopped.count(1 - seat):
            yield f"{seat_letter(seat)}'s iron curtain stopped {_counted(count, 'missile')}"


def _wounds(config: Config, log: TurnLog) -> Iterator[str]:
    """Buildings that lost health, or all of it."""
    for cell, wound in sorted(log.wounds.items()):
        name, kind = seat_letter(1 - owner_of(config, cell)), wound.building
        if wound.now:
            yield f"{name} hit {_at(config, cell, kind)}: health {wound.was} to {wound.now}"
        else:
            points = "" if config.d2_everything_scores else f": score +{config.value[kind]}"
            yield f"{name} destroyed {_at(config, cell, kind)}{points}"


def _base_hits(before: Moment, after: Moment) -> Iterator[str]:
    """Bases that lost health."""
    for seat in range(SEATS):
        old, new = before.record.players[seat], after.record.players[seat]
        count = new.hits_taken - old.hits_taken
        if count:
            often = "" if count == 1 else f" {count} times"
            enemy, name = seat_letter(1 - seat), seat_letter(seat)
            yield f"{enemy} hit {name}'s base{often}: health {old.health} to {new.health}"


def _curtains(before: Moment, after: Moment) -> Iterator[str]:
    """Curtains that become available or end."""
    for seat in range(SEATS):
        old, new = before.record.players[seat], after.record.players[seat]
        if new.curtain_available and not old.curtain_available:
            yield f"{seat_letter(seat)} has an iron curtain available"
        if board.curtain_is_up(before, seat) and not board.curtain_is_up(after, seat):
            yield f"{seat_letter(seat)}'s iron curtain ended"


def _end(after: Moment) -> Iterator[str]:
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
    yield f"{reasons[Ending(after.record.ending)]}: {result}, scores {scores}"

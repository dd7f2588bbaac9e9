"""The battle for the browser: the board with its missiles and hits, the players' numbers, and a round in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from lanista.game import Event, Played
from lanista.games.tower_defence import board, rules
from lanista.games.tower_defence.moves import Move, explain
from lanista.games.tower_defence.rules import cooldown, owner_of
from lanista.games.tower_defence.state import (
    BUILT_BY,
    CELLS,
    SEATS,
    TESLA_BASE,
    WIDTH,
    Battle,
    Building,
    Config,
    Ending,
    OrderType,
    Player,
    Refusal,
)
from lanista.text import seat_letter

Moment = board.Moment

WORDS = {
    Building.DEFENSE: "wall",
    Building.ATTACK: "turret",
    Building.ENERGY: "generator",
    Building.TESLA: "tesla tower",
}
ENEMY_BASE = -1  # struck by lightning
TIE = -1


def scene(state: Moment) -> dict[str, Any]:
    """The board and the numbers of the ruleset; what is listed for each building begins with none."""
    config = state.const
    return {
        "width": config.width,
        "height": config.height,
        "rounds": rules.rounds_at_most(config),
        "health": config.start_health,
        "full": _list(config.full_health),
        "time": _list(config.construction_time),
        "price": _list(config.price),
        "damage": config.attack_damage,
        "speed": config.attack_speed,
        "cooldown": [0, 0, config.attack_cooldown, 0, config.tesla_cooldown],
        "tesla": {"limit": config.tesla_limit, "damage": config.tesla_damage},
        "deconstruction": bool(config.deconstruction),
        "curtain": [config.curtain_price, config.curtain_rounds] if config.iron_curtain else None,
        "income": [config.round_income, config.energy_income],
        "unfinished_falls": bool(config.d1_unfinished_falls),
        "dead_stops": bool(config.d7_dead_still_stops),
    }


def frame(state: Moment, seat: int | None = None, played: Played | None = None) -> dict[str, Any]:
    """The real board, also for B, whose page mirrors it; only cooldowns can be hidden (D16)."""
    battle, config = state.record, state.const
    return {
        "round": battle.round,
        "players": [_player(player, config) for player in battle.players],
        "cells": _cells(state, seat),
        "missiles": _missiles(battle, config),
        "bolts": [_bolt(shot, config) for shot in board.tesla_shots(battle)],
        "stopped": [[hit // CELLS, _number(hit, config)] for hit in board.curtain_hits(battle)],
        "winner": _winner(state),
    }


def _list(numbers: Any) -> list[int]:
    """A row of a record as plain numbers, quickly."""
    listed: list[int] = numbers.tolist()
    return listed


def _player(player: Player, config: Config) -> list[int]:
    """Energy, health, score, finished generators, whether a curtain is available, and its rounds left or -1."""
    return [
        player.energy,
        player.health,
        rules.final_score(player, config),
        player.generators,
        player.curtain_available,
        max(-1, player.curtain_left),
    ]


def _cells(state: Moment, seat: int | None) -> list[list[Any]]:
    """Row by row 0, or a building: kind, health, the round that finishes it, the round of a weapon's next shot."""
    battle, config = state.record, state.const
    shown = seat != 1 or config.d16_cooldown_shown_to_b
    due = _list(battle.due) if shown else [0] * CELLS
    columns = zip(_list(battle.building), _list(battle.health), _list(battle.ready), due, strict=True)
    cells = [[kind, health, ready, shot] if kind else 0 for kind, health, ready, shot in columns]
    return [cells[y * WIDTH : y * WIDTH + config.width] for y in range(config.height)]


def _missiles(battle: Battle, config: Config) -> list[list[list[int]]]:
    """For each player and row: the columns where the missiles would have been before the first round.

    That number stays with a missile while it flies, so only shots and hits change a frame.
    """
    flown = battle.round * config.attack_speed
    rows: list[list[list[int]]] = [[[] for _ in range(config.height)] for _ in range(SEATS)]
    for missile in _list(battle.missiles)[: battle.n_missiles]:
        seat, cell = divmod(missile, CELLS)
        rows[seat][cell // WIDTH].append(cell % WIDTH + (flown if seat else -flown))
    return rows


def _number(hit: int, config: Config) -> int:
    """The number of a cell on this board."""
    y, x = divmod(hit % CELLS, WIDTH)
    return y * config.width + x


def _bolt(shot: list[int], config: Config) -> list[int]:
    """A tesla shot: who, the tower's cell, and the cells that were struck."""
    tower, struck = _parts(shot)
    targets = [ENEMY_BASE if hit >= TESLA_BASE else _number(hit, config) for hit in struck]
    return [owner_of(config, tower), _number(tower, config), *targets]


def _parts(shot: list[int]) -> tuple[int, list[int]]:
    """The tower's cell and what it struck: the tower comes first before a curtain, else last (8.4 d)."""
    tower, struck = (shot[0], shot[1:]) if _is_stopped(shot) else (shot[-1], shot[:-1])
    return tower % CELLS, struck


def _is_stopped(shot: list[int]) -> bool:
    """Whether a curtain stopped it: then all entries name the shooter (8.4 d)."""
    return shot[0] // CELLS == shot[-1] // CELLS


def _winner(state: Moment) -> int | None:
    """Who won, or TIE; None while it goes on."""
    if not state.record.ending:
        return None
    return {1: 0, 0: TIE, -1: 1}[rules.lead(state.record, state.const)]


# Curves


def numbers(state: Moment) -> dict[str, list[int]]:
    """The curves."""
    battle, config = state.record, state.const
    owned = [(battle.building[cell], owner_of(config, cell)) for cell in board.standing(battle)]
    return {
        "score": [rules.final_score(player, config) for player in battle.players],
        "health": [player.health for player in battle.players],
        "energy": [player.energy for player in battle.players],
        "income": [config.round_income + config.energy_income * player.generators for player in battle.players],
        "turrets": [owned.count((Building.ATTACK, seat)) for seat in range(SEATS)],
        "walls": [owned.count((Building.DEFENSE, seat)) for seat in range(SEATS)],
    }


# A round in words. Places are told in their owner's view, as he orders them.


def events(before: Moment, after: Moment, moves: Sequence[Move]) -> list[Event]:
    """What was ordered, finished and shot, and what was hit; everybody may know it."""
    if before.record.ending:
        return []
    told = [text for seat in range(SEATS) for text in _order(before, seat, moves[seat])]
    told += _finished(before, moves)
    told += [_lightning(shot, after.const) for shot in board.tesla_shots(after.record)]
    told += _in_vain(before, after)
    told += _fired(before, moves)
    told += _stopped(after)
    told += _hits(before, after, moves)
    told += _base_hits(before, after)
    told += _curtains(before, after)
    told += _end(after)
    return [Event(text) for text in told]


def _place(config: Config, cell: int) -> str:
    x, y = board.place_in_view(config, owner_of(config, cell), cell)
    return f"{x},{y}"


def _at(config: Config, cell: int, building: int) -> str:
    """A building by its owner, kind and place."""
    return f"{seat_letter(owner_of(config, cell))}'s {WORDS[Building(building)]} at {_place(config, cell)}"


def _counted(count: int, word: str) -> str:
    return f"{count} {word}" if count == 1 else f"{count} {word}s"


def _is_obeyed(before: Moment, seat: int, move: Move) -> bool:
    """Whether there was an order, and it was carried out."""
    return move.type is not OrderType.NOTHING and _refusal(before, seat, move) is Refusal.NONE


def _refusal(before: Moment, seat: int, move: Move) -> Refusal:
    return Refusal(rules.why_refused(before.record, before.const, seat, move.type, move.x, move.y))


def _order(before: Moment, seat: int, move: Move) -> Iterator[str]:
    """What a player ordered."""
    config, who = before.const, seat_letter(seat)
    if move.type is OrderType.NOTHING:
        return
    if not _is_obeyed(before, seat, move):
        yield f"{who}'s order was refused: {_reason(before, seat, move)}"
    elif move.type is OrderType.IRON_CURTAIN:
        yield f"{who} raised the iron curtain for {config.curtain_price} energy"
    elif move.type is OrderType.DECONSTRUCT:
        building = before.record.building[rules.own_cell(config, seat, move.x, move.y)]
        name = WORDS[Building(building)]
        yield f"{who} took down the {name} at {move.x},{move.y} for {config.deconstruction_refund} energy"
    else:
        building = BUILT_BY[move.type]
        yield f"{who} began a {WORDS[building]} at {move.x},{move.y} for {config.price[building]} energy"


def _reason(before: Moment, seat: int, move: Move) -> str:
    """Why an order was refused."""
    refusal = _refusal(before, seat, move)
    if refusal is Refusal.UNKNOWN_TYPE:
        return f"there is no order of type {move.type.value}"
    return explain(refusal, before, seat, move)


def _ordered_cells(before: Moment, moves: Sequence[Move], *, down: bool) -> dict[int, int]:
    """The cells on which a building was begun, or taken down, and its kind."""
    found = {}
    for seat, move in enumerate(moves):
        fits = (move.type is OrderType.DECONSTRUCT) == down and move.type is not OrderType.IRON_CURTAIN
        if fits and _is_obeyed(before, seat, move):
            cell = rules.own_cell(before.const, seat, move.x, move.y)
            found[cell] = before.record.building[cell] if down else int(BUILT_BY[move.type])
    return found


def _finished(before: Moment, moves: Sequence[Move]) -> Iterator[str]:
    """Buildings that took effect in this round."""
    battle, gone = before.record, _ordered_cells(before, moves, down=True)
    for cell in board.standing(battle):
        if battle.ready[cell] == battle.round and cell not in gone:
            yield f"{_at(before.const, cell, battle.building[cell])} is finished"


def _lightning(shot: list[int], config: Config) -> str:
    """A tesla shot."""
    tower, struck = _parts(shot)
    seat = owner_of(config, tower)
    enemy, name = seat_letter(1 - seat), f"{seat_letter(seat)}'s tesla tower at {_place(config, tower)}"
    if _is_stopped(shot):
        return f"{name} struck {enemy}'s iron curtain"
    base = [f"{enemy}'s base"] if struck[0] >= TESLA_BASE else []
    count = len(struck) - len(base)
    buildings = [f"{_counted(count, 'building')} of {enemy}"] if count else []
    return f"{name} struck {' and '.join(base + buildings)}"


def _in_vain(before: Moment, after: Moment) -> Iterator[str]:
    """Tesla shots that hit nothing, which no list has (8.4 d)."""
    config, battle = after.const, after.record
    towers = {_parts(shot)[0] for shot in board.tesla_shots(battle)}
    for cell in _list(battle.teslas)[: battle.n_teslas]:
        if battle.due[cell] == before.record.round + config.tesla_cooldown + 1 and cell not in towers:
            yield f"{_at(config, cell, Building.TESLA)} struck nothing for {config.tesla_shot_price} energy"


def _fired(before: Moment, moves: Sequence[Move]) -> Iterator[str]:
    """How many turrets fired."""
    battle, config = before.record, before.const
    gone = _ordered_cells(before, moves, down=True)
    turrets = [cell for cell in board.standing(battle) if battle.building[cell] == Building.ATTACK]
    firing = [cell for cell in turrets if cell not in gone and _fires(battle, cell)]
    for seat in range(SEATS):
        count = sum(owner_of(config, cell) == seat for cell in firing)
        if count:
            yield f"{seat_letter(seat)} fired {_counted(count, 'missile')}"


def _fires(battle: Battle, cell: int) -> bool:
    """Whether a turret that stands fires in the round to come."""
    ready = battle.ready[cell]
    return ready == battle.round or (ready < battle.round and cooldown(battle, cell) == 0)


def _stopped(after: Moment) -> Iterator[str]:
    """How many missiles curtains stopped; lightning is told with its tower."""
    hits = board.curtain_hits(after.record)
    bolts = [shot[0] // CELLS for shot in board.tesla_shots(after.record) if _is_stopped(shot)]
    for seat in range(SEATS):
        count = [hit // CELLS for hit in hits].count(1 - seat) - bolts.count(1 - seat)
        if count:
            yield f"{seat_letter(seat)}'s iron curtain stopped {_counted(count, 'missile')}"


def _hits(before: Moment, after: Moment, moves: Sequence[Move]) -> Iterator[str]:
    """Buildings that lost health, or all of it."""
    config, old, new = before.const, before.record, after.record
    begun, gone = (_ordered_cells(before, moves, down=down) for down in (False, True))
    for cell in sorted({*board.standing(old), *begun} - gone.keys()):
        kind = begun.get(cell) or old.building[cell]
        health = config.full_health[kind] if cell in begun else old.health[cell]
        if not new.building[cell]:
            points = f": score +{config.value[kind]}" if config.d2_only_value_scores else ""
            yield f"{seat_letter(1 - owner_of(config, cell))} destroyed {_at(config, cell, kind)}{points}"
        elif new.health[cell] < health:
            name = f"{seat_letter(1 - owner_of(config, cell))} hit {_at(config, cell, kind)}"
            yield f"{name}: health {health} to {new.health[cell]}"


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
        if before.record.round and rules.curtain_is_active(old) and not rules.curtain_is_active(new):
            yield f"{seat_letter(seat)}'s iron curtain ended"


def _end(after: Moment) -> Iterator[str]:
    """Why it is over, and who won."""
    winner = _winner(after)
    if winner is None:
        return
    reasons = {
        Ending.BASE_DESTROYED: "A base was destroyed",
        Ending.MAX_ROUNDS: "The round limit was reached",
        Ending.DO_NOTHINGS: "Too many bad commands",
    }
    result = "a tie" if winner == TIE else f"{seat_letter(winner)} wins"
    scores = " to ".join(str(rules.final_score(player, after.const)) for player in after.record.players)
    yield f"{reasons[Ending(after.record.ending)]}: {result}, scores {scores}"

"""The battle for the browser: the board with missiles and hits, the players' numbers, and a round's events."""

from __future__ import annotations

from typing import Any

from lanista.game import Played
from lanista.games.tower_defence import board, rules
from lanista.games.tower_defence.events import events
from lanista.games.tower_defence.notes import Fired, Hit, Landed, Shot, Struck, shots
from lanista.games.tower_defence.rules import owner_of
from lanista.games.tower_defence.state import (
    CELLS,
    SEATS,
    WIDTH,
    Battle,
    Building,
    Config,
)

__all__ = ["events", "frame", "numbers", "scene"]

Moment = board.Moment
NOTHING_HAPPENED: dict[str, Any] = {"fired": [], "ended": [], "bolts": []}


def scene(state: Moment) -> dict[str, Any]:
    """The board and the numbers of the ruleset; what is listed for each building begins with none."""
    config = state.const
    return {
        "width": config.width,
        "height": config.height,
        "rounds": rules.round_limit(config),
        "health": config.start_health,
        "full": _list(config.full_health),
        "time": _list(config.construction_time),
        "price": _list(config.price),
        "damage": config.attack_damage,
        "speed": config.attack_speed,
        "cooldown": [0, 0, config.attack_cooldown, 0, config.tesla_cooldown],
        "income": [config.round_income, config.energy_income],
        "tesla": {
            "limit": config.tesla_limit,
            "damage": config.tesla_damage,
            "price": config.tesla_shot_price,
            "range": config.tesla_range,
        },
        "deconstruction": bool(config.deconstruction),
        "refund": config.deconstruction_refund,
        "curtain": _curtain(config) if config.iron_curtain else None,
        "missiles_pass_unfinished": bool(config.d1_missiles_pass_unfinished),
        "cooldown_hidden_from_b": bool(config.d16_cooldown_hidden_from_b),
        "owners": [owner_of(config, x) for x in range(config.width)],
    }


def _curtain(config: Config) -> list[int]:
    """The price of an iron curtain, the rounds that it stays up, and after how many rounds there is a new one."""
    return [config.curtain_price, config.curtain_rounds, config.curtain_period]


def frame(state: Moment, seat: int | None = None, played: Played | None = None) -> dict[str, Any]:
    """The real board, also for B, whose page mirrors it; only cooldowns can be hidden (D16).

    `happened` is empty without a round.
    """
    battle, config = state.record, state.const
    return {
        "round": battle.round,
        "players": [_player(state, seat) for seat in range(SEATS)],
        "cells": _cells(state, seat),
        "missiles": _missiles(battle, config),
        "winner": board.winner_of(state),
        "happened": _happened(played, config) if played else NOTHING_HAPPENED,
    }


def _list(numbers: Any) -> list[int]:
    """A row of a record as plain numbers, quickly."""
    listed: list[int] = numbers.tolist()
    return listed


def _player(state: Moment, seat: int) -> list[int]:
    """Energy, health, score, income, whether a curtain is available, and the rounds that one stays up or -1."""
    player = state.record.players[seat]
    return [
        player.energy,
        player.health,
        rules.final_score(player, state.const),
        rules.income_of(player, state.const),
        player.curtain_available,
        player.curtain_left if board.curtain_is_up(state, seat) else -1,
    ]


def _cells(state: Moment, seat: int | None) -> list[list[Any]]:
    """Row by row 0, or a building: kind, health, the round that finishes it, the round of a weapon's next shot."""
    battle, config = state.record, state.const
    shown = seat != 1 or not config.d16_cooldown_hidden_from_b
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


def _number(cell: int, config: Config) -> int:
    """The number of a cell on this board."""
    y, x = divmod(cell, WIDTH)
    return y * config.width + x


# What happened in the round


def _happened(played: Played, config: Config) -> dict[str, Any]:
    """The turrets that fired, the missiles that ended and the shots of tesla towers, with the health they took."""
    fired = [noted for noted in played.notes if isinstance(noted, Fired)]
    ended = shots(played.notes)
    return {
        "fired": [_number(one.cell, config) for one in fired],
        "ended": _ended(board.missiles_of(played.before.record), fired, ended, config),
        "bolts": [_bolt(shot, config) for shot in ended if isinstance(shot.by, Struck)],
    }


def _ended(old: list[int], fired: list[Fired], ended: list[Shot], config: Config) -> list[list[int]]:
    """Missiles that ended, in order of creation; of those that began the round on one cell, the oldest end first.

    Each with its seat, that cell, whether it was fired in this round, the cells flown, and its hit.
    """
    flying = [*old, *(CELLS * one.seat + one.cell for one in fired)]
    landed: dict[int, list[list[int]]] = {missile: [] for missile in flying}
    for by, hits in ended:
        if isinstance(by, Landed):
            landed[CELLS * by.seat + by.cell].append([by.flown, *_hit(hits[0], config)])
    return [
        [missile // CELLS, _number(missile % CELLS, config), int(i >= len(old)), *landed[missile].pop(0)]
        for i, missile in enumerate(flying)
        if landed[missile]
    ]


def _bolt(bolt: Shot, config: Config) -> list[Any]:
    """Who, the tower's cell, and the hits."""
    return [bolt.by.seat, _number(bolt.by.cell, config), [_hit(hit, config) for hit in bolt.hits]]


def _hit(hit: Hit, config: Config) -> list[int]:
    """The cell that was hit, or ENEMY_BASE or CURTAIN, and the health lost."""
    return [hit.met if hit.met < 0 else _number(hit.met, config), hit.was - hit.now]


# Curves


def numbers(state: Moment) -> dict[str, list[int]]:
    """The curves."""
    battle, config = state.record, state.const
    owned = [(battle.building[cell], owner_of(config, cell)) for cell in board.standing(battle)]
    return {
        "score": [rules.final_score(player, config) for player in battle.players],
        "health": [player.health for player in battle.players],
        "energy": [player.energy for player in battle.players],
        "income": [rules.income_of(player, config) for player in battle.players],
        "turrets": [owned.count((Building.ATTACK, seat)) for seat in range(SEATS)],
        "walls": [owned.count((Building.DEFENSE, seat)) for seat in range(SEATS)],
    }

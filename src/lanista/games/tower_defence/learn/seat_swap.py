"""Seat swap: the same battle with the players swapped."""

from __future__ import annotations

from lanista.engine import Ints, State
from lanista.games.tower_defence import board
from lanista.games.tower_defence.state import CELLS, HEIGHT, TESLA_BASE, WIDTH, Battle, Config

Moment = State[Battle, Config]

BY_CELL = ("building", "health", "ready", "due")


def swap_seats(state: Moment) -> Moment:
    """The battle mirrored, with the players swapped and lists in an order that does not depend on the seat."""
    other, width = state.clone(), state.const.width
    other.data["players"][0] = state.data["players"][0][::-1]
    for field in BY_CELL:
        cells = other.data[field][0].reshape(HEIGHT, WIDTH)[:, :width]
        cells[:] = cells[:, ::-1].copy()
    battle = other.record
    for cells, count in ((battle.sites, battle.n_sites), (battle.turrets, battle.n_turrets)):
        put(cells, sorted_by_age(battle, [mirror_hit(cells[i], width) % CELLS for i in range(count)]))
    teslas = [mirror_hit(battle.teslas[i], width) % CELLS for i in range(battle.n_teslas)]
    put(battle.teslas, sorted_by_age(battle, teslas))
    put(battle.missiles, sorted(mirror_hit(missile, width) for missile in board.missiles_of(battle)))
    put(battle.curtain_hits, sorted(mirror_hit(hit, width) for hit in board.curtain_hits(battle)))
    exchange_shots(battle, width)
    return other


def mirror_hit(hit: int, width: int) -> int:
    """A missile or list entry of hits, mirrored and of the other player."""
    if hit >= TESLA_BASE:
        return 2 * TESLA_BASE + 1 - hit
    return (hit - 2 * (hit % WIDTH) + width - 1 + CELLS) % (2 * CELLS)


def sorted_by_age(battle: Battle, cells: list[int]) -> list[int]:
    """Cells with buildings, oldest first."""
    return sorted(cells, key=lambda cell: (battle.ready[cell], cell))


def put(numbers: Ints, values: list[int]) -> None:
    """Write values to the start of a list."""
    for i, value in enumerate(values):
        numbers[i] = value


def exchange_shots(battle: Battle, width: int) -> None:
    """Mirror and sort the tesla shots of the last round."""
    shots = sorted([mirror_hit(hit, width) for hit in shot] for shot in board.tesla_shots(battle))
    for i, before in enumerate(board.tesla_shots(battle)):
        for j in range(len(before)):
            battle.shots[i, j] = 0
    for i, shot in enumerate(shots):
        battle.shot_length[i] = len(shot)
        for j, hit in enumerate(shot):
            battle.shots[i, j] = hit

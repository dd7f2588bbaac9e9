"""The original's random numbers and their effects: the vectors of 7.1 to 7.4, interpreted and compiled."""

from __future__ import annotations

from collections.abc import Iterator
from math import log, log2, pi, sin, sqrt

import pytest

from lanista.engine import over
from lanista.games.sproutopia import items
from lanista.games.sproutopia.contest import recordings
from lanista.games.sproutopia.dotnet_random import (
    LAG,
    MODULUS,
    ONE,
    below,
    countdown,
    log_2,
    positive,
    sample,
    seed_chance,
    sine,
    times,
    whole_root,
)
from lanista.games.sproutopia.game import SPROUTOPIA
from lanista.games.sproutopia.moves import MISSING, Move
from lanista.games.sproutopia.state import Chance, Direction, Garden, Work
from tests.games.sproutopia.positions import Both, Position
from tests.rows import every_row

# 7.1: seed, first raw samples, first countdowns of weeds and power-ups
VECTORS = [
    (12345, [143337951, 150666398, 1663795458, 1097663221], (47, 25)),
    (0, [1559595546, 1755192844, 1649316166, 1198642031], (72, 29)),
    (123, [2114319875, 1949518561, 1596751841, 1742987178], (73, 37)),
]


def seeded(seed: int) -> Chance:
    """A generator outside a state."""
    chance: Chance = over(Chance, bytearray(Chance.dtype.itemsize))  # type: ignore[attr-defined]
    seed_chance(chance, seed)
    return chance


@pytest.mark.parametrize(("seed", "samples", "countdowns"), VECTORS)
def test_the_vectors_of_the_generator(seed: int, samples: list[int], countdowns: tuple[int, int]) -> None:
    chance = seeded(seed)
    assert [sample(chance) for _ in samples] == samples
    state = SPROUTOPIA.start(SPROUTOPIA.configure(), seed, 4)
    assert (state.record.next_weed, state.record.next_power_up) == countdowns


@pytest.mark.parametrize("seed", [2**31 - 1, -(2**31) + 1, -(2**31), 2_000_000_000, -1])
def test_every_seed_gives_numbers_of_31_bits(seed: int) -> None:
    chance = seeded(seed)
    assert all(0 <= sample(chance) < 2**31 - 1 for _ in range(200))
    assert all(0 <= below(chance, 3) < 3 for _ in range(50))
    assert bytes(seeded(seed).raw) == bytes(seeded(-seed).raw)  # type: ignore[attr-defined]


def test_each_number_is_the_one_55_before_less_the_one_34_before() -> None:
    """7.1: the table is used cyclically."""
    chance = seeded(12345)
    numbers = [sample(chance) for _ in range(200)]
    assert numbers[55:] == [(numbers[n - 55] - numbers[n - 34]) % MODULUS for n in range(55, 200)]


def test_the_largest_difference_is_one_less() -> None:
    """7.1: a difference of 2^31 - 1 counts as one less."""
    chance = seeded(0)
    chance.table[1], chance.table[1 + LAG] = MODULUS, 0
    assert sample(chance) == MODULUS - 1


@every_row(
    ("difference", "number"),
    [
        (0, 0),
        (7, 7),
        (-1, MODULUS - 1),
        (-MODULUS, 0),
        (MODULUS, MODULUS),
        (MODULUS + 1, -1),
        (-MODULUS - 1, -1),
        (-MODULUS - 2, MODULUS),
    ],
)
def test_a_difference_wraps_as_32_bits_do(difference: int, number: int) -> None:
    assert positive(difference) == number


def test_countdowns_are_clipped() -> None:
    chance = seeded(5)
    drawn = {countdown(chance, 25, 100, 10, 30) for _ in range(200)}
    assert (min(drawn), max(drawn)) == (10, 30)
    assert countdown(chance, 25, 0, 0, 50) == 25


@every_row("n", [1, 2, 3, 7, 50, 2499, 2500, 39_999, 40_000, 2**20])
def test_numbers_below_another_are_those_of_the_original(n: int) -> None:
    """7.1: the original truncates a product of floats."""
    whole, floats = seeded(n), seeded(n)
    for _ in range(500):
        assert below(whole, n) == int(sample(floats) * (1.0 / MODULUS) * n)


def original_countdown(chance: Chance, mean: int, deviation: int, minimum: int, maximum: int) -> int:
    """7.1: the formula of the original, in floats."""
    first = 1.0 - sample(chance) * (1.0 / MODULUS)
    second = 1.0 - sample(chance) * (1.0 / MODULUS)
    value = mean + deviation * (sqrt(-2.0 * log(first)) * sin(2.0 * pi * second))
    return int(min(max(value, float(minimum)), float(maximum)))


@pytest.mark.parametrize(
    "distribution",
    [
        (25, 8, 0, 50),
        (50, 15, 0, 100),
        (1, 0, 0, 50),
        (30, 40, 5, 60),
        (500, 999, 0, 10_000),
        (5000, 10_000, 0, 10_000),
    ],
)
def test_countdowns_are_those_of_the_original(distribution: tuple[int, int, int, int]) -> None:
    for seed in range(5):
        whole, floats = seeded(seed), seeded(seed)
        drawn = [countdown(whole, *distribution) for _ in range(200)]
        assert drawn == [original_countdown(floats, *distribution) for _ in range(200)]


@every_row("number", [1, 2, 3, 4, 5, 1000, 65_535, 65_536, 2**30, MODULUS - 1, MODULUS])
def test_fractions_are_exact_to_a_few_units(number: int) -> None:
    assert abs(log_2(number) - log2(number) * ONE) < 8
    assert abs(sine(number) - abs(sin(2 * pi * number / MODULUS)) * ONE) < 8
    assert abs(times(number * 2**21, ONE // 3) - number * 2**21 * (ONE // 3) // ONE) <= 1


@pytest.mark.parametrize(
    ("number", "root"), [(0, 0), (1, 1), (3, 1), (4, 2), (99, 9), (100, 10), (2**34 - 1, 131_071)]
)
def test_roots_are_rounded_down(number: int, root: int) -> None:
    assert whole_root(number) == root


# 7.1: the idle match, 50 x 50: power-ups as tick, x, y, type; weeds as tick, x, y of the first cell, hidden type
IDLE = {
    12345: (
        [(74, 3, 39, 3), (103, 36, 12, 2), (124, 28, 10, 1), (153, 27, 14, 2), (164, 31, 42, 3), (178, 39, 39, 1)],
        [(146, 13, 3, 5), (195, 4, 5, 5), (240, 17, 7, 5)],
    ),
    0: (
        [(78, 4, 10, 2), (96, 44, 47, 1), (119, 48, 30, 2), (139, 11, 42, 3), (152, 0, 40, 3), (171, 28, 16, 2)],
        [(171, 11, 9, 5), (252, 18, 6, 4), (321, 22, 12, 4)],
    ),
}


@pytest.mark.parametrize("seed", IDLE)
def test_the_idle_match(seed: int) -> None:
    both = Both(SPROUTOPIA.start(SPROUTOPIA.configure("classic"), seed, 4))
    power_ups: dict[tuple[int, ...], int] = {}
    weeds: dict[tuple[int, ...], int] = {}
    for tick in range(1, 330):
        both.tick([MISSING] * 4)
        for item in recordings.items_of(both.state):
            power_ups.setdefault(tuple(item), tick)
        for weed in recordings.state_of(both.state)["weeds"]:
            weeds.setdefault((*weed["core"], weed["super"]), tick)
            if (seed, tick, weed["core"]) == (12345, 146, [13, 3]):
                assert sorted(map(tuple, weed["cells"])) == [(12, 3), (12, 4), (13, 1), (13, 2), (13, 3)]
    assert [(tick, *item) for item, tick in power_ups.items()] == IDLE[seed][0]
    assert [(tick, *weed) for weed, tick in weeds.items()] == IDLE[seed][1]


# 7.4: items added one after the other, no draws before


def fresh(side: int, farmers: int = 4, **changes: int) -> tuple[Position, Work]:
    """Farmers on their spawns, and the generator of seed 123."""
    config = SPROUTOPIA.configure("classic", {"Rows": side, "Cols": side, **changes})
    state = SPROUTOPIA.start(config, 0, farmers)
    seed_chance(state.record.chance, 123)
    work: Work = over(state.rules.work, bytearray(state.rules.work.dtype.itemsize))
    return state, work


def weed_cells(garden: Garden, cols: int) -> Iterator[list[tuple[int, int]]]:
    """The cells of the weeds, in storage order."""
    for i in range(garden.weed_places):
        weed = garden.weeds[i]
        yield [(weed.cells[j] % cols, weed.cells[j] // cols) for j in range(weed.size)]


def test_two_weeds_on_a_map_of_13() -> None:
    state, work = fresh(13)
    garden = state.record
    for _ in range(2):
        items.add_weed(garden, state.const, work)
    first, second = garden.weeds[0], garden.weeds[1]
    assert [(weed.core % 13, weed.core // 13, weed.hides) for weed in (first, second)] == [(5, 3, 5), (5, 1, 4)]
    assert list(weed_cells(garden, 13)) == [
        [(5, 2), (5, 4), (5, 3), (4, 2), (6, 2)],
        [(7, 1), (6, 1), (5, 1), (4, 1), (8, 1)],
    ]


def test_five_power_ups_on_a_map_of_9() -> None:
    state, work = fresh(9)
    for _ in range(5):
        items.add_power_up(state.record, state.const, work)
    assert recordings.items_of(state) == [[7, 7, 3], [6, 5, 3], [5, 5, 1], [1, 0, 1], [4, 1, 2]]


@pytest.mark.parametrize("farmers", [1, 2, 3, 4])
def test_a_weed_without_limit_ends_at_117_cells(farmers: int) -> None:
    """11 x 11 minus four spawn cells, including those of empty seats."""
    state, work = fresh(13, farmers, WeedsMaxGrowth=128)
    garden = state.record
    items.add_weed(garden, state.const, work)
    items.grow(garden, state.const, work, garden.weeds[0], 400)
    assert garden.weeds[0].size == 117
    assert list(SPROUTOPIA.broken_invariants(state)) == []


@pytest.mark.parametrize("farmers", [1, 2, 3, 4])
def test_weeds_appear_on_no_spawn_cell_even_of_an_empty_seat(farmers: int) -> None:
    """7.3: all other cells around the weakest farmer are land, so that only a spawn cell is left."""
    state, work = fresh(6, farmers)
    garden, config = state.record, state.const
    spawn = config.spawn_y[3] * 6 + config.spawn_x[3]
    for cell in range(36):
        garden.land[cell] = 0 if cell == spawn else 1
    assert items.list_weed_candidates(garden, config, work, garden.farmers[0]) == 0


# 7.4, last row: 9 x 9, B walks around the last column and row until all of the row is trail


@pytest.mark.parametrize(("seed", "item"), [(12345, [4, 5, 3]), (123, [1, 5, 1]), (1, [4, 4, 2])])
@pytest.mark.parametrize("ruleset", ["standard", "classic"])
def test_a_row_that_is_all_trail_is_not_the_last_one(ruleset: str, seed: int, item: list[int]) -> None:
    changes = {"PowerUpStartTick": 15, "PowerUpSpawnRateMean": 1, "PowerUpSpawnRateStdDev": 0, "MaxTicks": 20}
    config = SPROUTOPIA.configure(ruleset, {"Rows": 9, "Cols": 9, "WeedsStartTick": 30_000, **changes})
    both = Both(SPROUTOPIA.start(config, seed, 4))
    sent = {1: Direction.RIGHT, 2: Direction.DOWN, 8: Direction.LEFT}
    for tick in range(1, 16):
        command = Move.of([sent[tick]]) if tick in sent else MISSING
        both.tick([MISSING, command, MISSING, MISSING])
    assert recordings.items_of(both.state) == [item]


def test_a_column_that_is_all_trail_is_not_the_last_one() -> None:
    state, _ = fresh(9)
    assert items.last_open_column(state.record, state.const) == 8
    for y in range(9):
        state.record.marks[y * 9 + 8] = state.record.marks[y * 9 + 7] = 1
    assert items.last_open_column(state.record, state.const) == 6
    assert items.last_open_row(state.record, state.const) == 8
    state.record.marks[3 * 9 + 7] = 0
    assert items.last_open_column(state.record, state.const) == 7


def test_a_new_item_takes_the_slot_that_was_vacated_last() -> None:
    state, _ = fresh(9)
    store = state.record.power_ups
    for cell in (10, 20, 30, 40):
        items.put_item(store, cell, 1)
    assert (items.take_item(store, 20), items.take_item(store, 40)) == (1, 1)
    items.put_item(store, 50, 2)
    assert [store.entries[i] // 8 for i in (0, 2, 3)] == [10, 30, 50]
    items.put_item(store, 60, 3)
    items.put_item(store, 70, 3)
    assert [store.entries[i] // 8 for i in range(store.places)] == [10, 60, 30, 50, 70]
    assert (store.count, store.vacant) == (5, -1)

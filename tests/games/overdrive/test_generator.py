"""The official map generator, held to the specification's check values and to the recorded matches."""

import gzip
import json
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from lanista.engine.lcg48 import Lcg48
from lanista.games.overdrive import generator
from lanista.games.overdrive.generator import generate, map_seed
from lanista.games.overdrive.state import Surface
from tests.rows import every_row

TRACES = Path(__file__).parents[2] / "traces" / "overdrive"
GENERATED_KINDS = ("natural", "gift", "end", "max")

COUNTED = (Surface.MUD, Surface.WALL, Surface.BOOST, Surface.OIL_ITEM, Surface.LIZARD, Surface.TWEET, Surface.EMP)
CHECK_VALUES = [
    (1, (300, 63, 66, 58, 65, 59, 57), "5ab643d3848a2405c307e94a13ac6a101ac1982390c363e3fb19dafe4467fbbf"),
    (2, (316, 62, 64, 73, 74, 74, 63), "7a9a7d667229de1fe7e4f32c1c4b23098268b09211664b733c66031a9527615d"),
    (12, (266, 47, 61, 65, 63, 66, 55), "327bf7237cc00c87a098707695658b1e99a090ccd662af407d420db17dc68df9"),
    (42, (301, 57, 66, 53, 57, 56, 44), "94b4b6c47e26556e30df20abd2655901163292996e7ce77b900063a6dfa23544"),
    (-7, (296, 61, 52, 56, 61, 53, 67), "5d5e5e5ce5291d34c7a0f6602b21ba58bd460d99544ecda3ad537d7ce7e97899"),
    (2020, (271, 66, 64, 62, 52, 67, 67), "399c8811b84b71b86aea4aa408c4ab40d946793650f8ec0f274c578400c2cda4"),
    (
        123456789,
        (292, 67, 72, 59, 58, 57, 58),
        "d4d5f3539006607beb553fcd3080ff2af5035cecd7f387c2cf2bb822e2883028",
    ),
    (
        42737,
        (270, 73, 67, 54, 68, 78, 60),
        "87a4797a583e368d15b2e8416ed9321170caae5a37c8d3d65d41fd359f2f9d86",
    ),
]

NAMES = {
    Surface.MUD: "mud",
    Surface.WALL: "wall",
    Surface.BOOST: "boost",
    Surface.OIL_ITEM: "oil item",
    Surface.LIZARD: "lizard",
    Surface.TWEET: "tweet",
    Surface.EMP: "EMP",
}
FIRST_OBJECTS_OF_SEED_1 = [
    (1, "49 oil item, 64 mud, 65 mud, 101 mud, 102 boost, 104 tweet, 105 tweet, 120 wall, 124 lizard"),
    (2, "20 tweet, 21 mud, 22 EMP, 25 mud, 30 oil item, 34 mud, 39 mud, 44 EMP, 72 lizard"),
    (3, "8 oil item, 16 tweet, 22 mud, 23 mud, 35 mud, 37 boost, 40 mud, 52 wall, 58 mud"),
    (4, "11 tweet, 43 mud, 44 mud, 45 mud, 46 mud, 57 mud, 84 lizard, 88 mud, 93 tweet"),
]

LONG_SEED = 122  # needs more doubles than are prepared at first
SEEDS = [0, 1, LONG_SEED, -1, 42, 2**31 - 1, -(2**31)]


def lane_strings(track: npt.NDArray[np.int8]) -> list[str]:
    return ["".join(map(str, lane)) for lane in track.tolist()]


def generated_inits() -> list[dict[str, Any]]:
    """The first lines of the recorded matches whose map is what the official generator makes of the seed."""
    inits = []
    for path in sorted(TRACES.glob("*.jsonl.gz")):
        with gzip.open(path, "rt", encoding="utf-8") as lines:
            init = json.loads(next(lines))
        if init["kind"].startswith(GENERATED_KINDS):
            inits.append(init)
    return inits


@every_row(("seed", "counts", "digest"), CHECK_VALUES)
def test_check_values(seed: int, counts: tuple[int, ...], digest: str) -> None:
    track = generate(seed)
    assert tuple(int((track == code).sum()) for code in COUNTED) == counts
    assert sha256("\n".join(lane_strings(track)).encode()).hexdigest() == digest


@pytest.mark.parametrize(("lane", "objects"), FIRST_OBJECTS_OF_SEED_1)
def test_first_objects_of_seed_1(lane: int, objects: str) -> None:
    blocks = generate(1)[lane - 1]
    first = np.flatnonzero(blocks)[:9].tolist()
    assert ", ".join(f"{i + 1} {NAMES[Surface(blocks[i])]}" for i in first) == objects


def test_there_are_recorded_maps() -> None:
    assert {init["kind"].split("-")[0] for init in generated_inits()} == set(GENERATED_KINDS)


@every_row("init", generated_inits(), ids=lambda init: f"{init['kind']}-{init['seed']}")
def test_recorded_maps_are_generated_from_their_seeds(init: dict[str, Any]) -> None:
    assert lane_strings(generate(init["seed"])) == init["map"]


@pytest.mark.parametrize("seed", SEEDS)
def test_a_map_is_4_lanes_of_1500_surface_codes(seed: int) -> None:
    track = generate(seed)
    assert track.dtype == np.int8
    assert track.shape == (4, 1500)
    assert set(np.unique(track).tolist()) == set(range(10)) - {Surface.OIL_SPILL}


@pytest.mark.parametrize("seed", SEEDS)
def test_blocks_1_to_5_are_empty_and_only_block_1500_is_finish_line(seed: int) -> None:
    track = generate(seed)
    assert (track[:, :5] == Surface.EMPTY).all()
    assert (track[:, 1499] == Surface.FINISH_LINE).all()
    assert (track == Surface.FINISH_LINE).sum() == 4


@pytest.mark.parametrize("seed", SEEDS)
def test_the_same_seed_makes_the_same_map_and_a_new_array(seed: int) -> None:
    first = generate(seed)
    again = first.copy()
    first[:] = Surface.EMPTY
    assert (generate(seed) == again).all()


def test_neighbouring_seeds_make_different_maps() -> None:
    assert len({generate(seed).tobytes() for seed in range(-5, 6)}) == 11


@pytest.mark.parametrize("seed", SEEDS)
def test_a_lane_is_passable_wherever_one_could_be_cleared(seed: int) -> None:
    """After clearing, 16 columns barred in every lane begin with mud or wall in every lane."""
    obstacles = np.isin(generate(seed), (Surface.MUD, Surface.WALL))
    for start in range(1500 - 16):
        window = obstacles[:, start : start + 16]
        assert not window.any(axis=1).all() or window[:, 0].all()


def test_the_last_candidate_is_never_cleared() -> None:
    for candidates in ([0, 1], [1, 3], [0, 1, 3], [0, 1, 2, 3]):
        source = Lcg48(1)
        chosen = {generator._lane_to_clear(candidates, source) for _ in range(200)}
        assert chosen == set(candidates[:-1])


def test_no_candidate_clears_nothing_and_one_is_taken_without_a_draw() -> None:
    source = Lcg48(1)
    assert generator._lane_to_clear([], source) is None
    assert generator._lane_to_clear([2], source) == 2
    assert source.next(48) == Lcg48(1).next(48)


def bad_pair(u: float, v: float) -> bool:
    return u * u + v * v > 1 or abs(u) > 2.5 * abs(v) or abs(v) > 2.5 * abs(u) or abs(abs(u) - abs(v)) < 0.4


def bad_triple(u: float, v: float, w: float) -> bool:
    low, middle, high = sorted(map(abs, (u, v, w)))
    return u * u + v * v + w * w > 1 or high > 4 * low or middle - low < 0.2 or high - middle < 0.2


@pytest.mark.parametrize("seed", [1, LONG_SEED])
def test_the_discarded_draws_follow_the_rule_word_for_word(seed: int) -> None:
    source, used = Lcg48(seed), 0

    def draw(count: int) -> list[float]:
        nonlocal used
        used += count
        return [2 * source.double() - 1 for _ in range(count)]

    for _ in range(256):
        draw(1)
        while bad_pair(*draw(2)):
            pass
        while bad_triple(*draw(3)):
            pass
    assert generator._count_discarded_doubles(seed) == used
    assert (used > generator.PREPARED_DOUBLES) == (seed == LONG_SEED)


@pytest.mark.parametrize("seed", [2**31, -(2**31) - 1, 2**63])
def test_a_seed_over_32_bits_is_refused(seed: int) -> None:
    with pytest.raises(ValueError, match=f"got {seed}: fold it with map_seed"):
        generate(seed)


@every_row(
    ("seed64", "expected"),
    [
        (0, 0),
        (42737, 42737),
        (-7, -7),
        (2**31 - 1, 2**31 - 1),
        (-(2**31), -(2**31)),
        (2**31, -(2**31)),
        (2**32 - 1, -1),
        (2**32, 1),
        (0x0000_0001_0000_0003, 2),
        (0x1234_5678_9ABC_DEF0, 0x8888_8888 - 2**32),
        (2**63, -(2**31)),
        (2**64 - 1, 0),
        (-(2**63), -(2**31)),
        (-(2**31) - 1, -(2**31)),
    ],
)
def test_map_seed_keeps_what_fits_and_folds_the_rest(seed64: int, expected: int) -> None:
    assert map_seed(seed64) == expected


def test_every_map_seed_is_one_that_generate_takes() -> None:
    source = Lcg48(1)
    seeds = [source.next(32) << 32 | source.next(32) for _ in range(1000)]
    assert all(-(2**31) <= map_seed(seed) < 2**31 for seed in seeds)


@pytest.mark.parametrize("seed64", [2**64, -(2**63) - 1])
def test_a_match_seed_over_64_bits_is_refused(seed64: int) -> None:
    with pytest.raises(ValueError, match=f"at most 64 bits, got {seed64}"):
        map_seed(seed64)

"""The official map generator: a 32-bit signed seed in, four lanes of 1500 surface codes out.

Do not rearrange the arithmetic: sums and products of doubles are evaluated in a fixed order, so that every
machine makes the same map. That is why there is no `@` and no `np.sum`.
"""

from itertools import accumulate
from math import sqrt

import numpy as np
import numpy.typing as npt

from lanista.engine.lcg48 import Lcg48, doubles
from lanista.games.overdrive.state import LANES, LENGTH, Surface

FIRST_OBJECT_BLOCK = 6
WINDOW = 16

Surfaces = npt.NDArray[np.int8]
Doubles = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]

OBJECT_BLOCKS = slice(FIRST_OBJECT_BLOCK - 1, LENGTH - 1)
"""Columns of the blocks that may carry objects, 6..1499."""

CLASSES = np.array(
    [
        Surface.EMPTY,
        Surface.MUD,
        Surface.BOOST,
        Surface.OIL_ITEM,
        Surface.WALL,
        Surface.LIZARD,
        Surface.TWEET,
        Surface.EMP,
        Surface.EMPTY,
    ],
    np.int8,
)
# S4: the wall percentage 1.25 is cut to 1, then times 1.3.
_SHARES = (0.0, 0.05 * 0.47, 0.01, 0.01, 0.01 * 1.3, 0.01, 0.01, 0.01)
LIMITS = np.array(list(accumulate(_SHARES)))
"""Upper limits of all classes but the last, as running sums."""


def generate(seed: int) -> Surfaces:
    """The official map of a seed; element [lane - 1, block - 1] is the surface code of that block."""
    if not _fits_32_bits(seed):
        raise ValueError(f"expected a map seed from -2^31 to 2^31 - 1, got {seed}: fold it with map_seed")
    track = np.full((LANES, LENGTH), Surface.EMPTY, np.int8)
    _place_mud(track, seed)
    _place_walls_and_items(track, seed)
    track[:, -1] = Surface.FINISH_LINE
    _clear_blocked_windows(track, seed)
    return track


def map_seed(seed64: int) -> int:
    """The map seed of a 64-bit match seed: itself if it fits 32 bits, otherwise the xor of its halves, signed."""
    if not -(1 << 63) <= seed64 < 1 << 64:
        raise ValueError(f"expected a match seed of at most 64 bits, got {seed64}")
    if _fits_32_bits(seed64):
        return seed64
    folded = (seed64 ^ seed64 >> 32) & 0xFFFFFFFF
    return folded - (1 << 32) if folded >> 31 else folded


def _fits_32_bits(seed: int) -> bool:
    """Whether a seed is a signed 32-bit number."""
    return -(1 << 31) <= seed < 1 << 31


# -- Stages -------------------------------------------------------------------------------------------------


def _classify(r: Doubles) -> Surfaces:
    """The class of the first limit that is >= r."""
    return CLASSES[np.searchsorted(LIMITS, r, side="left")]


def _place_mud(track: Surfaces, seed: int) -> None:
    """Blocks 6..1499: noise of class mud becomes mud; every other class leaves the block alone."""
    classes = _classify(np.abs(_noise(_permutation(seed))))
    track[:, OBJECT_BLOCKS][classes == Surface.MUD] = Surface.MUD


def _place_walls_and_items(track: Surfaces, seed: int) -> None:
    """Lane by lane, block by block, one double of a fresh source: a wall or item replaces what was there."""
    blocks = track[:, OBJECT_BLOCKS]
    classes = _classify(doubles(seed, blocks.size)).reshape(blocks.shape)
    replaced = (classes != Surface.EMPTY) & (classes != Surface.MUD)
    blocks[replaced] = classes[replaced]


def _clear_blocked_windows(track: Surfaces, seed: int) -> None:
    """Where 16 columns have mud or a wall in every lane, clear one lane, chosen by a third fresh source."""
    source = Lcg48(seed)
    obstacles = _is_obstacle(track)
    lanes = [bytearray(lane.tobytes()) for lane in obstacles]
    start = 0  # column `start` is block e-15, e from 16 to 1499
    while (start := _next_blocked(lanes, start)) < LENGTH - WINDOW:
        cleared = _lane_to_clear([i for i, lane in enumerate(lanes) if not lane[start]], source)
        if cleared is not None:
            lanes[cleared][start : start + WINDOW] = bytes(WINDOW)
        start += 1
    left = np.array([np.frombuffer(lane, np.bool_) for lane in lanes])
    track[obstacles & ~left] = Surface.EMPTY


def _next_blocked(lanes: list[bytearray], start: int) -> int:
    """The start of the first window from `start` on with an obstacle in every lane; LENGTH if there is none."""
    while True:
        first = [lane.find(1, start) for lane in lanes]
        if min(first) < 0:
            return LENGTH
        if max(first) < start + WINDOW:
            return start
        start = max(first) - WINDOW + 1


def _is_obstacle(surfaces: Surfaces) -> Flags:
    """Which blocks are mud or wall."""
    obstacle: Flags = (surfaces == Surface.MUD) | (surfaces == Surface.WALL)
    return obstacle


def _lane_to_clear(candidates: list[int], source: Lcg48) -> int | None:
    """The only candidate, or one of k drawn as int(k-1), so that the last is never taken; None without any."""
    if len(candidates) > 1:
        return candidates[source.below(len(candidates) - 1)]
    return candidates[0] if candidates else None


# -- Permutation --------------------------------------------------------------------------------------------

# 83,500 doubles are used on average; about one seed in a thousand needs more than this.
PREPARED_DOUBLES = 96 << 10
PAST_THE_DRAWS = 1 << 62


def _permutation(seed: int) -> npt.NDArray[np.int64]:
    """Two periods of 0..255 shuffled by the seeded source, which first discards some doubles."""
    source = Lcg48(seed)
    source.skip(2 * _count_discarded_doubles(seed))
    p = list(range(256))
    for i in range(255, 0, -1):
        source.skip(1)
        j = source.next(32) & 0xFF
        p[i], p[j] = p[j], p[i]
    return np.array(p + p, np.int64)


def _count_discarded_doubles(seed: int) -> int:
    """The number of doubles that the source discards before the shuffle."""
    count = PREPARED_DOUBLES
    while (used := _end_of_discarded(2.0 * doubles(seed, count) - 1.0)) > count:
        count *= 2
    return used


def _end_of_discarded(draws: Doubles) -> int:
    """256 times one draw, pairs until one is accepted, triples until one is; past the end if draws run out."""
    sizes = np.abs(draws)
    pairs, triples = _by_offset(_accepted_pairs(sizes), 2), _by_offset(_accepted_triples(sizes), 3)
    at = 0
    for _ in range(256):
        at = _after_accepted(pairs, at + 1)
        at = _after_accepted(triples, at)
    return at


def _by_offset(accepted: Flags, size: int) -> list[bytes]:
    """The flags of consecutive groups of `size` draws, for each offset of the first group."""
    return [accepted[offset::size].tobytes() for offset in range(size)]


def _after_accepted(accepted: list[bytes], at: int) -> int:
    """The index of the draw after the first accepted group from `at` on."""
    size = len(accepted)
    number = accepted[at % size].find(1, at // size)
    return PAST_THE_DRAWS if number < 0 else at % size + (number + 1) * size


def _accepted_pairs(sizes: Doubles) -> Flags:
    """For each draw and the next: in the unit circle, and not near an axis or a diagonal."""
    u, v = sizes[:-1], sizes[1:]
    return (u * u + v * v <= 1.0) & (u <= 2.5 * v) & (v <= 2.5 * u) & (np.abs(u - v) >= 0.4)


def _accepted_triples(sizes: Doubles) -> Flags:
    """For each draw and the next two: in the unit sphere, none over 4 times another, no two within 0.2."""
    u, v, w = sizes[:-2], sizes[1:-1], sizes[2:]
    largest, smallest = np.maximum(np.maximum(u, v), w), np.minimum(np.minimum(u, v), w)
    apart = (np.abs(u - v) >= 0.2) & (np.abs(u - w) >= 0.2) & (np.abs(v - w) >= 0.2)
    return (u * u + v * v + w * w <= 1.0) & (largest <= 4.0 * smallest) & apart


# -- Noise --------------------------------------------------------------------------------------------------


def _gradients() -> Doubles:
    """32 gradients, one row per component: four directions in each of the eight octants."""
    a = sqrt(1 / 2)
    n = sqrt(2 + 2 * a)
    directions = [[(1 + 2 * a) / n if m == axis else a / n for axis in range(3)] for m in range(3)]
    directions.append([sqrt(1 / 3)] * 3)
    rows = [
        [-part if k >> axis & 1 else part for axis, part in enumerate(direction)]
        for k in range(8)
        for direction in directions
    ]
    return np.array(rows).T.copy()


GRADIENTS = _gradients()
# x runs along a lane, y across the lanes, z is constant; y and z stay below 1, so their floors are 0.
_X = np.arange(FIRST_OBJECT_BLOCK, LENGTH, dtype=np.float64) * 0.1
_FLOOR_X = np.floor(_X).astype(np.int64)
_FRACTION_X = _X - np.floor(_X)
_FRACTION_Y = np.arange(1, LANES + 1, dtype=np.float64)[:, np.newaxis] * 0.1
_FRACTION_Z = np.full((1, 1), 0.1)


def _noise(p: npt.NDArray[np.int64]) -> Doubles:
    """noise(block * 0.1, lane * 0.1, 0.1) of blocks 6..1499 of each lane: blend along x, then y, then z."""
    tx, ty, tz = _weight(_FRACTION_X), _weight(_FRACTION_Y), _weight(_FRACTION_Z)
    planes = []
    for dz in (0, 1):
        edges = [_blend(tx, _corner(p, 0, dy, dz), _corner(p, 1, dy, dz)) for dy in (0, 1)]
        planes.append(_blend(ty, edges[0], edges[1]))
    return _blend(tz, planes[0], planes[1])


def _corner(p: npt.NDArray[np.int64], dx: int, dy: int, dz: int) -> Doubles:
    """The contribution of a corner of the lattice cell: its gradient times the offset from it to the point."""
    gx, gy, gz = GRADIENTS[:, (p[p[_FLOOR_X + dx] + dy] + dz) % 32]
    dot: Doubles = gx * (_FRACTION_X - dx) + gy * (_FRACTION_Y - dy) + gz * (_FRACTION_Z - dz)
    return dot


def _weight(t: Doubles) -> Doubles:
    """t²(3-2t)."""
    return t * t * (3.0 - 2.0 * t)


def _blend(t: Doubles, a: Doubles, b: Doubles) -> Doubles:
    """Linear interpolation from a at t = 0 to b at t = 1."""
    return a + t * (b - a)

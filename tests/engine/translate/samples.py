# ruff: noqa: B002, PLW2901, RET505, RUF021, SIM201 - what rules may contain, not what is good style
"""Small rules, each about one thing that languages do differently.

A sample is a rule of a `Memory` and three numbers that returns a number. Names that begin with an underscore are
called by samples.
"""

from __future__ import annotations

from enum import IntEnum
from types import FunctionType
from typing import Annotated

from lanista.engine import Generator, Grid, Ints, Records, i1, i2, i4, i8, rand_below, record, rule
from lanista.engine.rule import is_rule


class Way(IntEnum):
    """Directions."""

    UP = 0
    DOWN = 1
    LEFT = 5


TABLE = (3, -1, 70_000, -(2**31), 5)
ROWS = ((0, -1), (0, 1), (-1, 0), (1, 0))
SMALL = (1, 2, 3)
BIG = 2**31
HIGHEST, LOWEST = 2**31 - 1, -(2**31)


@record
class Point:
    """A record inside others."""

    x: i2
    y: i4
    small: i1


@record
class Memory:
    """Every kind of field."""

    generator: Generator
    big: i8
    number: i4
    count: i4
    narrow: i2
    tiny: i1
    points: Annotated[Records[Point], 4]
    first: Point
    row: Annotated[Ints, i4, 6]
    bytes: Annotated[Ints, i1, 5]
    longs: Annotated[Ints, i8, 3]
    grid: Annotated[Grid, i2, 3, 4]


# Arithmetic


@rule
def floor_division(m: Memory, a: int, b: int, c: int) -> int:
    return a // b


@rule
def remainder(m: Memory, a: int, b: int, c: int) -> int:
    return a % b


@rule
def division_of_fields(m: Memory, a: int, b: int, c: int) -> int:
    m.number = a
    m.narrow = b
    return m.number // m.narrow * 1000 + m.number % m.narrow


@rule
def division_by_constants(m: Memory, a: int, b: int, c: int) -> int:
    return (a // 3) * 100 + (a % 3) * 10 + a // -4 + (a % -4)


@rule
def minus(m: Memory, a: int, b: int, c: int) -> int:
    return -a + -(-b) - +c


@rule
def minus_the_lowest(m: Memory, a: int, b: int, c: int) -> int:
    m.number = LOWEST
    return -m.number + -TABLE[3] + a


@rule
def wide_sum_of_fields(m: Memory, a: int, b: int, c: int) -> int:
    m.number = HIGHEST
    m.count = HIGHEST - b * b
    return m.number + m.count + m.number * 2 + m.number * m.narrow


@rule
def wide_sum_of_choices(m: Memory, a: int, b: int, c: int) -> int:
    m.number = HIGHEST
    m.count = HIGHEST - 1
    return (m.number if a > b else m.count) + m.number


@rule
def wide_sum_with_truth(m: Memory, a: int, b: int, c: int) -> int:
    m.number = HIGHEST
    return (a < b) + m.number + (a < b) * m.number + (not c) + m.number


@rule
def wide_minus(m: Memory, a: int, b: int, c: int) -> int:
    m.number = HIGHEST
    return -m.number - m.number - (~m.number) * 3


@rule
def wide_tables(m: Memory, a: int, b: int, c: int) -> int:
    return TABLE[2] * TABLE[2] + TABLE[3] + TABLE[3] + a


@rule
def numbers_up_to_2_to_the_53(m: Memory, a: int, b: int, c: int) -> int:
    m.big = 9007199254740991
    m.longs[1] = -9007199254740991 + a * a
    return m.big // 3 + m.longs[1] // 7 + m.big % 1000003


@rule
def parentheses(m: Memory, a: int, b: int, c: int) -> int:
    return a - (b - c) - (a + b) * (c - (a - b)) - -(a - b)


# Bits


@rule
def bits(m: Memory, a: int, b: int, c: int) -> int:
    return (a & b) * 10_000 + (a | b) * 100 + (a ^ c)


@rule
def inverted(m: Memory, a: int, b: int, c: int) -> int:
    return ~a + ~(~b) + ~(a * 1_000_000_000)


@rule
def shifts_left(m: Memory, a: int, b: int, c: int) -> int:
    return (a << 3) + (a << 31) + (1 << (b & 31)) + (a << (c & 15))


@rule
def shifts_right(m: Memory, a: int, b: int, c: int) -> int:
    return (a >> 1) * 100 + (a >> (b & 31)) + (-1 >> 5)


@rule
def masks_of_wide_numbers(m: Memory, a: int, b: int, c: int) -> int:
    return (a * 4_000_000_007 & 255) + (m.big & 15)


@rule
def changed_bits(m: Memory, a: int, b: int, c: int) -> int:
    m.tiny |= 4
    m.tiny &= ~1
    m.row[1] ^= b
    m.row[2] = 1
    m.row[2] <<= c & 7
    m.row[2] >>= 1
    return m.tiny + m.row[1] + m.row[2]


# Built-ins


@rule
def extremes(m: Memory, a: int, b: int, c: int) -> int:
    return min(a, b) * 10_000 + max(a, b, c) * 100 + min(a, 3, b, c) + max(m.number, a)


@rule
def magnitudes(m: Memory, a: int, b: int, c: int) -> int:
    return abs(a) * 100 + abs(b - c) + abs(m.tiny)


@rule
def truth_as_number(m: Memory, a: int, b: int, c: int) -> int:
    smaller = a < b
    m.tiny = smaller
    m.row[smaller] = int(b < c) + bool(a) * 2 + int(c)
    return smaller + (a == b) * 10 + (not a) * 100 + True + m.row[a == b]


@rule
def lengths(m: Memory, a: int, b: int, c: int) -> int:
    return len(m.row) + len(m.points) * 10 + len(TABLE) * 100 + len(m.grid) * 1000  # type: ignore[arg-type]


# Truth


@rule
def chained_comparisons(m: Memory, a: int, b: int, c: int) -> int:
    return (a < b < c) + (a <= b != c) * 2 + (a == b == c) * 4 + (0 <= a < 3 > b) * 8


@rule
def logic(m: Memory, a: int, b: int, c: int) -> int:
    found = (a < b and b < c) or not (a == c)
    if (a and b) or not c:
        found = not found
    return found


@rule
def later_operands_only_if_needed(m: Memory, a: int, b: int, c: int) -> int:
    if 0 <= a < len(m.row) and m.row[a] % 2 == 0:
        return 1
    if b != 0 and 10 // b > 2:
        return 2
    return 3 if a >= len(m.row) or a < 0 or m.row[a] == 3 else 4


@rule
def members_only_if_needed(m: Memory, a: int, b: int, c: int) -> int:
    if 0 <= a < len(m.row) and m.row[a] in (1, 2, 3, 7):
        return 1
    if a < 0 or a >= len(m.row) or m.row[a] not in SMALL:
        return 2
    return 3


@rule
def members_in_a_loop(m: Memory, a: int, b: int, c: int) -> int:
    i = 0
    while i < len(m.row) and m.row[i] not in (a, b, c):
        i += 1
    return i


@rule
def members(m: Memory, a: int, b: int, c: int) -> int:
    return (a in (b, c, 2)) + (a not in SMALL) * 2 + (m.number in (a, 5)) * 4 + (a + b in (3, 4)) * 8


@rule
def choices(m: Memory, a: int, b: int, c: int) -> int:
    inner = a if a > b else b if b > c else c
    point = m.points[0] if a > 0 else m.first
    point.x += 1
    return inner + (m.row[a] if 0 <= a < 6 else -1) + (1 if a and b else 2) + m.points[0].x


# Order of evaluation


@rule
def _change(m: Memory, by: int) -> int:
    """Changes what others read."""
    m.number = m.number + by
    m.count = (m.count + 1) % 3
    m.row[m.count] += by
    return m.number


@rule
def _is_odd(m: Memory, number: int) -> bool:
    m.count = (m.count + 1) % 3
    return number % 2 == 1


@rule
def reads_before_a_call(m: Memory, a: int, b: int, c: int) -> int:
    m.count = 0
    m.number = 1
    return m.number * 1000 + _change(m, a) * 10 + m.number - _change(m, b)


@rule
def arguments_in_order(m: Memory, a: int, b: int, c: int) -> int:
    m.count = 0
    return max(m.number, _change(m, a), m.number) + min(_change(m, b), m.count)


@rule
def indices_before_a_call(m: Memory, a: int, b: int, c: int) -> int:
    m.count = 0
    m.number = 0
    return m.grid[m.count, _change(m, 1)] + m.points[m.count].x * 10 + ROWS[m.count][_change(m, 0)]


@rule
def elements_before_a_call(m: Memory, a: int, b: int, c: int) -> int:
    m.count = 0
    m.number = 0
    return m.row[m.count] * 100 + m.row[_change(m, 2)]


@rule
def stores_after_a_call(m: Memory, a: int, b: int, c: int) -> int:
    m.count = 0
    m.number = 0
    m.row[_change(m, 1)] = m.number * 10 + m.count
    m.row[m.count] = _change(m, 1)
    m.grid[m.count, _change(m, 1)] = m.count
    return m.number


@rule
def changes_with_calls(m: Memory, a: int, b: int, c: int) -> int:
    m.count = 0
    m.number = 1
    m.number += _change(m, 5)
    m.row[m.count] += _change(m, a)
    m.row[_change(m, 0) % 5] -= m.number
    total = 3
    total *= _change(m, b) % 7
    return total + m.number


@rule
def conditions_with_calls(m: Memory, a: int, b: int, c: int) -> int:
    m.count = 0
    found = 0
    if a > 0 and _is_odd(m, a) or _is_odd(m, b):
        found += 1
    elif _is_odd(m, c) and not _is_odd(m, a + 1):
        found += 2
    odd = _is_odd(m, a) or _is_odd(m, b)
    both = b > 1 and _is_odd(m, b) and c > 0
    return found + odd * 10 + both * 100 + (5 if _is_odd(m, c) else m.count) * 1000


@rule
def loops_while_a_call_holds(m: Memory, a: int, b: int, c: int) -> int:
    m.number = 0
    n = 0
    while _change(m, 1) < a and n < 20:
        n += 1
        if n % 3 == 0:
            continue
        if n > 8:
            break
        n += m.count
    return n * 100 + m.number


# Variables


@rule
def swaps(m: Memory, a: int, b: int, c: int) -> int:
    a, b = b, a
    a, b, c = c, a, b
    a, b = a + b, a - b
    return a * 10_000 + b * 100 + c


@rule
def swapped_elements(m: Memory, a: int, b: int, c: int) -> int:
    x, y = m.row[1], m.row[0]
    m.row[0] = x
    m.row[1] = y
    return m.row[0] - m.row[1]


@rule
def copied_slices(m: Memory, a: int, b: int, c: int) -> int:
    """They may overlap, and may be empty."""
    at = a & 3
    m.row[at : at + 2] = m.row[b & 3 : (b & 3) + 2]
    m.bytes[1:] = m.bytes[:4]
    m.bytes[: at + 1] = m.bytes[4 - at :]
    m.longs[c & 1 :] = m.longs[: 3 - (c & 1)]
    return m.row[at] + m.bytes[0]


@rule
def slices_of_two_lengths(m: Memory, a: int, b: int, c: int) -> int:
    m.row[3 : 3 + (a & 3)] = m.row[: b & 3]
    return m.row[4]


@rule
def parameters_are_copies(m: Memory, a: int, b: int, c: int) -> int:
    return _doubled(a) + a


@rule
def _doubled(a: int) -> int:
    a *= 2
    return a


@rule
def names_of_other_languages(m: Memory, a: int, b: int, c: int) -> int:
    new = a
    var = b
    function = c
    this = new + var
    double = function - this
    int64_t = 2
    t_1 = 3
    m_0 = 4
    table0 = TABLE[int64_t]
    i1_ = double
    Math = abs(i1_)
    memory = min(Math, t_1)
    return double + t_1 + m_0 + table0 + memory + TABLE[0]


@rule
def temporaries_beside_variables(m: Memory, a: int, b: int, c: int) -> int:
    t_1 = 100
    t_2 = 200
    total = _doubled(a) + _doubled(b)
    return total + t_1 + t_2


# Several results


@rule
def _quotient(a: int, b: int) -> tuple[int, int]:
    if b == 0:
        return 0, a
    return a // b, a % b


@rule
def several_results(m: Memory, a: int, b: int, c: int) -> int:
    high, low = _quotient(a, b)
    low, high = _quotient(high + c, low + 1)
    return high * 1000 + low


@rule
def results_into_arguments(m: Memory, a: int, b: int, c: int) -> int:
    a, b = _quotient(b, a)
    return a * 1000 + b


# Loops


@rule
def ranges(m: Memory, a: int, b: int, c: int) -> int:
    total = 0
    for i in range(a):
        total += i
    for i in range(a, b):
        total += i * 10
    for i in range(5, a, -2):
        total += i * 100
    return total


@rule
def steps_that_vary(m: Memory, a: int, b: int, c: int) -> int:
    total = 0
    step = c if c != 0 else -1
    for i in range(a, b, step):
        total = (total * 3 + i) % 1009
    return total


@rule
def last_value_stays(m: Memory, a: int, b: int, c: int) -> int:
    i = -100
    for i in range(b, a):
        if i == c:
            break
    return i


@rule
def changed_inside(m: Memory, a: int, b: int, c: int) -> int:
    total = 0
    stop = min(a, 6)
    for i in range(stop):
        total += i
        i += 10
        stop += 1
        total += i * 100
    return total + stop


@rule
def bounds_are_read_once(m: Memory, a: int, b: int, c: int) -> int:
    m.count = min(max(a, 0), 9)
    total = 0
    for _ in range(m.count):
        m.count += 1
        total += m.count
    return total


@rule
def nested_loops(m: Memory, a: int, b: int, c: int) -> int:
    total = 0
    for i in range(3):
        for i in range(4):
            if i == b:
                continue
            if i == c:
                break
            total += i
        total += i * 10
    return total


@rule
def over_arrays(m: Memory, a: int, b: int, c: int) -> int:
    total = 0
    for value in m.row:
        if value == b:
            continue
        total += value
        m.row[5] = a
    for point in m.points:
        point.x += 1
        total += point.y
    for value in TABLE:
        total += value
    for value in m.bytes:
        total -= value
    return total + value


@rule
def counted(m: Memory, a: int, b: int, c: int) -> int:
    total = 0
    for i, value in enumerate(m.row):
        total += i * value
        i += 3
        total += i
    for i, point in enumerate(m.points):
        point.small = i
        total += point.y
    for i, value in enumerate(SMALL):
        total += i * value
    return total


@rule
def early_return(m: Memory, a: int, b: int, c: int) -> int:
    for i in range(6):
        while True:
            if m.row[i] > a:
                return i
            break
    return -1


# Branches


@rule
def matches(m: Memory, a: int, b: int, c: int) -> int:
    found = 0
    match a:
        case 0 | 1:
            found = 1
        case Way.LEFT:
            found = 2
        case -7:
            found = 3
        case _:
            found = b
    match m.row[0]:
        case 1:
            m.row[0] = 2
        case 2:
            m.row[0] = 99
    return found


@rule
def returns_from_all_branches(m: Memory, a: int, b: int, c: int) -> int:
    match a:
        case 1:
            return 10
        case _:
            if b > 0:
                return 20
            else:
                return 30


# Memory


@rule
def fields_of_every_width(m: Memory, a: int, b: int, c: int) -> int:
    m.big = a * 3_000_000_000
    m.number = a * 1000
    m.narrow = b * 300
    m.tiny = c
    m.points[2].small = a % 100
    m.first.x -= b
    m.longs[2] = -m.big
    m.bytes[4] = b
    m.grid[2, 3] = a * b
    return m.big + m.number + m.narrow + m.tiny + m.points[2].small + m.first.x + m.longs[2] + m.grid[2, 3]


@rule
def copies_of_records(m: Memory, a: int, b: int, c: int) -> int:
    m.points[1].x = a
    m.points[2] = m.points[1]
    m.points[1].x = b
    m.first = m.points[2]
    m.points[3] = m.first
    m.points[0] = m.points[0]
    return m.points[2].x * 100 + m.points[3].x


@rule
def references(m: Memory, a: int, b: int, c: int) -> int:
    point = m.points[1]
    same = m.points[1]
    point.x = a
    same.x += b
    point = m.first
    point.x = c
    row = m.row
    row[2] = _sum_of(m.row) + _sum_of(m.bytes) + _sum_of(row)
    return m.points[1].x * 100 + m.first.x + m.row[2]


@rule
def _sum_of(row: Ints) -> int:
    total = 0
    for i in range(len(row)):
        total += row[i]
    return total


@rule
def _nearest(m: Memory, x: int) -> Point:
    if x > 0:
        return m.points[x % 4]
    return m.first


@rule
def returned_records(m: Memory, a: int, b: int, c: int) -> int:
    _nearest(m, a).x = 7
    found = _nearest(m, b)
    found.y += 1
    m.points[3] = _nearest(m, c)
    return found.x + _nearest(m, c).y


@rule
def indices_out_of_range(m: Memory, a: int, b: int, c: int) -> int:
    return m.row[abs(a)]


@rule
def grids_out_of_range(m: Memory, a: int, b: int, c: int) -> int:
    m.grid[abs(a), abs(b)] = 1
    return m.grid[abs(a), abs(b)]


@rule
def records_out_of_range(m: Memory, a: int, b: int, c: int) -> int:
    m.points[abs(a)].x = 3
    return TABLE[abs(b)]


@rule
def tables(m: Memory, a: int, b: int, c: int) -> int:
    return TABLE[abs(a) % 5] + ROWS[abs(b) % 4][1] * 10 + ROWS[2][abs(c) % 2] + SMALL[1]


@rule
def random_numbers(m: Memory, a: int, b: int, c: int) -> int:
    low = rand_below(m.generator, 6)
    rand_below(m.generator, BIG)
    return low + rand_below(m.generator, abs(a) + 1) * 10 + rand_below(m.generator, BIG) * 100


@rule
def random_numbers_below_0(m: Memory, a: int, b: int, c: int) -> int:
    return rand_below(m.generator, abs(a))


# Floats, which only comparisons bring back to numbers


@rule(floats=True)
def floats(m: Memory, a: int, b: int, c: int) -> int:
    ratio = a / 3 + 0.5 * b - -1.5
    best = max(ratio, c, 0.25)
    return (ratio > 1) + (best == ratio) * 2 + (a / 2 < b / 3 <= 2.5) * 4 + (abs(ratio) >= 2) * 8


@rule(floats=True)
def float_results(m: Memory, a: int, b: int, c: int) -> int:
    half, whole = _halves(a)
    return (half > 0.4) + (half * 2 == whole) * 2 + (whole == a) * 4


@rule(floats=True)
def _halves(a: int) -> tuple[float, int]:
    return a / 2, a


@rule(floats=True)
def float_division_by_0(m: Memory, a: int, b: int, c: int) -> int:
    return a / b > 1


@rule
def shifts_out_of_range(m: Memory, a: int, b: int, c: int) -> int:
    return (1 << a) + (b >> a)


@rule
def steps_of_0(m: Memory, a: int, b: int, c: int) -> int:
    total = 0
    for i in range(a, 9, b // 5):
        total += i
        if total > 50 or total < -50:
            break
    return total


SAMPLES: dict[str, FunctionType] = {
    name: value
    for name, value in list(globals().items())
    if is_rule(value) and value.__module__ == __name__ and name[0] != "_"
}

# mypy: ignore-errors
# ruff: noqa
"""Rules that Python runs and that are not translated: each has one fault, on the line marked with what is said of it."""

from __future__ import annotations

from math import inf, sqrt
from types import FunctionType

from lanista.engine import rand_below, rule
from lanista.engine.rule import is_rule
from tests.engine.translate.samples import Memory, Point

TABLE = (1, 2, 3)
MIXED = (1, 2.5)
UNEVEN = ((1, 2), (3,))
LARGE = 2**53 + 1
LARGE_TABLE = (1, 2**60)
WIDE = 2**40
total = 99  # a name that rules below use for a variable


@rule
def negative_index(m: Memory, a: int, b: int, c: int) -> int:
    return m.row[-1]  # a negative index


@rule
def negative_index_of_a_table(m: Memory, a: int, b: int, c: int) -> int:
    return TABLE[-2]  # a negative index


@rule
def negative_index_by_a_variable(m: Memory, a: int, b: int, c: int) -> int:
    k = -1
    return m.grid[k, 0]  # a negative index


@rule
def negative_index_by_variables(m: Memory, a: int, b: int, c: int) -> int:
    first = 2
    k = first - len(TABLE)
    if a:
        b = k
        m.row[k + 0] = b  # a negative index
    return b


@rule
def negative_index_before_a_change(m: Memory, a: int, b: int, c: int) -> int:
    k = 1
    while a > 0:
        a -= 1
    k: int = -2
    m.row[0] = TABLE[k]  # a negative index
    k = 0
    return k


@rule
def tuple_in_a_variable(m: Memory, a: int, b: int, c: int) -> int:
    pair = (a, b)  # a tuple made in it
    return c


@rule
def index_of_a_tuple(m: Memory, a: int, b: int, c: int) -> int:
    return (1, 2, 3)[a]  # a tuple made in it


@rule
def call_in_a_chain(m: Memory, a: int, b: int, c: int) -> int:
    return 0 < _one(m) < 3  # a call inside a chained comparison


@rule
def membership_in_a_chain(m: Memory, a: int, b: int, c: int) -> int:
    return 0 < a < (m.row[0] in (1, 2))  # `in` inside a chained comparison


@rule
def numbers_as_alternatives(m: Memory, a: int, b: int, c: int) -> int:
    return a or b  # `and` or `or` of numbers as a value


@rule
def number_or_truth(m: Memory, a: int, b: int, c: int) -> int:
    m.number = a and b > 3  # `and` or `or` of numbers as a value
    return 0


@rule(floats=True)
def float_into_the_state(m: Memory, a: int, b: int, c: int) -> int:
    m.number = a / 2  # a float that goes into the state
    return 0


@rule(floats=True)
def change_by_a_float(m: Memory, a: int, b: int, c: int) -> int:
    m.number += 0.5  # a float that goes into the state
    return 0


@rule(floats=True)
def whole_number_of_a_float(m: Memory, a: int, b: int, c: int) -> int:
    return int(a / 2)  # a float that becomes a whole number


@rule(floats=True)
def rounded(m: Memory, a: int, b: int, c: int) -> int:
    return round(a / 2)  # a float that becomes a whole number


@rule(floats=True)
def floor_of_floats(m: Memory, a: int, b: int, c: int) -> int:
    return (a / 2) // 1 > 3  # `//` of floats


@rule(floats=True)
def inverted_float(m: Memory, a: int, b: int, c: int) -> int:
    return ~(a / 2) > 3  # `~` of a float


@rule(floats=True)
def float_as_index(m: Memory, a: int, b: int, c: int) -> int:
    return m.row[a / 2]  # `a / 2` as an index


@rule(floats=True)
def infinite(m: Memory, a: int, b: int, c: int) -> int:
    return sqrt(a * a) < inf  # the number inf


@rule(floats=True)
def float_in_a_range(m: Memory, a: int, b: int, c: int) -> int:
    for i in range(a / 2):  # `range(a / 2)`
        pass
    return 0


@rule
def beyond_a_double(m: Memory, a: int, b: int, c: int) -> int:
    return a + LARGE  # the number 9007199254740993


@rule
def table_beyond_a_double(m: Memory, a: int, b: int, c: int) -> int:
    return LARGE_TABLE[a]  # the number 1152921504606846976


@rule
def bits_of_a_wide_field(m: Memory, a: int, b: int, c: int) -> int:
    return m.big | a  # `|` of more than 32 bits


@rule
def bits_of_a_wide_number(m: Memory, a: int, b: int, c: int) -> int:
    return a ^ WIDE  # `^` of more than 32 bits


@rule
def shift_of_a_wide_field(m: Memory, a: int, b: int, c: int) -> int:
    return m.big >> 3  # `>>` of more than 32 bits


@rule
def long_shift(m: Memory, a: int, b: int, c: int) -> int:
    return a << 32  # a shift of 32


@rule
def division_by_zero(m: Memory, a: int, b: int, c: int) -> int:
    return a // 0  # a divisor of 0


@rule
def range_by_zero(m: Memory, a: int, b: int, c: int) -> int:
    for i in range(0, a, 0):  # a step of 0
        pass
    return 0


@rule
def draw_below_zero(m: Memory, a: int, b: int, c: int) -> int:
    return rand_below(m.generator, 0)  # a bound of 0


@rule
def draw_without_a_generator(m: Memory, a: int, b: int, c: int) -> int:
    return rand_below(m, 6)  # rand_below without a generator


@rule
def generator_position(m: Memory, a: int, b: int, c: int) -> int:
    return m.generator.position  # the position of a generator


@rule
def new_generator_position(m: Memory, a: int, b: int, c: int) -> int:
    m.generator.position = 1  # a new position of a generator
    return 0


@rule
def slice_as_a_value(m: Memory, a: int, b: int, c: int) -> int:
    return m.row[1:2]  # `1:2`


@rule
def slice_with_a_step(m: Memory, a: int, b: int, c: int) -> int:
    m.row[::2] = m.row[:3]  # `m.row[::2]`
    return 0


@rule
def slice_of_records(m: Memory, a: int, b: int, c: int) -> int:
    m.points[:2] = m.points[2:]  # `m.points[2:]`
    return 0


@rule
def call_inside_a_slice(m: Memory, a: int, b: int, c: int) -> int:
    m.row[: _one(m)] = m.row[:3]  # a call inside a slice
    return 0


@rule
def elements_of_a_number(m: Memory, a: int, b: int, c: int) -> int:
    return m.number[0]  # an index of `m.number`


@rule
def field_of_an_array(m: Memory, a: int, b: int, c: int) -> int:
    return m.points.x  # `.x` of something that is no record


@rule
def field_of_another_record(m: Memory, a: int, b: int, c: int) -> int:
    return m.first.number  # `.number` of a Point; it has: x, filler, y, small, filler2


@rule
def field_of_a_parameter(m: Memory, a: int, b: int, c: int) -> int:
    return a.x  # a field or element of the number `a`


@rule
def too_many_indices(m: Memory, a: int, b: int, c: int) -> int:
    return m.grid[0, 1, 2]  # 3 indices; the array has 2


@rule
def arithmetic_with_a_record(m: Memory, a: int, b: int, c: int) -> int:
    return m.first + 1  # arithmetic with a record or array


@rule
def record_as_a_number(m: Memory, a: int, b: int, c: int) -> int:
    return 1 if m.first else 0  # a record or array as a number


@rule
def record_into_a_number(m: Memory, a: int, b: int, c: int) -> int:
    m.number = m.first  # a float that goes into the state
    return 0


@rule
def number_into_a_record(m: Memory, a: int, b: int, c: int) -> int:
    m.first = 3  # `m.first = ...`
    return 0


@rule
def change_of_a_record(m: Memory, a: int, b: int, c: int) -> int:
    m.first += 1  # a change of a record or array
    return 0


@rule
def uneven_table(m: Memory, a: int, b: int, c: int) -> int:
    return UNEVEN[a][b]  # `UNEVEN[a][b]`


@rule
def row_of_a_table(m: Memory, a: int, b: int, c: int) -> int:
    row = UNEVEN[a]  # `UNEVEN[a]`
    return row[0]


@rule
def member_of_an_array(m: Memory, a: int, b: int, c: int) -> int:
    return a in m.row  # `a in m.row`


@rule
def member_of_floats(m: Memory, a: int, b: int, c: int) -> int:
    return a in MIXED  # `a in MIXED`


@rule
def member_of_nothing(m: Memory, a: int, b: int, c: int) -> int:
    return a in ()  # `a in ()`


@rule
def one_name_for_two_kinds(m: Memory, a: int, b: int, c: int) -> int:
    thing = a
    thing = m.first  # one name for values of different kinds
    return 0


@rule(floats=True)
def one_name_for_floats_and_numbers(m: Memory, a: int, b: int, c: int) -> int:
    ratio = a
    ratio = a / 2  # the name ratio for whole numbers and floats
    return ratio > 1


@rule
def one_name_for_truth_and_numbers(m: Memory, a: int, b: int, c: int) -> int:
    flag = a > b
    flag = a  # the name flag for truth values and numbers
    return flag


@rule
def read_before_it_is_set(m: Memory, a: int, b: int, c: int) -> int:
    for i in range(3):
        if i > 0:
            m.number += total  # total above the line that sets it first
        total = i
    return 0


@rule
def result_on_one_path(m: Memory, a: int, b: int, c: int) -> int:  # a path without a result beside one
    if a > 0:
        return 1


@rule
def empty_return_on_one_path(m: Memory, a: int, b: int, c: int) -> int:
    if a > 0:
        return 1
    return None  # a path without a result beside one with a result


@rule
def results_of_two_kinds(m: Memory, a: int, b: int, c: int) -> int:
    if a > 0:
        return 1
    return m.first  # results of different kinds


@rule
def records_in_a_tuple(m: Memory, a: int, b: int, c: int) -> int:
    x, y = _point_and_number(m)
    return 0


@rule
def _point_and_number(m: Memory) -> tuple[Point, int]:
    return m.first, 1  # arithmetic with a record or array


@rule
def tuple_as_a_value(m: Memory, a: int, b: int, c: int) -> int:
    return _pair(a) > 3  # several results as one value


@rule
def wrong_number_of_names(m: Memory, a: int, b: int, c: int) -> int:
    x, y, z = _pair(a)  # 3 names for what _pair returns
    return x


@rule
def value_of_nothing(m: Memory, a: int, b: int, c: int) -> int:
    return _nothing(m)  # the value of _nothing, which returns none


@rule
def fields_in_a_tuple(m: Memory, a: int, b: int, c: int) -> int:
    m.number, m.count = a, b  # fields in an assignment of several values
    return 0


@rule
def names_for_a_number(m: Memory, a: int, b: int, c: int) -> int:
    x, y = a  # several names for one value
    return 0


@rule
def two_targets(m: Memory, a: int, b: int, c: int) -> int:
    x = y = a  # `x = y = a`
    return x


@rule
def else_of_a_loop(m: Memory, a: int, b: int, c: int) -> int:
    for i in range(3):  # `for i in range(3):`
        if i == a:
            break
    else:
        return 3
    return a


@rule
def loop_over_a_written_tuple(m: Memory, a: int, b: int, c: int) -> int:
    for i in (1, 2):  # a tuple made in it
        a += i
    return a


@rule
def counting_from_one(m: Memory, a: int, b: int, c: int) -> int:
    for i, x in enumerate(m.row, 1):  # `enumerate(m.row, 1)`
        a += i
    return a


@rule
def guard_of_a_case(m: Memory, a: int, b: int, c: int) -> int:
    match a:  # a condition of a case, or a case after `_`
        case 1 if b:
            return 1
    return 0


@rule
def name_in_a_case(m: Memory, a: int, b: int, c: int) -> int:
    match a:  # a pattern of objects
        case n:
            return n
    return 0


@rule
def least_of_an_array(m: Memory, a: int, b: int, c: int) -> int:
    return min(m.row)  # arithmetic with a record or array


@rule
def wrong_number_of_arguments(m: Memory, a: int, b: int, c: int) -> int:
    return _one(m, a)  # 2 arguments for _one


@rule
def _one(m: Memory) -> int:
    return m.number


@rule
def _pair(a: int) -> tuple[int, int]:
    return a, a


@rule
def _nothing(m: Memory) -> None:
    m.number = 1


REFUSED: list[FunctionType] = [
    value
    for name, value in list(globals().items())
    if is_rule(value) and value.__module__ == __name__ and name[0] != "_"
]

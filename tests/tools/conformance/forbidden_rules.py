# mypy: ignore-errors
# ruff: noqa: C408, C416, E731, F401, F841, PLW0603
"""Rules with one thing each that rules must not contain; the line at fault holds the word FAULT.

The names say what is wrong. WORDS are what the message says of each.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from lanista.engine import rule
from tests.coins.state import Way

COINS = [1, 2, 3]
PRICES = {1: 2}
TITLE = "coins"
HALF = 0.5
TABLE = np.zeros(3)
MIXED = (1, (2, "three"))
WORDS: dict[Callable[..., Any], str] = {}


def forbidden(words: str) -> Callable[[Any], Any]:
    """Mark a rule and remember what its message says."""

    def mark(function: Any) -> Any:
        WORDS[rule(function)] = words
        return function

    return mark


@forbidden("a list; use an array of a record")
def a_list(line, moves, config, work):
    coins = [1, 2]  # FAULT


@forbidden("list; rules call rules")
def the_call_of_list(line, moves, config, work):
    coins = list()  # FAULT


@forbidden("a dictionary; use an array indexed by a number")
def a_dictionary(line, moves, config, work):
    coins = {1: 2}  # FAULT


@forbidden("a set; use an array of flags")
def a_set(line, moves, config, work):
    if line.turn in {1, 2}:  # FAULT
        line.turn = 3


@forbidden("text; use whole numbers or an IntEnum")
def a_string(line, moves, config, work):
    name = "coins"  # FAULT


@forbidden("text; use whole numbers or an IntEnum")
def an_f_string(line, moves, config, work):
    name = f"{line.turn}"  # FAULT


@forbidden("text; use whole numbers or an IntEnum")
def bytes_(line, moves, config, work):
    name = b"coins"  # FAULT


@forbidden("print; rules call rules, and of Python only abs, ")
def a_print(line, moves, config, work):
    print(line.turn)  # FAULT


@forbidden("float division; use `//`")
def a_float_division(line, moves, config, work):
    line.turn = int(line.turn / 2)  # FAULT


@forbidden("float division; use `//`")
def a_float_division_in_place(line, moves, config, work):
    turn = line.turn
    turn /= 2  # FAULT


@forbidden("a float; use whole numbers")
def a_float(line, moves, config, work):
    line.turn = int(line.turn * 0.5)  # FAULT


@forbidden("float; rules call rules")
def the_call_of_float(line, moves, config, work):
    line.turn = int(float(line.turn))  # FAULT


@forbidden("HALF, which is a float; use whole numbers")
def a_float_of_the_module(line, moves, config, work):
    line.turn = int(line.turn * HALF)  # FAULT


@forbidden("`**`; write the number")
def a_power(line, moves, config, work):
    line.turn = line.turn**2  # FAULT


@forbidden("`@`; write a loop")
def a_matrix_product(line, moves, config, work):
    line.turn = line.turn @ line.turn  # FAULT


@forbidden("`raise`, `try` or `assert`")
def a_try(line, moves, config, work):
    try:  # FAULT
        line.turn = 1
    finally:
        line.turn = 2


@forbidden("`raise`, `try` or `assert`")
def a_raise(line, moves, config, work):
    raise ValueError  # FAULT


@forbidden("`raise`, `try` or `assert`")
def an_assertion(line, moves, config, work):
    assert line.turn  # FAULT


@forbidden("a function inside a rule; make it a separate rule")
def an_inner_function(line, moves, config, work):
    def inner():  # FAULT
        return 1

    line.turn = 1


@forbidden("a function inside a rule; make it a separate rule")
def a_lambda(line, moves, config, work):
    inner = lambda: 1  # FAULT


@forbidden("a class inside a rule")
def an_inner_class(line, moves, config, work):
    class Inner:  # FAULT
        pass


@forbidden("a comprehension; write a loop")
def a_list_comprehension(line, moves, config, work):
    coins = [i for i in range(3)]  # FAULT


@forbidden("a comprehension; write a loop")
def a_generator_expression(line, moves, config, work):
    line.turn = max(i for i in range(3))  # FAULT


@forbidden("a comprehension; write a loop")
def a_set_comprehension(line, moves, config, work):
    coins = {i for i in range(3)}  # FAULT


@forbidden("a comprehension; write a loop")
def a_dictionary_comprehension(line, moves, config, work):
    coins = {i: i for i in range(3)}  # FAULT


@forbidden("a generator or a coroutine")
def a_generator(line, moves, config, work):
    yield line.turn  # FAULT


@forbidden("an assignment to a name of the module; keep what changes in the state's record")
def a_global_statement(line, moves, config, work):
    global HALF  # FAULT
    HALF = 1


@forbidden("COINS, which is list [1, 2, 3]; use whole numbers and tuples")
def a_list_of_the_module(line, moves, config, work):
    line.turn = COINS[0]  # FAULT


@forbidden("PRICES, which is dict {1: 2}; use whole numbers and tuples")
def a_dictionary_of_the_module(line, moves, config, work):
    line.turn = PRICES[1]  # FAULT


@forbidden("TITLE, which is text")
def a_string_of_the_module(line, moves, config, work):
    title = TITLE  # FAULT


@forbidden("TABLE, which is ndarray array([0., 0., 0.])")
def an_array_of_the_module(line, moves, config, work):
    line.turn = TABLE[0]  # FAULT


@forbidden("MIXED, which is text")
def a_string_in_a_tuple_of_the_module(line, moves, config, work):
    line.turn = MIXED[0]  # FAULT


@forbidden("forbidden, which is not a rule; mark it with `@rule`")
def a_function_that_is_no_rule(line, moves, config, work):
    forbidden(line.turn)  # FAULT


@forbidden("the call math.sqrt(...)")
def a_function_of_a_module(line, moves, config, work):
    line.turn = math.sqrt(line.turn)  # FAULT


@forbidden("the call line.coins.append(...)")
def a_method(line, moves, config, work):
    line.coins.append(1)  # FAULT


@forbidden("the name 'nowhere', which is not defined; check its spelling")
def an_unknown_name(line, moves, config, work):
    line.turn = nowhere  # noqa: F821 # FAULT


@forbidden("Way(...); compare the number with the enumeration's members")
def an_enumeration_called(line, moves, config, work):
    line.turn = Way(line.turn)  # FAULT


@forbidden("an import")
def an_import(line, moves, config, work):
    import math  # FAULT


@forbidden("`del`")
def a_deletion(line, moves, config, work):
    del line.turn  # FAULT


@forbidden("`is`; compare numbers with `==`")
def an_identity(line, moves, config, work):
    if line.turn is None:  # FAULT
        line.turn = 1


@forbidden("`with`")
def a_context(line, moves, config, work):
    with line:  # FAULT
        line.turn = 1


@forbidden("`:=`; assign on a separate line")
def a_walrus(line, moves, config, work):
    if turn := line.turn:  # FAULT
        line.turn = turn


@forbidden("`*` in a call or an assignment")
def stars(line, moves, config, work):
    first, *rest = (1, 2, 3)  # FAULT


@forbidden("an argument by name")
def a_keyword(line, moves, config, work):
    line.turn = max(1, 2, key=abs)  # FAULT


@forbidden("a pattern of objects; match numbers")
def a_pattern(line, moves, config, work):
    match line.turn:
        case [1, 2]:  # FAULT
            line.turn = 1


@forbidden("a default value of an argument")  # FAULT
def a_default(line, moves, config, work=0):
    line.turn = 1


@forbidden("`*` among its arguments")  # FAULT
def many_arguments(line, moves, *others):
    line.turn = 1


@forbidden("eval; rules call rules")
def an_eval(line, moves, config, work):
    line.turn = eval(line.turn)  # FAULT


@forbidden("input; rules call rules")
def an_input(line, moves, config, work):
    line.turn = input()  # FAULT


@rule
def around(line):
    """One half of a circle."""
    goes_round(line, 0, 0, 0)


@forbidden("recursion (goes_round -> around -> goes_round); write a loop")  # FAULT
def goes_round(line, moves, config, work):
    around(line)


@forbidden("recursion (calls_itself -> calls_itself); write a loop")  # FAULT
def calls_itself(line, moves, config, work):
    calls_itself(line, moves, config, work)


def _enclosed() -> Any:
    count = 0

    @forbidden("names of a function around it; write rules at the top of a module")  # FAULT
    def a_closure(line, moves, config, work):
        line.turn = count

    return a_closure


_enclosed()

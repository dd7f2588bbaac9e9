"""The fuel that code uses, the stack and the memory that it may have."""

import struct
from typing import Any

import pytest
import wasmtime

from lanista.bots.wasm import metering
from lanista.bots.wasm.binary import Malformed, function_names, read_module
from lanista.bots.wasm.engine import engine
from lanista.bots.wasm.metering import FUEL, PAGES, REFUSED, STACK, STACK_SLOTS, WHY, metered
from tests.bots.wasm.modules import binary

PLENTY = 10**9


class Metered:
    """A metered instance whose function `f` is called."""

    def __init__(self, text: str, pages: int = 100) -> None:
        self.store = wasmtime.Store(engine())
        self.store.set_epoch_deadline(1000)
        module = wasmtime.Module(engine(), metered(binary(text)))
        self.exports: Any = wasmtime.Instance(self.store, module, []).exports(self.store)
        self.set(FUEL, PLENTY)
        self.set(STACK, STACK_SLOTS)
        self.set(PAGES, pages)

    def get(self, name: str) -> Any:
        return self.exports[name].value(self.store)

    def set(self, name: str, value: int) -> None:
        self.exports[name].set_value(self.store, value)

    def call(self, *arguments: Any) -> Any:
        return self.exports["f"](self.store, *arguments)

    def cost(self, *arguments: Any) -> int:
        """The fuel of a call."""
        before = self.get(FUEL)
        self.call(*arguments)
        return int(before - self.get(FUEL))


# Each instruction costs 1, but `block`, `loop`, `else` and `end` nothing
COSTS = [
    ('(func (export "f"))', (), 0),
    ('(func (export "f") nop nop)', (), 2),
    ('(func (export "f") (drop (i32.add (i32.const 1) (i32.const 2))))', (), 4),
    ('(func (export "f") (block (br 0) nop nop))', (), 1),
    ('(func (export "f") (block (br_if 0 (i32.const 1)) nop nop) nop)', (), 3),
    ('(func (export "f") (block (br_if 0 (i32.const 0)) nop nop) nop)', (), 5),
    ('(func (export "f") (param i32) (if (local.get 0) (then nop nop) (else nop)))', (1,), 4),
    ('(func (export "f") (param i32) (if (local.get 0) (then nop nop) (else nop)))', (0,), 3),
    ('(func (export "f") (param i32) (if (local.get 0) (then return)) nop)', (1,), 3),
    ('(func $g nop) (func (export "f") (call $g) (call $g))', (), 4),
    (
        '(func (export "f") (param i32) (loop (local.set 0 (i32.sub (local.get 0) (i32.const 1)))'
        " (br_if 0 (local.get 0))))",
        (10,),
        60,
    ),
    (
        '(func (export "f") (param i32) (block (block (block (br_table 0 1 2 (local.get 0))) nop) nop) nop)',
        (0,),
        5,
    ),
    (
        '(func (export "f") (param i32) (block (block (block (br_table 0 1 2 (local.get 0))) nop) nop) nop)',
        (7,),
        3,
    ),
    # Many bytes at once cost one for 16 of them
    (
        '(memory 1) (func (export "f") (memory.fill (i32.const 0) (i32.const 1) (i32.const 1600)))',
        (),
        4 + 100,
    ),
    ('(memory 1) (func (export "f") (drop (memory.grow (i32.const 2))))', (), 3 + 2 * metering.PAGE_COST),
]


@pytest.mark.parametrize(("text", "arguments", "cost"), COSTS)
def test_the_fuel_of_code(text, arguments, cost):
    assert Metered(f"(module {text})").cost(*arguments) == cost


SPIN = '(module (func $spin (export "f") (loop (br 0))))'
FILL = (
    '(module (memory 16) (func (export "f") (loop'
    " (memory.fill (i32.const 0) (i32.const 1) (i32.const 1048576)) (br 0))))"
)
CALLS = '(module (func $f (export "f") (call $g)) (func $g (call $f)))'


@pytest.mark.parametrize("text", [SPIN, FILL])
def test_code_without_end_runs_out_of_fuel(text):
    bot = Metered(text)
    bot.set(FUEL, 1_000_000)
    with pytest.raises(wasmtime.Trap):
        bot.call()
    assert bot.get(WHY) == metering.OUT_OF_FUEL
    assert -100_000 < bot.get(FUEL) < 0


DEEP = {
    "two functions": CALLS,
    "many locals": '(module (func $f (export "f") (local i64 i64 i64 i64 f64 f64 f64 f64) (call $f)))',
    "through a table": (
        '(module (table funcref (elem $f)) (type $t (func)) (func $f (export "f")'
        " (call_indirect (type $t) (i32.const 0))))"
    ),
    "values in flight": (
        '(module (func $f (export "f") (result i32) '
        + "(i32.const 1) " * 500
        + "(call $f) "
        + "i32.add " * 500
        + "))"
    ),
    "parameters": (
        "(module (func $f (param i64 i64 i64 i64 i64 i64 i64 i64 i64 i64 i64 i64) (result i64) (i64.add"
        " (call $f "
        + " ".join(f"(i64.add (local.get {n}) (local.get {(n + 1) % 12}))" for n in range(12))
        + ') (local.get 3))) (func (export "f") (drop (call $f'
        + " (i64.const 1)" * 12
        + "))))"
    ),
}


@pytest.mark.parametrize("text", DEEP.values(), ids=DEEP)
def test_deep_calls_end_by_our_count_before_the_machine_s_stack_does(text):
    bot = Metered(text)
    with pytest.raises(wasmtime.Trap):
        bot.call()
    assert bot.get(WHY) == metering.OUT_OF_STACK


def test_calls_give_their_slots_back():
    bot = Metered(
        "(module (func $g (param i32) (result i32) (if (local.get 0) (then (return (call $g (i32.sub (local.get 0)"
        ' (i32.const 1)))))) (i32.const 7)) (func (export "f") (param i32) (result i32) (call $g (local.get 0))))'
    )
    assert [bot.call(500), bot.call(500), bot.call(500)] == [7, 7, 7]
    assert bot.get(STACK) == STACK_SLOTS


def test_several_results_pass_through_the_count_of_the_stack():
    bot = Metered(
        '(module (func $g nop) (func (export "f") (param i32) (result i32 f64 i64) (call $g)'
        " (if (local.get 0) (then (return (i32.const 1) (f64.const 2) (i64.const 3))))"
        " (i32.const 4) (f64.const 5) (i64.const 6)))"
    )
    assert (bot.call(1), bot.call(0)) == ([1, 2.0, 3], [4, 5.0, 6])


def test_memory_grows_to_its_limit_and_no_further():
    bot = Metered(
        '(module (memory 1) (func (export "f") (param i32) (result i32) (memory.grow (local.get 0))))', 5
    )
    assert [bot.call(3), bot.call(1)] == [1, 4]
    assert not bot.get(REFUSED)
    assert [bot.call(1), bot.call(-1)] == [-1, -1]
    assert bot.get(REFUSED)


def test_tables_do_not_grow():
    bot = Metered(
        '(module (table 1 funcref) (func (export "f") (result i32) (table.grow (ref.null func) (i32.const 1))))'
    )
    assert bot.call() == -1


NANS = [
    "(f64.div (local.get 0) (local.get 0))",
    "(f64.mul (local.get 0) (f64.reinterpret_i64 (i64.const -1)))",
    "(f64.promote_f32 (f32.sqrt (f32.const -1)))",
    "(f64.min (f64.reinterpret_i64 (i64.const 0x7ff0000000000001)) (f64.const 1))",
    "(f64.add (f64.sqrt (f64.const -1)) (f64.const 1))",
]


@pytest.mark.parametrize("value", NANS)
def test_arithmetic_makes_one_nan_only(value):
    text = f'(module (func (export "f") (param f64) (result i64) (i64.reinterpret_f64 {value})))'
    assert struct.pack("<q", Metered(text).call(0.0)) == struct.pack("<d", float("nan"))


def test_other_numbers_stay_as_they_are():
    bot = Metered(
        '(module (func (export "f") (param f64 f64) (result f64) (f64.div (local.get 0) (local.get 1))))'
    )
    assert [bot.call(1.0, 4.0), bot.call(-1.0, 0.0)] == [0.25, float("-inf")]


def test_the_start_function_waits_for_its_fuel():
    bot = Metered('(module (global $g (export "g") (mut i32) (i32.const 0)) (func $s (global.set $g (i32.const 5)))' # noqa: E501
                  ' (start $s) (func (export "f")))')  # fmt: skip
    assert bot.get("g") == 0
    bot.exports[metering.START_FUNCTION](bot.store)
    assert bot.get("g") == 5


def test_names_stay():
    data = metered(binary(SPIN))
    assert function_names(read_module(data)) == {0: "spin"}


REFUSED_MODULES = [
    (b"", "not a WebAssembly module"),
    (b"\0asm\x0d\0\x01\0", "component"),
    (b"\0asm\x01\0\0\0\x01", "middle of a section"),
    (b"\0asm\x01\0\0\0\x0a\x80\x80\x80\x80\x80\x80", "32 bits"),
    (binary('(module (func (export "lanista:fuel")))'), "reserved"),
    (binary('(module (import "a" "b" (memory 1)))'), "imports the memory 'a' 'b'"),
    (binary("(module (table 200000 funcref))"), "at most 100,000 entries"),
    (binary("(module (memory 1) (memory 1))"), "at most one memory"),
    (binary("(module (func (drop (v128.const i32x4 0 0 0 0))))"), "vectors"),
    (binary("(module (func $f (return_call $f)))"), "tail calls"),
    (binary("(module (memory 1 1 shared))"), "shared"),
    (binary("(module (func (local " + "i32 " * 10_001 + ")))"), "more than 10,000 local variables"),
]


@pytest.mark.parametrize(("data", "why"), REFUSED_MODULES, ids=[why for _, why in REFUSED_MODULES])
def test_modules_that_cannot_be_metered(data, why):
    with pytest.raises(Malformed, match=why):
        metered(data)


def test_large_functions_are_metered_or_refused_soon():
    """A megabyte of the costliest instructions: each has the longest code added."""
    text = '(module (memory 1) (func (export "f") ' + "(drop (memory.grow (i32.const 0)))" * 150_000 + "))"
    assert len(metered(binary(text))) > 1_000_000


def test_branch_tables_of_hostile_length():
    text = '(module (func (export "f") (block (br_table {labels} (i32.const 1)))))'
    assert Metered(text.format(labels="0 " * 60_000)).cost() == 2
    with pytest.raises(Malformed, match="199,999 targets"):
        metered(binary(text.format(labels="0 " * 200_000)))

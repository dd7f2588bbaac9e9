"""Targets: the modules of metered bots."""

from __future__ import annotations

import random
from functools import cache

import wasmtime

from lanista.bots.wasm.binary import function_names, read_module
from lanista.bots.wasm.engine import engine
from lanista.bots.wasm.metering import metered
from lanista.bots.wasm.module import shape_of
from lanista.bots.wasm.wasi import check_imports
from lanista.core.errors import BotError
from tests.bots.wasm.modules import PLAYS, binary, command, reactor
from tests.fuzz.mutations import mutate_bytes
from tests.fuzz.target import Finding, Target


def meter(data: bytes) -> None:
    """Read a module and meter it; a valid one must stay valid."""
    module = read_module(data)
    function_names(module)
    changed = metered(data)
    check_imports(module)
    shape_of(module)
    if _is_valid(data) and not _is_valid(changed):
        raise Finding("the metered module is not valid, though the module is")


def _is_valid(data: bytes) -> bool:
    try:
        wasmtime.Module.validate(engine(), data)
    except wasmtime.WasmtimeError:
        return False
    return True


def mutate(rng: random.Random, data: bytes) -> bytes:
    """A module with other bytes; often only one, in its second half, where the code is."""
    if rng.random() < 0.6:
        at = rng.randrange(len(data) // 2, len(data)) if data else 0
        return (
            data[:at]
            + bytes([rng.choice([0x0B, 0x00, 0x40, 0x41, 0xFC, 0xFD, rng.randrange(256)])])
            + data[at + 1 :]
        )
    return mutate_bytes(rng, data)


@cache
def seeds() -> list[bytes]:
    every = """
      (module (type $t (func (param i32) (result i32 f64))) (memory (export "memory") 1 3)
        (table funcref (elem $f $f $f)) (global (mut f32) (f32.const 1)) (start $s) (func $s nop) (data $d "abc")
        (func $f (type $t) (local i64 f64 f32)
          (drop (block $b (result i32)
            (loop $l (br_if $l (i32.eqz (local.get 0))))
            (br_table $b $b (i32.const 1) (local.get 0))))
          (drop (memory.grow (i32.const 1))) (memory.init $d (i32.const 0) (i32.const 0) (i32.const 1))
          (memory.copy (i32.const 0) (i32.const 1) (i32.const 2))
          (memory.fill (i32.const 0) (i32.const 1) (i32.const 2))
          (local.set 2 (f64.sqrt (f64.add (local.get 2) (f64.const 1))))
          (local.set 1 (i64.trunc_sat_f64_s (local.get 2)))
          (if (local.get 0) (then (return (i32.const 1) (f64.const 2)))
            (else (call $f (i32.const 1)) drop drop))
          (drop (select (result f32) (f32.const 1) (f32.load offset=4 (i32.const 0)) (i32.const 1)))
          (drop (table.grow (ref.null func) (i32.const 1)))
          (call_indirect (type $t) (i32.const 5) (i32.const 0))))
    """
    return [binary(every), reactor(), reactor("(loop (br 0))"), command(PLAYS)]


TARGETS = [Target("wasm.modules", meter, seeds, mutate, refuses=(BotError,))]

"""Calls into the engine without wasmtime's conversions, which take several times as long as a bot's short turn.

Arguments and results stay in the same places for all calls of a function, and each of its types is known.
"""

from __future__ import annotations

import ctypes
from contextlib import suppress
from ctypes import POINTER, byref
from typing import Any

import wasmtime
from wasmtime import _ffi as ffi
from wasmtime import _func

I32_KIND: Any = ffi.WASMTIME_I32.value
I64_KIND: Any = ffi.WASMTIME_I64.value


class Variable:
    """A global variable with a number."""

    def __init__(self, store: wasmtime.Store, variable: wasmtime.Global, *, is_wide: bool) -> None:
        self._context = store._context()
        self._variable = byref(variable._global)
        self._place: Any = ffi.wasmtime_val_t()
        self._place.kind = I64_KIND if is_wide else I32_KIND
        self._at = byref(self._place)
        self._is_wide = is_wide

    def get(self) -> int:
        """Its value."""
        ffi.wasmtime_global_get(self._context, self._variable, self._at)
        return int(self._place.of.i64 if self._is_wide else self._place.of.i32)

    def set(self, value: int) -> None:
        """Change its value."""
        if self._is_wide:
            self._place.of.i64 = value
        else:
            self._place.of.i32 = value
        _check(ffi.wasmtime_global_set(self._context, self._variable, self._at))


class EngineFunction:
    """A function of numbers of 32 bits with at most one result."""

    def __init__(self, store: wasmtime.Store, function: wasmtime.Func) -> None:
        self._context = store._context()
        self._function = byref(function._func)
        kind = function.type(store)
        self._count, self._results = len(kind.params), len(kind.results)
        self._places: Any = (ffi.wasmtime_val_t * max(1, self._count))()
        self._result: Any = (ffi.wasmtime_val_t * 1)()
        for place in self._places:
            place.kind = I32_KIND

    def __call__(self, *arguments: int) -> int:
        """Call it; raises Trap, also when a system call raised an exception."""
        for place, value in zip(self._places, arguments, strict=False):
            place.of.i32 = value
        trap = POINTER(ffi.wasm_trap_t)()
        error = ffi.wasmtime_func_call(
            self._context, self._function, self._places, self._count, self._result, self._results, byref(trap)
        )
        if error or trap:
            with suppress(Exception):
                _func.maybe_raise_last_exn()  # forget it: the caller has it already
            if trap:
                raise wasmtime.Trap._from_ptr(trap)
            _check(error)
        if not self._results:
            return 0
        found = self._result[0]
        return int(found.of.i64 if found.kind == I64_KIND else found.of.i32)


class LinearMemory:
    """A bot's memory; addresses are checked."""

    def __init__(self, store: wasmtime.Store, memory: wasmtime.Memory) -> None:
        self._context = store._context()
        self._memory = byref(memory._memory)

    def load(self, address: int, count: int) -> bytes:
        """Some bytes; raises IndexError beyond its end."""
        return ctypes.string_at(self._at(address, count), count)

    def store(self, address: int, data: bytes) -> None:
        """Write some bytes; raises IndexError beyond its end."""
        ctypes.memmove(self._at(address, len(data)), data, len(data))

    def _at(self, address: int, count: int) -> int:
        """The place of an address in this process."""
        if address < 0 or address + count > ffi.wasmtime_memory_data_size(self._context, self._memory):
            raise IndexError
        first = ffi.wasmtime_memory_data(self._context, self._memory)
        return int(ctypes.addressof(first.contents)) + address


def _check(error: Any) -> None:
    if error:
        raise wasmtime.WasmtimeError._from_ptr(error)

"""The threads that run loops: one pool for all libraries of a process, which is a small library itself."""

from __future__ import annotations

import ctypes
from functools import cache
from pathlib import Path
from typing import Any

from lanista.engine.compiler import THIS, BuildMachine
from lanista.engine.library import compile_into, load_library, provide_library

NAME = "pool"


@cache
def run_workers() -> Any:
    """The function that calls an entry once for each worker: (entry, slots, workers, threads)."""
    function = load_library(NAME, _source(), _say_nothing).run_workers
    function.restype = ctypes.c_int64
    function.argtypes = [ctypes.c_void_p, ctypes.POINTER(ctypes.c_int64), ctypes.c_int64, ctypes.c_int64]
    return function


def provide(folder: Path) -> None:
    """Copy the library into a folder, for processes that look there only."""
    provide_library(NAME, _source(), folder, _say_nothing)


def compile_pool(folder: Path, machine: BuildMachine = THIS) -> Path:
    """Compile the library into a folder."""
    return compile_into(NAME, _source(), folder, machine)


def _say_nothing() -> None:
    """Compiling the pool takes a tenth of a second."""


@cache
def _source() -> str:
    return Path(__file__).with_name("pool.c").read_text(encoding="utf-8")

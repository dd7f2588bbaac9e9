"""A bot's module: read, checked, compiled once, and found again by its digest."""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from lanista.bots.source.project import MODULE_SUFFIX
from lanista.bots.wasm.binary import (
    FUNCTIONS,
    I32,
    I64,
    MAX_BYTES,
    MEMORIES,
    FunctionType,
    Malformed,
    Module,
    function_names,
    read_module,
)
from lanista.bots.wasm.engine import engine, load_compiled
from lanista.bots.wasm.metering import START_FUNCTION
from lanista.bots.wasm.wasi import check_imports
from lanista.core.errors import BotError
from lanista.core.files import file_errors
from lanista.core.text import MAX_QUOTED, inert

if TYPE_CHECKING:
    import wasmtime

ALLOC, TURN, INITIALIZE, START, MEMORY = "alloc", "turn", "_initialize", "_start", "memory"
ALLOC_TYPE = FunctionType(bytes([I32]), bytes([I32]))
TURN_TYPE = FunctionType(bytes([I32, I32]), bytes([I64]))
NOTHING = FunctionType(b"", b"")
MAX_LOADED = 64  # modules that a process keeps

_loaded: OrderedDict[str, MeteredModule] = OrderedDict()


class Shape(Enum):
    """How a module is talked to."""

    REACTOR = "a reactor: its functions `alloc` and `turn` are called"
    COMMAND = "a command: its main program reads lines and answers"


@dataclass(frozen=True)
class MeteredModule:
    """A module that is ready to play; its digest is that of the file."""

    digest: str
    shape: Shape
    pages: int  # of memory at the start
    parts: Module
    compiled: wasmtime.Module

    @property
    def begins(self) -> list[str]:
        """The functions to call before the first message."""
        first = [START_FUNCTION] if self.parts.start is not None else []
        is_reactor = self.shape is Shape.REACTOR and INITIALIZE in self.parts.exports
        return [*first, INITIALIZE] if is_reactor else first

    @cached_property
    def names(self) -> dict[int, str]:
        """The names of its functions."""
        exported = {entry.index: name for name, entry in self.parts.exports.items() if entry.kind == FUNCTIONS}
        return exported | function_names(self.parts)


def is_module(path: Path) -> bool:
    """Whether a path names a module, by its suffix."""
    return path.suffix.lower() == MODULE_SUFFIX


def load_module(path: Path) -> MeteredModule:
    """The module in a file, compiled unless it was before; raises BotError with the reason."""
    with file_errors(path, "read"), path.open("rb") as file:
        data = file.read(MAX_BYTES + 1)
    try:
        return _load(data)
    except BotError as error:
        raise BotError(f"{inert(str(path), MAX_QUOTED)} cannot play: {error}") from None


def _load(data: bytes) -> MeteredModule:
    digest = hashlib.blake2b(data, digest_size=16).hexdigest()
    if digest not in _loaded:
        engine()  # or say that it is missing
        parts = read_module(data)
        check_imports(parts)
        _loaded[digest] = MeteredModule(
            digest, shape_of(parts), parts.pages or 0, parts, load_compiled(data, digest)
        )
        while len(_loaded) > MAX_LOADED:
            _loaded.popitem(last=False)
    _loaded.move_to_end(digest)
    return _loaded[digest]


def shape_of(module: Module) -> Shape:
    """How a module is talked to, by its exports; raises Malformed if it is no bot."""
    memory = module.exports.get(MEMORY)
    if memory is None or memory.kind != MEMORIES:
        raise Malformed("it exports no memory; expected one named `memory`")
    if _exports(module, START, NOTHING):
        return Shape.COMMAND
    if _exports(module, TURN, TURN_TYPE) and _exports(module, ALLOC, ALLOC_TYPE):
        _exports(module, INITIALIZE, NOTHING)
        return Shape.REACTOR
    raise Malformed(
        "it is no bot: expected the function `_start` (a program for WASI preview 1), or `alloc` and `turn`; "
        f"it exports {_some(list(module.exports))}"
    )


def _exports(module: Module, name: str, wanted: FunctionType) -> bool:
    """Whether a function is exported; raises Malformed if its type is wrong."""
    found = module.exports.get(name)
    if found is None:
        return False
    if found.kind != FUNCTIONS or module.type_of(found.index) != wanted:
        raise Malformed(f"its export `{name}` should be {_words(wanted)}")
    return True


def _words(signature: FunctionType) -> str:
    kinds = {I32: "i32", I64: "i64"}
    params, results = (", ".join(kinds[kind] for kind in part) for part in signature)
    return f"a function ({params}) -> ({results})"


def _some(names: list[str]) -> str:
    few = ", ".join(inert(name, 40) for name in names[:8])
    return few + (", ..." if len(names) > 8 else "") if names else "nothing"

"""The WebAssembly engine of this process, and compiled modules in a sealed cache."""

from __future__ import annotations

import atexit
import contextlib
import hashlib
import platform
import sys
import threading
import time
from functools import cache
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar
from weakref import WeakSet

from lanista.bots.wasm.metering import VERSION, metered
from lanista.core.errors import BotError, FileError
from lanista.core.text import MAX_QUOTED, inert
from lanista.engine.folders import LOG, cache_root, private_folder
from lanista.engine.seal import read_sealed, write_sealed

if TYPE_CHECKING:
    import wasmtime

Resource = TypeVar("Resource")

MISSING = "metered bots need wasmtime: pip install 'lanista[wasm]'"
SUFFIX = ".cwasm"
SMALL = 64 * 1024  # bytes of a module that is compiled in this process: it cannot take long
MAX_KEPT = 200  # compiled modules in the cache
TICK_SECONDS = 10.0
STACK_BYTES = 2**20  # of the machine's stack; a bot runs out of its slots before


@cache
def engine() -> wasmtime.Engine:
    """The engine, which all bots of this process share."""
    try:
        import wasmtime
    except ImportError:
        raise BotError(MISSING) from None
    config = wasmtime.Config()
    for feature in ("threads", "simd", "relaxed_simd", "tail_call", "multi_memory", "memory64", "gc",
                    "function_references", "exceptions", "stack_switching", "wide_arithmetic"):  # fmt: skip
        with contextlib.suppress(AttributeError, wasmtime.WasmtimeError):  # an older version may not know it
            setattr(config, f"wasm_{feature}", False)
    config.max_wasm_stack = STACK_BYTES
    config.epoch_interruption = True
    return tracked(wasmtime.Engine(config))


_open: WeakSet[Any] = WeakSet()


def tracked(resource: Resource) -> Resource:
    """A module or store of the engine, which is closed before the interpreter takes the engine's library apart."""
    if not _open:
        atexit.register(_close_all)
    _open.add(resource)
    return resource


def _close_all() -> None:
    for resource in list(_open):
        resource.close()
    _open.clear()


@cache
def ticking() -> None:
    """Begin to advance the engine's epoch, for calls that take far too long."""
    threading.Thread(target=_tick, name="epochs of metered bots", daemon=True).start()


def _tick() -> None:
    while True:
        time.sleep(TICK_SECONDS)
        engine().increment_epoch()


def compiled(data: bytes) -> bytes:
    """The compiled code of a module with metering; raises BotError if it is not valid."""
    import wasmtime

    try:
        wasmtime.Module.validate(engine(), data)
        return bytes(wasmtime.Module(engine(), metered(data)).serialize())
    except wasmtime.WasmtimeError as error:
        why = inert(" ".join(str(error).split()), MAX_QUOTED)
        raise BotError(f"it is not a valid module: {why}") from None


def load_compiled(data: bytes, digest: str) -> wasmtime.Module:
    """A module's compiled code, from the cache if it was compiled before; raises BotError if it is not valid."""
    import wasmtime

    here = engine()
    path = private_folder(cache_root().parent / "wasm") / f"{_key(digest)}{SUFFIX}"
    code = _cached(path)
    if code is not None:
        with contextlib.suppress(wasmtime.WasmtimeError):  # of another version of the engine
            return tracked(wasmtime.Module.deserialize(here, code))
    from lanista.bots.wasm.compiling import compile_apart

    code = compiled(data) if len(data) <= SMALL else compile_apart(data)
    try:
        write_sealed(path, code)
        _prune(path.parent)
    except FileError as error:
        LOG.warning("a compiled bot is not cached for later runs: %s", error)
    return tracked(wasmtime.Module.deserialize(here, code))


def _key(digest: str) -> str:
    """The name of a compiled module, derived from everything that its code depends on."""
    about = repr(
        (digest, VERSION, metadata.version("wasmtime"), sys.platform, platform.machine(), platform.processor())
    )
    return hashlib.blake2b(about.encode(), digest_size=16).hexdigest()


def _cached(path: Path) -> bytes | None:
    """The sealed code in a file; None if there is none, or if we did not write it."""
    try:
        return read_sealed(path)
    except (ValueError, OSError) as error:
        LOG.warning("%s; compiling this bot again", error)
        return None


def _prune(folder: Path) -> None:
    """Remove the modules that were compiled first."""
    with contextlib.suppress(OSError):
        files = sorted(folder.glob(f"*{SUFFIX}"), key=lambda path: path.stat().st_mtime)
        for path in files[:-MAX_KEPT]:
            path.unlink(missing_ok=True)

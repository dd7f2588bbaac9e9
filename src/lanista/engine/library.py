"""Shared libraries of translated rules: shipped with the package, found in the cache, or compiled into it.

A library is named by a digest of its source, so a changed rule never meets old code. Files of the cache are
sealed, and of several processes one compiles while the others wait.
"""

from __future__ import annotations

import contextlib
import ctypes
import hashlib
import os
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

from lanista.core.errors import FileError, NativeError
from lanista.core.files import write_whole
from lanista.core.system import try_lock
from lanista.engine.compiler import FLAGS, THIS, BuildMachine, compile_library
from lanista.engine.folders import LOG, PROVIDED, cache_root, private_folder
from lanista.engine.seal import read_sealed, write_sealed

SHIPPED = Path(__file__).with_name("prebuilt")
LOCK_SECONDS = 300.0  # enough on a very busy machine; then both processes compile
POLL_SECONDS = 0.02
READABLE = 0o644


def file_name(name: str, source: str, machine: BuildMachine = THIS) -> str:
    """The name of a library, derived from everything that its code depends on."""
    about = repr((source, FLAGS, machine._replace(zig="").flags(), machine.system, machine.processor))
    return f"{name}-{hashlib.blake2b(about.encode(), digest_size=16).hexdigest()}{machine.suffix}"


def find_library(name: str, source: str) -> ctypes.CDLL | None:
    """A library that is shipped or cached; None if it would have to be compiled."""
    file = file_name(name, source)
    provided = os.environ.get(PROVIDED)
    for folder in (SHIPPED, *([Path(provided)] if provided else [])):
        if (folder / file).exists():
            return _opened(folder / file)
    if provided:
        return None
    path = private_folder(cache_root()) / file
    return _opened(path) if _is_intact(path) else None


def load_library(name: str, source: str, announce: Callable[[], None]) -> ctypes.CDLL:
    """A library; `announce` is called before it is compiled. Where libraries are provided, none is compiled."""
    found = find_library(name, source)
    if found is not None:
        return found
    if os.environ.get(PROVIDED):
        raise NativeError(f"{name}: these rules are not among those that were compiled for this process")
    path = private_folder(cache_root()) / file_name(name, source)
    with _held(path):
        if not _is_intact(path):  # another process may have compiled it meanwhile
            announce()
            return _compiled(path, source)
    return _opened(path)


def provide_library(name: str, source: str, folder: Path, announce: Callable[[], None]) -> None:
    """Copy a library into a folder, readable for everybody; it is compiled if need be, as by `load_library`."""
    target = folder / file_name(name, source)
    if not target.exists():
        loaded = load_library(name, source, announce)
        write_whole(target, Path(loaded._name).read_bytes(), force=True, mode=READABLE)


def compile_into(name: str, source: str, folder: Path, machine: BuildMachine = THIS) -> Path:
    """Compile a library into a folder."""
    target = folder / file_name(name, source, machine)
    if not target.exists():
        compile_library(source, target, machine)
    return target


def _compiled(path: Path, source: str) -> ctypes.CDLL:
    folder = _workshop()
    built = folder / path.name
    compile_library(source, built)
    try:
        write_sealed(path, built.read_bytes())
    except FileError as error:
        LOG.warning("compiled rules are not cached for later runs: %s", error)
        return _opened(built)
    built.unlink()
    return _opened(path)


@cache
def _workshop() -> Path:
    """A folder of this process, removed when it ends."""
    folder = tempfile.TemporaryDirectory(prefix="lanista-", ignore_cleanup_errors=True)
    _kept.append(folder)
    return Path(folder.name)


_kept: list[tempfile.TemporaryDirectory[str]] = []


@cache
def _opened(path: Path) -> ctypes.CDLL:
    return ctypes.CDLL(str(path))


def _is_intact(path: Path) -> bool:
    """Whether the file is a library that we wrote; anything else is removed."""
    try:
        return read_sealed(path) is not None
    except (ValueError, OSError) as error:
        problem = f"{path} cannot be read ({error.strerror})" if isinstance(error, OSError) else error
        LOG.warning("%s; compiling these rules again", problem)
        with contextlib.suppress(OSError):
            path.unlink()
        return False


@contextlib.contextmanager
def _held(path: Path) -> Iterator[None]:
    """Hold the lock on a file that is about to be written, or give up after LOCK_SECONDS."""
    try:
        lock = path.with_suffix(".lock").open("wb")
    except OSError:
        yield
        return
    with lock:
        deadline = time.monotonic() + LOCK_SECONDS
        while not try_lock(lock) and time.monotonic() < deadline:
            time.sleep(POLL_SECONDS)
        yield

"""Arrays shared by processes: one file, mapped into the memory of each."""

from __future__ import annotations

import mmap
import os
import tempfile
import weakref
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from lanista.core.errors import FileError

MEMORY = Path("/dev/shm")
ALIGNMENT = 64
Shapes = Mapping[str, tuple[tuple[int, ...], np.dtype[Any]]]
Arrays = dict[str, npt.NDArray[Any]]


@dataclass(frozen=True)
class Handle:
    """A picklable handle with which another process maps the arrays."""

    path: str
    shapes: Shapes


def create(shapes: Shapes) -> tuple[Arrays, Handle]:
    """Arrays of zeros in a new file, which is removed when the arrays are gone or this process ends."""
    number, path = tempfile.mkstemp(prefix="lanista-", dir=MEMORY if MEMORY.is_dir() else None)
    try:
        size = _size(shapes)
        os.ftruncate(number, size)
        memory = mmap.mmap(number, size)
    finally:
        os.close(number)
    arrays = dict(_placed(shapes, memory))
    weakref.finalize(memory, _remove, path, os.getpid())
    return arrays, Handle(path, dict(shapes))


def attach_arrays(handle: Handle) -> Arrays:
    """The arrays of another process, by name; writes are visible to all processes."""
    try:
        number = os.open(handle.path, os.O_RDWR)
    except OSError as error:
        raise FileError(
            f"the shared arrays are gone ({error.strerror}); the process that made them must live"
        ) from error
    try:
        return dict(_placed(handle.shapes, mmap.mmap(number, _size(handle.shapes))))
    finally:
        os.close(number)


def _placed(shapes: Shapes, memory: mmap.mmap) -> Iterator[tuple[str, npt.NDArray[Any]]]:
    at = 0
    for name, (shape, dtype) in shapes.items():
        yield name, np.ndarray(shape, dtype, memory, at)
        at += _room(shape, dtype)


def _room(shape: tuple[int, ...], dtype: np.dtype[Any]) -> int:
    """The bytes of an array, rounded up so that no two arrays share a cache line."""
    return -(-int(np.prod(shape)) * dtype.itemsize // ALIGNMENT) * ALIGNMENT


def _size(shapes: Shapes) -> int:
    return max(1, sum(_room(shape, dtype) for shape, dtype in shapes.values()))


def _remove(path: str, owner: int) -> None:
    """Remove the file, unless this is a forked copy of its owner."""
    if os.getpid() == owner:
        with suppress(OSError):
            Path(path).unlink()

"""The cache of compiled code: one sealed file for each loop, argument types and machine.

It replaces Numba's cache, which loads whatever it finds, derives file names from one source file only, and lets
several processes compile the same thing at once. Here the first one compiles and the others wait for it.
"""

from __future__ import annotations

import contextlib
import hashlib
import pickle
import time
from collections.abc import Callable
from pathlib import Path
from typing import IO, Any

from lanista.engine.folders import LOG, cache_root, private_folder
from lanista.engine.seal import read_sealed, write_sealed
from lanista.errors import FileError
from lanista.system import try_lock

LOCK_SECONDS = 900.0  # enough on a very busy machine; then both processes compile
POLL_SECONDS = 0.05


class CompiledCache:
    """The cache interface that Numba expects, for one function; `announce` is called before compiling."""

    def __init__(self, name: str, key: str, announce: Callable[[], None]) -> None:
        self._name = name
        self._key = key
        self._announce = announce
        self._lock: IO[bytes] | None = None
        self._folder = private_folder(cache_root())

    @property
    def cache_path(self) -> str:
        """The folder of its files."""
        return str(self._folder)

    def load_overload(self, signature: Any, context: Any) -> Any:
        """Cached code for these arguments, or None: then no other process compiles it until `release`."""
        context.refresh()
        path = self._path(signature, context.codegen())
        cached = self._load(path, context)
        if cached is None:
            self._hold(path)
            cached = self._load(path, context)  # another process may have compiled it meanwhile
            if cached is not None:
                self.release()
            else:
                self._announce()
        return cached

    def contains(self, signature: Any, context: Any) -> bool:
        """Whether there is intact code for these arguments."""
        context.refresh()
        try:
            return read_sealed(self._path(signature, context.codegen())) is not None
        except (ValueError, OSError):
            return False

    def save_overload(self, signature: Any, result: Any) -> None:
        """Store compiled code; a failure to do so is logged only."""
        from numba.core.serialize import dumps

        path = self._path(signature, result.codegen)
        try:
            if not result.lifted and not result.library.has_dynamic_globals:
                write_sealed(path, dumps(result._reduce()))  # type: ignore[no-untyped-call]
        except FileError as error:
            LOG.warning("compiled rules are not cached for later runs: %s", error)
        finally:
            self.release()

    def release(self) -> None:
        """Let other processes compile: this one has finished or failed."""
        if self._lock is not None:
            self._lock.close()
            self._lock = None

    def enable(self) -> None:
        """It cannot be switched off."""

    disable = flush = enable

    def _path(self, signature: Any, codegen: Any) -> Path:
        about = repr((self._key, str(signature), codegen.magic_tuple())).encode()
        return self._folder / f"{self._name}-{hashlib.blake2b(about, digest_size=16).hexdigest()}.rules"

    def _load(self, path: Path, context: Any) -> Any:
        from numba.core.compiler import CompileResult

        try:
            content = read_sealed(path)
        except (ValueError, OSError) as error:
            problem = f"{path} cannot be read ({error.strerror})" if isinstance(error, OSError) else error
            LOG.warning("%s; compiling these rules again", problem)
            with contextlib.suppress(OSError):
                path.unlink()
            return None
        if content is None:
            return None
        return CompileResult._rebuild(context, *pickle.loads(content))  # type: ignore[no-untyped-call]

    def _hold(self, path: Path) -> None:
        """Take the lock on a file that is about to be written, or give up after LOCK_SECONDS."""
        with contextlib.suppress(OSError):
            self._lock = path.with_suffix(".lock").open("wb")
            deadline = time.monotonic() + LOCK_SECONDS
            while not try_lock(self._lock) and time.monotonic() < deadline:
                time.sleep(POLL_SECONDS)

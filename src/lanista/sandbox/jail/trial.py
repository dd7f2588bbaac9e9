"""Tries whether a jail can be made here; `machine` runs it as a separate process."""

from __future__ import annotations

import os
import sys

from lanista.sandbox.jail.spec import read_spec

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def main() -> None:
    """Start a process in the jail that the environment describes; says on standard error why that fails."""
    spec = read_spec()
    try:
        if spec["runner"] == "own":
            _try_own(spec)
        else:
            from lanista.sandbox.jail import bubblewrap

            bubblewrap.execute(spec, ["/bin/sh", "-c", "exit 0"], 2, os.dup(1))
    except OSError as error:
        sys.exit(f"{error.filename or 'a system call'}: {error.strerror}")


def _try_own(spec: dict[str, Any]) -> None:
    from lanista.sandbox.jail.enter import Namespaces

    read, write = os.pipe()
    Namespaces(spec).start(lambda: os._exit(0), write)
    os.close(write)
    said = os.read(read, 4096)
    if b'"exit": 0}' not in said:
        sys.exit(said.decode() or "the first process in the namespaces ended too early")

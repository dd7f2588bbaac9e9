"""Tries whether a jail can be made here; `machine` runs it as a process of its own."""

from __future__ import annotations

import os
import sys

from lanista.sandbox.enter import Namespaces
from lanista.sandbox.spec import read_spec


def main() -> None:
    """Start a process in the jail that the environment describes; says on standard output why that fails."""
    try:
        read, write = os.pipe()
        Namespaces(read_spec()).start(lambda: os._exit(0), write)
        os.close(write)
        if b'"exit": 0}' not in os.read(read, 4096):
            sys.exit("the first process in the namespaces ended too early")
    except OSError as error:
        sys.exit(f"{error.filename or 'a system call'}: {error.strerror}")

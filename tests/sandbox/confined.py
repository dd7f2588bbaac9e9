"""Runs functions in child processes that have put on guards, and reports what happens to them."""

from __future__ import annotations

import os
import pickle
import signal
import sys
import traceback
import warnings
from collections.abc import Callable
from typing import Any

import pytest

LINUX = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the kernel of Linux does this")


def outcome(confine: Callable[[], object], act: Callable[[], Any]) -> Any:
    """The value of `act` after `confine` in a child process, or the errno or the signal that it ends with."""
    ours, theirs = os.pipe()
    with warnings.catch_warnings():
        warnings.simplefilter(
            "ignore", DeprecationWarning
        )  # threads of pytest-xdist, which the child does not use
        pid = os.fork()
    if pid == 0:
        _run(confine, act, theirs)
    os.close(theirs)
    with open(ours, "rb") as file:
        data = file.read()
    _, how = os.waitpid(pid, 0)
    if os.WIFSIGNALED(how):
        return signal.Signals(os.WTERMSIG(how))
    assert data, f"the child exited with status {os.WEXITSTATUS(how)}"
    return pickle.loads(data)


def _run(confine: Callable[[], object], act: Callable[[], Any], report: int) -> None:
    """Never returns."""
    try:
        confine()
        try:
            result = act()
        except MemoryError:
            result = MemoryError
        except OSError as error:
            result = error.errno
        os.write(report, pickle.dumps(result))
    except BaseException:  # noqa: BLE001 - this process must not go on as a second pytest
        traceback.print_exc()
    finally:
        os._exit(1)

"""Makes attempts one after the other, each in a separate process, and reports each as one JSON line."""

from __future__ import annotations

import contextlib
import json
import os
import select
import signal
import sys
from collections.abc import Iterator
from typing import Any

from . import channels, files, network, privileges, processes, resources
from .attempt import ATTEMPTS, Attempt, Targets

SUBJECTS = (files, processes, network, channels, privileges, resources)  # loading them registers their attempts
__all__ = ["ATTEMPTS", "main", "make"]
SECONDS = 10  # for one attempt
NOT_TRIED = "not tried"


def main(words: list[str]) -> None:
    """Make the attempts named in the arguments; the first argument is the targets as JSON."""
    for report in make(json.loads(words[0]), words[1:]):
        sys.stdout.write(json.dumps(report) + "\n")
        sys.stdout.flush()


def make(targets: Targets, names: list[str]) -> Iterator[dict[str, Any]]:
    """Make the attempts; yields what each obtained, or why it obtained nothing."""
    for name in names:
        got, why = separately(ATTEMPTS[name], targets)
        yield {"attempt": name, "got": got, "why": why}


def separately(attempt: Attempt, targets: Targets) -> tuple[str, str]:
    """Make an attempt in another process, which it may cost."""
    result, write = os.pipe()
    try:
        pid = os.fork()
    except OSError as error:
        return "", f"{NOT_TRIED}: {error.strerror}"
    if pid == 0:
        os.close(result)
        with contextlib.suppress(BaseException):
            os.write(write, json.dumps(attempted(attempt, targets)).encode())
        os._exit(0)
    os.close(write)
    is_done = select.select([result], [], [], SECONDS)[0]
    text = os.read(result, 65536) if is_done else b""
    os.close(result)
    with contextlib.suppress(OSError):
        os.kill(pid, signal.SIGKILL)
    how = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    if text:
        got, why = json.loads(text)
        return got, why
    return "", f"killed by {signal.Signals(-how).name}" if is_done and how < 0 else "no result"


def attempted(attempt: Attempt, targets: Targets) -> tuple[str, str]:
    """The loot of an attempt; otherwise the error that stopped it."""
    try:
        got = attempt.run(targets)[:200]
    except MemoryError:
        return "", "no memory"
    except OSError as error:
        return "", error.strerror or str(error)
    except Exception as error:  # noqa: BLE001 - an attempt that cannot be made here obtains nothing
        return "", f"{type(error).__name__}: {error}"[:200]
    return got, "" if got else "nothing to be had"

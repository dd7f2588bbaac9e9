"""The reports of a supervisor, as lines of JSON; standard library only.

They are written by hand: importing `json` would double the time that a supervisor takes to start.
"""

from __future__ import annotations

import os
import sys

from lanista.sandbox.shortage import is_ours

TYPE_CHECKING = False
if TYPE_CHECKING:
    import resource

PEAK_UNITS = 2**20 if sys.platform == "darwin" else 2**10  # in a megabyte


def started_line(pid: int) -> bytes:
    """A bot was started; killing `pid` ends its first process, and in a PID namespace all others."""
    return f'{{"started": {pid}}}\n'.encode()


def starting_line() -> bytes:
    """A bot is about to be started: from now on it may have killed a supervisor that is gone."""
    return b'{"starting": true}\n'


def failed_line(what: str, error: OSError) -> bytes:
    """A bot could not be started, or we were unable to start it, which it does not pay for."""
    kind, reason = "unable" if is_ours(error) else "failed", f"{what}: {error.strerror}"
    return f'{{"{kind}": "{"".join(map(_escape, reason))}"}}\n'.encode()


def sandbox_failed_line(error: OSError) -> bytes:
    """A bot's jail could not be made."""
    return failed_line(f"the sandbox: {error.filename or 'a system call'}", error)


def _escape(character: str) -> str:
    if " " <= character <= "~" and character not in '"\\':
        return character
    return f"\\u{ord(character):04x}" if character < "\ud800" else "?"


def excess_line(kind: str, amount: int) -> bytes:
    """A bot is being killed, as its processes use too much memory together, or are too many."""
    return f'{{"{kind}": {amount}}}\n'.encode()


def end_line(how: int, usage: resource.struct_rusage | None) -> bytes:
    """A process ended; `how` is its wait status. Its peak of memory is that of the largest process waited for."""
    kind, number = ("signal", os.WTERMSIG(how)) if os.WIFSIGNALED(how) else ("exit", os.WEXITSTATUS(how))
    cpu, peak = (usage.ru_utime + usage.ru_stime, usage.ru_maxrss // PEAK_UNITS) if usage else (0, 0)
    return f'{{"cpu_ms": {1000 * cpu:.3f}, "peak_mb": {peak}, "{kind}": {number}}}\n'.encode()

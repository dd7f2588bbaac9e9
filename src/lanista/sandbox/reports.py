"""What a supervisor reports, as lines of JSON; standard library only.

They are written by hand: importing `json` would double the time that a supervisor takes to start.
"""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    import resource

PEAK_UNITS = 2**20 if sys.platform == "darwin" else 2**10  # in a megabyte


def started_line(pid: int) -> bytes:
    """A bot was started; killing `pid` ends its first process, and in a PID namespace all others."""
    return f'{{"started": {pid}}}\n'.encode()


def failed_line(reason: str) -> bytes:
    """A bot could not be started."""
    return f'{{"failed": "{"".join(map(_escape, reason))}"}}\n'.encode()


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

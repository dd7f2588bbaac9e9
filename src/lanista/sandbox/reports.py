"""What a supervisor reports, as lines of JSON; standard library only.

They are written by hand: importing `json` would double the time that a supervisor takes to start.
"""

from __future__ import annotations

import os


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


def excess_line(megabytes: int) -> bytes:
    """A bot is being killed, as its processes use too much memory together."""
    return f'{{"excess_mb": {megabytes}}}\n'.encode()


def end_line(how: int, cpu_seconds: float) -> bytes:
    """A process ended; `how` is its wait status."""
    kind, number = ("signal", os.WTERMSIG(how)) if os.WIFSIGNALED(how) else ("exit", os.WEXITSTATUS(how))
    return f'{{"cpu_ms": {1000 * cpu_seconds:.3f}, "{kind}": {number}}}\n'.encode()

"""A bot that answers every line with the same text: the lower bound for a process bot.

Run as a script: `echo.py ANSWER [MS]`. It answers at once, or after some milliseconds of processor time.
"""

from __future__ import annotations

import os
import sys
import time


def main() -> None:
    """Say ready, then answer every line."""
    answer = sys.argv[1].encode() + b"\n"
    thinking = int(sys.argv[2]) / 1000 if len(sys.argv) > 2 else 0.0
    lines = sys.stdin.buffer
    lines.readline()
    os.write(1, b'{"type":"ready"}\n')
    for _ in lines:
        until = time.process_time() + thinking
        while thinking and time.process_time() < until:
            pass
        os.write(1, answer)


if __name__ == "__main__":
    main()

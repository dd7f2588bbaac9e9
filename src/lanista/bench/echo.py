"""A bot that answers every line with the same text at once: the lower bound for a process bot.

Run as a script: `echo.py ANSWER`.
"""

from __future__ import annotations

import os
import sys


def main() -> None:
    """Say ready, then answer every line."""
    answer = sys.argv[1].encode() + b"\n"
    lines = sys.stdin.buffer
    lines.readline()
    os.write(1, b'{"type":"ready"}\n')
    for _ in lines:
        os.write(1, answer)


if __name__ == "__main__":
    main()

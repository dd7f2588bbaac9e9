"""Runs a bot that is a Python file: a function `move(view)`, or a class with a method `move(self, view)`.

Run as a script: `host.py FILE`. It speaks the lines protocol for the bot.
"""

from __future__ import annotations

import os
import sys

from lanista.client.runner import load, serve


def main() -> None:
    """Answer every turn until the last match ends."""
    path = sys.argv[1]
    # A script's folder is on the path: a bot's `import schema` would find a module of Lanista.
    sys.path[:] = [folder for folder in sys.path if folder != os.path.dirname(__file__)]
    serve(lambda: load(path))


if __name__ == "__main__":
    main()

"""Starts the command line: `lanista`, or `python -m lanista`."""

from __future__ import annotations

import sys


def main() -> None:
    """Load the verbs and run one; Ctrl-C while they are being loaded ends quietly too."""
    try:
        from lanista.cli.main import main as run

        run()
    except KeyboardInterrupt:
        sys.exit(130)


if __name__ == "__main__":
    main()

"""A runner of a league in its own process: `python -m tests.chaos.runner ADDRESS LEAGUE JOBS [--jumping]`.

With `--jumping` the wall clock of this process jumps by hours, back and forth, all the time.
"""

from __future__ import annotations

import argparse
import random
import sys
import threading
import time
from collections.abc import Callable

from lanista.core.errors import LanistaError

HOURS = 3_600.0
JUMP_SECONDS = 0.05
REFUSED = 7  # the exit code for an error that a person would read


class JumpingClock:
    """A wall clock that shows another hour at every look."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock, self._random = clock, random.Random(1)
        self._lock = threading.Lock()

    def __call__(self) -> float:
        with self._lock:
            return self._clock() + self._random.randint(-48, 48) * HOURS


def main() -> int:
    """Run a league to its end; REFUSED with the reason on standard error if it cannot be continued now."""
    parser = argparse.ArgumentParser(prog="python -m tests.chaos.runner", description=__doc__)
    parser.add_argument("address")
    parser.add_argument("league")
    parser.add_argument("jobs", type=int)
    parser.add_argument("--jumping", action="store_true")
    chosen = parser.parse_args()
    if chosen.jumping:
        time.time = JumpingClock(time.time)
    from lanista.league.league import open_league

    try:
        open_league(chosen.address, chosen.league).run(jobs=chosen.jobs)
    except LanistaError as error:
        sys.stderr.write(f"{error}\n")
        return REFUSED
    return 0


if __name__ == "__main__":
    sys.exit(main())

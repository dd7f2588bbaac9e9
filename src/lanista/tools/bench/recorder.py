"""A runner that records made-up results, as a process: `python -m lanista.tools.bench.recorder ADDRESS LEAGUE`."""

from __future__ import annotations

import sys

from lanista.league.store import open_store
from lanista.tools.bench.stores import result_of

CLAIMED = 8  # at once


def main(address: str, league: int) -> None:
    """Say "ready", wait for the end of the input, record until no match is free, and say how many that were."""
    with open_store(address) as store:
        runner = store.begin_runner("bench")
        _say("ready")
        sys.stdin.read()
        recorded = 0
        while claims := store.claim(league, runner, CLAIMED):
            for claim in claims:
                recorded += len(store.record(league, runner, [result_of(claim.match.number)]))
        store.end_runner(runner)
        _say(str(recorded))


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))

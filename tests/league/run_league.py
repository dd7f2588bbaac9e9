"""Runs the only league of a store, as a process that tests interrupt and kill: ADDRESS JOBS."""

import signal
import sys
from typing import NoReturn

from lanista.core.errors import Terminated
from lanista.league.league import open_league


def _stop(*_: object) -> NoReturn:
    raise Terminated


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGTERM, _stop)
    open_league(sys.argv[1]).run(jobs=int(sys.argv[2]))

"""Runs a module in a process that ends with its owner: `python -m lanista.serve.ops.owned MODULE ARGUMENT...`.

The owner holds the other end of our standard input. When it closes, however the owner ended, this process is
asked to end, and killed if it does not.
"""

from __future__ import annotations

import os
import runpy
import sys
import threading
import time

from lanista.core.system import terminate_self

STOP_SECONDS = 25.0  # to end in order
KILL_SECONDS = 5.0  # after the second request


def main() -> None:
    """Run the module as if it had been started itself."""
    _, module, *_ = sys.argv
    threading.Thread(target=_end_with_owner, name="owner", daemon=True).start()
    sys.argv[:2] = [module]
    runpy.run_module(module, run_name="__main__", alter_sys=True)


def _end_with_owner() -> None:
    while os.read(0, 1024):
        pass
    terminate_self()
    time.sleep(STOP_SECONDS)
    terminate_self()
    time.sleep(KILL_SECONDS)
    os._exit(1)


if __name__ == "__main__":
    main()

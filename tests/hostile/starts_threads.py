"""A thread bomb, bounded: starts threads until it is refused, at most 400."""

import threading
import time

from common import once

BOUND = 400


def bomb():
    threading.stack_size(65536)
    threads = 0
    try:
        while threads < BOUND:
            threading.Thread(target=time.sleep, args=(60,), daemon=True).start()
            threads += 1
    except RuntimeError:
        pass
    return {"threads": threads}


once(bomb)

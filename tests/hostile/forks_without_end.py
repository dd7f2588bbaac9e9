"""A fork bomb, bounded: forks until it is refused, at most 200 times; the children sleep."""

import os
import time

from common import once

BOUND = 200


def bomb():
    children = 0
    try:
        while children < BOUND:
            if os.fork() == 0:
                time.sleep(60)
                os._exit(0)
            children += 1
    except OSError:
        pass
    return {"children": children}


once(bomb)

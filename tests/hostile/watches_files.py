"""Opens as many inotify instances as it may: the kernel counts those of all processes of a user together."""

import ctypes
import resource

from common import once

opened = []


def open_all():
    libc = ctypes.CDLL(None)
    while len(opened) < resource.getrlimit(resource.RLIMIT_NOFILE)[0]:
        fd = libc.inotify_init1(0)
        if fd < 0:
            break
        opened.append(fd)
    return len(opened)


once(lambda: {"instances": open_all()})

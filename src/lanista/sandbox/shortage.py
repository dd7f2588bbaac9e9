"""Errors that are ours: the machine has run out of something, or refuses to make a jail.

No bot pays for one: the match is void. Supervisors import it too.
"""

from __future__ import annotations

import errno

OUT_OF_FILES = frozenset({errno.EMFILE, errno.ENFILE})
SHORTAGES = OUT_OF_FILES | {errno.EAGAIN, errno.ENOMEM, errno.ENOBUFS, errno.ETOOMANYREFS}
OUR_CALLS = frozenset({"unshare", "clone3", "sethostname", "pivot_root", "umount2", "capset"})


def is_ours(error: OSError) -> bool:
    """Whether an error before a bot's program has begun is ours, whatever its files are like."""
    return error.errno in SHORTAGES or error.filename in OUR_CALLS


def is_out_of_files(error: BaseException) -> bool:
    """Whether our own process can open no more files, which no bot can cause."""
    return isinstance(error, OSError) and error.errno in OUT_OF_FILES

"""Which errors are ours, and so void a match."""

from __future__ import annotations

import errno
import os

from lanista.sandbox.reports import failed_line, sandbox_failed_line
from lanista.sandbox.shortage import is_out_of_files
from tests.rows import every_row

# An error before the bot's program has begun; is it ours?
ERRORS = {
    OSError(errno.EMFILE, "Too many open files"): True,
    OSError(errno.ENFILE, "Too many open files in system"): True,
    OSError(errno.EAGAIN, "Resource temporarily unavailable"): True,
    OSError(errno.ENOMEM, "Cannot allocate memory"): True,
    OSError(errno.ETOOMANYREFS, "Too many references"): True,
    OSError(errno.ENOSPC, "No space left on device", "unshare"): True,  # too many namespaces of the user
    OSError(errno.ENOSPC, "No space left on device", "/bot/large"): False,
    OSError(errno.ENOENT, "No such file or directory", "./bot"): False,
    OSError(errno.ENOEXEC, "Exec format error", "./bot"): False,
    OSError(errno.EACCES, "Permission denied", "./bot"): False,
}


@every_row("error", ERRORS, ids=str)
def test_a_shortage_is_ours_and_a_bad_program_is_not(error):
    kind = b"unable" if ERRORS[error] else b"failed"
    assert failed_line("./bot", error) == b'{"%s": "./bot: %s"}\n' % (kind, error.strerror.encode())
    assert sandbox_failed_line(error).startswith(b'{"%s": "the sandbox: ' % kind)


def test_only_descriptors_of_our_own_can_run_out_later():
    """A bot can cause the others, for example with a lease on a file that we open."""
    assert is_out_of_files(OSError(errno.EMFILE, os.strerror(errno.EMFILE)))
    assert not is_out_of_files(BlockingIOError(errno.EAGAIN, os.strerror(errno.EAGAIN)))
    assert not is_out_of_files(ValueError())

"""Installs a filter of system calls, before a bot is executed; see `call_filter`.

Every import here takes time at every start of a bot.
"""

from __future__ import annotations

import ctypes
import os
import struct

PR_SET_SECCOMP, PR_SET_NO_NEW_PRIVS, MODE_FILTER = 22, 38, 2


def install(program: bytes) -> None:
    """Filter the system calls of this process and its descendants for ever; raises OSError."""
    libc = ctypes.CDLL(None, use_errno=True)
    code = ctypes.create_string_buffer(program, len(program))
    header = struct.pack("HxxxxxxP", len(program) // 8, ctypes.addressof(code))
    if libc.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) or libc.prctl(PR_SET_SECCOMP, MODE_FILTER, header, 0, 0):
        number = ctypes.get_errno()
        raise OSError(number, f"seccomp: {os.strerror(number)}")

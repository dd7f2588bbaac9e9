"""System calls by number, for those without a function in Python."""

from __future__ import annotations

import ctypes
import os
import platform

from ..syscalls import NUMBERS

# Calls that no filter refuses, in addition to those that ours does.
MORE_NUMBERS = {
    "mq_unlink": (241, 181),
    "msgctl": (71, 187),
    "pidfd_open": (434, 434),
    "shmat": (30, 196),
    "shmctl": (31, 195),
    "shmdt": (67, 197),
}


def call(name: str, *arguments: object) -> int:
    """Make a system call; raises OSError if it fails."""
    numbers = NUMBERS.get(name) or MORE_NUMBERS[name]
    return call_number(numbers[platform.machine() != "x86_64"], *arguments)


def call_number(number: int, *arguments: object) -> int:
    """Make a system call by its number."""
    syscall = ctypes.CDLL(None, use_errno=True).syscall
    syscall.restype = ctypes.c_long
    words = [ctypes.c_long(word) if isinstance(word, int) else word for word in arguments]
    answer: int = syscall(ctypes.c_long(number), *words)
    if answer == -1:
        code = ctypes.get_errno()
        raise OSError(code, os.strerror(code))
    return answer


def run_code(code: bytes) -> int:
    """Execute machine code and return its result."""
    import mmap

    memory = mmap.mmap(-1, mmap.PAGESIZE, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
    memory.write(code)
    address = ctypes.addressof(ctypes.c_char.from_buffer(memory))
    answer: int = ctypes.CFUNCTYPE(ctypes.c_int)(address)()
    return answer

"""Copies a bot's folder into its jail; standard library only, as the supervisor imports it."""

from __future__ import annotations

import os
import stat

CHUNK = 2**20


def copy_tree(source: str, target: str, owner: tuple[int, int], left_out: list[str]) -> None:
    """Copy all below a folder into another that is there already, and give it to `owner`; links stay links."""
    waiting = [""]
    while waiting:
        here = waiting.pop()
        for name in os.listdir(source + here):
            path = f"{here}/{name}"
            if source + path in left_out:
                continue
            if copy_entry(source + path, target + path, owner):
                waiting.append(path)


def copy_entry(source: str, target: str, owner: tuple[int, int]) -> bool:
    """Copy one entry; returns whether it is a folder, whose contents are still to come."""
    status = os.lstat(source)
    mode = stat.S_IMODE(status.st_mode) & 0o777 | 0o600
    if stat.S_ISLNK(status.st_mode):
        os.symlink(os.readlink(source), target)
        os.lchown(target, *owner)
        return False
    if stat.S_ISDIR(status.st_mode):
        os.mkdir(target, mode | 0o700)
        os.chown(target, *owner)
        return True
    if stat.S_ISREG(status.st_mode):
        _copy_file(source, target, mode, owner)
        os.utime(target, ns=(status.st_atime_ns, status.st_mtime_ns))
    return False


def _copy_file(source: str, target: str, mode: int, owner: tuple[int, int]) -> None:
    read = os.open(source, os.O_RDONLY | os.O_CLOEXEC | os.O_NOFOLLOW)
    try:
        write = os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, mode)
        try:
            while data := os.read(read, CHUNK):
                while data:
                    data = data[os.write(write, data) :]
            os.fchown(write, *owner)
            os.fchmod(write, mode)
        finally:
            os.close(write)
    finally:
        os.close(read)

"""Watches the disk of a server: uploads are refused while there is still room for results."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from lanista.core.files import file_errors
from lanista.serve.errors import DiskFull

if TYPE_CHECKING:
    from lanista.serve.site import Site

LOW_BYTES = 2 * 2**30  # less is said on the organiser's desk
FULL_BYTES = 512 * 2**20  # below this nothing is uploaded; results of matches still find room


class DiskSpace(msgspec.Struct, frozen=True):
    """The space on the disks of a server, in bytes, on the one that has the least."""

    folder: str
    free: int
    total: int

    @property
    def low(self) -> bool:
        """Whether somebody should make room soon."""
        return self.free < LOW_BYTES

    @property
    def full(self) -> bool:
        """Whether uploads are refused."""
        return self.free < FULL_BYTES

    @property
    def says(self) -> str:
        """The state of the disk in a sentence."""
        free = f"{self.free / 2**30:.1f} GiB of {self.total / 2**30:.0f} GiB are free"
        if self.full:
            return f"the disk is nearly full: {free}, so uploads are refused; make room"
        return f"the disk is filling up: {free}; make room soon" if self.low else free


def disk(site: Site) -> DiskSpace:
    """The space for a server's data and its replays; a database on another machine has its own."""
    folders = (site.data, site.store.replays.folder)
    return min(map(_space, folders), key=lambda space: space.free)


def check_space(site: Site, size: int) -> None:
    """Refuse to store this number of bytes if that could fill the disk."""
    if disk(site).free - size < FULL_BYTES:
        raise DiskFull("the disk of the server is nearly full, so nothing is uploaded; tell the organiser")


def _space(folder: Path) -> DiskSpace:
    with file_errors(folder, "read"):
        while not folder.exists() and folder != folder.parent:
            folder = folder.parent
        found = shutil.disk_usage(folder)
    return DiskSpace(str(folder), found.free, found.total)

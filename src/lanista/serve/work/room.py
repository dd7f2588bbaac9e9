"""Room on the disk: without it no lane begins anything, so that no bot fails because of our disk."""

from __future__ import annotations

from lanista.serve.ops.disk import disk
from lanista.serve.site import Site

NEEDED_BYTES = 64 * 2**20  # uploads are refused long before, so that what was uploaded can be played
FULL = "the disk of the server is full: {work} wait until there is room"


def has_room(site: Site) -> bool:
    """Whether a match or a job can be stored."""
    return disk(site).free >= NEEDED_BYTES

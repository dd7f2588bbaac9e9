"""Files that browsers save and never show: archives of versions, and starters."""

from __future__ import annotations

from typing import TYPE_CHECKING

from litestar import Response

from lanista.bots.source.archive import SUFFIX
from lanista.serve.bots.starters import NAME, starter_archive

if TYPE_CHECKING:
    from lanista.serve.contests import Contest
    from lanista.serve.records import Upload
    from lanista.serve.site import Site

OCTETS = "application/octet-stream"  # nothing that a browser would render


def archive_answer(site: Site, upload: Upload) -> Response[bytes]:
    """The archive of a version, as it is stored."""
    return _attachment(site.store.archive(upload.digest), f"version-{upload.number}{SUFFIX}")


def starter_answer(contest: Contest, language: str) -> Response[bytes]:
    """A starter in a language, for the game of a contest."""
    return _attachment(starter_archive(contest, language), f"{NAME}-{contest.league.game}-{language}{SUFFIX}")


def _attachment(data: bytes, name: str) -> Response[bytes]:
    headers = {
        "content-disposition": f'attachment; filename="{name}"',
        "x-content-type-options": "nosniff",
        "cache-control": "no-store",
        "content-security-policy": "sandbox",
    }
    return Response(data, media_type=OCTETS, headers=headers)

"""The scripts and styles of pages: ours under `/static`, the viewer's under `/lanista`.

Under `/at/VERSION/` the same files may be cached for ever, since a new version has another address; modules import
each other by relative addresses, so all of a page comes from one version.
"""

from __future__ import annotations

import hashlib
import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

from litestar import Response, get

from lanista import __version__
from lanista.core.errors import InputError
from lanista.serve.access import Need
from lanista.serve.errors import Missing
from lanista.serve.http.connection import AnyRequest
from lanista.web.files import KINDS, find_file
from lanista.web.files import STATIC as VIEWER

STATIC = Path(__file__).parents[1] / "pages" / "static"
NAME = re.compile(r"(?:[a-z0-9_-]+/)?[a-z0-9_-]+\.(?:js|css|svg|png)")
TYPES = KINDS | {".png": "image/png"}
FOR_EVER = "public, max-age=31536000, immutable"
ASK_AGAIN = "public, no-cache"  # kept, but compared with ours before each use
OPEN = {"need": Need.ANYONE, "is_file": True}


class StaticFile(NamedTuple):
    """A file as it is sent."""

    data: bytes
    tag: str  # its ETag
    kind: str


@cache
def version() -> str:
    """The version in addresses of files: it changes with any of them."""
    found = hashlib.sha256(__version__.encode())
    for folder in (STATIC, VIEWER):
        for path in sorted(folder.rglob("*.*")):
            about = path.stat()
            found.update(f"{path.name} {about.st_size} {about.st_mtime_ns}\n".encode())
    return found.hexdigest()[:12]


def asset(path: str) -> str:
    """The address of a file for pages, such as `static/contest.css` or `lanista/web/static/shared/base.css`."""
    return f"/at/{version()}/{path}"


@get(
    ["/static/{path:path}", "/at/{at:str}/static/{path:path}"],
    opt=OPEN,
    include_in_schema=False,
    sync_to_thread=True,
)
def static_file(request: AnyRequest) -> Response[bytes]:
    """A script, style or picture of the contest's pages."""
    return _answer(request, _ours(_path(request)))


@get(
    ["/lanista/{path:path}", "/at/{at:str}/lanista/{path:path}"],
    opt=OPEN,
    include_in_schema=False,
    sync_to_thread=True,
)
def viewer_file(request: AnyRequest) -> Response[bytes]:
    """A script or style of the viewer."""
    return _answer(request, _viewers(_path(request)))


def _path(request: AnyRequest) -> str:
    return str(request.path_params["path"]).lstrip("/")


def _ours(name: str) -> StaticFile | None:
    path = STATIC / name
    return _read(path) if NAME.fullmatch(name) and path.is_file() else None


def _viewers(name: str) -> StaticFile | None:
    try:
        return _read(find_file(name))
    except InputError:
        return None


@cache  # of files that there are: names that people invent would fill the memory
def _read(path: Path) -> StaticFile:
    data = path.read_bytes()
    return StaticFile(data, f'"{hashlib.sha256(data).hexdigest()[:16]}"', TYPES[path.suffix])


def _answer(request: AnyRequest, found: StaticFile | None) -> Response[bytes]:
    if found is None:
        raise Missing("there is no such file")
    is_current = request.path_params.get("at") == version()
    headers = {"etag": found.tag, "cache-control": FOR_EVER if is_current else ASK_AGAIN}
    if request.headers.get("if-none-match") == found.tag:
        return Response(b"", status_code=304, headers=headers, media_type=found.kind)
    return Response(found.data, headers=headers, media_type=found.kind)


HANDLERS = (static_file, viewer_file)

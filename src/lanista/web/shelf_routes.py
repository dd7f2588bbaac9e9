"""The routes of the list of matches: the page, its data, thumbnails, and files that are dropped on a page."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import msgspec
from litestar import Request, Response, get, post
from litestar.exceptions.http_exceptions import RequestEntityTooLarge

from lanista.core.errors import InputError
from lanista.web.drops import MAX_BYTES, Drops
from lanista.web.files import DROP_STYLE
from lanista.web.gallery import Gallery
from lanista.web.page import fill_page, links_to
from lanista.web.shelf import Shelf
from lanista.web.thumbnails import Thumbnails

if TYPE_CHECKING:
    from litestar import Litestar

AnyRequest = Request[Any, Any, Any]

STYLES = ("web/static/shared/base.css", "web/static/gallery/gallery.css", DROP_STYLE)
SCRIPT = '<script type="module" src="/lanista/web/static/gallery/gallery.js"></script>'


class ShelfContext:
    """The state that the routes of this file share."""

    def __init__(self, gallery: Gallery) -> None:
        self.shelf = Shelf(gallery)
        self.drops = Drops(gallery)


def prepare(app: Litestar, gallery: Gallery) -> None:
    """Give an application the state of its routes, and start to read the gallery's folders."""
    app.state.desk = ShelfContext(gallery)
    app.state.thumbnails = Thumbnails()
    if gallery.folders:
        app.state.desk.shelf.look()


def _desk(request: AnyRequest) -> ShelfContext:
    desk: ShelfContext = request.app.state.desk
    return desk


def gallery_page() -> Response[str]:
    """The page that lists all matches."""
    return Response(fill_page("Matches", links_to(STYLES), SCRIPT, "gallery/gallery.html"), media_type="text/html")


@get("/matches.json", sync_to_thread=True)
def matches(request: AnyRequest) -> Response[bytes]:
    """The list of matches, or its changes since a revision."""
    listing = _desk(request).shelf.listing(request.query_params.get("since", ""))
    return Response(msgspec.json.encode(listing), media_type="application/json")


@post("/drop", status_code=200, request_max_body_size=MAX_BYTES)
async def drop(request: AnyRequest) -> dict[str, str]:
    """Add a replay that was dropped on a page."""
    name = request.query_params.get("name", "")
    try:
        data = await request.body()
    except RequestEntityTooLarge:
        raise InputError(f"expected a replay of at most {MAX_BYTES:,} bytes, got a larger file") from None
    show = await asyncio.to_thread(_desk(request).drops.take, name, data)
    return {"id": show.id}


HANDLERS = (matches, drop)

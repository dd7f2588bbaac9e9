"""The routes of the server and their handlers; docs/browser.md lists them."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import msgspec
from litestar import Litestar, Request, Response, get, post
from litestar.connection import ASGIConnection
from litestar.exceptions import HTTPException
from litestar.response import Redirect

from lanista.core.errors import InputError, LanistaError
from lanista.core.text import MAX_QUOTED, inert
from lanista.match.planning import Repeat
from lanista.web import pin_routes, shelf_routes, watching
from lanista.web.files import KINDS, find_file
from lanista.web.gallery import Gallery, GalleryBusy
from lanista.web.page import error_page
from lanista.web.show import Show, UnknownMatch
from lanista.web.watching import plain, show_of, status_of

if TYPE_CHECKING:
    from lanista.web.server import ViewerServer

BODY_BYTES = 64 * 1024

PageId = Annotated[str, msgspec.Meta(pattern="^[A-Za-z0-9-]{1,64}$")]


class MoveBody(msgspec.Struct, forbid_unknown_fields=True):
    """The body of a person's move."""

    seat: int
    turn: int
    move: str
    key: str = ""


class ResignBody(msgspec.Struct, forbid_unknown_fields=True):
    """The body of a person's resignation."""

    seat: int
    key: str = ""


class RematchBody(msgspec.Struct, forbid_unknown_fields=True):
    """The body of a wish to play a match once more."""

    swap: bool = False
    key: str = ""


class StopBody(msgspec.Struct, forbid_unknown_fields=True):
    """The body of a request to end a match that was started from a page."""

    key: str = ""


class PresenceBody(msgspec.Struct, forbid_unknown_fields=True):
    """The body of a message by a page without a connection: whether it is still open."""

    page: PageId
    open: bool


class TakeOverBody(msgspec.Struct, forbid_unknown_fields=True):
    """The body of a take-over: who plays, at which seat, from which turn."""

    turn: int
    seat: int
    bot: str


AnyRequest = Request[Any, Any, Any]
AnyConnection = ASGIConnection[Any, Any, Any, Any]
Body = TypeVar("Body", MoveBody, ResignBody, RematchBody, StopBody, PresenceBody, TakeOverBody)


HANDLERS = (*watching.HANDLERS, *shelf_routes.HANDLERS, *pin_routes.HANDLERS)


class ServerMatches:
    """Finds the matches of a viewer's server."""

    def __init__(self, gallery: Gallery) -> None:
        self._gallery = gallery

    def find(self, request: AnyConnection) -> Show:
        """The match with the id, or with the digits, that a route names."""
        return self._gallery.find(request.path_params["name"])

    def matches(self, request: AnyConnection) -> int:
        """The matches of the gallery."""
        return len(self._gallery.shows())

    def home(self, request: AnyConnection) -> str:
        """The list of them."""
        return "/"


def make_app(server: ViewerServer) -> Litestar:
    """The application of a server; handlers find the server in the application's state."""
    app = Litestar(
        [index, move, resign, again, takeover, stop, here, file, *HANDLERS],
        exception_handlers={GalleryBusy: _busy_error, LanistaError: _our_error, HTTPException: _http_error},
        openapi_config=None,
        logging_config=None,
        request_max_body_size=BODY_BYTES,
    )
    app.state.server = server
    app.state.matches = ServerMatches(server.gallery)
    app.state.streams = server.streams
    shelf_routes.prepare(app, server.gallery)
    return app


def _server_of(request: AnyConnection) -> ViewerServer:
    server: ViewerServer = request.app.state.server
    return server


def _gallery_of(request: AnyConnection) -> Gallery:
    return _server_of(request).gallery


@get("/", sync_to_thread=False)
def index(request: AnyRequest) -> Response[Any]:
    """A list of the matches, or a redirect to the only one."""
    gallery = _gallery_of(request)
    shows = gallery.shows()
    only = len(shows) == 1 and not gallery.folders
    return Redirect(f"/m/{shows[0].id}/") if only else shelf_routes.gallery_page()


@post("/m/{name:str}/move", status_code=200)
async def move(request: AnyRequest) -> dict[str, str]:
    """Submit a person's move."""
    show, sent = show_of(request), _read(await request.body(), MoveBody)
    await asyncio.to_thread(show.answer, sent.seat, sent.turn, sent.move, sent.key)
    return {}


@post("/m/{name:str}/resign", status_code=200)
async def resign(request: AnyRequest) -> dict[str, str]:
    """A person leaves the match: the seat does nothing from now on."""
    show, sent = show_of(request), _read(await request.body(), ResignBody)
    await asyncio.to_thread(show.resign, sent.seat, sent.key)
    return {}


@post("/m/{name:str}/again", status_code=200)
async def again(request: AnyRequest) -> dict[str, str | int]:
    """Play a person's match once more; only that person can."""
    show, body = show_of(request), _read(await request.body(), RematchBody)
    how = Repeat.SWAP if body.swap else Repeat.AGAIN
    new = await asyncio.to_thread(_gallery_of(request).play_again, show, how, body.key)
    [(seat, key)] = new.persons.keys.items()
    return {"id": new.id, "seat": seat, "key": key}


@post("/m/{name:str}/takeover", status_code=200)
async def takeover(request: AnyRequest) -> dict[str, str | None]:
    """Start a match that resumes this one at a turn; only its page learns the key of a person's seat."""
    show, body = show_of(request), _read(await request.body(), TakeOverBody)
    new = await asyncio.to_thread(_gallery_of(request).take_over, show, body.turn, body.seat, body.bot)
    return {"id": new.id, "key": new.persons.keys.get(body.seat)}


@post("/m/{name:str}/stop", status_code=200)
async def stop(request: AnyRequest) -> dict[str, str]:
    """End a match that was started from a page."""
    show, body = show_of(request), _read(await request.body(), StopBody)
    await asyncio.to_thread(_gallery_of(request).stop, show, body.key)
    return {}


@post("/m/{name:str}/here", status_code=200)
async def here(request: AnyRequest) -> dict[str, str]:
    """A page of a match that is over says that it is still open, or that it was closed."""
    show, body = show_of(request), _read(await request.body(), PresenceBody)
    (show.page_opened if body.open else show.page_closed)(body.page)
    return {}


@get("/lanista/{path:path}", sync_to_thread=True)
def file(request: AnyRequest) -> Response[bytes]:
    """A script or style of the viewer."""
    try:
        found = find_file(str(request.path_params["path"]).lstrip("/"))
    except InputError as error:
        raise UnknownMatch(str(error)) from None
    return Response(found.read_bytes(), media_type=KINDS[found.suffix])


def _read(body: bytes, kind: type[Body]) -> Body:
    try:
        return msgspec.json.decode(body, type=kind)
    except (ValueError, RecursionError) as error:  # JSON, its members, or UTF-8
        raise InputError(f"invalid request: {inert(str(error), MAX_QUOTED)}") from None


def _our_error(request: AnyRequest, error: LanistaError) -> Response[Any]:
    return _error(request, str(error), status_of(error))


def _busy_error(_: AnyRequest, error: GalleryBusy) -> Response[dict[str, Any]]:
    return Response({"error": plain(str(error)), "running": error.running}, status_code=status_of(error))


def _http_error(request: AnyRequest, error: HTTPException) -> Response[Any]:
    return _error(request, error.detail, error.status_code)


def _error(request: AnyRequest, message: str, status: int) -> Response[Any]:
    """Why a request is refused: a page for somebody who opened an address, JSON for programs."""
    if "text/html" in request.headers.get("accept", ""):
        return Response(error_page(plain(message), status), media_type="text/html", status_code=status)
    return Response({"error": plain(message)}, status_code=status)

"""The routes of the server and their handlers; docs/browser.md lists them."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import msgspec
from litestar import Litestar, Request, Response, WebSocket, get, post, websocket
from litestar.connection import ASGIConnection
from litestar.exceptions import HTTPException
from litestar.response import Redirect

from lanista.bots.human import NotAsked
from lanista.core.errors import InputError, LanistaError
from lanista.core.text import MAX_QUOTED, abridge, inert, quoted, whole_number
from lanista.game import InvalidMove
from lanista.match.planning import Repeat
from lanista.web import engine_routes, pin_routes, shelf_routes
from lanista.web.files import KINDS, find_file
from lanista.web.gallery import Gallery, GalleryBusy
from lanista.web.page import error_page, served_page
from lanista.web.people import Forbidden
from lanista.web.show import Show, UnknownMatch
from lanista.web.stream import EventStream

if TYPE_CHECKING:
    from lanista.web.server import ViewerServer

BODY_BYTES = 64 * 1024
STATUS: dict[type[LanistaError], int] = {
    UnknownMatch: 404,
    Forbidden: 403,
    NotAsked: 409,
    GalleryBusy: 409,
    InvalidMove: 422,
}
CLOSE_CODE = 4000  # plus the status: how a WebSocket is refused
REASON_BYTES = 123  # of a WebSocket's last frame

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


HANDLERS = (*engine_routes.HANDLERS, *shelf_routes.HANDLERS, *pin_routes.HANDLERS)


def make_app(server: ViewerServer) -> Litestar:
    """The application of a server; handlers find the server in the application's state."""
    app = Litestar(
        [index, page, match, move, resign, again, takeover, stop, here, file, live, *HANDLERS],
        exception_handlers={GalleryBusy: _busy_error, LanistaError: _our_error, HTTPException: _http_error},
        openapi_config=None,
        logging_config=None,
        request_max_body_size=BODY_BYTES,
    )
    app.state.server = server
    shelf_routes.prepare(app, server.gallery)
    return app


def _server_of(request: AnyConnection) -> ViewerServer:
    server: ViewerServer = request.app.state.server
    return server


def _gallery_of(request: AnyConnection) -> Gallery:
    return _server_of(request).gallery


def _show_of(request: AnyConnection) -> Show:
    return _gallery_of(request).find(request.path_params["name"])


@get("/", sync_to_thread=False)
def index(request: AnyRequest) -> Response[Any]:
    """A list of the matches, or a redirect to the only one."""
    gallery = _gallery_of(request)
    shows = gallery.shows()
    only = len(shows) == 1 and not gallery.folders
    return Redirect(f"/m/{shows[0].id}/") if only else shelf_routes.gallery_page()


@get("/m/{name:str}", sync_to_thread=True)
def page(request: AnyRequest) -> Response[Any]:
    """The page of a match, at the address that stays the same."""
    show = _show_of(request)
    raw_path = request.scope["raw_path"].partition(b"?")[0]
    if raw_path != f"/m/{show.id}/".encode():  # a former id or a name; and the page refers to files relatively
        query = request.scope["query_string"].decode("latin-1")
        return Redirect(f"/m/{show.id}/{'?' + query if query else ''}")
    matches = len(_gallery_of(request).shows())
    return Response(served_page(show.history().game, matches), media_type="text/html")


def _audience(request: AnyConnection, show: Show) -> int | None:
    """Whose view is asked for; raises Forbidden for who may not have it."""
    seat = _number(request.query_params.get("seat"), "seat")
    show.admit(seat, request.query_params.get("key", ""))
    return seat


@get("/m/{name:str}/match.json", sync_to_thread=True)
def match(request: AnyRequest) -> Response[bytes]:
    """The match so far: its start and first moves, or the view of the person at a seat."""
    show = _show_of(request)
    return Response(show.match_json(_audience(request, show)), media_type="application/json")


@post("/m/{name:str}/move", status_code=200)
async def move(request: AnyRequest) -> dict[str, str]:
    """Submit a person's move."""
    show, sent = _show_of(request), _read(await request.body(), MoveBody)
    await asyncio.to_thread(show.answer, sent.seat, sent.turn, sent.move, sent.key)
    return {}


@post("/m/{name:str}/resign", status_code=200)
async def resign(request: AnyRequest) -> dict[str, str]:
    """A person leaves the match: the seat does nothing from now on."""
    show, sent = _show_of(request), _read(await request.body(), ResignBody)
    await asyncio.to_thread(show.resign, sent.seat, sent.key)
    return {}


@post("/m/{name:str}/again", status_code=200)
async def again(request: AnyRequest) -> dict[str, str | int]:
    """Play a person's match once more; only that person can."""
    show, body = _show_of(request), _read(await request.body(), RematchBody)
    how = Repeat.SWAP if body.swap else Repeat.AGAIN
    new = await asyncio.to_thread(_gallery_of(request).play_again, show, how, body.key)
    [(seat, key)] = new.persons.keys.items()
    return {"id": new.id, "seat": seat, "key": key}


@post("/m/{name:str}/takeover", status_code=200)
async def takeover(request: AnyRequest) -> dict[str, str | None]:
    """Start a match that resumes this one at a turn; only its page learns the key of a person's seat."""
    show, body = _show_of(request), _read(await request.body(), TakeOverBody)
    new = await asyncio.to_thread(_gallery_of(request).take_over, show, body.turn, body.seat, body.bot)
    return {"id": new.id, "key": new.persons.keys.get(body.seat)}


@post("/m/{name:str}/stop", status_code=200)
async def stop(request: AnyRequest) -> dict[str, str]:
    """End a match that was started from a page."""
    show, body = _show_of(request), _read(await request.body(), StopBody)
    await asyncio.to_thread(_gallery_of(request).stop, show, body.key)
    return {}


@post("/m/{name:str}/here", status_code=200)
async def here(request: AnyRequest) -> dict[str, str]:
    """A page of a match that is over says that it is still open, or that it was closed."""
    show, body = _show_of(request), _read(await request.body(), PresenceBody)
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


@websocket("/m/{name:str}/live")
async def live(socket: WebSocket[Any, Any, Any]) -> None:
    """The further events of a match, until it has ended."""
    await socket.accept()
    try:
        events = await asyncio.to_thread(_events_for, socket)
    except LanistaError as error:
        reason = _plain(str(error)).encode()[:REASON_BYTES].decode(errors="ignore")
        await socket.close(CLOSE_CODE + _status(error), reason)
        return
    await _server_of(socket).stream(events, socket)


def _events_for(socket: WebSocket[Any, Any, Any]) -> EventStream:
    show = _show_of(socket)
    seat = _audience(socket, show)
    show.sender(seat)  # raises for a seat that the match does not have
    return EventStream(show, seat, max(0, _number(socket.query_params.get("from"), "from") or 0))


def _read(body: bytes, kind: type[Body]) -> Body:
    try:
        return msgspec.json.decode(body, type=kind)
    except (ValueError, RecursionError) as error:  # JSON, its members, or UTF-8
        raise InputError(f"invalid request: {inert(str(error), MAX_QUOTED)}") from None


def _number(text: str | None, name: str) -> int | None:
    if text is None:
        return None
    number = whole_number(text)
    if number is None:
        raise InputError(f"expected a whole number for {name}, got {quoted(text)}")
    return number


def _status(error: LanistaError) -> int:
    return next((status for kind, status in STATUS.items() if isinstance(error, kind)), 422)


def _our_error(request: AnyRequest, error: LanistaError) -> Response[Any]:
    return _error(request, str(error), _status(error))


def _busy_error(_: AnyRequest, error: GalleryBusy) -> Response[dict[str, Any]]:
    return Response({"error": _plain(str(error)), "running": error.running}, status_code=_status(error))


def _http_error(request: AnyRequest, error: HTTPException) -> Response[Any]:
    return _error(request, error.detail, error.status_code)


def _error(request: AnyRequest, message: str, status: int) -> Response[Any]:
    """Why a request is refused: a page for somebody who opened an address, JSON for programs."""
    if "text/html" in request.headers.get("accept", ""):
        return Response(error_page(_plain(message), status), media_type="text/html", status_code=status)
    return Response({"error": _plain(message)}, status_code=status)


def _plain(message: str) -> str:
    """A message for the page, which may quote a request or a replay."""
    return abridge(inert(message))

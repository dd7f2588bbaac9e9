"""The routes of the server and their handlers; docs/browser.md lists them."""

from __future__ import annotations

import asyncio
import html
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec
from litestar import Litestar, Request, Response, get, post
from litestar.exceptions import HTTPException
from litestar.response import Redirect
from litestar.types import ASGIApp, Receive, Scope, Send

from lanista.bots.human import NotAsked
from lanista.errors import InputError, LanistaError
from lanista.game import InvalidMove
from lanista.text import MAX_QUOTED, abridged, inert, quoted, whole_number
from lanista.web import engine_routes
from lanista.web.files import KINDS, find_file
from lanista.web.gallery import Forbidden, Gallery, Show, Unknown
from lanista.web.page import served_page, style_links
from lanista.web.stream import EventStream

if TYPE_CHECKING:
    from lanista.web.server import Server

BODY_BYTES = 64 * 1024
STATUS: dict[type[LanistaError], int] = {Unknown: 404, Forbidden: 403, NotAsked: 409, InvalidMove: 422}


class Move(msgspec.Struct, forbid_unknown_fields=True):
    """The body of a person's move."""

    seat: int
    turn: int
    move: str


class TakeOver(msgspec.Struct, forbid_unknown_fields=True):
    """The body of a take-over: who plays, at which seat, from which turn."""

    turn: int
    seat: int
    bot: str


AnyRequest = Request[Any, Any, Any]
Body = TypeVar("Body", Move, TakeOver)


def make_app(server: Server) -> Litestar:
    """The application of a server; handlers find the server in the application's state."""
    app = Litestar(
        [index, page, film, move, takeover, file, live, *engine_routes.HANDLERS],
        exception_handlers={LanistaError: _our_error, HTTPException: _http_error},
        openapi_config=None,
        logging_config=None,
        request_max_body_size=BODY_BYTES,
    )
    app.state.server = server
    return app


def _server_of(request: AnyRequest) -> Server:
    server: Server = request.app.state.server
    return server


def _gallery_of(request: AnyRequest) -> Gallery:
    return _server_of(request).gallery


def _show_of(request: AnyRequest) -> Show:
    return _gallery_of(request).find(request.path_params["name"])


@get("/", sync_to_thread=False)
def index(request: AnyRequest) -> Response[Any]:
    """A list of the matches, or a redirect to the only one."""
    shows = _gallery_of(request).shows()
    return Redirect(f"/m/{shows[0].id}/") if len(shows) == 1 else _list_of(shows)


@get("/m/{name:str}", sync_to_thread=True)
def page(request: AnyRequest) -> Response[Any]:
    """The page of a match."""
    show = _show_of(request)
    if not request.scope["raw_path"].endswith(b"/"):  # the page refers to files relatively
        query = request.scope["query_string"].decode("latin-1")
        return Redirect(f"/m/{show.id}/{'?' + query if query else ''}")
    return Response(served_page(show.reel().game), media_type="text/html")


@get("/m/{name:str}/film.json", sync_to_thread=True)
def film(request: AnyRequest) -> Response[bytes]:
    """The film so far, of everything or of what one seat sees."""
    seat = _number(request.query_params.get("seat"), "seat")
    return Response(_show_of(request).film_json(seat), media_type="application/json")


@post("/m/{name:str}/move", status_code=200)
async def move(request: AnyRequest) -> dict[str, str]:
    """Submit a person's move."""
    show, sent = _show_of(request), _read(await request.body(), Move)
    await asyncio.to_thread(show.answer, sent.seat, sent.turn, sent.move)
    return {}


@post("/m/{name:str}/takeover", status_code=200)
async def takeover(request: AnyRequest) -> dict[str, str]:
    """Start a match that resumes this one at a turn."""
    show, body = _show_of(request), _read(await request.body(), TakeOver)
    new = await asyncio.to_thread(_gallery_of(request).take_over, show, body.turn, body.seat, body.bot)
    return {"id": new.id}


@get("/lanista/{path:path}", sync_to_thread=True)
def file(request: AnyRequest) -> Response[bytes]:
    """A script or style of the viewer."""
    try:
        found = find_file(str(request.path_params["path"]).lstrip("/"))
    except InputError as error:
        raise Unknown(str(error)) from None
    return Response(found.read_bytes(), media_type=KINDS[found.suffix])


@get("/m/{name:str}/live")
async def live(request: AnyRequest) -> ASGIApp:
    """The further events of a match, as server-sent events."""
    show = _show_of(request)
    seat = _number(request.query_params.get("seat"), "seat")
    sent = _number(request.headers.get("last-event-id") or request.query_params.get("from"), "from") or 0
    await asyncio.to_thread(show.film, seat)
    events, server = EventStream(show, seat, max(0, sent)), _server_of(request)

    async def stream(scope: Scope, receive: Receive, send: Send) -> None:
        head = [(b"content-type", b"text/event-stream; charset=utf-8"), (b"x-accel-buffering", b"no")]
        await send({"type": "http.response.start", "status": 200, "headers": head})
        await server.stream(events, scope, receive, send)

    return stream


def _list_of(shows: Sequence[Show]) -> Response[Any]:
    """A page with links to all matches."""
    items = "".join(f'<li><a href="/m/{show.id}/">{html.escape(show.name)}</a></li>' for show in shows)
    head = f"<!doctype html><meta charset=utf-8><title>Matches</title>{style_links()}"
    page = f"{head}<h1>Matches</h1><ul>{items}</ul>"
    return Response(page, media_type="text/html")


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


def _our_error(_: AnyRequest, error: LanistaError) -> Response[dict[str, str]]:
    return Response({"error": _plain(str(error))}, status_code=_status(error))


def _http_error(_: AnyRequest, error: HTTPException) -> Response[dict[str, str]]:
    return Response({"error": _plain(error.detail)}, status_code=error.status_code)


def _plain(message: str) -> str:
    """A message for the page, which may quote a request or a replay."""
    return abridged(inert(message))

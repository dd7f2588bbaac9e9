"""The application: all routes of pages, API and viewer, behind one check of who may use them."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable, Sequence
from functools import wraps
from typing import TYPE_CHECKING, Any

from litestar import Litestar, Response, Router
from litestar.exceptions import HTTPException, NotFoundException
from litestar.handlers import HTTPRouteHandler
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin

from lanista import __version__
from lanista.core.errors import LanistaError
from lanista.core.text import describe, inert
from lanista.serve.access import Need
from lanista.serve.errors import FAULTS, DiskFull, RequestError, TooMany
from lanista.serve.full_disk import is_full
from lanista.serve.http.connection import (
    NO_PAGE,
    AnyRequest,
    ContestRequest,
    check_access,
    greet_visitor,
    needs_of,
)
from lanista.serve.http.refusals import answer

if TYPE_CHECKING:
    from lanista.serve.site import Site

BODY_BYTES = 256 * 1024  # of a request, unless its route takes uploads
log = logging.getLogger("lanista.serve")


def make_app(site: Site, *, is_secure: bool = False) -> Litestar:
    """The application of a server; `is_secure` if people reach it by https."""
    from lanista.serve import viewing
    from lanista.serve.routes import HANDLERS

    app = Litestar(
        in_threads(HANDLERS),
        request_class=ContestRequest,
        guards=[check_access],
        before_send=[greet_visitor],
        exception_handlers={LanistaError: _our_error, HTTPException: _http_error, Exception: _surprise},
        openapi_config=OpenAPIConfig(
            title="Lanista contest",
            version=__version__,
            render_plugins=[JsonRenderPlugin()],
            openapi_router=Router("/schema", route_handlers=[], opt={"need": Need.ANYONE}),
        ),
        logging_config=None,
        request_max_body_size=BODY_BYTES,
        pdb_on_exception=False,
    )
    app.state.site = site
    app.state.is_secure = is_secure
    viewing.prepare(app, site)
    for handler in all_handlers(app):
        needs_of(handler)
    return app


def in_threads(handlers: Iterable[Any]) -> list[Any]:
    """The same handlers; those that block run in threads.

    Litestar wraps a handler again for each other method of its path, and then awaits only the outer one.
    """
    for handler in handlers:
        if isinstance(handler, HTTPRouteHandler) and handler.sync_to_thread:
            handler._fn = _in_thread(handler.fn)
            handler.sync_to_thread = None
    return list(handlers)


def _in_thread(handle: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(handle)
    async def run(*values: Any, **named: Any) -> Any:
        return await asyncio.to_thread(handle, *values, **named)

    return run


def all_handlers(app: Litestar) -> Sequence[Any]:
    """Every handler of ours in an application."""
    found = []
    for route in app.routes:
        handlers = getattr(route, "route_handlers", None) or [route.route_handler]  # type: ignore[union-attr]
        found += [handler for handler in handlers if not _is_litestars(handler)]
    return found


def _is_litestars(handler: Any) -> bool:
    """Whether Litestar added a handler: answers to OPTIONS, and the OpenAPI document."""
    return str(handler.fn.__module__).startswith("litestar.")


def _our_error(request: AnyRequest, error: LanistaError) -> Response[Any]:
    if isinstance(error, FAULTS):
        return _disk_full(request) if is_full(error) else _surprise(request, error)
    status = error.status if isinstance(error, RequestError) else 422
    headers = {"retry-after": str(int(error.seconds) + 1)} if isinstance(error, TooMany) else {}
    return answer(request, str(error), status, headers)


def _disk_full(request: AnyRequest) -> Response[Any]:
    message = "the disk of the server is full, so nothing was kept; tell the organiser, and try again later"
    return answer(request, message, DiskFull.status, {})


def _http_error(request: AnyRequest, error: HTTPException) -> Response[Any]:
    detail = NO_PAGE if isinstance(error, NotFoundException) else error.detail
    return answer(request, detail, error.status_code, dict(error.headers or {}))


def _surprise(request: AnyRequest, error: Exception) -> Response[Any]:
    """A fault of ours: said without details, which go into the log."""
    log.error("%s %s: %s", request.method, inert(request.url.path, 200), describe(error))
    return answer(request, "something went wrong here; the server's log says what", 500, {})

"""Parts of pages with forms: what came is shown again with the reason why it was refused."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import Response
from litestar.enums import RequestEncodingType
from litestar.params import Body

from lanista.core.errors import LanistaError
from lanista.core.text import abridge, inert
from lanista.serve.errors import FAULTS, RequestError, TooMany
from lanista.serve.http.connection import SESSION, AnyRequest, see_other, sender_of, session_cookie
from lanista.serve.pages.rendering import page
from lanista.serve.records import User

URL_ENCODED = Body(media_type=RequestEncodingType.URL_ENCODED)


class PageFields(msgspec.Struct):
    """The fields of a form. Each has a default, since a field may be missing; the service says what it expects."""

    proof: str = ""


def form_page(
    request: AnyRequest, template: str, problem: LanistaError | None = None, **values: Any
) -> Response[Any]:
    """A page with a form, and with why the form was refused."""
    status = status_of(problem)
    text = abridge(inert(str(problem))) if problem else ""
    made = page(request, template, status=status, problem=text[:1].upper() + text[1:], **values)
    if isinstance(problem, TooMany):
        made.headers["retry-after"] = str(int(problem.seconds) + 1)
    return made


def status_of(problem: LanistaError | None) -> int:
    """The status of a page that says why its form was refused; raises faults of the server, which no page says."""
    if isinstance(problem, FAULTS):
        raise problem
    if problem is None:
        return 200
    return problem.status if isinstance(problem, RequestError) else 422


def network_address(request: AnyRequest) -> str:
    """The address from which a request comes."""
    return request.client.host if request.client else ""


def our_address(request: AnyRequest, path: str) -> str:
    """A path of this server as others would type it."""
    scheme = "https" if request.app.state.is_secure else "http"
    return f"{scheme}://{request.headers.get('host', '')}{path}"


def signed_in(request: AnyRequest, user: User, path: str) -> Response[None]:
    """Begin a session in place of the present one, and go to a page."""
    answer = see_other(path)
    begin_session(request, user, answer)
    return answer


def begin_session(request: AnyRequest, user: User, answer: Response[Any]) -> str:
    """Begin a session in place of the present one, and send its cookie, which is returned, with an answer."""
    sessions = sender_of(request).site.sessions
    if former := request.cookies.get(SESSION):
        sessions.end(former)
    cookie = sessions.begin(user.id)
    answer.set_cookie(session_cookie(request, cookie))
    return cookie

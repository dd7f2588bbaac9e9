"""The sender of a request, and what a route may ask of it: the one place that decides who gets through.

A person is known by a session cookie, a script by a bearer token, and everybody else by a visitor's cookie,
to which forms are bound. A request that changes something must come from one of our own pages: its form has a
proof that only they contain. Scripts need none, since no foreign page can send their token.
"""

from __future__ import annotations

import asyncio
import hmac
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from litestar import Request, Response
from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie, FormMultiDict
from litestar.exceptions import ClientException
from litestar.handlers import BaseRouteHandler
from litestar.types import Message, Scope

from lanista.core.errors import LanistaError
from lanista.core.text import whole_number
from lanista.serve.access import NO_CONTEST, Actor, Need, Standpoint
from lanista.serve.contests import Contest
from lanista.serve.errors import Denied, Missing, NotSignedIn
from lanista.serve.records import Scope as TokenScope
from lanista.serve.records import Upload
from lanista.serve.secret import new_secret

if TYPE_CHECKING:
    from lanista.serve.site import Site

SESSION, VISITOR = "lanista_session", "lanista_visitor"
SESSION_SECONDS = 30 * 24 * 3600
SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
FORM_FIELD, HEADER = "proof", "x-lanista-proof"
API = "/api/"  # routes of programs
CONTROL = re.compile(r"[\x00-\x1f\x7f]")
NO_PAGE = "there is no such page"
FORMS = ("application/x-www-form-urlencoded", "multipart/form-data")
BEARER = "bearer "

AnyRequest = Request[Any, Any, Any]
AnyConnection = ASGIConnection[Any, Any, Any, Any]


class ContestRequest(AnyRequest):
    """A request whose body may be any bytes."""

    async def json(self) -> Any:
        """Its body as JSON; raises ClientException."""
        try:
            return await super().json()
        except (UnicodeDecodeError, RecursionError):
            raise ClientException("expected JSON in UTF-8, not too deep, as the body of the request") from None


@dataclass
class Sender:
    """Everything that is known of a request before its handler runs."""

    site: Site
    actor: Actor
    new_visitor: str = ""  # a cookie to set
    contest: Contest | None = None  # that the route names
    upload: Upload | None = None  # that the route names
    standpoint: Standpoint = field(default_factory=lambda: Standpoint(Actor()))

    @property
    def proof(self) -> str:
        """The proof that a form comes from one of our pages, for this session or visitor."""
        return self.site.signed("form", self.actor.secret)

    @property
    def named_contest(self) -> Contest:
        """The contest of a route that names one."""
        assert self.contest is not None, "the route names a contest"
        return self.contest

    @property
    def named_upload(self) -> Upload:
        """The upload of a route that names one."""
        assert self.upload is not None, "the route names an upload"
        return self.upload


def site_of(connection: AnyConnection) -> Site:
    """The server that an application serves."""
    site: Site = connection.app.state.site
    return site


def sender_of(connection: AnyConnection) -> Sender:
    """The sender of a request that has passed `check_access`, or has failed before."""
    known: Sender | None = connection.scope["state"].get("sender")
    return known or Sender(site_of(connection), Actor())


async def check_access(connection: AnyConnection, handler: BaseRouteHandler) -> None:
    """Find out who sends a request, and refuse it if they lack what its route needs."""
    if CONTROL.search(connection.scope["path"]):  # int() reads "1\n"
        raise Missing(NO_PAGE)
    if handler.opt.get("is_file"):  # the same for all, and caches may keep it: without cookies
        return
    if connection.scope.get("method") == "OPTIONS":  # Litestar answers with the methods of the path
        return
    is_stranger = not connection.headers.get("authorization") and not connection.cookies.get(SESSION)
    sender = _identify(connection) if is_stranger else await asyncio.to_thread(_identify, connection)
    connection.scope["state"]["sender"] = sender
    need, scopes = needs_of(handler)
    changes = connection.scope.get("method", "GET") not in SAFE
    form = await _sent_form(connection) if changes and not sender.actor.is_script else None
    try:
        if form is not None:
            _check_proof(connection, sender, form)
        await asyncio.to_thread(_look_around, connection, sender)
        sender.standpoint.check(need, *(scopes or (TokenScope.MANAGE if changes else TokenScope.READ,)))
    except LanistaError:
        if form is not None:
            await form.close()  # files, which no handler closes now
        raise


def needs_of(handler: BaseRouteHandler) -> tuple[Need, tuple[TokenScope, ...]]:
    """The need of a route, and the scopes of which its scripts need one; none for the usual ones."""
    need, scope = handler.opt.get("need"), handler.opt.get("scope", ())
    assert isinstance(need, Need), f"{handler} says what it needs: opt={{'need': Need.…}}"
    return need, (scope,) if isinstance(scope, TokenScope) else tuple(scope)


def _identify(connection: AnyConnection) -> Sender:
    site = site_of(connection)
    given = connection.headers.get("authorization", "")
    if given:
        if not given.lower().startswith(BEARER):
            raise NotSignedIn("expected `Authorization: Bearer TOKEN`")
        return Sender(site, site.tokens.actor(given[len(BEARER) :].strip()))
    if cookie := connection.cookies.get(SESSION):
        actor = site.sessions.actor(cookie)
        if actor is not None:
            return Sender(site, actor)
    visitor = connection.cookies.get(VISITOR, "")
    new = "" if 16 <= len(visitor) <= 64 else new_secret()
    return Sender(site, Actor(secret=new or visitor), new)


async def _sent_form(connection: AnyConnection) -> FormMultiDict:
    """The form of a request; an empty one if it has none."""
    if not isinstance(connection, Request) or connection.url.path.startswith(API):  # which reads its bodies itself
        return FormMultiDict([])
    return await connection.form() if connection.content_type[0] in FORMS else FormMultiDict([])


def _check_proof(connection: AnyConnection, sender: Sender, form: FormMultiDict) -> None:
    """Refuse a change that does not come from one of our own pages."""
    found = connection.headers.get(HEADER, "") or form.get(FORM_FIELD, "")
    given = found if isinstance(found, str) else ""
    if sender.new_visitor or not hmac.compare_digest(given.encode(), sender.proof.encode()):
        raise Denied("this form is too old or not from this server; load the page again and repeat")


def _look_around(connection: AnyConnection, sender: Sender) -> None:
    """Find the contest, team and upload that a route names, and what the person is there."""
    site, path = sender.site, connection.path_params
    for value in path.values():
        if isinstance(value, int):
            _number(value)
    slug = path.get("slug")
    if slug is None:
        sender.standpoint = Standpoint(sender.actor)
        return
    contest = site.contests.get(str(slug))
    member = site.teams.member(contest.id, sender.actor.id) if sender.actor.id else None
    if not Standpoint(sender.actor, contest.settings, member).sees:
        raise Missing(NO_CONTEST)  # before anything that differs from a contest which does not exist
    sender.contest = contest
    team_id = 0
    if "upload" in path:
        sender.upload = site.uploads.get(contest.id, _number(path["upload"]))
        team_id = sender.upload.team_id
    elif "team" in path:
        team_id = site.teams.get(contest.id, _number(path["team"])).id
    sender.standpoint = Standpoint(sender.actor, contest.settings, member, team_id)


def _number(text: object) -> int:
    number = whole_number(str(text))
    if number is None or not 0 <= number < 2**31:  # matches and entries of a league are counted from 0
        raise Missing(NO_PAGE)
    return number


# Cookies


def session_cookie(connection: AnyConnection, secret: str) -> Cookie:
    """The cookie of a session; an empty secret removes it."""
    age = SESSION_SECONDS if secret else 0
    return _cookie(connection, SESSION, secret, age)


def _cookie(connection: AnyConnection, name: str, value: str, age: int) -> Cookie:
    is_secure: bool = connection.app.state.is_secure
    return Cookie(name, value=value, max_age=age, path="/", httponly=True, secure=is_secure, samesite="lax")


async def greet_visitor(message: Message, scope: Scope) -> None:
    """Give a visitor without a cookie one, with the first answer."""
    if message["type"] != "http.response.start":
        return
    sender: Sender | None = scope.get("state", {}).get("sender")
    if sender is not None and sender.new_visitor:
        app: Any = scope["litestar_app"]
        secure = "; Secure" if app.state.is_secure else ""
        value = f"{VISITOR}={sender.new_visitor}; Path=/; HttpOnly; SameSite=Lax{secure}"
        message["headers"] = [*message.get("headers", ()), (b"set-cookie", value.encode())]


def redirect_within(path: str, fallback: str = "/") -> str:
    """A place on this server to go to next; anything else, such as `//evil.example`, gives the fallback."""
    is_ours = path.startswith("/") and not path.startswith(("//", "/\\"))
    return path if is_ours and path.isprintable() and "\\" not in path and path.isascii() else fallback


def see_other(path: str) -> Response[None]:
    """Go to another page of this server after a form."""
    return Response(None, status_code=303, headers={"location": redirect_within(path)})

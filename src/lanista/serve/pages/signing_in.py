"""Pages to sign in, to sign out, and to make an account."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Response, get, post
from litestar.datastructures import Cookie

from lanista.core.errors import LanistaError
from lanista.serve.access import Need
from lanista.serve.errors import Missing
from lanista.serve.http.connection import (
    SESSION,
    AnyRequest,
    redirect_within,
    see_other,
    sender_of,
    session_cookie,
)
from lanista.serve.pages.forms import (
    URL_ENCODED,
    PageFields,
    form_page,
    network_address,
    our_address,
    signed_in,
)
from lanista.serve.people.oidc import FLOW_SECONDS, Provider
from lanista.serve.records import Invitation

CALLBACK = "/sign-in/provider/back"
FLOW = "lanista_flow"  # the cookie of people who are at the provider
PROVIDER_VISITS = (60, 600.0)  # of an address


class SignInForm(PageFields):
    """Who somebody says they are."""

    name: str = ""
    passphrase: str = ""
    next: str = ""


class RegisterForm(PageFields):
    """A new account."""

    name: str = ""
    passphrase: str = ""
    again: str = ""
    invitation: str = ""
    next: str = ""


@get("/sign-in", opt={"need": Need.ANYONE}, include_in_schema=False, sync_to_thread=True)
def sign_in_page(request: AnyRequest) -> Response[Any]:
    """The form to sign in."""
    return _sign_in_page(request, SignInForm(next=request.query_params.get("next", "")))


@post("/sign-in", opt={"need": Need.ANYONE}, include_in_schema=False, sync_to_thread=True)
def sign_in(request: AnyRequest, data: Annotated[SignInForm, URL_ENCODED]) -> Response[Any]:
    """Sign in."""
    try:
        user = sender_of(request).site.accounts.sign_in(data.name, data.passphrase, network_address(request))
    except LanistaError as error:
        return _sign_in_page(request, data, error)
    return signed_in(request, user, redirect_within(data.next))


@post("/sign-out", opt={"need": Need.ANYONE}, include_in_schema=False, sync_to_thread=True)
def sign_out(request: AnyRequest) -> Response[Any]:
    """End the session."""
    if cookie := request.cookies.get(SESSION):
        sender_of(request).site.sessions.end(cookie)
    answer = see_other("/")
    answer.set_cookie(session_cookie(request, ""))
    return answer


@get("/register", opt={"need": Need.ANYONE}, include_in_schema=False, sync_to_thread=True)
def register_page(request: AnyRequest) -> Response[Any]:
    """The form for a new account."""
    query = request.query_params
    return _register_page(
        request, RegisterForm(invitation=query.get("invitation", ""), next=query.get("next", ""))
    )


@post("/register", opt={"need": Need.ANYONE}, include_in_schema=False, sync_to_thread=True)
def register(request: AnyRequest, data: Annotated[RegisterForm, URL_ENCODED]) -> Response[Any]:
    """Make an account, and redeem the invitation if there is one."""
    site, address = sender_of(request).site, network_address(request)
    try:
        if data.passphrase != data.again:
            raise LanistaError("the two passphrases differ; type the same one twice")
        if data.invitation:
            user, invitation = site.invitations.register(data.invitation, data.name, data.passphrase, address)
            return signed_in(request, user, goal_of(request, invitation))
        site.invitations.check_registration(None)
        user = site.accounts.register(data.name, data.passphrase, address)
    except LanistaError as error:
        return _register_page(request, data, error)
    return signed_in(request, user, redirect_within(data.next))


@get("/sign-in/provider", opt={"need": Need.ANYONE}, include_in_schema=False, sync_to_thread=True)
def to_provider(request: AnyRequest) -> Response[None]:
    """Send a person to the provider."""
    goal = redirect_within(request.query_params.get("next", ""))
    address, cookie = _provider(request).begin(our_address(request, CALLBACK), goal)
    answer: Response[None] = Response(None, status_code=303, headers={"location": address})
    answer.set_cookie(_flow_cookie(request, cookie))
    return answer


@get(CALLBACK, opt={"need": Need.ANYONE}, include_in_schema=False, sync_to_thread=True)
def from_provider(request: AnyRequest) -> Response[None]:
    """Sign in a person whom the provider sends back."""
    provider, cookie = _provider(request), request.cookies.get(FLOW, "")
    identity = provider.finish(cookie, dict(request.query_params.items()), our_address(request, CALLBACK))
    user = sender_of(request).site.accounts.of_identity(identity, create=provider.settings.accounts)
    answer = signed_in(request, user, redirect_within(identity.goal))
    answer.set_cookie(_flow_cookie(request, ""))
    return answer


def goal_of(request: AnyRequest, invitation: Invitation) -> str:
    """The page that follows an invitation."""
    if not invitation.contest_id:
        return "/"
    site = sender_of(request).site
    slug = site.contests.by_id(invitation.contest_id).slug
    return f"/c/{slug}/team" if invitation.team_id else f"/c/{slug}/joined"


def _sign_in_page(request: AnyRequest, form: SignInForm, problem: LanistaError | None = None) -> Response[Any]:
    site = sender_of(request).site
    can_register = site.invitations.may_register(None)
    goal = redirect_within(form.next, "")
    return form_page(
        request,
        "people_sign_in.html",
        problem,
        form=form,
        goal=goal,
        provider=site.provider,
        can_register=can_register,
    )


def _register_page(request: AnyRequest, form: RegisterForm, problem: LanistaError | None = None) -> Response[Any]:
    site = sender_of(request).site
    invitation = None
    if form.invitation:
        try:
            invitation = site.invitations.look(form.invitation, network_address(request))
        except Missing as error:
            problem = problem or error
    return form_page(
        request,
        "people_register.html",
        problem,
        form=form,
        goal=redirect_within(form.next, ""),
        allowed=site.invitations.may_register(invitation),
        provider=site.provider,
    )


def _provider(request: AnyRequest) -> Provider:
    site = sender_of(request).site
    if site.provider is None:
        raise Missing("there is no such page")
    site.throttle.count(f"provider {network_address(request)}", *PROVIDER_VISITS)
    return site.provider


def _flow_cookie(request: AnyRequest, value: str) -> Cookie:
    return Cookie(
        FLOW,
        value=value,
        max_age=int(FLOW_SECONDS) if value else 0,
        path="/sign-in",
        httponly=True,
        secure=request.app.state.is_secure,
        samesite="lax",  # it must come back with a person whom the provider sends
    )


HANDLERS = (sign_in_page, sign_in, sign_out, register_page, register, to_provider, from_provider)

"""The API of one's own account: sign in and out, register, invitations, passphrase, sessions, tokens."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import Response, delete, get, post
from litestar.params import FromPath, JSONBody

from lanista.serve.access import Need
from lanista.serve.api.errors import ERRORS
from lanista.serve.errors import Denied
from lanista.serve.http.connection import SESSION, AnyRequest, sender_of, session_cookie
from lanista.serve.pages.forms import begin_session, network_address
from lanista.serve.people.passphrases import MAX_LENGTH
from lanista.serve.records import InvitationKind, Scope, Standing, Token, User

PersonName = Annotated[
    str, msgspec.Meta(min_length=1, max_length=160, description="at most 40 characters are accepted")
]
Passphrase = Annotated[str, msgspec.Meta(max_length=MAX_LENGTH)]
Secret = Annotated[str, msgspec.Meta(min_length=1, max_length=100, description="of a link, or a class code")]


class SignInBody(msgspec.Struct, forbid_unknown_fields=True):
    """Who somebody says they are."""

    name: PersonName
    passphrase: Passphrase


class RegisterBody(msgspec.Struct, forbid_unknown_fields=True):
    """A new account; with an invitation, it joins what the invitation is for."""

    name: PersonName
    passphrase: Passphrase
    invitation: Annotated[str, msgspec.Meta(max_length=100)] = ""


class PassphraseBody(msgspec.Struct, forbid_unknown_fields=True):
    """A change of one's passphrase."""

    old: Passphrase
    new: Passphrase


class SecretBody(msgspec.Struct, forbid_unknown_fields=True):
    """An invitation."""

    secret: Secret


class ResetBody(msgspec.Struct, forbid_unknown_fields=True):
    """A new passphrase by a link."""

    secret: Secret
    passphrase: Passphrase


class TokenBody(msgspec.Struct, forbid_unknown_fields=True):
    """A new token."""

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
    scopes: Annotated[list[Scope], msgspec.Meta(min_length=1, max_length=3)]


class MembershipAnswer(msgspec.Struct):
    """Somebody's role in a contest."""

    contest: str  # its name in addresses
    role: str
    team: int  # 0: none


class SenderAnswer(msgspec.Struct):
    """Who sends requests, and the proof that requests of this session need in the header `X-Lanista-Proof`."""

    signed_in: bool
    proof: str
    id: int = 0
    name: str = ""
    standing: Standing = Standing.PERSON
    scopes: list[Scope] = []
    contests: list[MembershipAnswer] = []


class InvitationAnswer(msgspec.Struct):
    """The purpose of an invitation."""

    kind: InvitationKind
    contest: str  # its name in addresses; "" if it is for none
    team: str
    role: str
    uses: int
    expires: float
    note: str


class SessionAnswer(msgspec.Struct):
    """A session of a person."""

    created: float
    used: float
    this: bool


class TokenAnswer(msgspec.Struct):
    """A token without its secret."""

    id: int
    name: str
    scopes: list[Scope]
    created: float
    used: float


class NewTokenAnswer(msgspec.Struct):
    """A new token with its secret, which is not shown again."""

    id: int
    name: str
    scopes: list[Scope]
    secret: str


class DoneAnswer(msgspec.Struct):
    """It is done."""

    done: bool = True


@get("/api/me", opt={"need": Need.ANYONE}, responses=ERRORS, tags=["people"], sync_to_thread=True)
def me(request: AnyRequest) -> SenderAnswer:
    """Who sends this request, and what they are."""
    sender = sender_of(request)
    user = sender.actor.user
    if user is None:
        return SenderAnswer(False, sender.proof)
    return _person(request, user, "" if sender.actor.is_script else sender.proof)


@post(
    "/api/sign-in",
    opt={"need": Need.ANYONE},
    responses=ERRORS,
    tags=["people"],
    status_code=200,
    sync_to_thread=True,
)
def sign_in(request: AnyRequest, data: JSONBody[SignInBody]) -> Response[SenderAnswer]:
    """Sign in; the answer sets the cookie of a session. Scripts use a token instead."""
    user = sender_of(request).site.accounts.sign_in(data.name, data.passphrase, network_address(request))
    return _welcome(request, user)


@post(
    "/api/sign-out",
    opt={"need": Need.ANYONE},
    responses=ERRORS,
    tags=["people"],
    status_code=200,
    sync_to_thread=True,
)
def sign_out(request: AnyRequest) -> Response[DoneAnswer]:
    """End this session."""
    if cookie := request.cookies.get(SESSION):
        sender_of(request).site.sessions.end(cookie)
    answer = Response(DoneAnswer())
    answer.set_cookie(session_cookie(request, ""))
    return answer


@post("/api/register", opt={"need": Need.ANYONE}, responses=ERRORS, tags=["people"], sync_to_thread=True)
def register(request: AnyRequest, data: JSONBody[RegisterBody]) -> Response[SenderAnswer]:
    """Make an account, and sign in."""
    site, address = sender_of(request).site, network_address(request)
    if data.invitation:
        user, _ = site.invitations.register(data.invitation, data.name, data.passphrase, address)
    else:
        site.invitations.check_registration(None)
        user = site.accounts.register(data.name, data.passphrase, address)
    return _welcome(request, site.accounts.get(user.id), 201)


@post(
    "/api/invitation",
    opt={"need": Need.ANYONE},
    responses=ERRORS,
    tags=["people"],
    status_code=200,
    sync_to_thread=True,
)
def look_at_invitation(request: AnyRequest, data: JSONBody[SecretBody]) -> InvitationAnswer:
    """The purpose of an invitation; nothing else happens."""
    site = sender_of(request).site
    found = site.invitations.look(data.secret, network_address(request))
    contest = site.contests.by_id(found.contest_id).slug if found.contest_id else ""
    team = site.teams.get(found.contest_id, found.team_id).name if found.team_id else ""
    return InvitationAnswer(found.kind, contest, team, found.role, found.uses, found.expires, found.note)


@post(
    "/api/join", opt={"need": Need.PERSON}, responses=ERRORS, tags=["people"], status_code=200, sync_to_thread=True
)
def redeem(request: AnyRequest, data: JSONBody[SecretBody]) -> SenderAnswer:
    """Accept an invitation."""
    sender = sender_of(request)
    sender.site.invitations.redeem(data.secret, sender.actor.id, network_address(request))
    return _person(request, sender.site.accounts.get(sender.actor.id), sender.proof)


@post(
    "/api/reset",
    opt={"need": Need.ANYONE},
    responses=ERRORS,
    tags=["people"],
    status_code=200,
    sync_to_thread=True,
)
def choose_passphrase(request: AnyRequest, data: JSONBody[ResetBody]) -> Response[SenderAnswer]:
    """Choose a new passphrase by a link, which ends all sessions and tokens, and sign in."""
    user = sender_of(request).site.invitations.reset(data.secret, data.passphrase, network_address(request))
    return _welcome(request, user)


@post(
    "/api/account/passphrase",
    opt={"need": Need.PERSON},
    responses=ERRORS,
    tags=["people"],
    status_code=200,
    sync_to_thread=True,
)
def change_passphrase(request: AnyRequest, data: JSONBody[PassphraseBody]) -> Response[SenderAnswer]:
    """Change one's passphrase, which ends all sessions but a new one."""
    sender = sender_of(request)
    assert sender.actor.user is not None
    if sender.actor.is_script:
        raise Denied("a passphrase is changed by its person; sign in with it")
    sender.site.accounts.change_passphrase(sender.actor.user, data.old, data.new)
    return _welcome(request, sender.actor.user)


@get("/api/account/sessions", opt={"need": Need.PERSON}, responses=ERRORS, tags=["people"], sync_to_thread=True)
def sessions(request: AnyRequest) -> list[SessionAnswer]:
    """One's own sessions, the newest first."""
    sender = sender_of(request)
    this = sender.site.sessions.key(request.cookies.get(SESSION, ""))
    found = sender.site.sessions.of(sender.actor.id)
    return [SessionAnswer(each.created, each.used, each.digest == this) for each in found]


@delete(
    "/api/account/sessions",
    opt={"need": Need.PERSON},
    responses=ERRORS,
    tags=["people"],
    status_code=200,
    sync_to_thread=True,
)
def end_other_sessions(request: AnyRequest) -> DoneAnswer:
    """End all sessions but this one."""
    sender = sender_of(request)
    sender.site.sessions.end_all(sender.actor.id, but=request.cookies.get(SESSION, ""))
    return DoneAnswer()


@get("/api/account/tokens", opt={"need": Need.PERSON}, responses=ERRORS, tags=["people"], sync_to_thread=True)
def tokens(request: AnyRequest) -> list[TokenAnswer]:
    """One's own tokens, the newest first."""
    sender = sender_of(request)
    return [_token(each) for each in sender.site.tokens.of(sender.actor.id)]


@post("/api/account/tokens", opt={"need": Need.PERSON}, responses=ERRORS, tags=["people"], sync_to_thread=True)
def make_token(request: AnyRequest, data: JSONBody[TokenBody]) -> NewTokenAnswer:
    """Make a token; its secret is in this answer only."""
    sender = sender_of(request)
    made, secret = sender.site.tokens.make_for(sender.actor, data.name, data.scopes)
    return NewTokenAnswer(made.id, made.name, list(made.scopes), secret)


@delete(
    "/api/account/tokens/{token:int}",
    opt={"need": Need.PERSON},
    responses=ERRORS,
    tags=["people"],
    status_code=200,
    sync_to_thread=True,
)
def revoke_token(request: AnyRequest, token: FromPath[int]) -> DoneAnswer:
    """Revoke a token."""
    sender = sender_of(request)
    sender.site.tokens.revoke(sender.actor.id, token)
    return DoneAnswer()


def _welcome(request: AnyRequest, user: User, status: int = 200) -> Response[SenderAnswer]:
    """The answer to somebody who has just signed in."""
    site = sender_of(request).site
    answer: Response[Any] = Response(None, status_code=status)
    cookie = begin_session(request, user, answer)
    answer.content = _person(request, user, site.signed("form", cookie))
    return answer


def _person(request: AnyRequest, user: User, proof: str) -> SenderAnswer:
    sender = sender_of(request)
    site = sender.site
    contests = [
        MembershipAnswer(site.contests.by_id(each.contest_id).slug, each.role.value, each.team_id)
        for each in site.teams.contests_of(user.id)
    ]
    scopes = sorted(sender.actor.scopes)
    return SenderAnswer(True, proof, user.id, user.name, user.standing, scopes, contests)


def _token(token: Token) -> TokenAnswer:
    return TokenAnswer(token.id, token.name, list(token.scopes), token.created, token.used)


HANDLERS = (
    me,
    sign_in,
    sign_out,
    register,
    look_at_invitation,
    redeem,
    choose_passphrase,
    change_passphrase,
    sessions,
    end_other_sessions,
    tokens,
    make_token,
    revoke_token,
)

"""The page of one's own account: passphrase, sessions, tokens, contests."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Response, get, post
from litestar.params import FromPath

from lanista.core.errors import LanistaError
from lanista.serve.access import Need
from lanista.serve.errors import Denied
from lanista.serve.http.connection import SESSION, AnyRequest, see_other, sender_of
from lanista.serve.pages.forms import URL_ENCODED, PageFields, form_page, our_address, signed_in
from lanista.serve.records import Scope, Token

PAGE = "/account"


class PassphraseForm(PageFields):
    """A change of one's passphrase."""

    old: str = ""
    passphrase: str = ""
    again: str = ""


class TokenForm(PageFields):
    """A new token; a scope's field is filled if it is wanted."""

    name: str = ""
    read: str = ""
    upload: str = ""
    manage: str = ""

    @property
    def scopes(self) -> tuple[Scope, ...]:
        """The scopes that are wanted."""
        return tuple(scope for scope in Scope if getattr(self, scope.value))


@get(PAGE, opt={"need": Need.PERSON}, include_in_schema=False, sync_to_thread=True)
def account_page(request: AnyRequest) -> Response[Any]:
    """One's own account."""
    return _account_page(request)


@post("/account/passphrase", opt={"need": Need.PERSON}, include_in_schema=False, sync_to_thread=True)
def change_passphrase(request: AnyRequest, data: Annotated[PassphraseForm, URL_ENCODED]) -> Response[Any]:
    """Change the passphrase, which ends all sessions but a new one."""
    sender = sender_of(request)
    assert sender.actor.user is not None
    try:
        if data.passphrase != data.again:
            raise LanistaError("the two passphrases differ; type the same one twice")
        if sender.actor.is_script:
            raise Denied("a passphrase is changed by its person; sign in with it")
        sender.site.accounts.change_passphrase(sender.actor.user, data.old, data.passphrase)
    except LanistaError as error:
        return _account_page(request, error)
    return signed_in(request, sender.actor.user, PAGE)


@post("/account/sessions/end", opt={"need": Need.PERSON}, include_in_schema=False, sync_to_thread=True)
def end_other_sessions(request: AnyRequest) -> Response[Any]:
    """Sign out everywhere else."""
    sender = sender_of(request)
    sender.site.sessions.end_all(sender.actor.id, but=request.cookies.get(SESSION, ""))
    return see_other(PAGE)


@post("/account/tokens", opt={"need": Need.PERSON}, include_in_schema=False, sync_to_thread=True)
def make_token(request: AnyRequest, data: Annotated[TokenForm, URL_ENCODED]) -> Response[Any]:
    """Make a token, and show it once."""
    sender = sender_of(request)
    try:
        token, secret = sender.site.tokens.make_for(sender.actor, data.name, data.scopes)
    except LanistaError as error:
        return _account_page(request, error)
    return _account_page(request, made=token, secret=secret)


@post(
    "/account/tokens/{token:int}/revoke", opt={"need": Need.PERSON}, include_in_schema=False, sync_to_thread=True
)
def revoke_token(request: AnyRequest, token: FromPath[int]) -> Response[Any]:
    """Revoke a token."""
    sender = sender_of(request)
    sender.site.tokens.revoke(sender.actor.id, token)
    return see_other(PAGE)


def _account_page(
    request: AnyRequest, problem: LanistaError | None = None, made: Token | None = None, secret: str = ""
) -> Response[Any]:
    sender = sender_of(request)
    site, user = sender.site, sender.actor.user
    assert user is not None
    contests = [(site.contests.by_id(each.contest_id), each) for each in site.teams.contests_of(user.id)]
    return form_page(
        request,
        "people_account.html",
        problem,
        sessions=site.sessions.of(user.id),
        this_session=site.sessions.key(request.cookies.get(SESSION, "")),
        tokens=site.tokens.of(user.id),
        scopes=list(Scope),
        contests=contests,
        made=made,
        secret=secret,
        address=our_address(request, ""),
    )


HANDLERS = (account_page, change_passphrase, end_other_sessions, make_token, revoke_token)

"""Pages on which people join a contest: by a link, by a code, or because anybody may."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Response, get, post
from litestar.params import FromPath

from lanista.core.errors import LanistaError
from lanista.serve.access import Need
from lanista.serve.contests import Contest
from lanista.serve.http.connection import AnyRequest, see_other, sender_of
from lanista.serve.pages.forms import URL_ENCODED, PageFields, form_page, network_address, signed_in
from lanista.serve.pages.signing_in import goal_of
from lanista.serve.people.invitations import tidy_secret
from lanista.serve.records import Invitation, InvitationKind, Team


class CodeForm(PageFields):
    """A link's secret or a class code."""

    code: str = ""


class NewPassphraseForm(PageFields):
    """A passphrase that is chosen with a link."""

    passphrase: str = ""
    again: str = ""


@get("/join", opt={"need": Need.ANYONE}, include_in_schema=False, sync_to_thread=True)
def code_page(request: AnyRequest) -> Response[Any]:
    """The form for a code."""
    return form_page(request, "people_code.html", code="")


@post("/join", opt={"need": Need.ANYONE}, include_in_schema=False, sync_to_thread=True)
def look_at_code(request: AnyRequest, data: Annotated[CodeForm, URL_ENCODED]) -> Response[Any]:
    """Go to the page of a code."""
    try:
        sender_of(request).site.invitations.look(data.code, network_address(request))
    except LanistaError as error:
        return form_page(request, "people_code.html", error, code=data.code)
    return see_other(f"/join/{tidy_secret(data.code)}")


@get("/join/{secret:str}", opt={"need": Need.ANYONE}, include_in_schema=False, sync_to_thread=True)
def look_at_invitation(request: AnyRequest, secret: FromPath[str]) -> Response[Any]:
    """An invitation: what it is for, before anything happens."""
    return _invitation_page(request, secret)


@post("/join/{secret:str}", opt={"need": Need.PERSON}, include_in_schema=False, sync_to_thread=True)
def redeem(request: AnyRequest, secret: FromPath[str]) -> Response[Any]:
    """Accept an invitation."""
    sender = sender_of(request)
    try:
        invitation = sender.site.invitations.redeem(secret, sender.actor.id, network_address(request))
    except LanistaError as error:
        return _invitation_page(request, secret, error)
    return see_other(goal_of(request, invitation))


@post("/join/{secret:str}/passphrase", opt={"need": Need.ANYONE}, include_in_schema=False, sync_to_thread=True)
def choose_passphrase(
    request: AnyRequest, secret: FromPath[str], data: Annotated[NewPassphraseForm, URL_ENCODED]
) -> Response[Any]:
    """Choose a new passphrase, and sign in."""
    site = sender_of(request).site
    try:
        if data.passphrase != data.again:
            raise LanistaError("the two passphrases differ; type the same one twice")
        user = site.invitations.reset(secret, data.passphrase, network_address(request))
    except LanistaError as error:
        return _invitation_page(request, secret, error)
    return signed_in(request, user, "/account")


@get("/c/{slug:str}/join", opt={"need": Need.SEE}, include_in_schema=False, sync_to_thread=True)
def join_page(request: AnyRequest) -> Response[Any]:
    """How to join a contest."""
    sender = sender_of(request)
    if sender.standpoint.member is not None:
        return see_other(f"/c/{sender.named_contest.slug}/joined")
    return form_page(request, "people_join_contest.html")


@post("/c/{slug:str}/join", opt={"need": Need.SEE_SIGNED_IN}, include_in_schema=False, sync_to_thread=True)
def join_contest(request: AnyRequest) -> Response[Any]:
    """Join a contest that is open to all."""
    sender = sender_of(request)
    try:
        sender.site.teams.enter(sender.named_contest, sender.actor.id)
    except LanistaError as error:
        return form_page(request, "people_join_contest.html", error)
    return see_other(f"/c/{sender.named_contest.slug}/joined")


@get("/c/{slug:str}/joined", opt={"need": Need.SEE}, include_in_schema=False, sync_to_thread=True)
def after_joining(request: AnyRequest) -> Response[Any]:
    """Go to what a member does first: see to the contest, make a team, or upload a bot."""
    sender = sender_of(request)
    point, path = sender.standpoint, f"/c/{sender.named_contest.slug}"
    if point.member is None:
        return see_other(f"{path}/join")
    if point.member.team_id:
        return see_other(f"{path}/team")
    return see_other(path if point.is_helper else f"{path}/team/new")


def _invitation_page(
    request: AnyRequest, secret: FromPath[str], problem: LanistaError | None = None
) -> Response[Any]:
    site = sender_of(request).site
    invitation = site.invitations.look(secret, network_address(request))
    target, team = _target(request, invitation)
    person = site.accounts.get(invitation.user_id) if invitation.kind is InvitationKind.RESET else None
    return form_page(
        request,
        "people_invitation.html",
        problem,
        secret=tidy_secret(secret),
        invitation=invitation,
        target=target,
        team=team,
        person=person,
        can_register=site.invitations.may_register(invitation),
        provider=site.provider,
        contest=None,
    )


def _target(request: AnyRequest, invitation: Invitation) -> tuple[Contest | None, Team | None]:
    """The contest and the team that an invitation leads to."""
    site = sender_of(request).site
    if not invitation.contest_id:
        return None, None
    contest = site.contests.by_id(invitation.contest_id)
    return contest, site.teams.get(contest.id, invitation.team_id) if invitation.team_id else None


HANDLERS = (
    code_page,
    look_at_code,
    look_at_invitation,
    redeem,
    choose_passphrase,
    join_page,
    join_contest,
    after_joining,
)

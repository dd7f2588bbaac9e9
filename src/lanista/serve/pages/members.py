"""Pages on which organisers see to the people of a contest, and administrators to those of the server."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

import msgspec
from litestar import Response, get, post
from litestar.datastructures import UploadFile
from litestar.enums import RequestEncodingType
from litestar.params import Body, FromPath, FromQuery

from lanista.core.errors import InputError, LanistaError
from lanista.serve.access import Need
from lanista.serve.errors import Missing
from lanista.serve.http.connection import AnyRequest, see_other, sender_of
from lanista.serve.pages.forms import URL_ENCODED, PageFields, form_page, our_address
from lanista.serve.people.roster import export_people, import_people
from lanista.serve.records import InvitationKind, Role, Standing

TeamId = Annotated[int, msgspec.Meta(ge=0, lt=2**31)]  # 0: none
AUDIT_ROWS = 100  # on a page
CSV = "text/csv"  # its charset is added


class InviteForm(PageFields):
    """A new invitation: a code for the contest, or a link into a team."""

    team: TeamId = 0
    role: str = Role.CONTESTANT.value
    uses: int = 1
    days: float = 14.0
    note: str = ""


class RoleForm(PageFields):
    """A member's new role."""

    role: str = ""


class PlaceForm(PageFields):
    """A member's new team."""

    team: TeamId = 0


class StandingForm(PageFields):
    """A person's new standing."""

    standing: str = ""


@get("/c/{slug:str}/people", opt={"need": Need.HELPER}, include_in_schema=False, sync_to_thread=True)
def members_page(request: AnyRequest) -> Response[Any]:
    """The people of a contest."""
    return _members_page(request)


@post("/c/{slug:str}/people/invite", opt={"need": Need.ORGANISER}, include_in_schema=False, sync_to_thread=True)
def invite(request: AnyRequest, data: Annotated[InviteForm, URL_ENCODED]) -> Response[Any]:
    """Make an invitation, and show it once."""
    sender = sender_of(request)
    contest, by = sender.named_contest, sender.actor.id
    try:
        team_id = sender.site.teams.get(contest.id, data.team).id if data.team else 0
        secret = sender.site.invitations.make(
            InvitationKind.TEAM if team_id else InvitationKind.CONTEST,
            contest_id=contest.id,
            team_id=team_id,
            role=_role(data.role),
            uses=data.uses,
            days=data.days,
            note=data.note,
            by=by,
        )
    except LanistaError as error:
        return _members_page(request, error)
    return _members_page(request, code=secret, link=our_address(request, f"/join/{secret}"))


@post(
    "/c/{slug:str}/people/invitations/{invitation:int}/withdraw",
    opt={"need": Need.ORGANISER},
    include_in_schema=False,
    sync_to_thread=True,
)
def withdraw(request: AnyRequest, invitation: FromPath[int]) -> Response[Any]:
    """Withdraw an invitation."""
    sender = sender_of(request)
    sender.site.invitations.revoke(sender.named_contest.id, invitation, sender.actor.id)
    return see_other(_people(request))


@post("/c/{slug:str}/people/import", opt={"need": Need.ORGANISER}, include_in_schema=False)
async def import_file(
    request: AnyRequest, data: Annotated[dict[str, Any], Body(media_type=RequestEncodingType.MULTI_PART)]
) -> Response[Any]:
    """Import people from a file or from pasted text; the links of new accounts are shown once."""
    given = data.get("file")
    text = await given.read() if isinstance(given, UploadFile) else b""
    return await asyncio.to_thread(_import, request, text or str(data.get("text", "")).encode())


@get("/c/{slug:str}/people/export", opt={"need": Need.ORGANISER}, include_in_schema=False, sync_to_thread=True)
def export_file(request: AnyRequest) -> Response[str]:
    """All people as a file."""
    sender = sender_of(request)
    name = f"{sender.named_contest.slug}-people.csv"
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(export_people(sender.site, sender.named_contest), media_type=CSV, headers=headers)


@get(
    "/c/{slug:str}/people/{person:int}", opt={"need": Need.ORGANISER}, include_in_schema=False, sync_to_thread=True
)
def member_page(request: AnyRequest, person: FromPath[int]) -> Response[Any]:
    """A person's page for organisers."""
    return _member_page(request, person)


@post(
    "/c/{slug:str}/people/{person:int}/role",
    opt={"need": Need.ORGANISER},
    include_in_schema=False,
    sync_to_thread=True,
)
def set_role(request: AnyRequest, person: FromPath[int], data: Annotated[RoleForm, URL_ENCODED]) -> Response[Any]:
    """Give a member another role."""
    sender = sender_of(request)
    try:
        sender.site.teams.set_role(sender.named_contest, person, _role(data.role), sender.actor.id)
    except LanistaError as error:
        return _member_page(request, person, error)
    return see_other(_people(request))


@post(
    "/c/{slug:str}/people/{person:int}/team",
    opt={"need": Need.ORGANISER},
    include_in_schema=False,
    sync_to_thread=True,
)
def place(request: AnyRequest, person: FromPath[int], data: Annotated[PlaceForm, URL_ENCODED]) -> Response[Any]:
    """Move a member to another team."""
    sender = sender_of(request)
    try:
        sender.site.teams.place(sender.named_contest, person, data.team, sender.actor.id)
    except LanistaError as error:
        return _member_page(request, person, error)
    return see_other(_people(request))


@post(
    "/c/{slug:str}/people/{person:int}/remove",
    opt={"need": Need.ORGANISER},
    include_in_schema=False,
    sync_to_thread=True,
)
def remove(request: AnyRequest, person: FromPath[int]) -> Response[Any]:
    """Remove a person from the contest."""
    sender = sender_of(request)
    try:
        sender.site.teams.remove(sender.named_contest, person, sender.actor.id)
    except LanistaError as error:
        return _member_page(request, person, error)
    return see_other(_people(request))


@post(
    "/c/{slug:str}/people/{person:int}/reset",
    opt={"need": Need.ORGANISER},
    include_in_schema=False,
    sync_to_thread=True,
)
def reset_link(request: AnyRequest, person: FromPath[int]) -> Response[Any]:
    """Make a link for a new passphrase, and show it once."""
    sender = sender_of(request)
    assert sender.actor.user is not None
    try:
        secret = sender.site.invitations.reset_link(person, sender.actor.user, sender.named_contest)
    except LanistaError as error:
        return _member_page(request, person, error)
    return _member_page(request, person, link=our_address(request, f"/join/{secret}"))


@get("/c/{slug:str}/audit", opt={"need": Need.ORGANISER}, include_in_schema=False, sync_to_thread=True)
def contest_audit_page(request: AnyRequest, before: FromQuery[int] = 0) -> Response[Any]:
    """Who did what in a contest."""
    return _audit_page(request, sender_of(request).named_contest.id, before)


@get("/people", opt={"need": Need.ADMIN}, include_in_schema=False, sync_to_thread=True)
def everyone_page(request: AnyRequest) -> Response[Any]:
    """All people of the server."""
    return _everyone_page(request)


@post("/people/invite", opt={"need": Need.ADMIN}, include_in_schema=False, sync_to_thread=True)
def invite_administrator(request: AnyRequest) -> Response[Any]:
    """Make a link for another administrator, and show it once."""
    sender = sender_of(request)
    secret = sender.site.invitations.make(InvitationKind.ORGANISER, by=sender.actor.id)
    return _everyone_page(request, link=our_address(request, f"/join/{secret}"))


@post(
    "/people/invitations/{invitation:int}/withdraw",
    opt={"need": Need.ADMIN},
    include_in_schema=False,
    sync_to_thread=True,
)
def withdraw_administrator(request: AnyRequest, invitation: FromPath[int]) -> Response[Any]:
    """Withdraw an invitation of an administrator."""
    sender = sender_of(request)
    sender.site.invitations.revoke(0, invitation, sender.actor.id)
    return see_other("/people")


@post("/people/{person:int}/standing", opt={"need": Need.ADMIN}, include_in_schema=False, sync_to_thread=True)
def set_standing(
    request: AnyRequest, person: FromPath[int], data: Annotated[StandingForm, URL_ENCODED]
) -> Response[Any]:
    """Change what a person may do on the server."""
    sender = sender_of(request)
    try:
        if data.standing not in set(Standing):
            raise InputError("expected one of the choices")
        sender.site.accounts.set_standing(person, Standing(data.standing), sender.actor.id)
    except LanistaError as error:
        return _everyone_page(request, error)
    return see_other("/people")


@post("/people/{person:int}/reset", opt={"need": Need.ADMIN}, include_in_schema=False, sync_to_thread=True)
def reset_anyones_link(request: AnyRequest, person: FromPath[int]) -> Response[Any]:
    """Make a link for a new passphrase of anybody, and show it once."""
    sender = sender_of(request)
    assert sender.actor.user is not None
    secret = sender.site.invitations.reset_link(person, sender.actor.user)
    return _everyone_page(request, link=our_address(request, f"/join/{secret}"), of=person)


@get("/audit", opt={"need": Need.ADMIN}, include_in_schema=False, sync_to_thread=True)
def audit_page(request: AnyRequest, before: FromQuery[int] = 0) -> Response[Any]:
    """Who did what on the whole server."""
    return _audit_page(request, None, before)


def _import(request: AnyRequest, data: bytes) -> Response[Any]:
    sender = sender_of(request)
    try:
        entries = import_people(sender.site, sender.named_contest, decoded(data), sender.actor.id)
    except LanistaError as error:
        return _members_page(request, error)
    return form_page(request, "people_imported.html", entries=entries, address=our_address(request, "/join/"))


def decoded(data: bytes) -> str:
    """A file's text; raises InputError."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise InputError("the file is no UTF-8 text; save it as `CSV UTF-8`") from None


def _members_page(
    request: AnyRequest, problem: LanistaError | None = None, *, code: str = "", link: str = ""
) -> Response[Any]:
    sender = sender_of(request)
    site, contest = sender.site, sender.named_contest
    return form_page(
        request,
        "people_members.html",
        problem,
        people=site.teams.members(contest.id),
        teams={team.id: team for team in site.teams.all(contest.id)},
        invitations=site.invitations.of(contest.id) if sender.standpoint.is_organiser else [],
        roles=list(Role),
        code=code,
        link=link,
    )


def _member_page(
    request: AnyRequest, person: FromPath[int], problem: LanistaError | None = None, *, link: str = ""
) -> Response[Any]:
    sender = sender_of(request)
    site, contest = sender.site, sender.named_contest
    member = site.teams.member(contest.id, person)
    if member is None:
        raise Missing("there is no such person in this contest")
    return form_page(
        request,
        "people_member.html",
        problem,
        person=site.accounts.get(person),
        member=member,
        teams=site.teams.all(contest.id),
        roles=list(Role),
        link=link,
    )


def _everyone_page(
    request: AnyRequest, problem: LanistaError | None = None, *, link: str = "", of: int = 0
) -> Response[Any]:
    site = sender_of(request).site
    return form_page(
        request,
        "people_everyone.html",
        problem,
        people=site.accounts.everyone(),
        invitations=site.invitations.of(0),
        link=link,
        of=site.accounts.get(of) if of else None,
    )


def _audit_page(request: AnyRequest, contest_id: int | None, before: int) -> Response[Any]:
    site = sender_of(request).site
    entries = site.audit.latest(contest_id, AUDIT_ROWS, before if 0 < before < 2**31 else 0)
    names = site.accounts.names({entry.user_id for entry in entries})
    older = entries[-1].id if len(entries) == AUDIT_ROWS else 0
    return form_page(request, "people_audit.html", entries=entries, names=names, older=older)


def _role(text: str) -> Role:
    if text not in set(Role):
        raise InputError("expected one of the roles")
    return Role(text)


def _people(request: AnyRequest) -> str:
    return f"/c/{sender_of(request).named_contest.slug}/people"


HANDLERS = (
    members_page,
    invite,
    withdraw,
    import_file,
    export_file,
    member_page,
    set_role,
    place,
    remove,
    reset_link,
    contest_audit_page,
    everyone_page,
    invite_administrator,
    withdraw_administrator,
    set_standing,
    reset_anyones_link,
    audit_page,
)

"""The API of people for organisers and administrators: members, invitations, import and export, the audit log."""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar import Response, delete, get, post
from litestar.params import FromPath, JSONBody, QueryParameter

from lanista.serve.access import Need
from lanista.serve.api.accounts import DoneAnswer
from lanista.serve.api.errors import ERRORS
from lanista.serve.http.connection import AnyRequest, sender_of
from lanista.serve.people.invitations import MAX_DAYS, MAX_NOTE, MAX_USES
from lanista.serve.people.roster import export_people, import_people
from lanista.serve.records import InvitationKind, Member, Role, Standing, User

MAX_CSV = 200_000  # characters
MAX_ENTRIES = 500  # of the audit log, in one answer
TeamNumber = Annotated[int, msgspec.Meta(ge=0, lt=2**31, description="0: none")]
Before = Annotated[int, QueryParameter(ge=0, lt=2**31, description="entries older than this one; 0: the newest")]
Count = Annotated[int, QueryParameter(ge=1, le=MAX_ENTRIES)]


class InviteBody(msgspec.Struct, forbid_unknown_fields=True):
    """A new invitation, to the contest or into a team."""

    team: TeamNumber = 0
    role: Role = Role.CONTESTANT
    uses: Annotated[int, msgspec.Meta(ge=1, le=MAX_USES)] = 1
    days: Annotated[float, msgspec.Meta(gt=0, le=MAX_DAYS)] = 14.0
    note: Annotated[str, msgspec.Meta(max_length=MAX_NOTE)] = ""


class RoleBody(msgspec.Struct, forbid_unknown_fields=True):
    """A member's new role."""

    role: Role


class PlaceBody(msgspec.Struct, forbid_unknown_fields=True):
    """A member's new team."""

    team: TeamNumber


class StandingBody(msgspec.Struct, forbid_unknown_fields=True):
    """A person's new standing."""

    standing: Standing


class ImportBody(msgspec.Struct, forbid_unknown_fields=True):
    """People as CSV with the columns name, team, role."""

    csv: Annotated[str, msgspec.Meta(max_length=MAX_CSV)]


class MemberAnswer(msgspec.Struct):
    """A person in a contest."""

    id: int
    name: str
    role: Role
    team: int
    joined: float
    closed: bool


class SecretAnswer(msgspec.Struct):
    """A secret, which is not shown again, and the path of its page."""

    secret: str
    path: str


class StandingInvitationAnswer(msgspec.Struct):
    """An invitation without its secret."""

    id: int
    kind: InvitationKind
    team: int
    role: str
    uses: int
    expires: float
    note: str


class ImportedAnswer(msgspec.Struct):
    """A person who was imported, with the secret of a new account's link."""

    name: str
    team: str
    role: Role
    secret: str


class PersonAnswer(msgspec.Struct):
    """A person with an account."""

    id: int
    name: str
    standing: Standing
    created: float


class AuditAnswer(msgspec.Struct):
    """An action that changed something for others."""

    id: int
    at: float
    user: int
    name: str  # "" of the server itself
    contest: int
    action: str
    detail: str


@get(
    "/api/c/{slug:str}/people",
    opt={"need": Need.HELPER},
    responses=ERRORS,
    tags=["organisers"],
    sync_to_thread=True,
)
def members(request: AnyRequest) -> list[MemberAnswer]:
    """The people of a contest."""
    sender = sender_of(request)
    return [_member(*each) for each in sender.site.teams.members(sender.named_contest.id)]


@post(
    "/api/c/{slug:str}/people/{person:int}/role",
    opt={"need": Need.ORGANISER},
    responses=ERRORS,
    tags=["organisers"],
    status_code=200,
    sync_to_thread=True,
)
def set_role(request: AnyRequest, person: FromPath[int], data: JSONBody[RoleBody]) -> MemberAnswer:
    """Give a member another role."""
    sender = sender_of(request)
    member = sender.site.teams.set_role(sender.named_contest, person, data.role, sender.actor.id)
    return _member(sender.site.accounts.get(person), member)


@post(
    "/api/c/{slug:str}/people/{person:int}/team",
    opt={"need": Need.ORGANISER},
    responses=ERRORS,
    tags=["organisers"],
    status_code=200,
    sync_to_thread=True,
)
def place(request: AnyRequest, person: FromPath[int], data: JSONBody[PlaceBody]) -> DoneAnswer:
    """Move a member to another team."""
    sender = sender_of(request)
    sender.site.teams.place(sender.named_contest, person, data.team, sender.actor.id)
    return DoneAnswer()


@delete(
    "/api/c/{slug:str}/people/{person:int}",
    opt={"need": Need.ORGANISER},
    responses=ERRORS,
    tags=["organisers"],
    status_code=200,
    sync_to_thread=True,
)
def remove(request: AnyRequest, person: FromPath[int]) -> DoneAnswer:
    """Remove a person from a contest."""
    sender = sender_of(request)
    sender.site.teams.remove(sender.named_contest, person, sender.actor.id)
    return DoneAnswer()


@post(
    "/api/c/{slug:str}/people/{person:int}/reset",
    opt={"need": Need.ORGANISER},
    responses=ERRORS,
    tags=["organisers"],
    sync_to_thread=True,
)
def reset_link(request: AnyRequest, person: FromPath[int]) -> SecretAnswer:
    """A link by which a member chooses a new passphrase."""
    sender = sender_of(request)
    assert sender.actor.user is not None
    return _secret(sender.site.invitations.reset_link(person, sender.actor.user, sender.named_contest))


@get(
    "/api/c/{slug:str}/invitations",
    opt={"need": Need.ORGANISER},
    responses=ERRORS,
    tags=["organisers"],
    sync_to_thread=True,
)
def invitations(request: AnyRequest) -> list[StandingInvitationAnswer]:
    """The invitations of a contest that are still good."""
    sender = sender_of(request)
    return _invitations(request, sender.named_contest.id)


@post(
    "/api/c/{slug:str}/invitations",
    opt={"need": Need.ORGANISER},
    responses=ERRORS,
    tags=["organisers"],
    sync_to_thread=True,
)
def invite(request: AnyRequest, data: JSONBody[InviteBody]) -> SecretAnswer:
    """Make an invitation; its secret is in this answer only."""
    sender = sender_of(request)
    contest_id = sender.named_contest.id
    team_id = sender.site.teams.get(contest_id, data.team).id if data.team else 0
    secret = sender.site.invitations.make(
        InvitationKind.TEAM if team_id else InvitationKind.CONTEST,
        contest_id=contest_id,
        team_id=team_id,
        role=data.role,
        uses=data.uses,
        days=data.days,
        note=data.note,
        by=sender.actor.id,
    )
    return _secret(secret)


@delete(
    "/api/c/{slug:str}/invitations/{invitation:int}",
    opt={"need": Need.ORGANISER},
    responses=ERRORS,
    tags=["organisers"],
    status_code=200,
    sync_to_thread=True,
)
def withdraw(request: AnyRequest, invitation: FromPath[int]) -> DoneAnswer:
    """Withdraw an invitation."""
    sender = sender_of(request)
    sender.site.invitations.revoke(sender.named_contest.id, invitation, sender.actor.id)
    return DoneAnswer()


@post(
    "/api/c/{slug:str}/people/import",
    opt={"need": Need.ORGANISER},
    responses=ERRORS,
    tags=["organisers"],
    status_code=200,
    sync_to_thread=True,
)
def import_file(request: AnyRequest, data: JSONBody[ImportBody]) -> list[ImportedAnswer]:
    """Import people, all or none; the secrets of new accounts' links are in this answer only."""
    sender = sender_of(request)
    done = import_people(sender.site, sender.named_contest, data.csv, sender.actor.id)
    return [ImportedAnswer(each.name, each.team, each.role, each.secret) for each in done]


@get(
    "/api/c/{slug:str}/people/export",
    opt={"need": Need.ORGANISER},
    responses=ERRORS,
    tags=["organisers"],
    media_type="text/csv",
    sync_to_thread=True,
)
def export_file(request: AnyRequest) -> Response[str]:
    """All people of a contest as CSV."""
    sender = sender_of(request)
    name = f"{sender.named_contest.slug}-people.csv"
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    text = export_people(sender.site, sender.named_contest)
    return Response(text, media_type="text/csv", headers=headers)


@get(
    "/api/c/{slug:str}/audit",
    opt={"need": Need.ORGANISER},
    responses=ERRORS,
    tags=["organisers"],
    sync_to_thread=True,
)
def contest_audit(request: AnyRequest, before: Before = 0, count: Count = 100) -> list[AuditAnswer]:
    """Who did what in a contest, the newest first."""
    return _audit(request, sender_of(request).named_contest.id, before, count)


@get("/api/people", opt={"need": Need.ADMIN}, responses=ERRORS, tags=["administrators"], sync_to_thread=True)
def everyone(request: AnyRequest) -> list[PersonAnswer]:
    """All people of the server."""
    return [_person(user) for user in sender_of(request).site.accounts.everyone()]


@post(
    "/api/people/{person:int}/standing",
    opt={"need": Need.ADMIN},
    responses=ERRORS,
    tags=["administrators"],
    status_code=200,
    sync_to_thread=True,
)
def set_standing(request: AnyRequest, person: FromPath[int], data: JSONBody[StandingBody]) -> PersonAnswer:
    """Change what a person may do on the server; closing an account ends its sessions and tokens."""
    sender = sender_of(request)
    return _person(sender.site.accounts.set_standing(person, data.standing, sender.actor.id))


@post(
    "/api/people/{person:int}/reset",
    opt={"need": Need.ADMIN},
    responses=ERRORS,
    tags=["administrators"],
    sync_to_thread=True,
)
def reset_anyones_link(request: AnyRequest, person: FromPath[int]) -> SecretAnswer:
    """A link by which anybody chooses a new passphrase."""
    sender = sender_of(request)
    assert sender.actor.user is not None
    return _secret(sender.site.invitations.reset_link(person, sender.actor.user))


@get("/api/invitations", opt={"need": Need.ADMIN}, responses=ERRORS, tags=["administrators"], sync_to_thread=True)
def administrators_invitations(request: AnyRequest) -> list[StandingInvitationAnswer]:
    """The invitations of administrators that are still good."""
    return _invitations(request, 0)


@post("/api/invitations", opt={"need": Need.ADMIN}, responses=ERRORS, tags=["administrators"], sync_to_thread=True)
def invite_administrator(request: AnyRequest) -> SecretAnswer:
    """A link that makes one person an administrator."""
    sender = sender_of(request)
    return _secret(sender.site.invitations.make(InvitationKind.ORGANISER, by=sender.actor.id))


@delete(
    "/api/invitations/{invitation:int}",
    opt={"need": Need.ADMIN},
    responses=ERRORS,
    tags=["administrators"],
    status_code=200,
    sync_to_thread=True,
)
def withdraw_administrator(request: AnyRequest, invitation: FromPath[int]) -> DoneAnswer:
    """Withdraw an invitation of an administrator."""
    sender = sender_of(request)
    sender.site.invitations.revoke(0, invitation, sender.actor.id)
    return DoneAnswer()


@get("/api/audit", opt={"need": Need.ADMIN}, responses=ERRORS, tags=["administrators"], sync_to_thread=True)
def audit(request: AnyRequest, before: Before = 0, count: Count = 100) -> list[AuditAnswer]:
    """Who did what on the whole server, the newest first."""
    return _audit(request, None, before, count)


def _member(user: User, member: Member) -> MemberAnswer:
    closed = user.standing is Standing.CLOSED
    return MemberAnswer(user.id, user.name, member.role, member.team_id, member.joined, closed)


def _person(user: User) -> PersonAnswer:
    return PersonAnswer(user.id, user.name, user.standing, user.created)


def _secret(secret: str) -> SecretAnswer:
    return SecretAnswer(secret, f"/join/{secret}")


def _invitations(request: AnyRequest, contest_id: int) -> list[StandingInvitationAnswer]:
    return [
        StandingInvitationAnswer(each.id, each.kind, each.team_id, each.role, each.uses, each.expires, each.note)
        for each in sender_of(request).site.invitations.of(contest_id)
    ]


def _audit(request: AnyRequest, contest_id: int | None, before: int, count: int) -> list[AuditAnswer]:
    site = sender_of(request).site
    entries = site.audit.latest(contest_id, count, before)
    names = site.accounts.names({entry.user_id for entry in entries})
    return [
        AuditAnswer(
            each.id, each.at, each.user_id, names.get(each.user_id, ""), each.contest_id, each.action, each.detail
        )
        for each in entries
    ]


HANDLERS = (
    members,
    set_role,
    place,
    remove,
    reset_link,
    invitations,
    invite,
    withdraw,
    import_file,
    export_file,
    contest_audit,
    everyone,
    set_standing,
    reset_anyones_link,
    administrators_invitations,
    invite_administrator,
    withdraw_administrator,
    audit,
)

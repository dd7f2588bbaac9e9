"""The API of contests' people, for themselves: join a contest, make, join and leave a team."""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar import get, post
from litestar.params import FromPath, JSONBody

from lanista.serve.access import Need
from lanista.serve.api.accounts import DoneAnswer, MembershipAnswer
from lanista.serve.api.errors import ERRORS
from lanista.serve.http.connection import AnyRequest, sender_of

TeamName = Annotated[
    str, msgspec.Meta(min_length=1, max_length=160, description="at most 40 characters are accepted")
]


class TeamBody(msgspec.Struct, forbid_unknown_fields=True):
    """A new team."""

    name: TeamName


class KeyBody(msgspec.Struct, forbid_unknown_fields=True):
    """The key by which one joins a team."""

    key: Annotated[str, msgspec.Meta(min_length=1, max_length=100)]


class TeamAnswer(msgspec.Struct):
    """A team, as everybody may see it."""

    id: int
    name: str
    people: int  # how many
    joinable: bool  # it has room and a key
    created: float


class NewKeyAnswer(msgspec.Struct):
    """A team with its new key, which is not shown again."""

    id: int
    name: str
    key: str


class TeammateAnswer(msgspec.Struct):
    """A person of a team."""

    id: int
    name: str
    joined: float


@post(
    "/api/c/{slug:str}/join",
    opt={"need": Need.SEE_SIGNED_IN},
    responses=ERRORS,
    tags=["people"],
    status_code=200,
    sync_to_thread=True,
)
def join_contest(request: AnyRequest) -> MembershipAnswer:
    """Join a contest that is open to all; others are joined by `/api/join`."""
    sender = sender_of(request)
    member = sender.site.teams.enter(sender.named_contest, sender.actor.id)
    return MembershipAnswer(sender.named_contest.slug, member.role.value, member.team_id)


@post(
    "/api/c/{slug:str}/leave",
    opt={"need": Need.MEMBER},
    responses=ERRORS,
    tags=["people"],
    status_code=200,
    sync_to_thread=True,
)
def leave_contest(request: AnyRequest) -> DoneAnswer:
    """Leave a contest."""
    sender = sender_of(request)
    sender.site.teams.remove(sender.named_contest, sender.actor.id, by=sender.actor.id)
    return DoneAnswer()


@get("/api/c/{slug:str}/teams", opt={"need": Need.SEE}, responses=ERRORS, tags=["people"], sync_to_thread=True)
def teams(request: AnyRequest) -> list[TeamAnswer]:
    """The teams of a contest."""
    sender = sender_of(request)
    contest, site = sender.named_contest, sender.site
    sizes, room = site.teams.sizes(contest.id), contest.settings.team_size
    return [
        TeamAnswer(
            team.id,
            team.name,
            sizes.get(team.id, 0),
            bool(team.join_key) and sizes.get(team.id, 0) < room,
            team.created,
        )
        for team in site.teams.all(contest.id)
    ]


@post("/api/c/{slug:str}/teams", opt={"need": Need.MEMBER}, responses=ERRORS, tags=["people"], sync_to_thread=True)
def make_team(request: AnyRequest, data: JSONBody[TeamBody]) -> NewKeyAnswer:
    """Make a team; its key is in this answer only."""
    sender = sender_of(request)
    team, key = sender.site.teams.create(sender.named_contest, sender.actor.id, data.name)
    return NewKeyAnswer(team.id, team.name, key)


@get(
    "/api/c/{slug:str}/teams/{team:int}/people",
    opt={"need": Need.OWNER_OR_HELPER},
    responses=ERRORS,
    tags=["people"],
    sync_to_thread=True,
)
def team_people(request: AnyRequest, team: FromPath[int]) -> list[TeammateAnswer]:
    """The people of a team."""
    sender = sender_of(request)
    found = sender.site.teams.members(sender.named_contest.id, team)
    return [TeammateAnswer(user.id, user.name, member.joined) for user, member in found]


@post(
    "/api/c/{slug:str}/teams/{team:int}/join",
    opt={"need": Need.MEMBER},
    responses=ERRORS,
    tags=["people"],
    status_code=200,
    sync_to_thread=True,
)
def join_team(request: AnyRequest, team: FromPath[int], data: JSONBody[KeyBody]) -> MembershipAnswer:
    """Join a team by its key."""
    sender = sender_of(request)
    sender.site.teams.join(sender.named_contest, sender.actor.id, team, data.key)
    assert sender.standpoint.member is not None
    return MembershipAnswer(sender.named_contest.slug, sender.standpoint.member.role.value, team)


@post(
    "/api/c/{slug:str}/teams/{team:int}/leave",
    opt={"need": Need.OWNER},
    responses=ERRORS,
    tags=["people"],
    status_code=200,
    sync_to_thread=True,
)
def leave_team(request: AnyRequest, team: FromPath[int]) -> DoneAnswer:
    """Leave one's team."""
    sender = sender_of(request)
    sender.site.teams.leave(sender.named_contest, sender.actor.id)
    return DoneAnswer()


@post(
    "/api/c/{slug:str}/teams/{team:int}/key",
    opt={"need": Need.OWNER},
    responses=ERRORS,
    tags=["people"],
    sync_to_thread=True,
)
def new_team_key(request: AnyRequest, team: FromPath[int]) -> NewKeyAnswer:
    """A new key for one's team; the former one is no longer good."""
    sender = sender_of(request)
    key = sender.site.teams.new_key(sender.named_contest, team)
    return NewKeyAnswer(team, sender.site.teams.get(sender.named_contest.id, team).name, key)


@post(
    "/api/c/{slug:str}/teams/{team:int}/close",
    opt={"need": Need.OWNER},
    responses=ERRORS,
    tags=["people"],
    status_code=200,
    sync_to_thread=True,
)
def close_team(request: AnyRequest, team: FromPath[int]) -> DoneAnswer:
    """Let nobody else join one's team."""
    sender = sender_of(request)
    sender.site.teams.close(sender.named_contest, team)
    return DoneAnswer()


HANDLERS = (
    join_contest,
    leave_contest,
    teams,
    make_team,
    team_people,
    join_team,
    leave_team,
    new_team_key,
    close_team,
)

"""Pages of a team's people: make a team, join one by its key, leave it, change its key."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import Response, get, post

from lanista.core.errors import LanistaError
from lanista.serve.access import Need
from lanista.serve.http.connection import AnyRequest, see_other, sender_of
from lanista.serve.pages.forms import URL_ENCODED, PageFields, form_page


class TeamForm(PageFields):
    """A new team."""

    name: str = ""


class KeyForm(PageFields):
    """A team, and the key by which one joins it."""

    team: Annotated[int, msgspec.Meta(ge=0, lt=2**31)] = 0
    key: str = ""


@get("/c/{slug:str}/team/new", opt={"need": Need.SEE}, include_in_schema=False, sync_to_thread=True)
def new_team_page(request: AnyRequest) -> Response[Any]:
    """The forms to make a team, or to join one."""
    sender = sender_of(request)
    member, path = sender.standpoint.member, f"/c/{sender.named_contest.slug}"
    if member is None:
        return see_other(f"{path}/join")
    return see_other(f"{path}/team/people") if member.team_id else _new_team_page(request)


@post("/c/{slug:str}/team/new", opt={"need": Need.MEMBER}, include_in_schema=False, sync_to_thread=True)
def make_team(request: AnyRequest, data: Annotated[TeamForm, URL_ENCODED]) -> Response[Any]:
    """Make a team; its key is shown once."""
    sender = sender_of(request)
    contest = sender.named_contest
    try:
        team, key = sender.site.teams.create(contest, sender.actor.id, data.name)
    except LanistaError as error:
        return _new_team_page(request, error, name=data.name)
    if contest.settings.team_size == 1:
        return see_other(f"/c/{contest.slug}/team")
    return form_page(request, "people_team_key.html", team=team, key=key)


@post("/c/{slug:str}/team/join", opt={"need": Need.MEMBER}, include_in_schema=False, sync_to_thread=True)
def join_team(request: AnyRequest, data: Annotated[KeyForm, URL_ENCODED]) -> Response[Any]:
    """Join a team by its key."""
    sender = sender_of(request)
    contest = sender.named_contest
    try:
        sender.site.teams.join(contest, sender.actor.id, data.team, data.key)
    except LanistaError as error:
        return _new_team_page(request, error, chosen=data.team)
    return see_other(f"/c/{contest.slug}/team")


@get("/c/{slug:str}/team/people", opt={"need": Need.CONTESTANT}, include_in_schema=False, sync_to_thread=True)
def team_people_page(request: AnyRequest) -> Response[Any]:
    """The people of one's own team."""
    return _team_people_page(request)


@post("/c/{slug:str}/team/leave", opt={"need": Need.CONTESTANT}, include_in_schema=False, sync_to_thread=True)
def leave_team(request: AnyRequest) -> Response[Any]:
    """Leave one's team."""
    sender = sender_of(request)
    try:
        sender.site.teams.leave(sender.named_contest, sender.actor.id)
    except LanistaError as error:
        return _team_people_page(request, error)
    return see_other(f"/c/{sender.named_contest.slug}/team/new")


@post("/c/{slug:str}/team/key", opt={"need": Need.CONTESTANT}, include_in_schema=False, sync_to_thread=True)
def new_team_key(request: AnyRequest) -> Response[Any]:
    """A new key for one's team, which is shown once."""
    sender = sender_of(request)
    contest, team_id = sender.named_contest, _own_team(request)
    key = sender.site.teams.new_key(contest, team_id)
    return form_page(request, "people_team_key.html", team=sender.site.teams.get(contest.id, team_id), key=key)


@post("/c/{slug:str}/team/close", opt={"need": Need.CONTESTANT}, include_in_schema=False, sync_to_thread=True)
def close_team(request: AnyRequest) -> Response[Any]:
    """Let nobody else join one's team."""
    sender = sender_of(request)
    sender.site.teams.close(sender.named_contest, _own_team(request))
    return see_other(f"/c/{sender.named_contest.slug}/team/people")


@post("/c/{slug:str}/leave", opt={"need": Need.MEMBER}, include_in_schema=False, sync_to_thread=True)
def leave_contest(request: AnyRequest) -> Response[Any]:
    """Leave a contest."""
    sender = sender_of(request)
    sender.site.teams.remove(sender.named_contest, sender.actor.id, by=sender.actor.id)
    return see_other("/account")


def _own_team(request: AnyRequest) -> int:
    member = sender_of(request).standpoint.member
    assert member is not None, "the route is for contestants"
    return member.team_id


def _new_team_page(
    request: AnyRequest, problem: LanistaError | None = None, *, name: str = "", chosen: int = 0
) -> Response[Any]:
    sender = sender_of(request)
    site, contest = sender.site, sender.named_contest
    sizes = site.teams.sizes(contest.id)
    room = contest.settings.team_size
    teams = [team for team in site.teams.all(contest.id) if team.join_key and 0 < sizes.get(team.id, 0) < room]
    return form_page(request, "people_new_team.html", problem, name=name, chosen=chosen, teams=teams)


def _team_people_page(request: AnyRequest, problem: LanistaError | None = None) -> Response[Any]:
    sender = sender_of(request)
    contest, team_id = sender.named_contest, _own_team(request)
    team = sender.site.teams.get(contest.id, team_id)
    people = sender.site.teams.members(contest.id, team_id)
    return form_page(request, "people_team.html", problem, team=team, people=people)


HANDLERS = (
    new_team_page,
    make_team,
    join_team,
    team_people_page,
    leave_team,
    new_team_key,
    close_team,
    leave_contest,
)

"""The API for organisers: contests are made and changed, begin, pause and end; results as files."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from litestar import Response, get, patch, post, put
from litestar.params import FromPath, JSONBody

from lanista.game import Game, builtin_names, installed_games
from lanista.serve import exporting, making
from lanista.serve.access import Need
from lanista.serve.api.errors import ERRORS
from lanista.serve.contests import Contest
from lanista.serve.http.connection import AnyRequest, sender_of
from lanista.serve.making import SettingsChange, WantedContest
from lanista.serve.pages.organising import COURSES, attachment
from lanista.serve.settings import ContestSettings, phase
from lanista.serve.site import Site

ADMIN = {"need": Need.ADMIN}
ORGANISER = {"need": Need.ORGANISER}


class GameChoice(msgspec.Struct):
    """A game that contests can be made of."""

    name: str
    title: str
    rulesets: list[str]
    maps: list[str]
    bots: list[str]  # built in, weakest first
    turn_ms: dict[str, int]  # the budget per turn of each ruleset


class GameChoices(msgspec.Struct):
    """The installed games."""

    games: list[GameChoice]


class ContestState(msgspec.Struct):
    """A contest as its organisers see it."""

    slug: str
    page: str  # its path on this server
    game: str
    phase: str  # before, running, paused or over
    settings: ContestSettings
    house_bots: list[str]


class CourseChange(msgspec.Struct, forbid_unknown_fields=True):
    """A change of a contest's course."""

    action: Literal["begin", "pause", "end"]


class HouseBotsChange(msgspec.Struct, forbid_unknown_fields=True):
    """The built-in bots that play along."""

    bots: Annotated[list[str], msgspec.Meta(max_length=100)]


def _state(site: Site, contest: Contest) -> ContestState:
    return ContestState(
        slug=contest.slug,
        page=f"/c/{contest.slug}",
        game=contest.league.game,
        phase=phase(contest.settings, site.now()).value,
        settings=contest.settings,
        house_bots=making.house_bots(site, contest),
    )


def _choice(game: Game[Any, Any, Any]) -> GameChoice:
    budgets = {name: game.turn_budget(name) for name in game.rulesets}
    return GameChoice(
        game.name, game.title, list(game.rulesets), list(game.maps), list(builtin_names(game)), budgets
    )


@get("/api/games", opt={"need": Need.ANYONE}, responses=ERRORS, sync_to_thread=True)
def games(request: AnyRequest) -> GameChoices:
    """The games that contests can be made of."""
    return GameChoices([_choice(game) for game in installed_games()[0]])


@post("/api/contests", opt=ADMIN, responses=ERRORS, sync_to_thread=True)
def make(request: AnyRequest, data: JSONBody[WantedContest]) -> ContestState:
    """Make a contest; its sender becomes an organiser of it."""
    sender = sender_of(request)
    return _state(sender.site, making.make_contest(sender.site, data, sender.actor.id))


@get("/api/c/{slug:str}/settings", opt=ORGANISER, responses=ERRORS, sync_to_thread=True)
def settings(request: AnyRequest) -> ContestState:
    """The settings of a contest."""
    sender = sender_of(request)
    return _state(sender.site, sender.named_contest)


@patch("/api/c/{slug:str}/settings", opt=ORGANISER, responses=ERRORS, sync_to_thread=True)
def change(request: AnyRequest, data: JSONBody[SettingsChange]) -> ContestState:
    """Change settings; those that are left out stay."""
    sender = sender_of(request)
    changed = making.change_settings(sender.site, sender.named_contest, data.values(), sender.actor.id)
    return _state(sender.site, changed)


@post("/api/c/{slug:str}/course", opt=ORGANISER, responses=ERRORS, status_code=200, sync_to_thread=True)
def course(request: AnyRequest, data: JSONBody[CourseChange]) -> ContestState:
    """Begin, pause or end a contest now."""
    sender = sender_of(request)
    return _state(sender.site, COURSES[data.action](sender.site, sender.named_contest, sender.actor.id))


@put("/api/c/{slug:str}/house-bots", opt=ORGANISER, responses=ERRORS, sync_to_thread=True)
def choose_house_bots(request: AnyRequest, data: JSONBody[HouseBotsChange]) -> ContestState:
    """Choose the built-in bots that play along."""
    sender = sender_of(request)
    making.set_house_bots(sender.site, sender.named_contest, data.bots, sender.actor.id)
    return _state(sender.site, sender.named_contest)


@get(
    "/api/c/{slug:str}/export/{kind:str}",
    opt=ORGANISER,
    responses=ERRORS,
    media_type="*/*",  # by the kind
    sync_to_thread=True,
)
def export(request: AnyRequest, kind: FromPath[str]) -> Response[bytes]:
    """The results as a file: table.csv, matches.csv, table.json or report.html."""
    sender = sender_of(request)
    found = exporting.export_results(sender.site, sender.named_contest, kind)
    return attachment(found)


HANDLERS = (games, make, settings, change, course, choose_house_bots, export)

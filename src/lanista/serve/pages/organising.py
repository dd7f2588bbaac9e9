"""Pages for organisers: making a contest, its settings, its course, its results as files."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from litestar import Response, get, post

from lanista.game import Game, builtin_names, game_names, get_game, installed_games
from lanista.match.terms import default_limits
from lanista.serve import exporting, making
from lanista.serve.access import Need
from lanista.serve.contests import Contest
from lanista.serve.errors import Missing
from lanista.serve.http.connection import AnyRequest, Sender, see_other, sender_of
from lanista.serve.making import FieldProblems, WantedContest
from lanista.serve.ops.disk import disk
from lanista.serve.pages.fields import FormReader, local_time
from lanista.serve.pages.rendering import page
from lanista.serve.settings import LIMITS, ContestSettings, Joining, phase

ADMIN = {"need": Need.ADMIN}
ORGANISER = {"need": Need.ORGANISER}
NUMBERS = tuple(LIMITS)
BOXES = ("public", "accounts")
DEFAULTS = ContestSettings(title="")

AnyGame = Game[Any, Any, Any]
COURSES: dict[str, Callable[..., Contest]] = {
    "begin": making.begin_now,
    "pause": making.pause,
    "end": making.end_now,
}


# A new contest


@get("/contests/new", opt=ADMIN, include_in_schema=False, sync_to_thread=True)
def wizard(request: AnyRequest) -> Response[str]:
    """Ask for the ten things that make a contest."""
    game = _game(request.query_params.get("game", ""))
    return _wizard(request, game, _blank(game), {})


@post("/contests/new", opt=ADMIN, include_in_schema=False)
async def make(request: AnyRequest) -> Response[Any]:
    """Make a contest, or say beside the fields what is wrong."""
    return await asyncio.to_thread(_make, request, await _read(request))


def _make(request: AnyRequest, form: FormReader) -> Response[Any]:
    sender = sender_of(request)
    game = _game(form.text("game"))
    if form.ticked("look"):
        return _wizard(request, game, _typed(form), {})
    wanted = _wanted(game, form)
    problems = _unseen(game, form) or making.contest_problems(wanted) | form.problems
    if problems:
        return _wizard(request, game, _typed(form), problems)
    contest = making.make_contest(sender.site, wanted, sender.actor.id)
    return see_other(f"/c/{contest.slug}/settings")


def _wanted(game: AnyGame, form: FormReader) -> WantedContest:
    """The contest that a form asks for; its reader notes what cannot be read."""
    return WantedContest(
        title=form.text("title"),
        game=game.name,
        ruleset=form.text("ruleset") or "standard",
        maps=form.several("maps"),
        joining=form.choice("joining", Joining, DEFAULTS.joining),
        team_size=form.number("team_size") or 0,
        starts=form.moment("starts"),
        ends=form.moment("ends"),
        turn_ms=form.number("turn_ms", 0) or None,
        matches_per_day=form.number("matches_per_day") or 0,
    )


def _unseen(game: AnyGame, form: FormReader) -> dict[str, str]:
    """Refuse a game whose rulesets and maps the form did not show: the choices in it are of another game."""
    if form.text("shown") in ("", game.name):
        return {}
    return {"game": f"these are the rulesets and maps of {game.title} now: choose among them"}


def _typed(form: FormReader) -> dict[str, Any]:
    names = ("title", "ruleset", "joining", "team_size", "starts", "ends", "turn_ms", "matches_per_day")
    return {name: form.text(name) for name in names} | {"maps": form.several("maps")}


def _wizard(request: AnyRequest, game: AnyGame, typed: dict[str, Any], problems: dict[str, str]) -> Response[str]:
    games, _ = installed_games()
    budgets = {name: game.turn_budget(name) for name in game.rulesets}
    return page(
        request,
        "organising_new.html",
        status=422 if problems else 200,
        game=game,
        games=games,
        budgets=budgets,
        typed=typed,
        problems=problems,
        contest=None,
    )


def _blank(game: AnyGame) -> dict[str, Any]:
    """The fields as they are at first."""
    return {
        "title": "",
        "ruleset": next(iter(game.rulesets)),
        "maps": [],
        "joining": DEFAULTS.joining.value,
        "team_size": str(DEFAULTS.team_size),
        "starts": "",
        "ends": "",
        "turn_ms": "",
        "matches_per_day": str(DEFAULTS.matches_per_day),
    }


def _game(name: str) -> AnyGame:
    if name and name not in game_names():
        raise Missing("there is no such game")
    return get_game(name or game_names()[0])


# Settings


@get("/c/{slug:str}/settings", opt=ORGANISER, include_in_schema=False, sync_to_thread=True)
def settings(request: AnyRequest) -> Response[str]:
    """Everything about a contest that can be changed."""
    return _settings(request, _fields(sender_of(request).named_contest.settings), {})


@post("/c/{slug:str}/settings", opt=ORGANISER, include_in_schema=False)
async def change(request: AnyRequest) -> Response[Any]:
    """Change settings, or say beside the fields what is wrong."""
    return await asyncio.to_thread(_change, request, await _read(request))


def _change(request: AnyRequest, form: FormReader) -> Response[Any]:
    sender = sender_of(request)
    changes: dict[str, Any] = {
        "title": " ".join(form.text("title").split()),
        "joining": form.choice("joining", Joining, DEFAULTS.joining).value,
        "starts": form.moment("starts"),
        "ends": form.moment("ends"),
        "text": form.text("text"),
        **{name: form.number(name) for name in NUMBERS},
        **{name: form.ticked(name) for name in BOXES},
    }
    try:
        readable = {name: value for name, value in changes.items() if name not in form.problems}
        if form.problems:
            raise FieldProblems(making.settings_problems(_all_fields(sender) | readable, readable) | form.problems)
        making.change_settings(sender.site, sender.named_contest, changes, sender.actor.id)
    except FieldProblems as error:
        names = ("title", "joining", "starts", "ends", "text", *NUMBERS)
        typed = {name: form.text(name) for name in names} | {name: form.ticked(name) for name in BOXES}
        return _settings(request, typed, error.fields)
    return see_other(f"/c/{sender.named_contest.slug}/settings?saved=1")


def _all_fields(sender: Sender) -> dict[str, Any]:
    return dict(sender.named_contest.record.options)


def _settings(request: AnyRequest, typed: dict[str, Any], problems: dict[str, str]) -> Response[str]:
    sender = sender_of(request)
    contest, site = sender.named_contest, sender.site
    game = get_game(contest.league.game)
    return page(
        request,
        "organising_settings.html",
        status=422 if problems else 200,
        typed=typed,
        problems=problems,
        saved=not problems and "saved" in request.query_params,
        phase=phase(contest.settings, site.now()),
        game=game,
        facts=_facts(contest, game),
        builtins=builtin_names(game),
        playing=making.house_bots(site, contest),
        exports=exporting.KINDS,
        limits=LIMITS,
        disk=disk(site),
    )


def _fields(settings: ContestSettings) -> dict[str, Any]:
    """Settings as their fields hold them."""
    return {
        "title": settings.title,
        "joining": settings.joining.value,
        "starts": local_time(settings.starts),
        "ends": local_time(settings.ends),
        "text": settings.text,
        **{name: str(getattr(settings, name)) for name in NUMBERS},
        **{name: getattr(settings, name) for name in BOXES},
    }


def _facts(contest: Contest, game: AnyGame) -> list[tuple[str, str]]:
    """The choices that were made with the contest, and stay."""
    from lanista.league.conditions import read_conditions

    options = contest.league.options
    matches = read_conditions(options.get("matches", {}))
    budgets = default_limits(game, matches.matches.ruleset).override(
        matches.matches.start_ms, matches.matches.turn_ms
    )
    maps = options.get("format", {}).get("maps", ())
    return [
        ("game", game.title),
        ("ruleset", matches.matches.ruleset),
        ("maps", ", ".join(maps) or "the game chooses"),
        ("time per turn", f"{budgets.turn_ms:,} ms"),
        ("time to get ready", f"{budgets.start_ms:,} ms"),
        ("least sandbox", matches.sandbox.value),
    ]


# Its course, its built-in bots, its results


@post("/c/{slug:str}/course", opt=ORGANISER, include_in_schema=False)
async def course(request: AnyRequest) -> Response[Any]:
    """Begin, pause or end a contest now."""
    form = await _read(request)
    sender = sender_of(request)
    act = COURSES.get(form.text("action"))
    if act is None:
        raise Missing("a contest can begin, pause or end")
    await asyncio.to_thread(act, sender.site, sender.named_contest, sender.actor.id)
    return see_other(f"/c/{sender.named_contest.slug}/settings")


@post("/c/{slug:str}/house-bots", opt=ORGANISER, include_in_schema=False)
async def choose_house_bots(request: AnyRequest) -> Response[Any]:
    """Choose the built-in bots that play along."""
    form = await _read(request)
    sender = sender_of(request)
    bots = form.several("bots")
    await asyncio.to_thread(making.set_house_bots, sender.site, sender.named_contest, bots, sender.actor.id)
    return see_other(f"/c/{sender.named_contest.slug}/settings")


@get("/c/{slug:str}/export/{kind:str}", opt=ORGANISER, include_in_schema=False, sync_to_thread=True)
def export(request: AnyRequest) -> Response[bytes]:
    """The results as a file."""
    sender = sender_of(request)
    found = exporting.export_results(sender.site, sender.named_contest, str(request.path_params["kind"]))
    return attachment(found)


def attachment(found: exporting.ResultFile) -> Response[bytes]:
    """A file that the browser saves and does not show."""
    headers = {"content-disposition": f'attachment; filename="{found.name}"'}
    return Response(found.data, media_type=found.media, headers=headers)


async def _read(request: AnyRequest) -> FormReader:
    form = await request.form()
    lists = {
        name: [value for value in form.getall(name, []) if isinstance(value, str)] for name in ("maps", "bots")
    }
    return FormReader(dict(form), lists)


HANDLERS = (wizard, make, settings, change, course, choose_house_bots, export)

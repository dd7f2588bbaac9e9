"""Making contests and changing them: the ten things that an organiser is asked for, checked one by one."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
from msgspec import UNSET, Meta, UnsetType
from msgspec.structs import replace

from lanista.core.errors import ConfigError, InputError, LanistaError
from lanista.core.text import brief, join_words, quoted
from lanista.game import Game, builtin_names, get_game
from lanista.league.conditions import LEAGUE_MATCHES
from lanista.serve.contests import Contest
from lanista.serve.errors import RequestError
from lanista.serve.settings import ContestSettings, Joining, check_settings, check_slug

if TYPE_CHECKING:
    from lanista.serve.site import Site

AnyGame = Game[Any, Any, Any]

MAX_TURN_MS = 600_000
MAX_MAPS = 100


class WantedContest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A contest as its organiser asks for it; everything else has a default, and can be changed later."""

    title: Annotated[str, Meta(description="the name, which also gives the address")]
    game: str
    ruleset: str = "standard"
    maps: Annotated[list[str], Meta(description="built-in maps, played in turn; none: the game chooses")] = []
    joining: Joining = Joining.INVITED
    team_size: int = 1
    starts: Annotated[float, Meta(description="seconds since 1970; 0: at once")] = 0.0
    ends: Annotated[float, Meta(description="seconds since 1970; 0: never")] = 0.0
    turn_ms: Annotated[int | None, Meta(description="milliseconds per turn; null: the game's budget")] = None
    matches_per_day: int = 2000


class SettingsChange(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Settings to change; those that are left out stay."""

    title: str | UnsetType = UNSET
    joining: Joining | UnsetType = UNSET
    team_size: int | UnsetType = UNSET
    starts: float | UnsetType = UNSET
    ends: float | UnsetType = UNSET
    matches_per_day: int | UnsetType = UNSET
    paused: bool | UnsetType = UNSET
    public: bool | UnsetType = UNSET
    accounts: bool | UnsetType = UNSET
    text: str | UnsetType = UNSET
    uploads_per_hour: int | UnsetType = UNSET
    practice_per_hour: int | UnsetType = UNSET
    check_seconds: int | UnsetType = UNSET
    keep_replays: int | UnsetType = UNSET
    gate_matches: int | UnsetType = UNSET

    def values(self) -> dict[str, Any]:
        """The settings that are named."""
        given: dict[str, Any] = msgspec.to_builtins(self)
        return given


class FieldProblems(RequestError):  # noqa: N818 - describes the request
    """Some fields have values that are not accepted; `fields` says why, by their names."""

    def __init__(self, fields: Mapping[str, str]) -> None:
        super().__init__("; ".join(fields.values()))
        self.fields = dict(fields)


# A new contest


def make_contest(site: Site, wanted: WantedContest, user_id: int) -> Contest:
    """Make a contest; raises FieldProblems with all that is wrong, before anything is stored."""
    if problems := contest_problems(wanted):
        raise FieldProblems(problems)
    settings = ContestSettings(
        title=" ".join(wanted.title.split()),
        joining=wanted.joining,
        team_size=wanted.team_size,
        starts=wanted.starts,
        ends=wanted.ends,
        matches_per_day=wanted.matches_per_day,
    )
    terms = replace(LEAGUE_MATCHES, ruleset=wanted.ruleset, turn_ms=wanted.turn_ms)
    return site.contests.create(
        settings,
        wanted.game,
        slug=_free_slug(site, settings.title),
        maps=wanted.maps,
        matches=terms,
        user_id=user_id,
    )


def contest_problems(wanted: WantedContest) -> dict[str, str]:
    """Why a contest cannot be made, by field; empty if it can."""
    names = ("title", "team_size", "starts", "ends", "matches_per_day")
    problems = settings_problems({name: getattr(wanted, name) for name in names})
    if wanted.turn_ms is not None and not 1 <= wanted.turn_ms <= MAX_TURN_MS:
        problems["turn_ms"] = f"expected 1 to {MAX_TURN_MS:,} milliseconds per turn, got {wanted.turn_ms:,}"
    try:
        game = get_game(wanted.game)
    except LanistaError as error:
        return problems | {"game": str(error)}
    return problems | _game_problems(game, wanted)


def _game_problems(game: AnyGame, wanted: WantedContest) -> dict[str, str]:
    checks: dict[str, Callable[[], object]] = {
        "ruleset": lambda: game.configure(wanted.ruleset),
        "maps": lambda: _check_maps(game, wanted.maps),
    }
    return _failing(checks)


def _check_maps(game: AnyGame, maps: list[str]) -> None:
    """Built-in maps only: other words could name files of this machine."""
    unknown = [brief(name, 40) for name in maps if name not in game.maps]
    if len(maps) > MAX_MAPS or len(set(maps)) < len(maps):
        raise ConfigError("expected each map once")
    if unknown:
        known = join_words(list(game.maps)) if game.maps else "none, as its seed makes the map"
        raise ConfigError(f"{game.title} has no map {quoted(unknown[0])}; it has {known}")


def _free_slug(site: Site, title: str) -> str:
    """An address for a title that no other contest has."""
    from lanista.serve.settings import slug_of

    known = {contest.slug for contest in site.contests.all()}
    first = slug_of(title)
    numbered = (f"{first[: 39 - len(str(number))]}-{number}" for number in range(2, len(known) + 3))
    return check_slug(first if first not in known else next(slug for slug in numbered if slug not in known))


# Settings


def change_settings(site: Site, contest: Contest, changes: Mapping[str, Any], user_id: int) -> Contest:
    """Change settings; raises FieldProblems with all that is wrong."""
    options = msgspec.to_builtins(contest.settings)
    unknown = [name for name in changes if name not in options]
    if unknown:
        raise FieldProblems({unknown[0]: f"a contest has no setting {quoted(unknown[0])}"})
    if problems := settings_problems({**options, **changes}, changes):
        raise FieldProblems(problems)
    return site.contests.update(contest, changes, user_id)


def settings_problems(values: Mapping[str, Any], changed: Collection[str] = ()) -> dict[str, str]:
    """Why settings are not accepted, by name; only those in `changed` if any are named."""
    together = {"starts": ("starts",), "ends": ("starts", "ends")}
    checks: dict[str, Callable[[], object]] = {}
    for name in changed or values:
        given = {each: values[each] for each in together.get(name, (name,))}
        checks[name] = lambda given=given: _check_alone(given)  # type: ignore[misc]
    return _failing(checks)


def _check_alone(given: Mapping[str, Any]) -> None:
    try:
        check_settings(msgspec.convert({"title": "a contest", **given}, ContestSettings))
    except msgspec.ValidationError as error:
        raise InputError(str(error)) from None


def _failing(checks: Mapping[str, Callable[[], object]]) -> dict[str, str]:
    """The messages of the checks that fail."""
    problems: dict[str, str] = {}
    for name, check in checks.items():
        try:
            check()
        except LanistaError as error:
            problems[name] = str(error)
    return problems


# The course of a contest


def begin_now(site: Site, contest: Contest, user_id: int) -> Contest:
    """Let matches be played from now on: before the start, after a pause, or after the end."""
    now = site.now()
    changes: dict[str, Any] = {"paused": False}
    changes |= {"starts": now} if contest.settings.starts > now else {}
    changes |= {"ends": 0.0} if 0 < contest.settings.ends <= now else {}
    return change_settings(site, contest, changes, user_id)


def pause(site: Site, contest: Contest, user_id: int) -> Contest:
    """Let no more matches begin until somebody says `begin_now`."""
    return change_settings(site, contest, {"paused": True}, user_id)


def end_now(site: Site, contest: Contest, user_id: int) -> Contest:
    """End a contest: the table stays as it is."""
    now = site.now()
    changes = {"ends": now, "paused": False}
    changes |= {"starts": now - 1} if contest.settings.starts >= now else {}
    return change_settings(site, contest, changes, user_id)


# Bots of the house


def house_bots(site: Site, contest: Contest) -> list[str]:
    """The built-in bots that play in a contest's league."""
    entries = site.store.entries(contest.league.id)
    return [entry.bot for entry in entries if entry.builtin and entry.left is None and not entry.quarantined]


def set_house_bots(site: Site, contest: Contest, names: Collection[str], user_id: int) -> list[str]:
    """Let exactly these built-in bots play along; results of those that leave stay."""
    league = site.contests.open_league(contest)
    known = builtin_names(league.game)
    if unknown := [name for name in names if name not in known]:
        raise FieldProblems({"bots": f"{league.game.title} has no built-in bot {quoted(unknown[0], 40)}"})
    playing = house_bots(site, contest)
    for name in known:
        if name in names and name not in playing:
            league.add(name)
        elif name in playing and name not in names:
            league.remove(name)
    now = house_bots(site, contest)
    if now != playing:
        site.audit.add(user_id, contest.id, "changed the built-in bots", ", ".join(now) or "none")
    return now

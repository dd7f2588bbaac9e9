"""`lanista league new`: makes a league."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING, Any

import click

from lanista.cli.league.opening import league_verb, opened, store_words
from lanista.cli.shared.common import console, print_json
from lanista.cli.shared.completers import complete_games, completer
from lanista.cli.shared.groups import (
    BudgetOptions,
    SettingsOptions,
    allowed_paths,
    assignments,
    level_option,
    limits_option,
    maps_option,
    paths_option,
    ruleset_option,
    seats_option,
)
from lanista.cli.shared.options import Several, given, group, option, option_group, takes
from lanista.core.errors import InputError
from lanista.core.text import inert

if TYPE_CHECKING:
    from lanista.league.conditions import LeagueTerms
    from lanista.league.league import League
    from lanista.league.store import LeagueStore

# Options of formats, by their Python names; each format has some of them.
FORMAT_OPTIONS = (
    "rounds",
    "best_of",
    "extra",
    "third_place",
    "seeds",
    "challengers",
    "sure",
    "places",
    "margin",
    "min_matches",
    "max_matches",
    "endless",
    "ahead",
)


@completer
def complete_formats(ctx: click.Context) -> list[str]:
    """The formats of leagues."""
    from lanista.league.formats import FORMATS

    return list(FORMATS)


@option_group
class NewOptions:
    """The game, format and conditions of a league."""

    game: str = option("--game", required=True, shell_complete=complete_games, help="See `lanista games`.")
    format: str = option(
        "--format",
        default="round-robin",
        show_default=True,
        shell_complete=complete_formats,
        help="round-robin, gauntlet, swiss, knockout or ladder.",
    )
    seats: int | None = seats_option()
    maps: tuple[str, ...] = maps_option("as `lanista play` chooses")
    ruleset: str = ruleset_option()
    settings: SettingsOptions = group(SettingsOptions)
    budgets: BudgetOptions = group(BudgetOptions)
    rounds: int | None = option("--rounds", type=click.IntRange(1), help="Rounds to play.")
    best_of: int | None = option(
        "--best-of",
        type=click.IntRange(1),
        help="Knock-out: units of a pairing, each from all seats.  [default: 1]",
    )
    extra: int | None = option(
        "--extra", type=click.IntRange(0), help="Knock-out: extra units of a tied pairing.  [default: 2]"
    )
    seeds: tuple[str, ...] = option(
        "--seeds", cls=Several, multiple=True, metavar="BOT...", help="Knock-out: the favourites, best first."
    )
    third_place: bool = option("--third-place", is_flag=True, help="Knock-out: also play for the third place.")
    challengers: tuple[str, ...] = option(
        "--challengers",
        cls=Several,
        multiple=True,
        metavar="BOT...",
        help="Gauntlet: the bots that play all others.  [default: the first one that is added]",
    )
    sure: float | None = option(
        "--sure",
        type=click.FloatRange(0.5, 1, max_open=True),
        help="Ladder: stop when the first places are right with this probability.  [default: 0.95]",
    )
    places: int | None = option(
        "--places", type=click.IntRange(1), help="Ladder: how many of the first places matter.  [default: 3]"
    )
    margin: float | None = option(
        "--margin",
        type=click.FloatRange(0, min_open=True),
        help="Ladder: a place is right unless a lower bot is better by more than this, in Elo.  [default: 10]",
    )
    min_matches: int | None = option(
        "--min-matches", type=click.IntRange(1), help="Ladder: matches of each bot before it stops.  [default: 10]"
    )
    max_matches: int | None = option(
        "--max-matches", type=click.IntRange(2), help="Ladder: stop after this many matches in any case."
    )
    endless: bool = option("--endless", is_flag=True, help="Ladder: go on after that, with all bots in turn.")
    ahead: int | None = option(
        "--ahead",
        type=click.IntRange(0),
        help="Ladder: matches that may be played at once, over all machines.  [default: 32]",
    )
    seed: int | None = option("--seed", type=int, help="All seeds are derived from it.  [default: random]")
    sandbox: str | None = level_option(
        "The least that a machine must have to play.  [default: the best of this machine]"
    )
    limits: tuple[str, ...] = limits_option()
    allow_paths: tuple[str, ...] = paths_option()
    metered: bool = option(
        "--metered", is_flag=True, help="Only WebAssembly modules: every machine gives the same results."
    )
    no_freeze: bool = option("--no-freeze", is_flag=True, help="Do not stop bots outside their turns.")
    forward_model: bool = option(
        "--forward-model", is_flag=True, help="Bots that ask for it in lanista.toml may start `lanista model`."
    )

    def of_format(self) -> dict[str, Any]:
        """The options of the format that are on the command line; refuses those that the format does not have."""
        from lanista.league.formats import FORMATS, options_type

        known = options_type(self.format).__struct_fields__
        values = {name: getattr(self, name) for name in FORMAT_OPTIONS if given(name)}
        for name in values:
            if name not in known:
                fitting = [word for word in FORMATS if name in options_type(word).__struct_fields__]
                word = given(name)[0]
                raise InputError(f"{word} is for {' and '.join(fitting)} leagues; this is a {self.format} league")
        return values

    def conditions(self) -> LeagueTerms:
        """The conditions of matches."""
        from msgspec.structs import replace

        from lanista.league.conditions import LEAGUE_MATCHES, LeagueTerms
        from lanista.sandbox import Level, SandboxRequest

        self.budgets.check()
        matches = replace(
            LEAGUE_MATCHES,
            ruleset=self.ruleset,
            settings=self.settings.changes(),
            start_ms=self.budgets.start_ms,
            turn_ms=self.budgets.turn_ms,
            start_fuel=self.budgets.start_fuel,
            turn_fuel=self.budgets.turn_fuel,
            no_timeout=self.budgets.no_timeout,
            wanted=SandboxRequest(
                None if self.sandbox is None else Level(self.sandbox),
                assignments("--limit", self.limits),
                freeze=not self.no_freeze,
                model=self.forward_model,
                allow_paths=allowed_paths(self.allow_paths),
            ),
        )
        return LeagueTerms(matches=matches, metered=self.metered)


@league_verb
@click.argument("name")
@takes(NewOptions)
def command(name: str, options: NewOptions, address: str, as_json: bool) -> None:
    """Make a league called NAME.

    Formats: everybody meets everybody (round-robin), one bot meets all others (gauntlet), bots of equal points
    meet (swiss), who loses is out (knockout), or the matches that tell most about the first places until these
    are certain (ladder). NAME comes first if --map is given several values.
    """
    from lanista.game import get_game

    get_game(options.game)
    of_format, conditions = options.of_format(), options.conditions()  # errors come before a store is made
    with opened(address, create=True) as store:
        league = _create(store, name, options, of_format, conditions)
        _show(league, address, as_json=as_json)


def _create(
    store: LeagueStore, name: str, options: NewOptions, of_format: dict[str, Any], conditions: LeagueTerms
) -> League:
    from lanista.league.league import League

    return League.create(
        store,
        name,
        options.game,
        options.format,
        seed=options.seed,
        maps=options.maps,
        conditions=conditions,
        options=of_format | ({} if options.seats is None else {"seats": options.seats}),
    )


def _show(league: League, address: str, *, as_json: bool) -> None:
    from lanista.cli.league.shapes import LeagueNew
    from lanista.cli.league.values import league_info

    record, built_in = league.record, league.game.bots[-1]
    words = ["lanista", "league", "add", record.name, built_in, *store_words(address, league.store)]
    following = shlex.join(words)
    if as_json:
        print_json(LeagueNew(league_info(record), league.store.address, following))
        return
    name, where = inert(record.name, 60), inert(league.store.address)
    what = f"{name}: a {record.format} league of {league.game.title} in {where}"
    out = console()
    out.print(what, markup=False, soft_wrap=True)
    out.print(f"add bots:  {following}", style="cyan", markup=False, soft_wrap=True)

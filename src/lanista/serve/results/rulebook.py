"""The rules of a contest: the game's chapter of the manual, and what this contest has chosen."""

from __future__ import annotations

import re
import sys
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from lanista.engine import derive
from lanista.game import SEED_BITS, Game, seat_range
from lanista.league.league import FORMAT
from lanista.sandbox import Resources
from lanista.serve.bots.terms import conditions_of, game_of, seats_of
from lanista.web.starts import warm_up
from lanista.web.thumbnails import board_json

if TYPE_CHECKING:
    from lanista.serve.contests import Contest

CHAPTER = "rules.md"  # beside a game's modules, in an installed package
MANUAL = Path(__file__).parents[4] / "docs"  # in a checkout
LEFT_OUT = ("Recordings", "Recorded matches", "Numbers for learners", "In the browser")  # sections of chapters
MAX_PICTURES = 12


class RuleSetting(msgspec.Struct, frozen=True):
    """A setting of the rules, as this contest has it."""

    name: str
    value: int
    usual: int  # by the ruleset
    low: int
    high: int
    note: str

    @property
    def is_changed(self) -> bool:
        """Whether this contest changed it."""
        return self.value != self.usual


class ContestRules(msgspec.Struct, frozen=True):
    """The terms of a contest's matches."""

    game: str
    title: str
    ruleset: str
    seats: int  # of each match
    game_seats: str  # the numbers of seats that the game takes
    maps: list[str]  # empty if they are made from the seed of each match
    start_ms: int | None  # until a bot must be ready
    turn_ms: int | None  # for a move
    sandbox: str  # the level in which bots run
    memory_mb: int
    processes: int
    settings: list[RuleSetting]
    chapter: str = ""  # of the manual, in Markdown


def contest_rules(contest: Contest) -> ContestRules:
    """The rules of a contest."""
    game, conditions = game_of(contest), conditions_of(contest)
    terms = conditions.matches
    config = game.configure(terms.ruleset, terms.settings)
    usual = game.configure(terms.ruleset)
    budgets = terms.budgets(game)
    resources = Resources.of(terms.wanted.resources)
    return ContestRules(
        game=game.name,
        title=game.title,
        ruleset=terms.ruleset,
        seats=seats_of(contest),
        game_seats=seat_range(game),
        maps=chosen_maps(contest),
        start_ms=budgets.start_ms,
        turn_ms=budgets.turn_ms,
        sandbox=conditions.sandbox.value,
        memory_mb=resources.memory_mb,
        processes=resources.processes,
        settings=[
            RuleSetting(name, config[name], usual[name], setting.low, setting.high, setting.note)
            for name, setting in game.settings.items()
        ],
        chapter=chapter(game),
    )


def chapter(game: Game[Any, Any, Any]) -> str:
    """The chapter of the manual about a game, without its title; empty if it is not installed."""
    return _chapter(game.name, type(game).__module__)


@cache
def _chapter(name: str, module: str) -> str:
    file = sys.modules[module].__file__
    places = [Path(file).parent / CHAPTER] if file else []
    for path in (*places, MANUAL / f"{name}.md"):
        if path.is_file():
            return _for_contestants(path.read_text(encoding="utf-8"))
    return ""


def _for_contestants(text: str) -> str:
    """A chapter without its title, and without the sections that are not about a contest."""
    sections = re.split(r"^(?=#{1,2} )", text, flags=re.MULTILINE)
    kept = [part for part in sections if part.partition("\n")[0].lstrip("# ") not in LEFT_OUT]
    return "".join(kept).partition("\n")[2].strip() if text.startswith("# ") else "".join(kept)


def chosen_maps(contest: Contest) -> list[str]:
    """The maps that were chosen for the contest; none if each match has a new one, or there is no choice."""
    return list(contest.league.options.get(FORMAT, {}).get("maps", ()))


def pictured_maps(contest: Contest) -> list[str]:
    """The maps that the page about the rules shows; "" is one that is made from a seed."""
    return chosen_maps(contest)[:MAX_PICTURES] or [""]


def picture(contest: Contest, map_: str) -> bytes:
    """A board of the contest's matches on a map, some turns after the start, for a small picture."""
    game, conditions = game_of(contest), conditions_of(contest)
    terms = conditions.matches
    config = game.configure(terms.ruleset, terms.settings)
    seed = derive(contest.league.seed, 1) % 2 ** (SEED_BITS - 1)
    state = game.start(config, seed, seats_of(contest), conditions.map_word(map_))
    warm_up(game, state)
    return board_json(game, state, [""] * state.seats, game.turn(state))

"""A league of 20 bots in each game, killed several times and continued: the table is the same."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path
from random import Random

from rich.console import Console
from rich.table import Table

from lanista.game import game_names, get_game
from lanista.league.league import League
from tests.chaos.faults import kill, kill_everything
from tests.chaos.league import NAME, STARTER, Plan, Trial
from tests.chaos.processes import Part
from tests.short import SHORT

BOTS = 20
STARTERS = 2
KILLS = 4
FAULTS = (kill(Part.RUNNER), kill(Part.WORKER), kill_everything)
MAX_TURNS = 30


def plan_of(game: str) -> Plan:
    """Built-in bots under several names and a few of `lanista new python`; Swiss if matches have two seats."""
    chosen = get_game(game)
    built_in = [(f"{name}{number}", name) for number in range(1, BOTS) for name in chosen.bots]
    bots = [*built_in[: BOTS - STARTERS], *((f"starter{number}", STARTER) for number in range(1, STARTERS + 1))]
    settings = tuple((name, MAX_TURNS) for name in SHORT[game])
    duel = chosen.default_seats == 2
    options = (("rounds", 5),) if duel else ()
    return Plan(game, "swiss" if duel else "round-robin", tuple(bots), settings, options)


def show(folder: Path, out: Console, games: list[str]) -> int:
    """Print the comparison; 1 if a table differs."""
    table = Table(box=None, padding=(0, 2, 0, 0))
    for name in ("game", "format", "bots", "matches", "kills", "first", "second", "third", "table"):
        table.add_column(name)
    same = True
    for game in games or game_names():
        cells, equal = _compare(folder, game)
        table.add_row(*cells)
        same &= equal
    out.print(table)
    return 0 if same else 1


def _compare(folder: Path, game: str) -> tuple[list[str], bool]:
    plan = plan_of(game)
    place = Path(tempfile.mkdtemp(prefix=f"{game}-", dir=folder))
    undisturbed, killed = Trial(place / "undisturbed", plan), Trial(place / "killed", plan)
    try:
        undisturbed.create()
        undisturbed.finish()
        killed.create()
        kills = _kill(killed)
        killed.finish()
        equal = killed.table() == undisturbed.table() and killed.lost_and_doubled() == (0, 0)
        cells = [game, plan.format, str(len(plan.bots)), str(killed.results()), str(kills), *_first(killed)]
        left = [*killed.problems(), *killed.leftovers()]
        return [*cells, "; ".join(left) or ("the same" if equal else "DIFFERENT")], equal and not left
    finally:
        undisturbed.close()
        killed.close()
        shutil.rmtree(place, ignore_errors=True)


def _kill(trial: Trial) -> int:
    """Kill parts of a league while it runs, and start it again."""
    randomly, kills = Random(trial.plan.game), 0
    while kills < KILLS:
        if not trial.alive():
            if trial.is_over():
                break
            trial.start()
        if trial.wait_for_results(randomly.randint(2, 6), randomly):
            kills += randomly.choice(FAULTS)(trial, randomly)
    return kills


def _first(trial: Trial) -> list[str]:
    with trial.opened() as store:
        league = League.open(store, NAME)
        places = league.format.standings(league.history)[:3]
        return [f"{league.history.entries[place.entry].bot} ({place.points:g})" for place in places]

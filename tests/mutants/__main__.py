"""`make mutants`: the share of mutants that the tests notice, by module."""

from __future__ import annotations

import argparse
import json
import os
import random
import sys
import time
from collections import Counter
from collections.abc import Sequence
from itertools import chain, zip_longest
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from lanista.game import get_game
from tests.mutants.equivalent import reason_for
from tests.mutants.mutations import Mutant, mutants_of, path_of
from tests.mutants.runner import Fate, Plan, Trial, run

GAMES = {
    "overdrive": ["rules", "car", "driving", "trucks"],
    "rampage": ["rules"],
    "sproutopia": ["rules", "claims", "items", "pruning", "land", "dotnet_random"],
    "tanks": ["rules"],
    "tower_defence": ["rules"],
}
REFEREE = "lanista.match.referee"
MODULES = [*(f"lanista.games.{game}.{part}" for game, parts in GAMES.items() for part in parts), REFEREE]
REFEREE_TESTS = [
    f"tests/match/test_{name}.py" for name in ("judging", "referee", "absent", "guard", "one_at_a_time")
]
OTHER_TESTS = {  # of a game's folder, not used: they draw, plan matches or talk to bots
    "bench",
    "bots",
    "hub",
    "logs",
    "maps",
    "matches",
    "picture",
    "play",
    "player",
    "scene",
    "server",
}
PLAYTHROUGHS = "tests/test_playthroughs.py::test_a_match_goes_as_it_always_went"
TARGET = 97.0  # per cent of a module's mutants that should be noticed


def tests_of(module: str) -> list[str]:
    """The test files that may notice a mutant of a module."""
    if module == REFEREE:
        return REFEREE_TESTS
    game = module.split(".")[2]
    files = [file for file in Path("tests/games", game).rglob("test_*.py") if file.stem[5:] not in OTHER_TESTS]
    played = [f"{PLAYTHROUGHS}[{game}-{ruleset}]" for ruleset in get_game(game).rulesets]
    return [*map(str, files), *played]


def sample(modules: Sequence[str], seed: int, count: int | None) -> list[Mutant]:
    """Up to `count` mutants of each module, one module after the other, so that a deadline affects all alike."""
    chosen = []
    for module in modules:
        found = [mutant for mutant in mutants_of(module) if not reason_for(mutant)]
        chosen.append(random.Random(f"{seed} {module}").sample(found, min(len(found), count or len(found))))
    return [mutant for mutant in chain.from_iterable(zip_longest(*chosen)) if mutant is not None]


def main(arguments: Sequence[str] | None = None) -> int:
    """Try mutants and print the table; 1 if a module stays below the target."""
    options = _parser().parse_args(arguments)
    modules = [name for name in MODULES if not options.module or any(part in name for part in options.module)]
    if not modules:
        sys.exit(f"no module contains {' or '.join(map(repr, options.module))}; there are: {', '.join(MODULES)}")
    screen = Console(file=os.fdopen(os.dup(2), "w"))  # pytest captures the usual one
    mutants = sample(modules, options.seed, options.count)
    trials: list[Trial] = []

    def report(trial: Trial) -> None:
        trials.append(trial)
        if trial.fate is Fate.SURVIVED or len(trials) % 50 == 0:
            survivor = f" survived: {trial.mutant}" if trial.fate is Fate.SURVIVED else ""
            screen.print(f"{len(trials)}/{len(mutants)}{survivor}", markup=False, highlight=False, soft_wrap=True)

    plan = Plan(mutants, options.jobs, time.monotonic() + 60 * options.minutes, report, screen.print)
    failed = run(plan, sorted(set(chain.from_iterable(map(tests_of, modules)))))
    if failed:
        sys.exit(f"the tests cannot be collected (pytest's exit code is {failed}); try: make test")
    rows = [row_of(module, trials) for module in modules]
    _print(rows, trials, options.json)
    return 1 if any(row["rate"] < TARGET for row in rows) else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=main.__doc__)
    parser.add_argument("module", nargs="*", help="modules whose names contain this; all if none is given")
    parser.add_argument("--seed", type=int, default=1, help="which mutants are drawn (default 1)")
    parser.add_argument("--count", type=int, help="how many mutants of each module at most")
    parser.add_argument("--minutes", type=float, default=9, help="when to start no more trials (default 9)")
    parser.add_argument("--jobs", type=int, default=2, help="how many mutants are tried at a time (default 2)")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    return parser


def row_of(module: str, trials: Sequence[Trial]) -> dict[str, Any]:
    """A module's row; the rate is the share of noticed mutants among those whose code differs."""
    fates = Counter(trial.fate for trial in trials if trial.mutant.module == module)
    noticed = fates[Fate.KILLED] + fates[Fate.TIMED_OUT]
    tried = noticed + fates[Fate.SURVIVED]
    every = mutants_of(module)
    return {
        "module": path_of(module),
        "possible": len(every),
        "equivalent": sum(reason_for(mutant) != "" for mutant in every),
        "tried": tried,
        **{fate.replace(" ", "_"): fates[fate] for fate in (Fate.KILLED, Fate.TIMED_OUT, Fate.SURVIVED)},
        "rate": round(100 * noticed / tried, 1) if tried else 100.0,
    }


def _print(rows: list[dict[str, Any]], trials: Sequence[Trial], as_json: bool) -> None:
    survivors = [trial.mutant for trial in trials if trial.fate is Fate.SURVIVED]
    if as_json:
        names = ("line", "function", "before", "after")
        listed = [{"module": path_of(m.module), **{name: getattr(m, name) for name in names}} for m in survivors]
        sys.stdout.write(json.dumps({"modules": rows, "survivors": listed}) + "\n")
        return
    table = Table(box=None, padding=(0, 1, 0, 0))
    for name in rows[0]:
        table.add_column(name.replace("_", " "), justify="left" if name == "module" else "right")
    for row in rows:
        module = row["module"].removeprefix("src/lanista/").removeprefix("games/").removesuffix(".py")
        table.add_row(*map(str, {**row, "module": module}.values()))
    Console().print(table)
    for mutant in sorted(survivors, key=lambda mutant: (mutant.module, mutant.line)):
        sys.stdout.write(f"survived {mutant}\n")


if __name__ == "__main__":
    sys.exit(main())

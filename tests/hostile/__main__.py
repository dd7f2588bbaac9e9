"""`python -m tests.hostile`: runs all hostile programs at all levels of this machine, and prints the results."""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path

from rich.console import Console
from rich.table import Table
from rich.text import Text

from lanista.bots.escapes import try_all
from lanista.sandbox import Level
from lanista.sandbox.machine import find_machine
from tests.hostile.cases import CASES, run_cases
from tests.hostile.families import FAMILIES
from tests.hostile.pairs import run_pairs
from tests.hostile.runs import Run, Stage, run
from tests.hostile.table import PROGRAMS

CASE = "-"  # in place of a level: a test of what is no bot
WIDTH = 160  # columns where there is no terminal


def main() -> None:
    """Run what was asked for and print it; exits with 1 if anything is not as expected."""
    options = read_options()
    console = Console(stderr=True, width=None if sys.stderr.isatty() else WIDTH)
    runs = []
    for each in all_runs(options.levels, options.families, cases=not options.no_cases):
        runs.append(each)
        style = "red" if each.problems else "dim"
        console.print(f"{each.level:10} {each.family:2} {each.program}: {each.got}", style=style, markup=False)
    if options.json:
        sys.stdout.write(json.dumps([asdict(each) for each in runs]) + "\n")
    else:
        print_runs(Console(width=None if sys.stdout.isatty() else WIDTH), runs, options.levels)
    sys.exit(1 if any(each.problems for each in runs) else 0)


def read_options() -> argparse.Namespace:
    """The command line; without --level all levels of this machine."""
    parser = argparse.ArgumentParser(prog="python -m tests.hostile", description=__doc__)
    here = [level for level in Level if level <= find_machine().level]
    parser.add_argument("--level", dest="levels", type=Level, action="append", help="only this level")
    parser.add_argument("--best", action="store_true", help="only the best level of this machine")
    parser.add_argument("--family", dest="families", type=int, action="append", help="only this family, 1 to 22")
    parser.add_argument("--no-cases", action="store_true", help="without tests of what is no bot")
    parser.add_argument("--json", action="store_true", help="print one JSON list")
    options = parser.parse_args()
    options.levels = here[-1:] if options.best else options.levels or here
    options.families = options.families or list(FAMILIES)
    return options


def all_runs(levels: Sequence[Level], families: Sequence[int], *, cases: bool) -> Iterator[Run]:
    """Run every program, attempt and case of some families at some levels."""
    with tempfile.TemporaryDirectory(prefix="hostile-") as root:
        stage = Stage(Path(root))
        for level in levels:
            for program in PROGRAMS:
                if program.family in families and program.expected(level):
                    yield run(program, level, stage)
            yield from (each for each in run_pairs(level, stage) if each.family in families)
            yield from (each for each in attempts(level) if each.family in families)
    for family in [family for family in CASES if cases and family in families]:
        for name, why in run_cases(family):
            yield Run(family, name, CASE, "passed", "failed" if why else "passed", [], [why] if why else [])


def attempts(level: Level) -> Iterator[Run]:
    """The attempts of `lanista sandbox`."""
    trial = try_all(level, lambda _: None)
    for outcome in trial.outcomes:
        expected = "nothing" if outcome.promised else "anything"
        problems = [f"got {outcome.got}"] if outcome.escaped else []
        got = outcome.got or f"nothing ({outcome.why})"
        yield Run(outcome.attempt.family, outcome.attempt.name, level.value, expected, got, [], problems)


def print_runs(console: Console, runs: Sequence[Run], levels: Sequence[Level]) -> None:
    """Print one row per program, then one per family, then everything that is not as expected."""
    print_programs(console, [each for each in runs if each.level != CASE], levels)
    print_families(console, runs)
    for each in runs:
        for problem in each.problems:
            console.print(f"{each.family} {each.program} at {each.level}: {problem}", style="red", markup=False)


def print_programs(console: Console, runs: Sequence[Run], levels: Sequence[Level]) -> None:
    """The verdicts of every program at every level."""
    table = Table("#", "program", *(level.value for level in levels), "left behind", box=None)
    table.columns[1].no_wrap = True
    for (family, program), found in grouped(runs).items():
        by_level = {each.level: each for each in found}
        left = "; ".join(what for each in found for what in each.left)
        cells = [cell(by_level.get(level.value)) for level in levels]
        table.add_row(str(family), Text(program), *cells, Text(left or "nothing"))
    console.print(table)


def print_families(console: Console, runs: Sequence[Run]) -> None:
    """How many programs and cases of each family there are, and how many runs were as expected."""
    user = "root" if os.geteuid() == 0 else f"user {os.geteuid()}"
    titles = ("#", "family", "programs", "cases", "runs", "as expected", "left behind")
    table = Table(*titles, box=None, title=f"As {user}")
    for family, title in FAMILIES.items():
        found = [each for each in runs if each.family == family]
        programs = len({each.program for each in found if each.level != CASE})
        cases = sum(each.level == CASE for each in found)
        good, left = sum(not each.problems for each in found), sum(len(each.left) for each in found)
        counts = map(str, (programs, cases, len(found), good, left or "nothing"))
        table.add_row(str(family), title, *counts, style="" if good == len(found) else "red")
    console.print(table)


def grouped(runs: Sequence[Run]) -> dict[tuple[int, str], list[Run]]:
    """The runs by family and program."""
    found = defaultdict(list)
    for each in runs:
        found[each.family, each.program].append(each)
    return dict(sorted(found.items()))


def cell(run: Run | None) -> Text:
    """The verdicts of a program, with those expected if they differ."""
    if run is None:
        return Text("")
    differs = f" (expected {run.expected})" if run.problems and run.expected != run.got else ""
    return Text(run.got + differs, "red" if run.problems else "")


if __name__ == "__main__":
    main()

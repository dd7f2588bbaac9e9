"""`make chaos`: kills parts of leagues at random moments; each match counts once, and tables stay the same."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

import msgspec
from rich.console import Console
from rich.table import Table

from lanista.core.errors import LanistaError
from tests.chaos.chaos import Chaos, Outcome, run, tally
from tests.postgres import PostgresServer, find_programs, running_server

FOLDER = Path(".chaos")
STATE = "state.jsonl"


def main(arguments: Sequence[str] | None = None) -> int:
    """Disturb leagues and print a tally; 1 if anything is wrong, 3 if faults are left."""
    chosen = _parser().parse_args(arguments)
    folder = Path(chosen.folder).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    state = folder / STATE
    if chosen.shows:
        from tests.chaos.shows import show

        return show(folder, Console(), chosen.games)
    if chosen.fresh:
        state.unlink(missing_ok=True)
    outcomes = _read(state)
    deadline = time.monotonic() + 60 * chosen.minutes

    def report(outcome: Outcome) -> bool:
        with state.open("ab") as file:
            file.write(msgspec.json.encode(outcome) + b"\n")
        _progress(outcome, outcomes, chosen.faults)
        return bool(time.monotonic() < deadline)

    with suppress(KeyboardInterrupt), _server() as server:
        run(Chaos(folder, chosen.seed, chosen.per_league, server), chosen.faults, outcomes, report)
    _print(Console(), outcomes, chosen.json)
    if not all(outcome.is_well for outcome in outcomes):
        return 1
    return 0 if _count(outcomes) >= chosen.faults else 3


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.chaos", description=main.__doc__)
    parser.add_argument("--faults", type=int, default=100, help="how many in all (default 100)")
    parser.add_argument("--per-league", type=int, default=10, help="how many per league (default 10)")
    parser.add_argument("--minutes", type=float, default=60, help="when to start no more leagues (default 60)")
    parser.add_argument("--seed", type=int, default=1, help="which faults (default 1)")
    parser.add_argument("--folder", default=str(FOLDER), help=f"leagues and state (default {FOLDER})")
    parser.add_argument("--fresh", action="store_true", help="start anew instead of resuming")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument(
        "--shows", action="store_true", help="a league of 20 bots in each game, killed and continued"
    )
    parser.add_argument("--games", nargs="*", default=[], help="with --shows: only these games")
    return parser


@contextmanager
def _server() -> Iterator[PostgresServer | None]:
    programs = find_programs()
    if programs is None:
        sys.stderr.write("PostgreSQL is not installed, so only SQLite is disturbed\n")
        yield None
    else:
        with running_server(programs) as server:
            yield server


def _read(state: Path) -> list[Outcome]:
    lines = state.read_bytes().splitlines() if state.exists() else []
    return [msgspec.json.decode(line, type=Outcome) for line in lines]


def _count(outcomes: list[Outcome]) -> int:
    return sum(sum(outcome.faults.values()) for outcome in outcomes)


def _progress(outcome: Outcome, outcomes: list[Outcome], wanted: int) -> None:
    state = "same table" if outcome.is_well else f"WRONG, see {outcome.folder}"
    faults = ", ".join(f"{count} {kind}" for kind, count in outcome.faults.items())
    sys.stderr.write(f"{_count(outcomes)}/{wanted} faults; {outcome.plan}, {outcome.store}: {faults}: {state}\n")


def _print(out: Console, outcomes: list[Outcome], as_json: bool) -> None:
    rows = tally(outcomes)
    if as_json:
        sys.stdout.write(json.dumps({"tally": rows, "leagues": msgspec.to_builtins(outcomes)}) + "\n")
        return
    matches = sum(outcome.matches for outcome in outcomes)
    out.print(f"{_count(outcomes)} faults in {len(outcomes)} leagues of {matches:,} matches", style="bold")
    table = Table(box=None, padding=(0, 2, 0, 0))
    for number, name in enumerate(("fault", "times", "lost", "doubled", "tables equal")):
        table.add_column(name, justify="right" if number else "left")
    for kind, times, lost, doubled, leagues, equal in rows:
        table.add_row(kind, str(times), str(lost), str(doubled), f"{equal} of {leagues}")
    out.print(table)
    for outcome in outcomes:
        if not outcome.is_well:
            out.print(f"league {outcome.number}: {msgspec.to_builtins(outcome)}", style="red", markup=False)
    if all(outcome.is_well for outcome in outcomes):
        out.print("every match counts once, every table is the same, and nothing is left behind", style="green")


if __name__ == "__main__":
    try:
        sys.exit(main())
    except LanistaError as error:
        sys.exit(f"Error: {error}")

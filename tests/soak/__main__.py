"""`make soak`: thousands of matches of good and hostile bots; nothing may grow, survive or be judged wrongly."""

from __future__ import annotations

import argparse
import json
import os
import statistics
import sys
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from lanista.core.errors import LanistaError
from lanista.sandbox import Level, SandboxRequest
from lanista.sandbox.usage.cores import usable_cores
from tests.soak.growth import ALLOWED, growth
from tests.soak.schedule import Outcome
from tests.soak.soak import Options, Soak
from tests.soak.store import Store

FOLDER = Path(".lanista") / "soak"
STATE = "state.jsonl"
LINE_SECONDS = 10.0  # between two lines where there is no terminal
SHOWN = 20  # failures


class Progress:
    """One line that changes on a terminal, otherwise a line now and then."""

    def __init__(self, soak: Soak) -> None:
        self._soak = soak
        self._began = self._last = time.monotonic()
        self._before = len(soak.store.played)

    def __call__(self) -> None:
        """A match is over."""
        now = time.monotonic()
        if now - self._last < (0.2 if sys.stderr.isatty() else LINE_SECONDS):
            return
        self._last = now
        sys.stderr.write(f"\r\x1b[K{self._text(now)}" if sys.stderr.isatty() else f"{self._text(now)}\n")
        sys.stderr.flush()

    def _text(self, now: float) -> str:
        played, total = len(self._soak.store.played), self._soak.options.matches
        rate = (played - self._before) / (now - self._began)
        found = Counter(finding.outcome for finding in self._soak.store.findings)
        doubtful = found.pop(Outcome.DOUBTFUL, 0)
        left = (total - played) / rate / 60 if rate else 0.0
        speed = f"{played:,}/{total:,} matches, {rate:.1f}/s, {left:.0f} min left"
        return f"{speed}, {found.total()} wrong, {doubtful} doubtful"


def main(arguments: Sequence[str] | None = None) -> int:
    """Play matches and print a table; 1 if anything is wrong, 3 if matches are left to play."""
    chosen = _parser().parse_args(arguments)
    folder = Path(chosen.folder)
    if chosen.fresh:
        (folder / STATE).unlink(missing_ok=True)
    level = SandboxRequest(Level(chosen.sandbox) if chosen.sandbox else None).policy().level
    options = Options(chosen.matches, level, chosen.seed, chosen.jobs, chosen.loops, 60 * chosen.minutes)
    soak = Soak(options, Store(folder / STATE), folder)
    began = time.monotonic()
    stopped = False
    try:
        soak.run(Progress(soak))
    except KeyboardInterrupt:
        stopped = True
    if sys.stderr.isatty():
        sys.stderr.write("\r\x1b[K")
    summary = summary_of(soak, time.monotonic() - began)
    _print(summary, chosen.json)
    if stopped:
        return 130
    return 1 if summary["failures"] else 3 if summary["played"] < summary["matches"] else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.soak", description=main.__doc__)
    parser.add_argument("--matches", type=int, default=20_000, help="how many in all (default 20,000)")
    parser.add_argument("--minutes", type=float, default=120, help="when to start no more matches (default 120)")
    parser.add_argument(
        "--jobs", type=int, default=usable_cores() + 1, help="matches at once (default: cores + 1)"
    )
    parser.add_argument("--loops", type=int, default=2, help="busy loops that disturb (default 2)")
    parser.add_argument("--sandbox", help="the level (default: the best one of this machine)")
    parser.add_argument("--seed", type=int, default=1, help="which matches are played (default 1)")
    parser.add_argument("--folder", default=str(FOLDER), help=f"bots and state (default {FOLDER})")
    parser.add_argument("--fresh", action="store_true", help="start anew instead of resuming")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    return parser


def summary_of(soak: Soak, seconds: float) -> dict[str, Any]:
    """The findings of a soak."""
    store = soak.store
    found = Counter(finding.outcome for finding in store.findings)
    longest = max(store.sessions, key=len, default=[])
    return {
        "matches": soak.options.matches,
        "played": len(store.played),
        "sessions": len(store.sessions),
        "seconds": round(seconds, 1),
        "level": soak.options.level.value,
        "loops": soak.options.loops,
        "kinds": soak.kinds(),
        "outcomes": {outcome.value: found[outcome] for outcome in Outcome if outcome is not Outcome.AS_EXPECTED},
        "holds": {
            name: {
                "median": statistics.median(getattr(sample, name) for sample in longest),
                "most": max(getattr(sample, name) for sample in longest),
                "growth": growth(longest, name),
                "allowed": ALLOWED[name],
            }
            for name in (ALLOWED if longest else ())
        },
        "left_behind": store.survivors,
        "failures": soak.failures(),
    }


def _print(summary: dict[str, Any], as_json: bool) -> None:
    if as_json:
        sys.stdout.write(json.dumps(summary) + "\n")
        return
    out = Console()
    title = (
        f"{summary['played']:,} of {summary['matches']:,} matches in {summary['seconds']:.0f} s (this session), "
        f"sandbox {summary['level']}, {summary['loops']} busy loops"
    )
    out.print(title, style="bold", soft_wrap=True)
    _table(out, ("matches of", "played"), summary["kinds"].items())
    _table(out, ("outcome", "matches"), summary["outcomes"].items())
    rows = [
        (name, f"{held['median']:g}", f"{held['most']:g}", _shown(held["growth"]), f"{held['allowed']:g}")
        for name, held in summary["holds"].items()
    ]
    _table(out, ("the referees hold", "median", "most", "growth", "allowed"), rows)
    for failure in summary["failures"][:SHOWN]:
        out.print(failure, style="red", markup=False, soft_wrap=True)
    hidden = len(summary["failures"]) - SHOWN
    if hidden > 0:
        out.print(f"and {hidden} more (--json lists all)", style="red")
    if not summary["failures"]:
        out.print("nothing is wrong", style="green")


def _shown(value: float | None) -> str:
    return "too few samples" if value is None else f"{value:+.1f}"


def _table(out: Console, columns: Sequence[str], rows: Any) -> None:
    table = Table(box=None, padding=(0, 2, 0, 0))
    for number, name in enumerate(columns):
        table.add_column(name, justify="right" if number else "left")
    for row in rows:
        table.add_row(*map(str, row))
    out.print(table)


if __name__ == "__main__":
    try:
        sys.exit(main())
    except LanistaError as error:
        sys.exit(f"Error: {error}")
    finally:
        sys.stdout.flush()
        os.environ.pop("TMPDIR", None)

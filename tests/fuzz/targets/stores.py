"""Targets: files in `.lanista`, lines between our own processes, and texts of the command line."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import msgspec

from lanista.cli.shared.groups import SettingsOptions, assignments
from lanista.core.errors import ConfigError
from lanista.game import Outcome, game_names, get_game
from lanista.match.terms import MatchTerms
from lanista.sandbox.resources import Resources
from lanista.series.compare import store as results
from lanista.series.compare.counting import Counting
from lanista.series.compare.question import Arrangement, ComparisonQuestion
from lanista.series.compare.result import ComparedMatch, Won, result_of
from lanista.series.spec import MatchReport, MatchSpec, read_line
from lanista.series.stats import Sprt
from lanista.tools.dev.store import ENTRY, HISTORY, Line, VersionEntry, VersionStore
from lanista.tools.dev.store import VersionResult as Came
from tests.fuzz.mutations import mutate_json_text
from tests.fuzz.target import Target, expect_plain
from tests.fuzz.targets.scratch import on_file, scratch


@cache
def arrangement() -> Arrangement:
    """A comparison of two built-in bots."""
    return Arrangement(ComparisonQuestion("overdrive", "cruise", "random", seed=1))


def load_results(path: Path) -> None:
    """Read stored results, and count them."""
    stored = results.load(path)
    counting = Counting(arrangement(), Sprt(0, 20, 0.05, 0.05), 100)
    for result in stored.results:
        counting.add(result)
    counting.candidates.most_telling()
    msgspec.json.encode([stored.head, stored.results])


def stored() -> list[bytes]:
    lines: list[object] = [results.Head(1, "overdrive", ["cruise", "random"])]
    for unit in range(3):
        lines += [
            ComparedMatch(unit, 0, 0, 1.0, Won.WON, turns=9, points=(3, 4)),
            ComparedMatch(unit, 1, 0, 0.5, Won.DRAWN),
        ]
    lines += [
        ComparedMatch(3, 0, 0, error="void"),
        ComparedMatch(3, 1, 1, 0.0, Won.LOST, (0, 2), ("", "timeout in turn 1")),
    ]
    return [b"".join(msgspec.json.encode(line) + b"\n" for line in lines)]


def load_history(data: bytes) -> None:
    """The history of a bot's versions."""
    root = scratch("dev")
    (root / HISTORY).write_bytes(data)
    store = VersionStore(root)
    msgspec.json.encode(store.history())
    store.accepted()


def load_entry(data: bytes) -> None:
    """Where the bot of a kept version is."""
    root = scratch("dev")
    (root / "0123456789").mkdir(exist_ok=True)
    (root / "0123456789" / ENTRY).write_bytes(data)
    VersionStore(root).spec(VersionStore(root).find("0123"))


HISTORIES = [
    Line("2026-01-01 10:00:00", "0123456789", Came.FIRST, accepted=True),
    Line(
        "2026-01-01 10:00:01",
        "abcdef0123",
        Came.BETTER,
        "0123456789",
        units=9,
        elo=3.5,
        elo_low=-1.0,
        elo_high=8.0,
    ),
]
SPEC = MatchSpec(
    0, "overdrive", ("cruise", "random"), (0, 1), 1, terms=MatchTerms(settings={"max_rounds": 3}, turn_ms=100)
)
REPORT = MatchReport(SPEC, "lanista play", 3, Outcome((1, 2), (3, 4), "x"), faults=[0, 1], first_faults=["", "x"])


def exchange(data: bytes) -> None:
    """Lines between the processes that play matches; a match of built-in bots is planned, and a report counted."""
    for line in data.splitlines():
        if b'"spec"' in line:
            report = read_line(line, MatchReport)
            is_whole = report.outcome is None or len(report.outcome.rule_ranks) == len(report.faults) == 2
            if report.spec.entrants == SPEC.entrants and is_whole:  # it is ours: only its bots are strangers
                result_of(report, 2)
        elif (spec := read_line(line, MatchSpec)).bots == SPEC.bots:
            spec.plan()


def settings(data: bytes) -> None:
    """Texts of --set, one per line, for every game."""
    texts = tuple(data.decode(errors="surrogateescape").split("\n"))
    changes = SettingsOptions(settings=texts).changes()
    for name in game_names():
        try:
            get_game(name).configure(changes=changes)
        except ConfigError as error:
            expect_plain(str(error))


def limits(data: bytes) -> None:
    """Texts of --limit, one per line."""
    Resources.of(assignments("--limit", data.decode(errors="surrogateescape").split("\n")))


TARGETS = [
    Target("stores.results", on_file("r.jsonl", load_results), stored, names="r.jsonl"),
    Target("stores.history", load_history, lambda: [b"\n".join(map(msgspec.json.encode, HISTORIES))],
           names=HISTORY),
    Target("stores.entry", load_entry, lambda: [msgspec.json.encode(VersionEntry("bot/bot.py"))], mutate_json_text,
           names="0123456789"),
    Target("stores.arena", exchange, lambda: [msgspec.json.encode(SPEC) + b"\n" + msgspec.json.encode(REPORT)],
           max_message=1000),
    Target("stores.set", settings, lambda: [b"max_rounds=3\nmax_turns=-1", b"MaxTicks=0x10\n=\nx"], max_bytes=500),
    Target("stores.limit", limits, lambda: [b"memory_mb=512\nprocesses=1", b"x=1", b"file_mb=1\nfile_mb=2"],
           max_bytes=500),
]  # fmt: skip

"""Runs the programs of the table at some level, and says what is wrong with what came of it."""

from __future__ import annotations

import json
import os
import secrets
import shutil
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from lanista.core.verdict import Verdict
from lanista.match.referee import MatchResult
from lanista.sandbox import Level, SandboxRequest
from tests.hostile.leftovers import Snapshot
from tests.hostile.matches import HERE, Logs, command, compiled, play
from tests.hostile.table import TURNS, Expected, Program


@dataclass
class Run:
    """The verdicts of a program at a level."""

    family: int
    program: str
    level: str
    expected: str
    got: str
    left: list[str] = field(default_factory=list)  # behind
    problems: list[str] = field(default_factory=list)  # everything that is not as expected


class Stage:
    """Folders for the two bots of a match, a folder for temporary files, and nothing else."""

    def __init__(self, root: Path) -> None:
        self.bot, self.fair, self.scratch = root / "bot", root / "fair", root / "scratch"
        for folder in (root, self.bot, self.fair, self.scratch):
            folder.mkdir(exist_ok=True)
            folder.chmod(0o755)
        for source in [*HERE.glob("*.py"), *HERE.glob("*.sh")]:
            shutil.copy(source, self.bot)
        for name in ("plays_fair.py", "common.py"):
            shutil.copy(HERE / name, self.fair)

    @property
    def opponent(self) -> str:
        """The command of the opponent that plays fair."""
        return command(self.fair / "plays_fair.py")

    def command(self, program: Program, *words: str) -> str:
        """The command of a hostile program."""
        if program.file.endswith(".c"):
            return str(compiled(HERE / program.file, self.bot / program.name))
        return command(self.bot / program.file, *words)

    @contextmanager
    def temporary_files(self) -> Iterator[None]:
        """Have temporary files of ours and of bots in the stage's own folder."""
        before, variable = tempfile.tempdir, os.environ.get("TMPDIR")
        tempfile.tempdir, os.environ["TMPDIR"] = str(self.scratch), str(self.scratch)
        try:
            yield
        finally:
            tempfile.tempdir = before
            os.environ.pop("TMPDIR") if variable is None else os.environ.update(TMPDIR=variable)


def run(program: Program, level: Level, stage: Stage) -> Run:
    """Play a match against a program that the table allows at a level."""
    expected = program.expected(level)
    assert expected is not None
    logs = Logs()
    with stage.temporary_files():
        before = Snapshot(str(stage.bot), stage.scratch)
        result = play(
            [stage.command(program, *program.words), stage.opponent],
            silent=expected.silent,
            wanted=SandboxRequest(level, dict(program.resources)),
            observers=(logs,),
        )
        left = before.left()
    got = described(result.seats[0].verdicts)
    run = Run(program.family, program.name, level.value, described(expected.verdicts), got, left)
    run.problems += [f"left {what}" for what in left]
    run.problems += differences(result, expected)
    if level >= program.most_from:
        run.problems += excesses(logs.logs[0], program.most)
    return run


def differences(result: MatchResult, expected: Expected) -> Iterator[str]:
    """The differences between a match and what was expected of it."""
    seat = result.seats[0]
    other = expected.otherwise
    if other and other.at_any_turn and seat.verdicts.keys() == other.verdicts.keys():
        other = replace(other, verdicts=seat.verdicts)
    why = seat.fault.reason if seat.fault else ""
    if other and seat.verdicts == other.verdicts and other.reason in why:
        expected = other
    if seat.verdicts != expected.verdicts:
        yield f"expected {described(expected.verdicts)}, got {described(seat.verdicts)}: {why}"
    elif expected.reason not in why:
        yield f"expected the reason to hold {expected.reason!r}, got {why!r}"
    if result.outcome is None or result.turns != TURNS:
        yield f"the match ended after {result.turns} turns: {result.void or result.stopped}"
    if result.seats[1].verdicts != {Verdict.OK: TURNS}:
        yield f"the opponent got {described(result.seats[1].verdicts)}: {result.seats[1].fault}"


def excesses(log: str, most: Mapping[str, int]) -> Iterator[str]:
    """Things that a program reports to have got although it may not."""
    if "obtained" in log:
        yield f"it says {log[log.index('obtained') :][:60]!r}"
    reports = reported(log)
    for name, limit in most.items():
        got = max((report[name] for report in reports if name in report), default=0)
        if got > limit:
            yield f"expected at most {limit} {name}, got {got}"


def reported(log: str) -> list[dict[str, Any]]:
    """The JSON lines in a log."""
    found = []
    for line in log.splitlines():
        try:
            value = json.loads(line)
        except ValueError:
            continue
        found += [value] if isinstance(value, dict) else []
    return found


def described(verdicts: Mapping[Verdict, int]) -> str:
    """Verdicts in words: "ok 2, timeout 14"."""
    return ", ".join(f"{verdict.value} {count}" for verdict, count in verdicts.items())


def number() -> int:
    """A number that nobody else uses at the same time."""
    return secrets.randbelow(2**30) + 1

"""Programs that need two matches, or both seats of one: what they remember, and whether they meet."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from lanista.sandbox import Level, SandboxRequest
from tests.hostile.leftovers import Snapshot
from tests.hostile.matches import Logs, command, play
from tests.hostile.runs import Run, Stage, number, reported


def run_pairs(level: Level, stage: Stage) -> Iterator[Run]:
    """Run all of them at a level."""
    yield remembers(level, stage)
    yield meets_its_twin(level, stage)


def remembers(level: Level, stage: Stage) -> Run:
    """A bot that leaves notes plays two matches: in the second it may find none of the first."""
    spec = command(stage.bot / "remembers.py", str(number()))
    logs = Logs(), Logs()
    with stage.temporary_files():
        before = Snapshot(str(stage.bot), stage.scratch)
        for each in logs:
            play([spec, stage.opponent], wanted=SandboxRequest(level), observers=(each,))
        left = before.left() if level >= Level.NAMESPACES else []
    [first], [second] = reported(logs[0].logs[0]), reported(logs[1].logs[0])
    if level < Level.NAMESPACES:
        for path in {*first["left"], *second["left"]}:
            Path(path).unlink(missing_ok=True)
    return found_run(12, "remembers", level, second["found"], left)


def meets_its_twin(level: Level, stage: Stage) -> Run:
    """Two seats of one match look for one another."""
    shared = str(number())
    logs = Logs()
    with stage.temporary_files():
        before = Snapshot(str(stage.bot), stage.scratch)
        specs = [command(stage.bot / "meets_its_twin.py", shared, f"seat-{seat}") for seat in range(2)]
        play(specs, wanted=SandboxRequest(level), observers=(logs,))
        left = before.left()
    found = [what for log in logs.logs for report in reported(log) for what in report["found"]]
    return found_run(15, "meets_its_twin", level, sorted(set(found)), left)


def found_run(family: int, name: str, level: Level, found: list[str], left: list[str]) -> Run:
    """A run that must find nothing from namespaces on."""
    got = f"found {', '.join(found)}" if found else "found nothing"
    problems = [f"left {what}" for what in left]
    expected = "found nothing" if level >= Level.NAMESPACES else "anything"
    if found and level >= Level.NAMESPACES:
        problems.append(got)
    return Run(family, name, level.value, expected, got, left, problems)

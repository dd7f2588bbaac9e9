"""Hostile programs at every level that this machine has: nothing is obtained, nobody is hurt, nothing is left."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from lanista.sandbox import Level
from lanista.sandbox.machine import find_machine
from tests.hostile.pairs import meets_its_twin, remembers
from tests.hostile.runs import Stage, run
from tests.hostile.table import PROGRAMS, Program
from tests.programs import need_other_user

BEST = find_machine().level
LEVELS = [level for level in Level if level > Level.NONE]
NOBODY = 54321  # a user without anything
FAMILIES = ("--family", "6", "--family", "9", "--family", "10", "--family", "12")
OWN_TREE = (1, 2, 9, 10, 11, 16)  # families whose programs behave differently in namespaces and cgroups


def needs(level: Level) -> None:
    if level > BEST:
        pytest.skip(f"this machine has no {level.value}: {'; '.join(find_machine().missing(level))}")


@pytest.fixture(scope="module")
def stage(tmp_path_factory) -> Stage:
    return Stage(tmp_path_factory.mktemp("stage"))


# At the best level all of these; at the others those that depend on a process tree of their own.
CHOSEN = [
    (program, level)
    for level in LEVELS
    for program in PROGRAMS
    if program.expected(level) and program.family in (OWN_TREE if level in (BEST, Level.CGROUP) else (2, 9))
]


@pytest.mark.parametrize(("program", "level"), CHOSEN, ids=[f"{p.name}-{level.value}" for p, level in CHOSEN])
def test_a_program_gets_what_the_table_says_and_leaves_nothing(program: Program, level: Level, stage: Stage):
    needs(level)
    assert run(program, level, stage).problems == []


@pytest.mark.parametrize("attack", [remembers, meets_its_twin], ids=lambda attack: attack.__name__)
def test_bots_find_nothing_of_earlier_matches_or_of_one_another(attack, stage: Stage):
    needs(Level.NAMESPACES)
    assert attack(BEST, stage).problems == []


@pytest.mark.long
def test_an_ordinary_user_is_as_safe(tmp_path: Path):
    """In a process of another user, where namespaces are made in another way."""
    python = need_other_user()
    tmp_path.chmod(0o755)
    home = tmp_path / "home"
    home.mkdir()
    os.chown(home, NOBODY, NOBODY)
    paths = os.pathsep.join([str(Path.cwd()), *[path for path in sys.path if path]])
    environment = {"PATH": "/usr/bin:/bin", "HOME": str(home), "TMPDIR": str(home), "PYTHONPATH": paths}
    words = ["setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups", python, "-B", "-m"]
    done = subprocess.run(
        [*words, "tests.hostile", "--no-cases", "--json", "--best", *FAMILIES],
        env={**environment, "LANISTA_CACHE": str(home / "cache")},
        capture_output=True,
        text=True,
        check=False,
        timeout=280,
    )
    assert done.returncode in (0, 1), done.stderr
    runs = json.loads(done.stdout)
    assert [each for each in runs if each["problems"]] == []
    assert len(runs) > 20

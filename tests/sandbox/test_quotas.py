"""The kernel counts per user: a hostile bot takes no more than its share, and nobody else pays for it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import pytest

from lanista.sandbox import Level
from lanista.sandbox.machine import BUBBLEWRAP, OWN
from tests.programs import need, need_other_user
from tests.sandbox.confined import LINUX
from tests.sandbox.quotas import KINDS

NOBODY = 54321  # a user without anything
OPEN_FILES = 1024  # soft and hard, as many systems have it
SECONDS = 280


def played(folder: Path, program: str, level: Level, runner: str, python: str) -> dict[str, Any]:
    """The output of `quotas` when an ordinary user runs it."""
    paths = os.pathsep.join([str(Path.cwd()), *[path for path in sys.path if path]])
    environment = {"PATH": "/usr/bin:/bin", "PYTHONPATH": paths, "LANISTA_CACHE": str(folder / "cache")}
    chosen = {"LANISTA_SANDBOX": level.value, "LANISTA_RUNNER": runner, "HOME": str(folder), "TMPDIR": str(folder)}
    user = ["setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups"]
    limited = ["sh", "-c", f'ulimit -n {OPEN_FILES}; exec "$@"', "sh"]
    done = subprocess.run(
        [*user, *limited, python, "-B", "-m", "tests.sandbox.quotas", str(folder / "bots"), program],
        env={**environment, **chosen},
        capture_output=True,
        text=True,
        check=False,
        timeout=SECONDS,
    )
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


# The program, the sandbox, and the most that it may get
CASES = [
    ("passes_descriptors.py", Level.NAMESPACES, OWN, {"in_flight": 512 + 253}),
    ("passes_descriptors.py", Level.NAMESPACES, BUBBLEWRAP, {"in_flight": 512 + 253}),
    ("watches_files.py", Level.NAMESPACES, OWN, {"instances": 8}),
    ("watches_files.py", Level.NAMESPACES, BUBBLEWRAP, {"instances": 0}),
    ("watches_files.py", Level.LIMITS, "", {"instances": 0}),
]


@LINUX
@pytest.mark.parametrize(("program", "level", "runner", "most"), CASES)
def test_bots_of_every_protocol_start_whatever_another_one_holds(program, level, runner, most):
    python = need_other_user()
    if runner == BUBBLEWRAP:
        need("bwrap")
    with tempfile.TemporaryDirectory() as name:  # not pytest's, whose parents are private
        os.chown(name, NOBODY, NOBODY)
        found = played(Path(name), program, level, runner, python)
    assert found["matches"] == {kind: [["ok"], ""] for kind in KINDS}
    assert found["hostile"].keys() == most.keys()
    assert all(found["hostile"][what] <= amount for what, amount in most.items())

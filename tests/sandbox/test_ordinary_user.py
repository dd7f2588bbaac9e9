"""Bots of every protocol play for an ordinary user as they do for root, whatever makes their namespaces."""

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
from tests.sandbox.plays import KINDS

NOBODY = 54321  # a user without anything
SECONDS = 280
ALL_FINE = {kind: [["ok"], ""] for kind in (*KINDS, "built")}


def played(folder: Path, level: Level, runner: str, *words: str, python: str) -> dict[str, Any]:
    """The output of `plays` when it is run with these words, in an environment without anything of ours."""
    paths = os.pathsep.join([str(Path.cwd()), *[path for path in sys.path if path]])
    environment = {"PATH": "/usr/bin:/bin", "PYTHONPATH": paths, "LANISTA_CACHE": str(folder / "cache")}
    chosen = {"LANISTA_SANDBOX": level.value, "LANISTA_RUNNER": runner}
    done = subprocess.run(
        [*words, python, "-B", "-m", "tests.sandbox.plays", str(folder / "bots")],
        env={**environment, **chosen, "HOME": str(folder), "TMPDIR": str(folder)},
        capture_output=True,
        text=True,
        check=False,
        timeout=SECONDS,
    )
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


@LINUX
@pytest.mark.parametrize(
    ("level", "runner"), [(Level.LIMITS, OWN), (Level.NAMESPACES, OWN), (Level.NAMESPACES, BUBBLEWRAP)]
)
def test_bots_of_every_protocol_play_for_an_ordinary_user(level: Level, runner: str):
    python = need_other_user()
    if runner == BUBBLEWRAP:
        need("bwrap")
    words = ["setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups"]
    with tempfile.TemporaryDirectory() as name:  # not pytest's, whose parents are private
        os.chown(name, NOBODY, NOBODY)
        found = played(Path(name), level, runner, *words, python=python)
        left = set(os.listdir(name)) - {"bots", "cache"}
    assert found == {"runner": runner, "matches": ALL_FINE}
    assert left == set()


@LINUX
def test_they_play_without_namespaces_for_our_own_user(tmp_path: Path):
    """As root, from a Python that may lie where only root can read."""
    assert played(tmp_path, Level.LIMITS, "", python=sys.executable)["matches"] == ALL_FINE

"""Runs commands as a user does: in a new process, or in this one where that makes no difference."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from lanista.cli.main import lanista

SECONDS = 120


@pytest.fixture
def invoke(tmp_path, monkeypatch):
    """Run a command in this process, in an empty folder."""
    monkeypatch.chdir(tmp_path)

    def call(*words: str) -> Result:
        return CliRunner().invoke(lanista, list(words))

    return call


@pytest.fixture
def launch(tmp_path, monkeypatch):
    """Run a command in a new process, in an empty folder; `environment` is added to ours."""
    monkeypatch.chdir(tmp_path)

    def call(*words: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
        command = [str(Path(sys.executable).with_name("lanista")), *words]
        env = {**os.environ, **environment}
        return subprocess.run(command, capture_output=True, env=env, timeout=SECONDS, check=False)

    return call


@pytest.fixture
def bad_bot(tmp_path) -> str:
    """A bot whose every move is invalid."""
    path = tmp_path / "bad.py"
    path.write_text("def move(view):\n    return 'FLY'\n")
    return str(path)

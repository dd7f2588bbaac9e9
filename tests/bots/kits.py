"""Bots as contestants handed them in: folders with a bot.json, in several languages."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import textwrap
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

NEEDED = {"python": "python3", "javascript": "node", "java": "javac"}


@pytest.fixture(autouse=True)
def own_python_first(monkeypatch):
    """`python3` is the one that runs the tests, not a slow stand-in of the system."""
    monkeypatch.setenv("PATH", os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]]))


class Kits:
    """Contestants' folders by language, built if they must be; a test without its language is skipped."""

    def __init__(self, source: Path, temporary: pytest.TempPathFactory) -> None:
        self._source = source
        self._temporary = temporary
        self._made: dict[str, str] = {}

    def find(self, language: str) -> str:
        """The folder of a bot in a language."""
        if shutil.which(NEEDED[language]) is None:
            pytest.skip(f"bots in {language} need {NEEDED[language]}, which is not installed")
        if language not in self._made:
            folder = self._temporary.mktemp(language) / "bot"
            shutil.copytree(self._source / language, folder)
            if language == "java":
                build(folder)
            self._made[language] = str(folder)
        return self._made[language]


def build(folder: Path) -> None:
    """Compile a Java bot into its jar, as its author would have."""
    classes, jar = folder / "classes", folder / "target" / "bot.jar"
    jar.parent.mkdir()
    source = str(folder / "src" / "Main.java")
    subprocess.run(["javac", "-d", str(classes), source], check=True, timeout=120)
    subprocess.run(["jar", "cfe", str(jar), "Main", "-C", str(classes), "."], check=True, timeout=120)


@pytest.fixture
def folder(tmp_path) -> Callable[..., str]:
    """Write a Python bot with its bot.json into a folder and return the folder's name."""

    def write(source: str, name: str = "bot", **members: Any) -> str:
        path = tmp_path / name
        path.mkdir()
        description = {
            "author": "x",
            "email": "x",
            "nickName": name,
            "botLocation": "/",
            "botFileName": "bot.py",
            "botLanguage": "python3",
        }
        (path / "bot.json").write_text(json.dumps(description | members))
        (path / "bot.py").write_text(textwrap.dedent(source))
        return str(path)

    return write

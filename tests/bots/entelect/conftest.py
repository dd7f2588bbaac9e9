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

KITS = Path(__file__).with_name("kits")
NEEDED = {"python": "python3", "javascript": "node", "java": "javac"}


@pytest.fixture(autouse=True)
def own_python_first(monkeypatch):
    """`python3` is the one that runs the tests, not a slow stand-in of the system."""
    monkeypatch.setenv("PATH", os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]]))


@pytest.fixture(scope="session")
def kit(tmp_path_factory) -> Callable[[str, int], str]:
    """A contestant's folder by language and year, built if it must be; a test without its language is skipped."""
    made: dict[tuple[str, int], str] = {}

    def find(language: str, year: int) -> str:
        if shutil.which(NEEDED[language]) is None:
            pytest.skip(f"bots in {language} need {NEEDED[language]}, which is not installed")
        if (language, year) not in made:
            folder = tmp_path_factory.mktemp(f"{language}{year}") / "bot"
            shutil.copytree(KITS / f"{language}{year}", folder)
            if language == "java":
                build(folder)
            made[language, year] = str(folder)
        return made[language, year]

    return find


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

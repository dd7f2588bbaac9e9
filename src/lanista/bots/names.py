"""What a seat is called whose bot does not say: after its author's folder, not `main` or `java`."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from pathlib import Path

from lanista.text import inert

MAX_NAME = 60  # characters
PLAIN = re.compile(r"[A-Za-z_][\w./-]*")

# File names that every project has, without their suffix
GENERIC_FILES = frozenset(
    {
        "main",
        "__main__",
        "index",
        "bot",
        "app",
        "run",
        "start",
        "program",
        "player",
        "game",
        "a",
        "server",
        "client",
    }
)
# Folders between a project and its files: what builds write, and the layouts of languages
INNER_FOLDERS = frozenset(
    {
        "target",
        "build",
        "bin",
        "obj",
        "out",
        "dist",
        "release",
        "debug",
        "libs",
        "classes",
        "src",
        "lib",
        "scripts",
    }
)
# Folders that say the language only; whose bot it is stands above them
LANGUAGES = frozenset(
    {
        "java", "python", "python2", "python3", "javascript", "js", "node", "typescript", "ts", "kotlin", "scala",
        "rust", "go", "golang", "cpp", "c++", "cplusplus", "csharp", "c#", "dotnetcore", "php", "lisp", "haskell",
    }
)  # fmt: skip


def folder_name(folder: Path) -> str:
    """A bot's name after its folder; a folder that says the language only has its parent's name before it."""
    here = folder.resolve()
    if here.name.lower() in LANGUAGES and here.parent.name:
        return tidy(f"{here.parent.name}/{here.name}")
    return tidy(here.name) or "bot"


def file_name(file: Path) -> str:
    """A bot's name after its file, or after the folder of its project if the file's name says nothing."""
    path = Path(os.path.abspath(file))
    packed = path.suffix == ".jar" and path.parent.name.lower() in INNER_FOLDERS
    if not packed and path.stem.lower() not in GENERIC_FILES:
        return tidy(path.stem) or "bot"
    return _project_name(path.parent) or tidy(path.stem)


def command_name(words: Sequence[str]) -> str:
    """A bot's name after the last file that its command names, else after a folder, else after the program."""
    files = [Path(word) for word in words[1:] if os.path.isfile(word)]
    folders = [Path(word) for word in words[1:] if os.path.isdir(word)]
    if files:
        return file_name(files[-1])
    if folders:
        return _project_name(folders[-1]) or folder_name(folders[-1])
    named = [word for word in words[1:] if PLAIN.fullmatch(word)]  # a class, a module, or a file that is not there
    if "/" in words[0] or not named:
        return file_name(Path(words[0])) if "/" in words[0] else tidy(words[0])
    return file_name(Path(named[-1]))


def _project_name(folder: Path) -> str:
    """The name of the nearest folder above that is more than a part of a project; nothing without one."""
    here = folder.resolve()
    while here.name.lower() in INNER_FOLDERS:
        here = here.parent
    return folder_name(here) if here.name else ""


def tidy(name: str) -> str:
    """A name on one line that can do no harm."""
    return inert(" ".join(name[: 10 * MAX_NAME].split()), MAX_NAME)

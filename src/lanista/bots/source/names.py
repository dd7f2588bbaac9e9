"""Default names of bots, taken from their project's folder rather than from `main` or `java`."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from itertools import takewhile
from pathlib import Path

from lanista.core.text import inert

MAX_NAME = 60  # characters
PLAIN = re.compile(r"[A-Za-z_][\w./-]*")

# File names that say nothing about the bot, without their suffix
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
# Folders between a project and its files: build output and source layouts
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
# Folders named after a language; the folder above says whose bot it is
LANGUAGES = frozenset(
    {
        "java", "python", "python2", "python3", "javascript", "js", "node", "typescript", "ts", "kotlin", "scala",
        "rust", "go", "golang", "cpp", "c++", "cplusplus", "csharp", "c#", "dotnetcore", "php", "lisp", "haskell",
    }
)  # fmt: skip


def folder_name(folder: Path) -> str:
    """A bot's name from its folder, preceded by the parent's name if the folder is named after a language."""
    here = folder.resolve()
    if here.name.lower() in LANGUAGES and here.parent.name:
        return tidy(f"{here.parent.name}/{here.name}")
    return tidy(here.name) or "bot"


def file_name(file: Path) -> str:
    """A bot's name from its file, or from its project's folder if the file name is generic."""
    path = Path(os.path.abspath(file))
    packed = path.suffix == ".jar" and path.parent.name.lower() in INNER_FOLDERS
    if not packed and path.stem.lower() not in GENERIC_FILES:
        return tidy(path.stem) or "bot"
    return _project_name(path.parent) or tidy(path.stem)


def command_name(words: Sequence[str]) -> str:
    """A bot's name from the last file in its command, or from a folder in it, or from the program."""
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
    """The name of the nearest enclosing folder that is not a mere part of a project, or an empty text."""
    here = folder.resolve()
    while here.name.lower() in INNER_FOLDERS:
        here = here.parent
    return folder_name(here) if here.name else ""


def tidy(name: str) -> str:
    """A name made safe to print: on one line, inert and short."""
    return inert(" ".join(name[: 10 * MAX_NAME].split()), MAX_NAME)


def path_names(specs: Sequence[str]) -> list[str]:
    """Names by the paths that bots were named by, without the folders that all are in; of long ones the end."""
    parts = [Path(spec).parts for spec in specs]
    levels = zip(*(each[:-1] for each in parts), strict=False)
    shared = sum(1 for _ in takewhile(lambda folders: len(set(folders)) == 1, levels))
    return [_ending("/".join(each[shared:])) or "bot" for each in parts]


def _ending(path: str) -> str:
    name = inert(" ".join(path.split()))
    return name if len(name) <= MAX_NAME else f"…{name[1 - MAX_NAME :]}"

"""A bot's folder with `lanista.toml`: what it is called, how it is built and started, and what it speaks."""

from __future__ import annotations

import hashlib
import os
import shlex
import shutil
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from lanista.bots.hints import HOST
from lanista.bots.protocols import PYTHON, check_protocol
from lanista.engine.record import closest
from lanista.errors import BotError
from lanista.text import inert

PROJECT = "lanista.toml"
LONGEST_NAME = 60

# What is no source of a bot where `files` does not say otherwise: hidden files, and what builds usually write
OUTPUT = frozenset({"target", "build", "bin", "obj", "out", "dist", "node_modules", "venv", "__pycache__"})
OUTPUT_SUFFIXES = (".class", ".o", ".pyc")


class Project(msgspec.Struct, forbid_unknown_fields=True):
    """The members of `lanista.toml`."""

    command: str  # as in a shell, but no shell runs it; for the protocol `python`, the bot's .py file
    name: str = ""  # the folder's, if there is none
    games: list[str] = []  # any, if none is named
    protocol: str = "lines"
    build: str | list[str] = []  # commands, one after the other
    files: list[str] = []  # patterns of the files that make the bot what it is

    @property
    def builds(self) -> list[list[str]]:
        """The commands that build the bot, in words."""
        return [shlex.split(line) for line in ([self.build] if isinstance(self.build, str) else self.build)]


def read_project(folder: Path, game: str) -> Project:
    """What a folder's `lanista.toml` says; raises BotError with the file and the member that is wrong."""
    path = folder / PROJECT
    try:
        told = tomllib.loads(path.read_text(encoding="utf-8"))
        project = msgspec.convert(told, Project)
        _check_words(project)
        check_protocol(project.protocol, game)
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise BotError(f"{path} cannot be read: {error}") from None
    except msgspec.ValidationError as error:
        raise BotError(f"{path}: {error}{_hint(told)} - expected members: {_members()}") from None
    except BotError as error:
        raise BotError(f"{path}: {error}") from None
    if project.games and game not in project.games:
        raise BotError(
            f"{path}: this bot plays {', '.join(project.games)}, not {game}; add it to `games` if it does"
        )
    project.name = inert(project.name or folder.resolve().name or "bot", LONGEST_NAME)
    return project


def _members() -> str:
    return ", ".join(field.name for field in msgspec.structs.fields(Project))


def _hint(told: dict[str, Any]) -> str:
    """What a misspelt member may have meant."""
    known = {field.name for field in msgspec.structs.fields(Project)}
    return next((closest(name, known) for name in told if name not in known), "")


def _check_words(project: Project) -> None:
    """Refuse command lines that are empty or cannot be split."""
    lines = {
        "command": [project.command],
        "build": [project.build] if isinstance(project.build, str) else project.build,
    }
    for member, texts in lines.items():
        for text in texts:
            try:
                words = shlex.split(text)
            except ValueError as error:
                raise BotError(f"`{member}` is not a command line: {error} in {text!r}") from None
            if not words:
                raise BotError(f'`{member}` expects a command such as "node bot.js", got an empty text')


# Starting


def command_of(folder: Path, project: Project) -> tuple[str, ...]:
    """The command that starts the bot in its folder, once it is built."""
    words = shlex.split(project.command)
    if project.protocol == PYTHON:
        return python_command(folder, words[0])
    program = words[0]
    if "/" not in program:
        found = shutil.which(program)
        if found is None:
            raise BotError(
                f"{folder / PROJECT}: `command` needs {program!r}, which is not installed or not on the PATH"
            )
        return (found, *words[1:])
    if not os.access(folder / program, os.X_OK):
        told = "the build did not make it" if project.build else "there is no `build` that would make it"
        raise BotError(f"{folder / PROJECT}: `command` names {program}, which is no program in {folder}: {told}")
    return tuple(words)


def python_command(folder: Path, file: str) -> tuple[str, ...]:
    """The command that runs a Python file as a bot."""
    path = folder / file
    if path.suffix != ".py" or not path.is_file():
        raise BotError(f"{folder}: the protocol python expects a .py file of the folder as command, got {file!r}")
    return (sys.executable, str(HOST), str(path.resolve()))


def is_all_there(folder: Path, project: Project) -> bool:
    """Whether the files that the command names exist; a build may have to make them."""
    words = (word for word in shlex.split(project.command) if "/" in word and not word.startswith("-"))
    return all((folder / word).exists() for word in words)


# What makes the bot what it is


def digest_of(marks: dict[str, str]) -> str:
    """One mark for all sources: it changes with any of them."""
    mark = hashlib.blake2b(digest_size=16)
    for name, content in sorted(marks.items()):
        mark.update(f"{name}\0{content}\0".encode(errors="surrogateescape"))
    return mark.hexdigest()


def marks_of(folder: Path, patterns: list[str]) -> dict[str, str]:
    """The mark of each source of a bot, by its path in the folder."""
    files = set(_matching(folder, patterns)) | {folder / PROJECT} if patterns else set(_usual_sources(folder))
    return {str(path.relative_to(folder)): _mark(path) for path in files if path.is_file()}


def _mark(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, lambda: hashlib.blake2b(digest_size=16)).hexdigest()


def _matching(folder: Path, patterns: list[str]) -> Iterator[Path]:
    """The files that patterns name; a pattern without a file is a mistake."""
    for pattern in patterns:
        if pattern.startswith("/") or ".." in Path(pattern).parts:
            raise BotError(f"{folder / PROJECT}: `files` expects patterns within the folder, got {pattern!r}")
        whole = f"{pattern}/*" if pattern.endswith("**") else pattern  # `src/**` means all in it
        found = [path for path in folder.glob(whole) if path.is_file()]
        if not found:
            raise BotError(f"{folder / PROJECT}: `files` has {pattern!r}, which matches no file in {folder}")
        yield from found


def _usual_sources(folder: Path) -> Iterator[Path]:
    """All files but hidden ones and what builds usually write."""
    for here, folders, files in os.walk(folder):
        folders[:] = [name for name in folders if name not in OUTPUT and not name.startswith(".")]
        for name in files:
            if not name.startswith(".") and not name.endswith(OUTPUT_SUFFIXES):
                yield Path(here) / name

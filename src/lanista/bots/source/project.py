"""A bot's folder with `lanista.toml`: its name, how it is built and started, and its protocol."""

from __future__ import annotations

import hashlib
import os
import re
import shlex
import shutil
import stat
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from lanista.bots.hints import HOST, not_a_command, problem_of
from lanista.bots.protocol.registry import PYTHON, find_protocol
from lanista.bots.protocol.working_copy import walk
from lanista.bots.source.names import folder_name, tidy
from lanista.core.errors import BotError
from lanista.core.text import MAX_QUOTED, inert, quoted
from lanista.engine.record import closest
from lanista.game import get_game

PROJECT = "lanista.toml"
MODULE_SUFFIX = ".wasm"
MODULE_BUILD = "wasm"  # a word instead of commands
MAX_BYTES = 64 * 1024
MAX_PATTERNS, MAX_PATTERN, MAX_RECURSIVE = 100, 250, 2  # of `files`: patterns, characters, `**` in one
MAX_SOURCE_BYTES = 1024 * 2**20  # of files that are hashed to detect changes
DEEP_KEY = re.compile(rb"""(?:\.[ \t]*[\w"'-]+[ \t]*){100}""")  # the parser takes quadratic time for it

# Besides hidden files, what is not a source of a bot unless `files` names it: usual output
OUTPUT = frozenset(
    {"target", "build", "bin", "obj", "out", "dist", "node_modules", "venv", "replays", "__pycache__"}
)
OUTPUT_SUFFIXES = (".class", ".o", ".pyc")


class Project(msgspec.Struct, forbid_unknown_fields=True):
    """The members of `lanista.toml`."""

    command: str  # as in a shell, but no shell runs it; for the protocol `python`, the bot's .py file
    name: str = ""  # default: the folder's name
    games: list[str] = []  # empty: any
    protocol: str = "lines"
    build: str | list[str] = []  # commands, run in order; or `wasm` for a module
    files: list[str] = []  # patterns of the bot's source files; empty: all but build output
    network: bool = False  # whether the build needs the network, if the person allows it
    model: bool = False  # whether it starts `lanista model`, if the match allows it

    @property
    def is_metered(self) -> bool:
        """Whether the bot is a WebAssembly module rather than a program."""
        return self.command.endswith(MODULE_SUFFIX) and len(shlex.split(self.command)) == 1

    @property
    def builds_module(self) -> bool:
        """Whether Lanista knows how to build it: a module from its C, C++ or Zig files."""
        return self.is_metered and self.build == MODULE_BUILD

    @property
    def builds(self) -> list[list[str]]:
        """The commands that build the bot, split into words."""
        return [shlex.split(line) for line in ([self.build] if isinstance(self.build, str) else self.build)]


def read_project(folder: Path, game: str) -> Project:
    """Read a folder's `lanista.toml`; raises BotError with the file and the member that is wrong."""
    path = folder / PROJECT
    content = _read_toml(path)
    try:
        project = msgspec.convert(content, Project)
        _check_words(project)
        find_protocol(project.protocol, get_game(game))
    except msgspec.ValidationError as error:
        why = inert(str(error), MAX_QUOTED)
        raise BotError(f"{path}: {why}{_hint(content)} - expected members: {_members()}") from None
    except BotError as error:
        raise BotError(f"{path}: {error}") from None
    if project.games and game not in project.games:
        plays = inert(", ".join(project.games), MAX_QUOTED)
        raise BotError(f"{path}: this bot plays {plays}, not {game}; add it to `games` if it does")
    project.name = tidy(project.name) or folder_name(folder)
    return project


def games_of(folder: Path) -> list[str]:
    """The games that a folder's `lanista.toml` names; none if it names none, or there is no such file."""
    path = folder / PROJECT
    games = _read_toml(path).get("games") if path.is_file() else None
    return games if isinstance(games, list) and all(isinstance(game, str) for game in games) else []


def _read_toml(path: Path) -> dict[str, Any]:
    """The content of `lanista.toml`; raises BotError, however it is broken."""
    try:
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
        if len(data) > MAX_BYTES:
            raise BotError(f"{path}: expected at most {MAX_BYTES} bytes; is it a bot's description?")
        if DEEP_KEY.search(data):
            raise RecursionError
        return tomllib.loads(data.decode())
    except RecursionError:
        raise BotError(f"{path} cannot be read: lists, tables or keys are nested too deeply in it") from None
    except (OSError, ValueError) as error:  # UTF-8, TOML, and numbers with more digits than `int` takes
        raise BotError(f"{path} cannot be read: {inert(str(error), MAX_QUOTED)}") from None


def _members() -> str:
    return ", ".join(field.name for field in msgspec.structs.fields(Project))


def _hint(content: dict[str, Any]) -> str:
    """A suggestion for a misspelt member."""
    known = {field.name for field in msgspec.structs.fields(Project)}
    return next((closest(name, known) for name in content if name not in known), "")


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
                raise BotError(f"`{member}` is not a command line: {error} in {quoted(text)}") from None
            if not words or not words[0]:
                raise BotError(f'`{member}` expects a command such as "node bot.js", got {quoted(text)}')
            if "\0" in text:
                raise BotError(f"`{member}` expects a command without NUL characters, got {quoted(text)}")


# Starting


def command_of(folder: Path, project: Project) -> tuple[str, ...]:
    """The command that starts the bot in its folder, once it is built."""
    words = shlex.split(project.command)
    if project.protocol == PYTHON.id:
        return python_command(folder, words[0])
    program = words[0]
    if "/" not in program:
        found = shutil.which(program)
        if found is None:
            raise BotError(f"{folder / PROJECT}: {_no_program(folder, program)}")
        return (found, *words[1:])
    if not os.access(folder / program, os.X_OK) or os.path.isdir(folder / program):
        why = _no_file(folder, project, program)
        raise BotError(f"{folder / PROJECT}: `command` names {inert(program, MAX_QUOTED)}, {why}")
    return tuple(words)


def _no_program(folder: Path, program: str) -> str:
    """Why a command without a path cannot be started."""
    if instead := not_a_command(program, folder):
        return f"`command`: {instead}"
    return f"`command` needs {quoted(program)}, which is not installed or not on the PATH"


def _no_file(folder: Path, project: Project, program: str) -> str:
    """Why a command with a path cannot be started."""
    if problem := problem_of(folder / program, program):
        return f"which {problem}"
    reason = "the build did not make it" if project.build else "there is no `build` that would make it"
    return f"which is no program in {folder}: {reason}"


def python_command(folder: Path, file: str) -> tuple[str, ...]:
    """The command that runs a Python file as a bot."""
    path = folder / file
    if path.suffix != ".py" or not os.path.isfile(path):
        came = quoted(file)
        raise BotError(f"{folder}: the protocol python expects a .py file of the folder as command, got {came}")
    return (sys.executable, str(HOST), str(path.resolve()))


def has_command_files(folder: Path, project: Project) -> bool:
    """Whether the files that the command names exist; the build may have to make them."""
    words = shlex.split(project.command)
    if not project.is_metered:
        words = [word for word in words if "/" in word and not word.startswith("-")]
    return all(os.path.exists(folder / word) for word in words)


# Sources


def combined_digest(digests: dict[str, str]) -> str:
    """One digest for all sources, which changes with any of them."""
    whole = hashlib.blake2b(digest_size=16)
    for name, digest in sorted(digests.items()):
        whole.update(f"{name}\0{digest}\0".encode(errors="surrogateescape"))
    return whole.hexdigest()


def source_digests(folder: Path, patterns: list[str]) -> dict[str, str]:
    """The digest of each source file of a bot, by its path in the folder."""
    files = set(_matching(folder, patterns)) | {folder / PROJECT} if patterns else set(_usual_sources(folder))
    return {str(path.relative_to(folder)): file_digest(path) for path in files if os.path.isfile(path)}


def file_digest(path: Path) -> str:
    """The digest of a file's content."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, lambda: hashlib.blake2b(digest_size=16)).hexdigest()


def _matching(folder: Path, patterns: list[str]) -> Iterator[Path]:
    """The files that patterns match; a pattern that matches none is an error."""
    if len(patterns) > MAX_PATTERNS:
        raise BotError(f"{folder / PROJECT}: `files` expects at most {MAX_PATTERNS} patterns, got {len(patterns)}")
    for pattern in patterns:
        came = quoted(pattern)
        if not pattern.strip() or pattern.startswith("/") or ".." in Path(pattern).parts:
            raise BotError(f"{folder / PROJECT}: `files` expects patterns within the folder, got {came}")
        if len(pattern) > MAX_PATTERN or pattern.count("**") > MAX_RECURSIVE:  # else matching takes forever
            limits = f"at most {MAX_PATTERN} characters, with `**` at most {MAX_RECURSIVE} times"
            raise BotError(f"{folder / PROJECT}: `files` expects patterns of {limits}, got {came}")
        whole = f"{pattern}/*" if pattern.endswith("**") else pattern  # `src/**` means every file in it
        try:
            found = [path for path in folder.glob(whole) if os.path.isfile(path)]
        except (ValueError, NotImplementedError, OSError, RecursionError, re.error, IndexError) as error:
            why = inert(str(error), MAX_QUOTED)
            raise BotError(f"{folder / PROJECT}: `files` has {came}, which is no pattern: {why}") from None
        if not found:
            raise BotError(f"{folder / PROJECT}: `files` has {came}, which matches no file in {folder}")
        yield from found


def _usual_sources(folder: Path) -> Iterator[Path]:
    """All files except hidden ones and usual build output."""
    size = 0
    for path, status in walk(folder, lambda name: name in OUTPUT or name.startswith(".")):
        if stat.S_ISDIR(status.st_mode) or path.name.endswith(OUTPUT_SUFFIXES):
            continue
        size += status.st_size
        if size > MAX_SOURCE_BYTES:
            raise BotError(
                f"{folder} holds more than {MAX_SOURCE_BYTES // 2**20} MiB; name the files that make the bot in "
                f"`files` of {PROJECT}, or take out what does not belong to it"
            )
        yield path

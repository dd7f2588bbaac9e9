"""Packs the bot that a person names into an archive: the same files give the same bytes on any machine.

Files are stored rather than compressed: a compressed archive depends on the version of the library, and an
unchanged bot would become a new version on another machine.
"""

from __future__ import annotations

import io
import os
import re
import shlex
import stat
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from lanista.bots.human import HUMAN
from lanista.bots.process.confinement import HIDDEN
from lanista.bots.protocol.registry import PYTHON, find_prefix
from lanista.bots.protocol.venues import JOIN
from lanista.bots.protocol.working_copy import LEFT_OUT, walk
from lanista.bots.resolve import find_bot
from lanista.bots.source import bot_json
from lanista.bots.source.archive import OWN, UNIX, UPLOADED
from lanista.bots.source.archive_cache import is_archive, unpacked
from lanista.bots.source.folders import find_entry
from lanista.bots.source.names import file_name, folder_name
from lanista.bots.source.project import (
    MODULE_SUFFIX,
    OUTPUT,
    OUTPUT_SUFFIXES,
    PROJECT,
    Project,
    read_project,
    source_digests,
)
from lanista.bots.source.python_files import python_files
from lanista.bots.wasm.module import is_module, load_module
from lanista.core.errors import BotError
from lanista.core.files import file_errors
from lanista.core.text import MAX_QUOTED, inert, quoted
from lanista.game import Game, is_builtin
from lanista.series.compare.identity import SEARCH_PACKAGE, package_digest

FIRST_TIME = (1980, 1, 1, 0, 0, 0)  # the earliest that an archive can hold
CACHES = frozenset({"__pycache__", ".venv", ".mypy_cache", ".pytest_cache", ".ruff_cache", ".DS_Store"})
NEVER_PACKED = LEFT_OUT | CACHES | set(HIDDEN)
NAMED = re.compile(r"([^\s=/\\:]{1,60})=(.+)", re.DOTALL)  # alice=greedy, but not search:ms=5

AnyGame = Game[Any, Any, Any]


@dataclass(frozen=True)
class PackedBot:
    """A bot that can join a league: an archive, or a built-in bot by its name and the digest of its sources."""

    name: str  # by default
    archive: bytes = b""
    builtin: str = ""
    digest: str = ""  # of a built-in bot; the store gives that of an archive
    left_out: tuple[str, ...] = ()  # files taken for output of its build
    is_metered: bool = False  # it is a module that plays as it is, not one that is built first


class File(NamedTuple):
    """A file to pack."""

    data: bytes
    is_executable: bool = False


def split_name(text: str) -> tuple[str, str]:
    """The name and the bot of a text such as `alice=greedy`; the name is empty if it has none."""
    found = NAMED.fullmatch(text)
    if found is None or os.path.exists(os.path.expanduser(text)):
        return "", text
    return found[1], found[2]


def pack_bot(game: AnyGame, spec: str) -> PackedBot:
    """Pack a bot: a built-in's name, a file, a folder or a `.zip`; raises BotError with what to do."""
    if is_builtin(game, spec):
        find_bot(game, spec)  # refuses options that the search does not have
        return PackedBot(spec, builtin=spec, digest=builtin_digest(game, spec))
    if spec in (HUMAN, JOIN) or find_prefix(spec, game):
        raise _not_packable(spec)
    path = Path(os.path.expanduser(spec))
    try:
        if os.path.isdir(path):
            return _pack_folder(game, path)
        if is_archive(path) and os.path.isfile(path):
            return _take_archive(game, path)
        if path.suffix == ".py" and os.path.isfile(path):
            return _pack_python(path)
        if is_module(path) and os.path.isfile(path):
            return _pack_module(path)
    except (OSError, ValueError) as error:
        raise BotError(f"bot {quoted(spec)} cannot be packed: {inert(str(error), 2 * MAX_QUOTED)}") from None
    find_bot(game, spec)  # raises BotError unless it is a command
    raise _not_packable(spec)


def builtin_digest(game: AnyGame, spec: str) -> str:
    """The digest of the sources of a built-in bot: the game's package, and for the search its own as well."""
    return package_digest(game.package) if spec in game.bots else package_digest(game.package, SEARCH_PACKAGE)


def _not_packable(spec: str) -> BotError:
    if spec in (HUMAN, JOIN):
        return BotError(f"a league is for bots that lanista starts, got `{spec}`; name a file, a folder or a .zip")
    command = inert(spec.partition(":")[2] if ":" in spec.partition(" ")[0] else spec, MAX_QUOTED)
    return BotError(
        f"a league keeps the files of its bots, so that it can be continued on any machine, and {quoted(spec)} is "
        f"a command; put its files into a folder with a {PROJECT} that has `command = {_toml_text(command)}`, "
        "and name the folder"
    )


# Archives and Python files


def _take_archive(game: AnyGame, path: Path) -> PackedBot:
    """An archive as it is, once its content was checked."""
    folder = unpacked(path)
    with file_errors(path, "read"), path.open("rb") as file:
        data = file.read(UPLOADED.packed + 1)
    return PackedBot(_name_of(game, folder), data, is_metered=_is_metered(_project_of(game, folder)))


def _pack_python(path: Path) -> PackedBot:
    """A Python file with the modules and files that it uses, and a description that names it."""
    root, name = path.parent, file_name(path)
    files = {file.relative_to(root).as_posix(): _read(file, root) for file in python_files(path)}
    if len(files) > OWN.files:
        raise BotError(f"{path} imports or names more than {OWN.files} files; give it its own folder")
    described = _description(command=shlex.quote(path.name), name=name, protocol=PYTHON.id)
    return PackedBot(name, _zipped({**files, PROJECT: described}, path))


def _pack_module(path: Path) -> PackedBot:
    """A WebAssembly module with a description that names it."""
    load_module(path)  # raises BotError unless it can play
    name, file = file_name(path), f"bot{MODULE_SUFFIX}"
    files = {file: _read(path, path.parent), PROJECT: _description(command=file, name=name)}
    return PackedBot(name, _zipped(files, path), is_metered=True)


def _description(**members: str) -> File:
    """A `lanista.toml` with these members."""
    return File("".join(f"{member} = {_toml_text(text)}\n" for member, text in members.items()).encode())


def _toml_text(text: str) -> str:
    """A printable text as TOML writes it."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


# Folders


def _pack_folder(game: AnyGame, folder: Path) -> PackedBot:
    name = _name_of(game, folder)
    project = _project_of(game, folder)
    sources = _Sources(folder, project)
    files = dict(sources.files())
    left_out = tuple(sorted(sources.left_out))
    return PackedBot(name, _zipped(files, folder), left_out=left_out, is_metered=_is_metered(project))


def _project_of(game: AnyGame, folder: Path) -> Project | None:
    """The description of a folder, if it has one."""
    return read_project(folder, game.name) if (folder / PROJECT).is_file() else None


def _is_metered(project: Project | None) -> bool:
    """Whether a bot is a module that is there: one that is built may differ from machine to machine."""
    return project is not None and project.is_metered and not project.build


def _name_of(game: AnyGame, folder: Path) -> str:
    """The name that a folder gives to its bot; raises BotError if there is none in it."""
    if (project := _project_of(game, folder)) is not None:
        return project.name
    if described := bot_json.find_bot_json(folder):
        return bot_json.describe(game, folder, described).name
    find_entry(folder)
    return folder_name(folder)


class _Sources:
    """The files of a folder that make up the bot, without the output of its build."""

    def __init__(self, folder: Path, project: Project | None) -> None:
        self._folder = folder
        self._is_built = project is not None and bool(project.builds)
        named = source_digests(folder, project.files) if project is not None and project.files else {}
        self._named = frozenset(named)  # `files` may name sources in a folder such as `bin`
        self.left_out: set[str] = set()

    def files(self) -> Iterator[tuple[str, File]]:
        """The files by their paths in the folder, up to the limit."""
        size = 0
        for count, path in enumerate(self._paths(), start=1):
            file = _read(path, self._folder)
            size += len(file.data)
            if size > OWN.packed or count > OWN.files:
                raise BotError(
                    f"{self._folder} holds more than {OWN.packed // 2**20} MiB or {OWN.files:,} files, and a "
                    "league keeps them all; take out what the bot does not need to run"
                )
            yield path.relative_to(self._folder).as_posix(), file

    def _paths(self) -> Iterator[Path]:
        yielded = set()
        for path, status in walk(self._folder, self._is_left_out):
            if not stat.S_ISDIR(status.st_mode) and not self._is_output(path):
                yielded.add(str(path.relative_to(self._folder)))
                yield path
        yield from (self._folder / name for name in sorted(self._named - yielded))

    def _is_left_out(self, name: str) -> bool:
        if self._is_built and name in OUTPUT - NEVER_PACKED:
            self.left_out.add(name)
            return True
        return name in NEVER_PACKED

    def _is_output(self, path: Path) -> bool:
        return path.name.endswith(OUTPUT_SUFFIXES if self._is_built else ".pyc")


def _read(path: Path, root: Path) -> File:
    """A file to pack; a link is packed as its target, if that is in the bot's folder."""
    target = path.resolve()
    if path.is_symlink() and not (target.is_relative_to(root.resolve()) and os.path.isfile(target)):
        raise BotError(
            f"{path} is a link to {inert(os.readlink(path), MAX_QUOTED)}, which is not a file of the bot's "
            "folder; put the file there, or take the link out"
        )
    if not os.path.isfile(target):
        raise BotError(f"{path} is neither a file nor a folder, so it cannot be packed; take it out")
    with file_errors(path, "read"), target.open("rb") as file:
        is_executable = bool(os.fstat(file.fileno()).st_mode & stat.S_IXUSR)
        return File(file.read(OWN.packed + 1), is_executable)


def _zipped(files: dict[str, File], origin: Path) -> bytes:
    """An archive whose bytes depend only on the files' names, contents and executable bits."""
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w", zipfile.ZIP_STORED) as archive:
        for name, file in sorted(files.items()):
            info = zipfile.ZipInfo(name, FIRST_TIME)
            info.create_system = UNIX
            info.external_attr = (stat.S_IFREG | (0o755 if file.is_executable else 0o644)) << 16
            archive.writestr(info, file.data)
    data = whole.getvalue()
    try:
        OWN.refuse_large(len(data))
    except BotError as error:
        raise BotError(f"{origin}: {error}") from None
    return data

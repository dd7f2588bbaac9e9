"""Bots packed as `.zip` files: checks an archive that a stranger made, and unpacks it within limits.

Everything in the file may be a lie. Names and sizes are checked before anything is written, and what is written is
counted, so that an archive costs no more than its limits, whatever its headers say.
"""

from __future__ import annotations

import contextlib
import io
import stat
import unicodedata
import zipfile
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import IO

from lanista.bots.protocol.working_copy import LEFT_OUT
from lanista.core.errors import BotError
from lanista.core.text import MAX_QUOTED, inert, quoted

SUFFIX = ".zip"
MAX_ARCHIVE = 5 * 2**20  # bytes
MAX_UNPACKED = 50 * 2**20  # bytes
MAX_FILES = 500
MAX_FOLDERS = 500
MAX_RATIO = 100  # of unpacked bytes to the archive's, beyond FREE_BYTES
FREE_BYTES = 2**20
MAX_DEPTH = 20  # folders around a file
MAX_PATH = 200  # bytes of a file's whole name
CHUNK = 64 * 1024

HEADER_BYTES = 30  # of a local header, before the name
ENCRYPTED, UTF8 = 0x1, 0x800  # flags
UNIX = 3  # the system whose file modes an entry has
METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)  # others may need gigabytes to unpack
NOT_UNPACKED = LEFT_OUT | {"__MACOSX"}  # version control, our own files, and what the Finder adds


@dataclass(frozen=True)
class Bounds:
    """The bounds on the content of an archive."""

    packed: int = MAX_ARCHIVE
    unpacked: int = MAX_UNPACKED
    files: int = MAX_FILES
    folders: int = MAX_FOLDERS

    def refuse_large(self, packed: int) -> None:
        """Raise BotError if an archive has more bytes than it may."""
        if packed > self.packed:
            raise BotError(f"expected an archive of at most {self.packed // 2**20} MiB; pack only what it needs")


UPLOADED = Bounds()  # of anybody
OWN = Bounds(packed=64 * 2**20, unpacked=256 * 2**20, files=10_000, folders=5_000)  # that we packed for its owner


@dataclass(frozen=True)
class ArchiveMember:
    """A file or folder to unpack; `info` is None for a folder that only the names of files imply."""

    parts: tuple[str, ...]
    info: zipfile.ZipInfo | None = None

    @property
    def name(self) -> str:
        """Its path in the bot's folder."""
        return "/".join(self.parts)

    @property
    def is_folder(self) -> bool:
        """Whether it is a folder."""
        return self.info is None or _is_folder(self.info)


def _is_folder(info: zipfile.ZipInfo) -> bool:
    """Whether an entry is a folder; unlike `ZipInfo.is_dir`, for an empty name too."""
    return info.filename.endswith("/")


def unpack(data: bytes, folder: Path, bounds: Bounds = UPLOADED) -> None:
    """Unpack an archive into a new folder; raises BotError with the reason if anything in it is not allowed."""
    with _broken_archives(), zipfile.ZipFile(io.BytesIO(data)) as archive:
        infos = archive.infolist()
        _check_sizes(infos, len(data), bounds)
        _check_overlaps(infos)
        members = _without_top_folder([member for info in infos for member in _members(info)])
        _check_folders(members, bounds)
        folder.mkdir(0o755)
        for member in members:  # a folder comes before what it holds
            if member.is_folder:
                (folder / member.name).mkdir(0o755)
            else:
                _write(archive, member, folder / member.name)


@contextlib.contextmanager
def _broken_archives() -> Iterator[None]:
    """Turn the library's errors about a damaged archive into a BotError."""
    try:
        yield
    except UnicodeDecodeError:
        raise BotError("a name in it is not valid UTF-8; rename the file, and pack it again") from None
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, ValueError) as error:
        why = inert(str(error), MAX_QUOTED).rstrip(".")
        raise BotError(f"it is not a zip archive, or a damaged one ({why}); pack it again") from None


# Sizes


def _check_sizes(infos: Sequence[zipfile.ZipInfo], packed: int, bounds: Bounds) -> None:
    """Refuse too much content, by what the archive says; `_write` counts what comes."""
    files = sum(not _is_folder(info) for info in infos)
    if files > bounds.files or len(infos) - files > bounds.folders:
        raise BotError(
            f"expected at most {bounds.files} files and {bounds.folders} folders in it, got {len(infos)}"
        )
    size = sum(info.file_size for info in infos)
    if size > bounds.unpacked:
        raise BotError(f"expected at most {bounds.unpacked // 2**20} MiB when unpacked, got {size} bytes")
    if size > max(FREE_BYTES, MAX_RATIO * packed):
        raise BotError(f"its {packed} bytes unpack to {size}, over {MAX_RATIO} times as much: a zip bomb?")


def _check_folders(members: Sequence[ArchiveMember], bounds: Bounds) -> None:
    """Refuse too many folders, those included that only the names of files imply."""
    folders = sum(member.is_folder for member in members)
    if folders > bounds.folders:
        raise BotError(f"expected at most {bounds.folders} folders in it, got {folders}")


def _check_overlaps(infos: Sequence[zipfile.ZipInfo]) -> None:
    """Refuse entries that share data, with which a small archive can unpack to a large one."""
    end = 0
    for info in sorted(infos, key=lambda info: info.header_offset):
        if info.header_offset < end:
            raise BotError(f"the entry {quoted(info.orig_filename)} overlaps another one: a zip bomb?")
        end = info.header_offset + HEADER_BYTES + len(info.orig_filename) + info.compress_size


# Names


def _members(info: zipfile.ZipInfo) -> Iterator[ArchiveMember]:
    """The file or folder of an entry, unless it is one that is left out; raises BotError if it is not allowed."""
    shown = quoted(info.orig_filename)
    if problem := _problem_of_name(info) or _problem_of_kind(info):
        raise BotError(f"the entry {shown} {problem}")
    parts = tuple(part for part in info.orig_filename.split("/") if part not in ("", "."))
    if not parts or NOT_UNPACKED.intersection(parts):
        return
    if len(parts) > MAX_DEPTH:
        raise BotError(f"the entry {shown} is more than {MAX_DEPTH} folders deep")
    yield ArchiveMember(parts, info)


def _problem_of_name(info: zipfile.ZipInfo) -> str:
    """Why an entry's name is not allowed; empty if it is."""
    name = info.orig_filename  # unlike `filename` it is complete after a NUL
    if not name.isascii() and not info.flag_bits & UTF8:
        return "is not in UTF-8, so nobody knows its name; rename it, or pack it with another program"
    if "\\" in name:
        return "has a backslash in its name; pack it with a program that writes `/` between folders"
    if name.startswith("/") or ":" in name:
        return "has an absolute path or a drive in its name; only files of the bot's own folder may be packed"
    if ".." in name.split("/"):
        return "leads out of the bot's folder with `..`"
    if not name.isprintable():
        return "has control or invisible characters in its name"
    if len(name.encode()) > MAX_PATH:
        return f"has a name of {len(name.encode())} bytes; at most {MAX_PATH} are allowed"
    return ""


def _problem_of_kind(info: zipfile.ZipInfo) -> str:
    """Why an entry is neither a plain file nor a folder that can be unpacked; empty if it is."""
    kind = stat.S_IFMT(info.external_attr >> 16)
    if kind == stat.S_IFLNK:
        return "is a symbolic link; pack the file that it leads to"
    if kind not in (0, stat.S_IFREG, stat.S_IFDIR) or (kind == stat.S_IFDIR and not _is_folder(info)):
        return "is neither a file nor a folder"
    if info.flag_bits & ENCRYPTED:
        return "is encrypted; pack it without a password"
    if info.compress_type not in METHODS:
        return "is packed by an unusual method; pack it with `zip -r bot.zip .`"
    return ""


def _without_top_folder(members: list[ArchiveMember]) -> list[ArchiveMember]:
    """The files and folders, without the one folder that holds them all, if there is one."""
    tops = {member.parts[0] for member in members}
    if len(tops) != 1 or any(len(member.parts) == 1 and not member.is_folder for member in members):
        return _distinct(members)
    return _distinct([replace(member, parts=member.parts[1:]) for member in members if len(member.parts) > 1])


def _distinct(members: list[ArchiveMember]) -> list[ArchiveMember]:
    """All folders and files, in order; raises BotError if names are equal, or would be if case did not matter."""
    known: dict[str, ArchiveMember] = {}
    for member in members:
        for depth in range(1, len(member.parts) + 1):
            path = ArchiveMember(member.parts[:depth], member.info if depth == len(member.parts) else None)
            other = known.setdefault(_folded(path.name), path)
            if other is not path and not (other.name == path.name and other.is_folder and path.is_folder):
                names = f"{quoted(other.name)} and {quoted(path.name)}"
                raise BotError(f"the entries {names} would be the same file, at least where case does not matter")
    if all(member.is_folder for member in known.values()):
        raise BotError("there is no file in it")
    return list(known.values())


def _folded(name: str) -> str:
    """A name as a file system compares it that ignores case and the form of accents."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold())


# Writing


def _write(archive: zipfile.ZipFile, member: ArchiveMember, path: Path) -> None:
    """Write a file, never more than its entry says."""
    assert member.info is not None
    with archive.open(member.info) as source, path.open("xb") as target:
        written, first = _copy(source, target, member.info.file_size)
    path.chmod(0o755 if _is_executable(member.info, first) else 0o644)
    if written != member.info.file_size:
        raise BotError(f"the entry {quoted(member.name)} lies about its size: {member.info.file_size} bytes")


def _copy(source: IO[bytes], target: IO[bytes], size: int) -> tuple[int, bytes]:
    """Copy at most one chunk more than `size` bytes; returns how many there were, and the first of them."""
    first = data = source.read(CHUNK)
    written = 0
    while data and written <= size:
        target.write(data)
        written += len(data)
        data = source.read(CHUNK)
    return written, first


def _is_executable(info: zipfile.ZipInfo, first: bytes) -> bool:
    """Whether a file may be started; archives from systems without such modes do not say, so scripts may."""
    if info.create_system == UNIX:
        return bool(info.external_attr >> 16 & stat.S_IXUSR)
    return first.startswith(b"#!")

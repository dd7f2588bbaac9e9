"""The data folder of a server: for our eyes only, marked as ours, used by one server at a time."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import msgspec

from lanista.core.errors import FileError, InputError
from lanista.core.files import file_errors, read_text, write_whole
from lanista.core.system import try_lock
from lanista.core.text import inert
from lanista.serve.site import DATABASE

MARKER, LOCK, LOGS = "lanista-contest.json", "server.lock", "logs"
MAX_BYTES = 10_000  # of the marker and the lock
PRIVATE = 0o077  # permissions that nobody else may have


class ContestMarker(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The content of the file that marks a folder as a contest server's."""

    database: str  # where its tables are: "sqlite" or "postgresql"


class ServerNote(msgspec.Struct, frozen=True):
    """The content of the lock: which server uses the folder."""

    pid: int
    url: str = ""


def kind_of(address: str) -> str:
    """The kind of database behind an address; a file in the folder has none."""
    return "postgresql" if address else "sqlite"


def prepare(folder: Path, address: str, *, create: bool = True) -> None:
    """Check a data folder, and make it if it is new; raises InputError with what to do."""
    with file_errors(folder, "use"):
        if folder.exists() and not folder.is_dir():
            raise InputError(f"--data expects a folder, and {_shown(folder)} is a file; name another one")
        if not folder.exists() or not any(folder.iterdir()):
            _make(folder, address, create=create)
        _check_marker(folder, address)  # first: what is not ours is not to be made private
        _check_owner(folder)


def is_new(folder: Path) -> bool:
    """Whether a folder holds no server yet."""
    with file_errors(folder, "read"):
        return not folder.is_dir() or not any(folder.iterdir())


@contextmanager
def locked(folder: Path) -> Iterator[Path]:
    """Keep other servers out of a folder; the lock ends with this process. Yields the file for `note_server`."""
    path = folder / LOCK
    with file_errors(path), open(path, "a+", encoding="utf-8") as file:
        if not try_lock(file):
            raise InputError(
                f"{_shown(folder)} is used by {_other(path)}; stop that one first, or name another --data"
            )
        yield path


def note_server(path: Path, url: str) -> None:
    """Write into the lock who uses the folder, for people and tests."""
    path.write_bytes(msgspec.json.encode(ServerNote(os.getpid(), url)) + b"\n")


def running_server(folder: Path) -> ServerNote | None:
    """The server that uses a folder now, on this machine."""
    path = folder / LOCK
    with suppress(OSError), open(path, "rb") as file:
        if try_lock(file, shared=True):
            return None
        with suppress(msgspec.MsgspecError):
            return msgspec.json.decode(file.read(MAX_BYTES), type=ServerNote)
        return ServerNote(0)
    return None


def _make(folder: Path, address: str, *, create: bool) -> None:
    if not create:
        raise InputError(f"there is no server in {_shown(folder)}; name its folder with --data")
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    folder.chmod(0o700)
    mark(folder, address)


def mark(folder: Path, address: str) -> None:
    """Mark a folder as a server's, which is complete then."""
    marker = msgspec.json.encode(ContestMarker(kind_of(address)))
    write_whole(folder / MARKER, marker + b"\n", mode=0o600)


def _check_owner(folder: Path) -> None:
    about = folder.stat()
    if hasattr(os, "geteuid") and about.st_uid != os.geteuid():
        raise InputError(f"{_shown(folder)} belongs to another user; run the server as its owner")
    if stat.S_IMODE(about.st_mode) & PRIVATE and os.name == "posix":
        raise InputError(
            f"other users of this machine can read {_shown(folder)}, which will hold secrets; "
            f"say `chmod 700 {_shown(folder)}`"
        )


def _check_marker(folder: Path, address: str) -> None:
    path = folder / MARKER
    if not path.exists():
        raise InputError(
            f"{_shown(folder)} holds files of something else, and no {MARKER}; name a new folder with --data"
        )
    try:
        found = msgspec.json.decode(read_text(path, "the marker of a server", MAX_BYTES), type=ContestMarker)
    except (msgspec.MsgspecError, FileError):
        raise InputError(f"{_shown(path)} cannot be read; restore a backup into a new folder") from None
    if found.database == "sqlite" and address:
        raise InputError(
            f"the contests in {_shown(folder)} are in its file {DATABASE}; start it without --db, or "
            "move them: `lanista serve backup`, then `lanista serve restore` with --db into a new folder"
        )
    if found.database != "sqlite" and not address:
        raise InputError(f"the contests of {_shown(folder)} are in a {found.database} database; name it with --db")


def _other(path: Path) -> str:
    with suppress(OSError, msgspec.MsgspecError):
        note = msgspec.json.decode(path.read_bytes()[:MAX_BYTES], type=ServerNote)
        return f"another server, process {note.pid}{f' at {inert(note.url, 200)}' if note.url else ''}"
    return "another server"


def _shown(path: Path) -> str:
    return inert(str(path), 300)

"""Files that are written completely or not at all, and readable errors for those that cannot be."""

from __future__ import annotations

import errno
import os
import secrets
import stat
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from lanista.core.errors import FileError
from lanista.core.system import BINARY

# What a person can do about it
_MAKE_ROOM = "free some space, or choose a path on another disk"
_ASK = "choose a path that you can write to, or change its permissions"
_ADVICE = {
    errno.ENOSPC: _MAKE_ROOM,
    errno.EDQUOT: _MAKE_ROOM,
    errno.EFBIG: "raise the limit on the size of files (`ulimit -f`)",
    errno.EROFS: "choose a path that is not read-only",
    errno.EACCES: _ASK,
    errno.EPERM: _ASK,
    errno.EISDIR: "name a file, not a folder",
    errno.ENOTDIR: "part of the path is a file, not a folder; choose another path",
    errno.EEXIST: "a file exists where a folder is needed; choose another path",
    errno.ENOENT: "check the path",
    errno.ENAMETOOLONG: "give it a shorter name",
    errno.EMFILE: "raise the limit on open files (`ulimit -n`)",
    errno.ENFILE: "too many files are open on this machine; close some programs",
    errno.ELOOP: "its symbolic links form a loop; choose another path",
}


def explain(error: OSError, path: Path | str | None = None, doing: str = "open") -> FileError:
    """A system error about a file as one sentence: which file, why, and what to do."""
    which = str(path if path is not None else error.filename or "a file")
    reason = error.strerror or str(error)
    advice = _ADVICE.get(error.errno or 0, "check the path and try again")
    if error.errno == errno.ENOENT and _cwd_is_deleted():
        advice = "the current folder was deleted: change to another one (`cd`)"
    return FileError(f"cannot {doing} {which.encode(errors='replace').decode()}: {reason}; {advice}")


def _cwd_is_deleted() -> bool:
    """Whether the current folder was deleted."""
    try:
        os.getcwd()
    except OSError:
        return True
    return False


@contextmanager
def file_errors(path: Path | str, doing: str = "write") -> Iterator[None]:
    """Turn system errors about a file into a FileError of one sentence."""
    try:
        yield
    except OSError as error:
        raise explain(error, path, doing) from error
    except ValueError as error:  # a NUL in a path
        raise FileError(f"cannot {doing} {str(path)!r}: {error}; choose another path") from error


def read_text(path: Path | str, what: str, max_characters: int) -> str:
    """The text of a file, which must be UTF-8 and not too long; `what` is what it holds, such as "a map"."""
    with file_errors(path, "read"), open(path, encoding="utf-8") as file:
        try:
            text = file.read(max_characters + 1)
        except UnicodeDecodeError as error:
            raise FileError(f"{path}: expected {what} as UTF-8 text, got other bytes at {error.start}") from None
    if len(text) > max_characters:
        raise FileError(f"{path}: expected {what} of at most {max_characters:,} characters; is it another file?")
    return text


def write_whole(path: Path, data: bytes, *, force: bool = False, mode: int = 0o666, sync: bool = True) -> None:
    """Write a file completely or not at all; an existing one is replaced only with `force`.

    Without `sync` it is ten times faster, but a power failure may lose the file.
    """
    with file_errors(path):
        if path.exists() and not stat.S_ISREG(path.stat().st_mode):
            path.write_bytes(data)  # written directly if it is a pipe or a device; a folder is refused
            return
        refuse_existing(path, force=force)
        path.parent.mkdir(parents=True, exist_ok=True)
        _write_draft(path.resolve(), data, force=force, mode=mode, sync=sync)


def _write_draft(path: Path, data: bytes, *, force: bool, mode: int, sync: bool) -> None:
    """Write to a temporary file beside it first, so that a full disk leaves nothing behind."""
    draft = beside(path)
    try:
        with open(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "wb") as file:
            file.write(data)
            file.flush()
            if sync:
                os.fsync(file.fileno())
        _publish(draft, path, force=force)
    finally:
        draft.unlink(missing_ok=True)


def _publish(draft: Path, path: Path, *, force: bool) -> None:
    if force:
        draft.replace(path)
        return
    try:
        path.hardlink_to(draft)  # unlike a rename, fails if the file has been created meanwhile
    except FileExistsError:
        raise already_exists(path) from None
    except OSError:  # a file system without links
        if path.exists():
            raise already_exists(path) from None
        draft.replace(path)


def make_scratch_folder(folder: Path) -> None:
    """Create a folder for files of ours in a user's folder, which git does not list there."""
    with file_errors(folder):
        folder.mkdir(parents=True, exist_ok=True)
        if not (folder / ".gitignore").exists():
            write_whole(folder / ".gitignore", b"*\n", force=True, sync=False)


def refuse_existing(path: Path, *, force: bool) -> None:
    """Refuse to overwrite a file, before any work is done."""
    with file_errors(path):
        if not force and path.is_file():
            raise already_exists(path)


class FoundFile(NamedTuple):
    """A file and the signs of its last change."""

    changed_ns: int
    size: int
    path: Path


def newest_files(folder: Path, suffix: str) -> list[FoundFile]:
    """The files with a suffix in a folder and in its folders, newest first."""
    found: list[FoundFile] = []
    for path in (*folder.glob(f"*{suffix}"), *folder.glob(f"*/*{suffix}")):
        try:
            about = path.stat()
        except OSError:  # it was removed, or may not be read
            continue
        if stat.S_ISREG(about.st_mode):
            found.append(FoundFile(about.st_mtime_ns, about.st_size, path))
    return sorted(found, reverse=True)


def remove_oldest(folder: Path, suffix: str, keep: int) -> None:
    """Remove the oldest files with a suffix, so that only `keep` are left; other processes may do the same."""
    files = [found.path for found in newest_files(folder, suffix) if found.path.parent == folder]
    for path in files[keep:]:
        with suppress(OSError):
            path.unlink()


class GrowingFile:
    """A file that grows by whole pieces: one that cannot be written completely is removed again."""

    def __init__(self, fd: int) -> None:
        self._fd = fd
        self.size = os.fstat(fd).st_size
        self.is_open = True

    def clear(self) -> None:
        """Remove all content."""
        if stat.S_ISREG(os.fstat(self._fd).st_mode):
            os.ftruncate(self._fd, 0)
        self.size = 0

    def add(self, piece: bytes) -> None:
        """Write a piece at the end."""
        try:
            left = memoryview(piece)
            while left:
                left = left[os.write(self._fd, left) :]
        except OSError:
            with suppress(OSError):
                os.ftruncate(self._fd, self.size)
            raise
        self.size += len(piece)

    def close(self) -> None:
        """Close the file, if it is open."""
        if self.is_open:
            self.is_open = False
            os.close(self._fd)


def append_whole(path: Path, piece: bytes) -> None:
    """Append a piece to a file, completely or not at all."""
    with file_errors(path):
        file = GrowingFile(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND | BINARY, 0o666))
        try:
            file.add(piece)
        finally:
            file.close()


def write_folder(folder: Path, files: Mapping[str, bytes], executable: frozenset[str] = frozenset()) -> None:
    """Write a new folder, completely or not at all; an existing one must be empty."""
    with file_errors(folder):
        if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
            raise FileError(
                f"{folder} already exists and is not empty; name a new folder, so that nothing is overwritten"
            )
        folder.parent.mkdir(parents=True, exist_ok=True)
        draft = beside(folder.resolve())
        try:
            for name, data in files.items():
                path = draft / name
                path.parent.mkdir(parents=True, exist_ok=True)
                _write_draft(path, data, force=False, mode=0o777 if name in executable else 0o666, sync=True)
            draft.replace(folder.resolve())
        finally:
            _remove(draft)


def _remove(folder: Path) -> None:
    """Remove a folder that could not be completed."""
    import shutil

    shutil.rmtree(folder, ignore_errors=True)


def beside(path: Path) -> Path:
    """A unique hidden path next to a file."""
    return path.with_name(f".{path.name[:40]}.{secrets.token_hex(6)}")


def already_exists(path: Path) -> FileError:
    """The error for a file that would be overwritten without --force."""
    return FileError(f"{path} already exists; name another file, or overwrite it with --force")

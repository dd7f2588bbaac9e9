"""Files that appear whole or not at all, and what to say when the system refuses one."""

from __future__ import annotations

import errno
import os
import secrets
import stat
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from lanista.errors import FileError

# What a person can do about it
_MAKE_ROOM = "free some space, or name a place on another disk"
_ASK = "choose a place where you may write, or change its permissions"
_ADVICE = {
    errno.ENOSPC: _MAKE_ROOM,
    errno.EDQUOT: _MAKE_ROOM,
    errno.EFBIG: "raise the limit on the size of files (`ulimit -f`)",
    errno.EROFS: "choose a place that is not read-only",
    errno.EACCES: _ASK,
    errno.EPERM: _ASK,
    errno.EISDIR: "name a file, not a folder",
    errno.ENOTDIR: "a part of the path is a file, not a folder; name another place",
    errno.EEXIST: "a file stands where a folder is needed; name another place",
    errno.ENOENT: "no such file or folder can be there; check the path",
    errno.ENAMETOOLONG: "give it a shorter name",
    errno.EMFILE: "raise the limit on open files (`ulimit -n`)",
    errno.ENFILE: "too many files are open on this machine; close some programs",
    errno.ELOOP: "its links lead in a circle; name another place",
}


def explain(error: OSError, path: Path | str | None = None, doing: str = "open") -> FileError:
    """One sentence about a file that the system refused: which, why, and what to do."""
    which = str(path if path is not None else error.filename or "a file")
    reason = error.strerror or str(error)
    advice = _ADVICE.get(error.errno or 0, "check the path and try again")
    return FileError(f"cannot {doing} {which.encode(errors='replace').decode()}: {reason}; {advice}")


@contextmanager
def explained(path: Path | str, doing: str = "write") -> Iterator[None]:
    """Turn what the system says of a file into one sentence."""
    try:
        yield
    except OSError as error:
        raise explain(error, path, doing) from error
    except ValueError as error:  # a NUL in a path
        raise FileError(f"cannot {doing} {str(path)!r}: {error}; name another place") from error


def write_whole(path: Path, data: bytes, *, force: bool = False, mode: int = 0o666) -> None:
    """Write a file that is there whole or not at all; one that exists is replaced with `force` only."""
    with explained(path):
        if path.exists() and not stat.S_ISREG(path.stat().st_mode):
            path.write_bytes(data)  # a pipe or a device takes it as it comes; a folder is refused
            return
        if path.exists() and not force:
            raise _exists(path)
        path.parent.mkdir(parents=True, exist_ok=True)
        _write_draft(path.resolve(), data, force=force, mode=mode)


def _write_draft(path: Path, data: bytes, *, force: bool, mode: int) -> None:
    """Beside the file first, so that a full disk leaves nothing behind."""
    draft = beside(path)
    try:
        with open(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        _publish(draft, path, force=force)
    finally:
        draft.unlink(missing_ok=True)


def _publish(draft: Path, path: Path, *, force: bool) -> None:
    if force:
        draft.replace(path)
        return
    try:
        path.hardlink_to(draft)  # unlike a rename, fails if somebody else made the file meanwhile
    except FileExistsError:
        raise _exists(path) from None
    except OSError:  # a file system without links
        if path.exists():
            raise _exists(path) from None
        draft.replace(path)


def write_folder(folder: Path, files: Mapping[str, bytes], executable: frozenset[str] = frozenset()) -> None:
    """Write a new folder, whole or not at all; one that is there already must be empty."""
    with explained(folder):
        if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
            raise FileError(
                f"{folder} is there already and not empty; name a new folder, so that nothing is overwritten"
            )
        folder.parent.mkdir(parents=True, exist_ok=True)
        draft = beside(folder.resolve())
        try:
            for name, data in files.items():
                path = draft / name
                path.parent.mkdir(parents=True, exist_ok=True)
                write_whole(path, data, mode=0o777 if name in executable else 0o666)
            draft.replace(folder.resolve())
        finally:
            _remove(draft)


def _remove(folder: Path) -> None:
    """Remove what is left of a folder that could not be finished."""
    import shutil

    shutil.rmtree(folder, ignore_errors=True)


def beside(path: Path) -> Path:
    """A hidden name of its own next to a file."""
    return path.with_name(f".{path.name[:40]}.{secrets.token_hex(6)}")


def _exists(path: Path) -> FileError:
    return FileError(f"{path} is there already; name another file, or overwrite it with --force")

"""A private copy of a bot's folder for one match, and the exchange of files there with a bot that may be hostile.

Two seats may name the same folder, and a bot may leave files behind; a separate copy confines them to one match
and one seat.
"""

from __future__ import annotations

import contextlib
import errno
import hashlib
import os
import secrets
import shutil
import stat
import tempfile
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from lanista.bots.process import supervisor_process
from lanista.core.errors import BotError, FileError, LanistaError
from lanista.core.system.flags import FOLDER, NO_FOLLOW, NON_BLOCKING

MAX_BYTES = 256 * 1024 * 1024
MAX_FILES = 20_000
CHUNK = 2**20
PAGE = 4096
BLOCK = 512  # bytes, in which the system counts what a file takes
MAX_DEPTH = 100  # of folders in a bot's folder
LEFT_OUT = frozenset({".git", ".hg", ".svn", ".lanista"})
NO_ROOM = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EMFILE, errno.ENFILE})  # not a bot's fault


class OddFile(LanistaError):  # noqa: N818 - reads as what it is
    """An entry that a bot left is not a regular file."""


class LargeFile(LanistaError):  # noqa: N818 - reads as what it is
    """A file that a bot left is too large."""


def walk(folder: Path, leave_out: Callable[[str], bool]) -> Iterator[tuple[Path, os.stat_result]]:
    """Everything below a folder, sorted, folders before their contents; links are not followed."""
    waiting = [(folder, 0)]
    while waiting:
        here, depth = waiting.pop()
        if depth > MAX_DEPTH:
            raise BotError(f"{folder} holds folders nested more than {MAX_DEPTH} deep; take them out")
        for path in sorted(here.iterdir()):
            if leave_out(path.name):
                continue
            status = path.lstat()
            if stat.S_ISDIR(status.st_mode):
                waiting.append((path, depth + 1))
            yield path, status


def entries(folder: Path) -> Iterator[tuple[Path, os.stat_result]]:
    """Everything in a folder that is copied; raises BotError if it is too much."""
    bytes_seen = 0
    for count, (path, status) in enumerate(walk(folder, LEFT_OUT.__contains__), start=1):
        bytes_seen += status.st_size if stat.S_ISREG(status.st_mode) else 0
        if bytes_seen > MAX_BYTES or count > MAX_FILES:
            limit = f"{MAX_BYTES // 2**20} MiB in {MAX_FILES} files"
            raise BotError(
                f"{folder} holds more than {limit}; every match works on a copy of it, so name the bot's own "
                "folder and take out what the bot does not need to run"
            )
        yield path, status


def digest(folder: Path) -> str:
    """A digest that changes with any file of a folder."""
    whole = hashlib.blake2b(digest_size=16)
    for path, status in entries(folder):
        whole.update(str(path.relative_to(folder)).encode(errors="surrogateescape") + b"\0")
        if stat.S_ISLNK(status.st_mode):
            whole.update(os.readlink(path).encode(errors="surrogateescape"))
        elif stat.S_ISREG(status.st_mode):
            hash_file(whole, path)
    return whole.hexdigest()


def hash_file(whole: hashlib.blake2b, path: Path) -> None:
    """Add a file's content to a digest, chunk by chunk."""
    with path.open("rb") as file:
        while data := file.read(CHUNK):
            whole.update(data)


@contextlib.contextmanager
def temporary_files(only: frozenset[int] | None = None) -> Iterator[None]:
    """Turn an OSError into a FileError about temporary files; `only` restricts it to some error numbers."""
    try:
        yield
    except OSError as error:
        if only is not None and error.errno not in only:
            raise
        where = error.filename or tempfile.gettempdir()
        raise FileError(
            f"a temporary file or folder cannot be written ({where}: {error.strerror or error}); "
            "free some space, or set TMPDIR to a folder where you may write"
        ) from error


def folder_size(folder: Path) -> tuple[int, int]:
    """The bytes that a copy of a folder takes, in whole pages, and the number of its entries."""
    statuses = [status for _, status in entries(folder)]
    sizes = [status.st_size if stat.S_ISREG(status.st_mode) else 0 for status in statuses]
    return sum(-size // PAGE * -PAGE for size in sizes), len(sizes)


def check_size(folder: Path) -> None:
    """Raise BotError if a folder cannot be copied: it is too large, or holds something that cannot be read."""
    for path, status in entries(folder):
        if not (stat.S_ISDIR(status.st_mode) or stat.S_ISLNK(status.st_mode) or stat.S_ISREG(status.st_mode)):
            raise _odd_entry(path)
        if stat.S_ISREG(status.st_mode) and not os.access(path, os.R_OK):
            raise BotError(f"{path} cannot be read; change its permissions, or take it out")


def _odd_entry(path: Path) -> BotError:
    return BotError(f"{path} is neither a file nor a folder nor a link, so it cannot be copied; take it out")


class FileExchange(ABC):
    """The exchange of files with a bot in its working directory."""

    @abstractmethod
    def _opened(self) -> int:
        """The working directory."""

    @abstractmethod
    def close(self) -> None:
        """Give up the working directory."""

    def excess(self, max_mb: int) -> str:
        """Why the bot has added too many files, or more than `max_mb`; empty if it has not, or cannot."""
        return ""

    def put(self, name: str, *files: tuple[str, bytes]) -> None:
        """Write files into a folder below `cwd`, which is created if needed; old files are replaced."""
        fd = self._open_folder(name)
        try:
            for file, data in files:
                _unlink(file, fd)
                _write(file, data, fd)
        finally:
            os.close(fd)

    def drop(self, name: str) -> None:
        """Delete a file in `cwd`, if it is there."""
        _unlink(name, self._opened())

    def take(self, name: str, max_bytes: int) -> bytes | None:
        """Read a regular file in `cwd`, None if there is none; raises OddFile or LargeFile."""
        try:
            fd = os.open(name, os.O_RDONLY | NO_FOLLOW | NON_BLOCKING, dir_fd=self._opened())
        except FileNotFoundError:
            return None
        except OSError as error:
            what = "a link" if error.errno == errno.ELOOP else f"not readable ({error.strerror})"
            raise OddFile(f"expected a plain file {name}, but it is {what}") from None
        try:
            status = os.fstat(fd)
            if not stat.S_ISREG(status.st_mode):
                raise OddFile(f"expected a plain file {name}, but it is a folder, a pipe or a device")
            if status.st_size > max_bytes:
                raise LargeFile(
                    f"expected {name} to hold at most {max_bytes} bytes, but it holds {status.st_size}"
                )
            return os.read(fd, max_bytes)
        finally:
            os.close(fd)

    def _open_folder(self, name: str) -> int:
        fd = os.dup(self._opened())
        for part in Path(name).parts:
            try:
                inner = open_or_make(part, fd)
            finally:
                os.close(fd)
            fd = inner
        return fd


class WorkingCopy(FileExchange):
    """A private copy of a bot's folder. The bot runs in `cwd`, which is the copy or a folder in it."""

    def __init__(self, folder: Path, cwd: str = ".", hidden: Iterable[Path] = ()) -> None:
        """Copy a folder, without the `hidden` parts."""
        with temporary_files():
            self.root = Path(tempfile.mkdtemp(prefix="lanista-bot-"))
        self._fd = -1
        try:
            copy = self.root / (folder.resolve().name or "bot")
            with temporary_files(NO_ROOM):
                copy_folder(folder.resolve(), copy)
            for path in hidden:
                if path.is_relative_to(folder.resolve()):
                    supervisor_process.remove(str(copy / path.relative_to(folder.resolve())))
            self._before = self._weigh()
            self.cwd = copy / cwd
            self._fd = os.open(self.cwd, FOLDER)
        except BaseException:
            self.close()
            raise

    def _opened(self) -> int:
        return self._fd

    def excess(self, max_mb: int) -> str:
        """Why the bot has added too many files, or more than `max_mb`; empty if it has not."""
        try:
            size, count = self._weigh()
        except (OSError, BotError) as error:
            return f"its files cannot be counted: {error}"
        added = (size - self._before[0]) // 2**20
        if added <= max_mb and count - self._before[1] <= MAX_FILES:
            return ""
        limit = f"scratch_mb={max_mb}, or {MAX_FILES:,} files"
        return f"its folder has grown by {added:,} MiB to {count:,} files; it may grow by {limit}"

    def _weigh(self) -> tuple[int, int]:
        """The bytes that the copy takes on the disk, and its number of files and folders."""
        size = count = 0
        with contextlib.suppress(FileNotFoundError):  # the bot removes files meanwhile; the next turn counts again
            for _, status in walk(self.root, lambda _: False):
                size += BLOCK * status.st_blocks
                count += 1
        return size, count

    def close(self) -> None:
        """Remove the copy."""
        fd, self._fd = self._fd, -1
        if fd >= 0:
            os.close(fd)
        supervisor_process.remove(str(self.root))


class JailedCopy(FileExchange):
    """A copy of a bot's folder within its jail; the supervisor hands its working directory out once it is made."""

    def __init__(self, receive: Callable[[], int]) -> None:
        self._receive = receive
        self._received = -1

    def _opened(self) -> int:
        if self._received < 0:  # not before it is needed, as the supervisor takes time to copy
            self._received = self._receive()
        return self._received

    def close(self) -> None:
        """Give up the working directory; the copy ends with the jail."""
        fd, self._received = self._received, -1
        if fd >= 0:
            os.close(fd)


def open_or_make(name: str, folder: int) -> int:
    """A descriptor of a folder in another open one, created if it is missing; a link is not followed."""
    try:
        return os.open(name, FOLDER, dir_fd=folder)
    except FileNotFoundError:
        os.mkdir(name, 0o700, dir_fd=folder)
        fd = os.open(name, FOLDER, dir_fd=folder)
        _give(fd, folder)
        return fd


def _give(fd: int, folder: int) -> None:
    """Give a new file to the owner of its folder: a bot in a jail may be another user than we."""
    owner = os.fstat(folder)
    if hasattr(os, "fchown") and hasattr(os, "geteuid") and owner.st_uid != os.geteuid():
        os.fchown(fd, owner.st_uid, owner.st_gid)


def _unlink(name: str, folder: int) -> None:
    """Remove a bot's file of this name; a folder, which may hold anything, is renamed."""
    with contextlib.suppress(FileNotFoundError):
        if stat.S_ISDIR(os.lstat(name, dir_fd=folder).st_mode):
            os.rename(name, f"{name}.{secrets.token_hex(8)}", src_dir_fd=folder, dst_dir_fd=folder)
        else:
            os.unlink(name, dir_fd=folder)


def _write(name: str, data: bytes, folder: int) -> None:
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | NO_FOLLOW
    with os.fdopen(os.open(name, flags, 0o600, dir_fd=folder), "wb") as file:
        file.write(data)
        _give(file.fileno(), folder)


def copy_folder(source: Path, target: Path) -> None:
    """Copy a bot's folder to a new one; links are copied as links."""
    target.mkdir(0o700)
    for path, status in entries(source):
        copy = target / path.relative_to(source)
        if stat.S_ISDIR(status.st_mode):
            copy.mkdir(0o700)
        elif stat.S_ISLNK(status.st_mode):
            os.symlink(_link_target(path, source), copy)
        elif stat.S_ISREG(status.st_mode):
            copy_file(path, copy, status)
        else:
            raise _odd_entry(path)


def copy_file(path: Path, copy: Path, status: os.stat_result) -> None:
    """Copy a file with its permissions and times."""
    shutil.copyfile(path, copy)
    copy.chmod(stat.S_IMODE(status.st_mode) & 0o777 | 0o600)
    os.utime(copy, ns=(status.st_atime_ns, status.st_mtime_ns))


def _link_target(path: Path, source: Path) -> str:
    """The target of a copied link: relative within the copy, absolute if it leads outside."""
    target = os.readlink(path)
    inside = (path.parent / target).resolve().is_relative_to(source)
    return target if inside and not os.path.isabs(target) else str(path.parent / target)

"""Makes a server from a backup: verified before anything is written, and nothing is left if anything fails."""

from __future__ import annotations

import hashlib
import re
import shutil
import tarfile
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
from sqlalchemy import Connection

from lanista.core.errors import FileError, InputError
from lanista.core.files import file_errors
from lanista.core.text import brief, inert, quoted
from lanista.league.store import inspection, open_store, schema
from lanista.league.store.opening import new_database
from lanista.league.store.replay_files import DIGEST
from lanista.serve.ops.backup import (
    CONFIGURATION,
    FILES,
    FORMAT,
    MANIFEST,
    REPLAYS,
    TABLES,
    BackupManifest,
    replay_name,
)
from lanista.serve.ops.folder import is_new, mark
from lanista.serve.ops.portable import load_tables
from lanista.serve.site import DATABASE

MAX_MANIFEST = 256 * 2**20
STEP = 500  # replays between two reports of progress
NAMES = re.compile(
    rf"{MANIFEST}|{TABLES}/[a-z_]+\.jsonl|{FILES}/[a-z.]+|{REPLAYS}/[0-9a-f]{{2}}/[0-9a-f]{{64}}\.jsonl\.gz"
)

Tell = Callable[[str], None]


def restore(file: Path, data: Path, address: str = "", tell: Tell = lambda text: None) -> BackupManifest:
    """Make a server in a new or empty folder, with its tables in an empty database if one is named."""
    if not is_new(data):
        raise InputError(
            f"{inert(str(data), 300)} is not empty, and a restored server would mix with what is there; "
            "name a new folder with --data"
        )
    with _opened(file) as tar:
        manifest = _verify(tar, tell)
        existed = data.is_dir()
        try:
            _make(tar, manifest, data, address, tell)
        except BaseException:
            _clear(data, keep=existed)
            raise
    return manifest


def _opened(file: Path) -> tarfile.TarFile:
    with file_errors(file, "read"):
        try:
            return tarfile.open(file.expanduser(), mode="r:")
        except tarfile.TarError as error:
            raise FileError(f"{inert(str(file), 300)} is no backup of a server: {brief(error)}") from None


# Verifying


def _verify(tar: tarfile.TarFile, tell: Tell) -> BackupManifest:
    """Check the digests of everything; raises InputError."""
    tell("verifying the backup")
    try:
        members = {member.name: member for member in tar.getmembers()}
    except tarfile.TarError as error:
        raise InputError(f"the backup is damaged: {brief(error)}") from None
    for name, member in members.items():
        if not NAMES.fullmatch(name) or not member.isreg():
            raise InputError(f"the backup holds {quoted(name)}, which no backup of ours does; it is another file")
    manifest = _manifest(tar, members.get(MANIFEST))
    wanted = {f"{TABLES}/{table.name}.jsonl": table.digest for table in manifest.tables}
    wanted |= {f"{FILES}/{name}": digest for name, digest in manifest.files.items() if name in CONFIGURATION}
    wanted |= {replay_name(digest): digest for digest in manifest.replays if DIGEST.fullmatch(digest)}
    for name in members.keys() ^ (wanted.keys() | {MANIFEST}):
        raise InputError(f"the backup and its list disagree about {quoted(name)}; it is damaged")
    for number, (name, digest) in enumerate(wanted.items()):
        if number % STEP == 0:
            tell(f"verifying the backup, {number:,} of {len(wanted):,}")
        if _digest(tar, name) != digest:
            raise InputError(f"{quoted(name)} in the backup is damaged; restore another one")
    return manifest


def _manifest(tar: tarfile.TarFile, member: tarfile.TarInfo | None) -> BackupManifest:
    if member is None or member.size > MAX_MANIFEST:
        raise InputError(f"the backup has no {MANIFEST}: it was cut off, or is another file")
    file = tar.extractfile(member)
    assert file is not None, "it is a regular file"
    try:
        manifest = msgspec.json.decode(file.read(), type=BackupManifest)
    except (msgspec.MsgspecError, RecursionError) as error:
        raise InputError(f"the list of the backup cannot be read: {brief(error)}") from None
    if (
        manifest.format != FORMAT
        or not schema.REVISION.fullmatch(manifest.revision)
        or manifest.revision > schema.HEAD
    ):
        raise InputError(
            f"the backup was written by lanista {inert(manifest.lanista, 20)}, which is newer; install that"
        )
    return manifest


def _digest(tar: tarfile.TarFile, name: str) -> str:
    file = tar.extractfile(name)
    assert file is not None, "it is a regular file"
    try:
        with file:
            found = hashlib.sha256()
            while part := file.read(2**20):
                found.update(part)
    except (tarfile.TarError, OSError) as error:
        raise InputError(f"the backup is damaged: {brief(error)}") from None
    return found.hexdigest()


# Making


def _make(tar: tarfile.TarFile, manifest: BackupManifest, data: Path, address: str, tell: Tell) -> None:
    """Replays first, then the tables in one transaction, and the folder's marker at last."""
    with file_errors(data):
        data.mkdir(mode=0o700, parents=True, exist_ok=True)
        data.chmod(0o700)
        _copy_replays(tar, manifest, data / ("replays" if address else "lanista.replays"), tell)
        for name in manifest.files:
            _copy(tar, f"{FILES}/{name}", data / name)
            (data / name).chmod(0o600)
    tell("filling the tables")

    def fill(connection: Connection) -> None:
        load_tables(connection, manifest.tables, lambda name: _lines(tar, name))
        if lacking := inspection.referenced(connection) - {*manifest.replays, *manifest.missing}:
            raise InputError(f"the backup lacks {len(lacking):,} replays that its results name; it is damaged")

    new_database(address or str(data / DATABASE), manifest.revision, fill)
    replays = data / "replays" if address else None
    open_store(address or data / DATABASE, replays=replays, adopt=True).close()  # migrates, and marks the replays
    mark(data, address)


def _copy_replays(tar: tarfile.TarFile, manifest: BackupManifest, folder: Path, tell: Tell) -> None:
    folder.mkdir(mode=0o700)
    for number, digest in enumerate(manifest.replays):
        if number % STEP == 0:
            tell(f"copying replays, {number:,} of {len(manifest.replays):,}")
        target = folder / replay_name(digest).partition("/")[2]
        target.parent.mkdir(exist_ok=True)
        _copy(tar, replay_name(digest), target)


def _copy(tar: tarfile.TarFile, name: str, target: Path) -> None:
    file = tar.extractfile(name)
    assert file is not None, "it is a regular file"
    with file, open(target, "xb") as out:
        shutil.copyfileobj(file, out, 2**20)


def _lines(tar: tarfile.TarFile, table: str) -> Iterator[bytes]:
    file = tar.extractfile(f"{TABLES}/{table}.jsonl")
    assert file is not None, "it is a regular file"
    with file:
        yield from file


def _clear(data: Path, *, keep: bool) -> None:
    """Remove what was made in a folder that was empty or not there before."""
    if not keep:
        shutil.rmtree(data, ignore_errors=True)
        return
    for path in data.iterdir():
        shutil.rmtree(path, ignore_errors=True) if path.is_dir() else path.unlink(missing_ok=True)

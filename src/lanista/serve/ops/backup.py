"""Backups: one .tar with all tables as of one moment, and every replay that they name; of running servers, too."""

from __future__ import annotations

import hashlib
import io
import os
import shutil
import tarfile
import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import msgspec
from sqlalchemy import Connection, func, select

from lanista import __version__
from lanista.core.errors import InputError
from lanista.core.files import already_exists, beside, file_errors, refuse_existing
from lanista.league.store import contest_tables, inspection, schema
from lanista.league.store.replay_files import SUFFIX, digest_of
from lanista.serve.ops.portable import SavedTable, save_table, tables
from lanista.serve.site import Site

FORMAT = 1
MANIFEST, TABLES, REPLAYS, FILES = "backup.json", "tables", "replays", "files"
CONFIGURATION = ("oidc.toml", "oidc.json")  # files of the data folder that people write
STEP = 500  # replays between two reports of progress

Tell = Callable[[str], None]


class BackupManifest(msgspec.Struct, frozen=True, kw_only=True):
    """The table of contents of a backup; the last file in it, so that a backup that was cut off has none."""

    format: int = FORMAT
    lanista: str = __version__  # that wrote it
    revision: str = schema.HEAD  # of the schema
    made: float = 0.0
    contests: int = 0
    tables: list[SavedTable] = []
    replays: list[str] = []  # digests
    missing: list[str] = []  # that results name, but that are not kept any more, or are damaged
    files: dict[str, str] = {}  # configuration, and digests

    @property
    def row_count(self) -> int:
        """The rows of all tables."""
        return sum(table.rows for table in self.tables)


def write_backup(site: Site, path: Path, *, force: bool = False, tell: Tell = lambda text: None) -> BackupManifest:
    """Write a backup, completely or not at all; nothing in it is later than anything else in it."""
    path = path.expanduser().absolute()
    refuse_existing(path, force=force)
    with file_errors(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        drafts = Path(tempfile.mkdtemp(prefix=f".{path.name}-", dir=path.parent))
        draft = beside(path)
        try:
            manifest = _write(site, drafts, draft, tell)
            if force:
                draft.replace(path)
            else:
                _publish(draft, path)
        finally:
            shutil.rmtree(drafts, ignore_errors=True)
            draft.unlink(missing_ok=True)
    return manifest


def _publish(draft: Path, path: Path) -> None:
    try:
        path.hardlink_to(draft)  # fails if another process has written it meanwhile
    except FileExistsError:
        raise already_exists(path) from None


def _write(site: Site, drafts: Path, draft: Path, tell: Tell) -> BackupManifest:
    tell("reading the tables")
    saved, named, contests = site.read(lambda connection: _save_tables(connection, drafts))
    with open(os.open(draft, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600), "w+b") as file:
        with tarfile.open(fileobj=file, mode="w", format=tarfile.PAX_FORMAT) as tar:
            for table in saved:
                _add(tar, f"{TABLES}/{table.name}.jsonl", drafts / table.name)
            files = {name: _add(tar, f"{FILES}/{name}", site.data / name) for name in _configuration(site)}
            kept, missing = _add_replays(site, tar, sorted(named), tell)
            manifest = BackupManifest(
                made=site.now(), contests=contests, tables=saved, replays=kept, missing=missing, files=files
            )
            data = msgspec.json.encode(manifest)
            tar.addfile(_member(MANIFEST, len(data)), io.BytesIO(data))
        file.flush()
        os.fsync(file.fileno())
    return manifest


def _save_tables(connection: Connection, folder: Path) -> tuple[list[SavedTable], set[str], int]:
    """All tables in one transaction, the replays that they name, and the number of contests."""
    saved = [save_table(connection, table, folder / table.name) for table in tables()]
    count = connection.execute(select(func.count()).select_from(contest_tables.contests)).scalar_one()
    return saved, inspection.referenced(connection), count


def _configuration(site: Site) -> list[str]:
    return [name for name in CONFIGURATION if (site.data / name).is_file()]


def _add_replays(site: Site, tar: tarfile.TarFile, named: list[str], tell: Tell) -> tuple[list[str], list[str]]:
    """Add the replays with these digests; those that are not there, or are damaged, are listed."""
    kept: list[str] = []
    missing: list[str] = []
    for number, digest in enumerate(named):
        if number % STEP == 0:
            tell(f"copying replays, {number:,} of {len(named):,}")
        (kept if _add_replay(site, tar, digest) else missing).append(digest)
    return kept, missing


def _add_replay(site: Site, tar: tarfile.TarFile, digest: str) -> bool:
    with suppress(InputError, FileNotFoundError):  # removed meanwhile, or a name that is no digest
        path = site.store.replays.path(digest)
        if path.is_file() and digest_of(path) == digest:
            _add(tar, replay_name(digest), path)
            return True
    return False


def replay_name(digest: str) -> str:
    """The name of a replay in a backup."""
    return f"{REPLAYS}/{digest[:2]}/{digest}{SUFFIX}"


def _add(tar: tarfile.TarFile, name: str, path: Path) -> str:
    """Add a file; returns its digest."""
    with open(path, "rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
        size = file.tell()
        file.seek(0)
        tar.addfile(_member(name, size), file)
    return digest


def _member(name: str, size: int) -> tarfile.TarInfo:
    member = tarfile.TarInfo(name)
    member.size, member.mode = size, 0o600
    return member

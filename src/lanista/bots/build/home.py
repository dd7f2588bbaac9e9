"""The home folder of a bot's builds: private to the bot's folder, and kept, so that nothing is fetched twice.

What the person has fetched before is there too: build tools write into the folders of their caches, so these are
folders of the home in which every file is a link to the person's, which a build can read and not write.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import time
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

from lanista.bots.process import supervisor_process
from lanista.bots.protocol.working_copy import open_or_make
from lanista.core.files import file_errors, write_whole
from lanista.core.system.flags import FOLDER
from lanista.engine.folders import cache_root

OF = "of"  # the file of a home that names the bot's folder
HOME = "home"
MAX_AGE = 30 * 24 * 3600  # seconds since the last build


class Downloads(NamedTuple):
    """A cache of downloaded packages: in a home, and where variables move it."""

    marker: str  # the file of a project that uses it
    folder: str
    variable: str = ""
    below: str = ""  # the folder that the variable names

    def of_person(self, environment: Mapping[str, str]) -> Path:
        """The folder of the person's own cache."""
        named = environment.get(self.variable, "")
        return Path(named) / self.below if named else Path.home() / self.folder


LINKED = (
    Downloads("go.mod", ".cache/go-build", "GOCACHE"),  # the standard library, compiled
    Downloads("pom.xml", ".m2/repository"),
    Downloads("Cargo.toml", ".cargo/registry", "CARGO_HOME", "registry"),
)
GO = Downloads("go.mod", "go/pkg/mod", "GOMODCACHE")  # it can be used as a proxy instead


def build_key(folder: Path) -> str:
    """A name for what belongs to the builds of a bot's folder."""
    return hashlib.blake2b(str(folder.resolve()).encode(errors="surrogateescape"), digest_size=16).hexdigest()


def builds_root() -> Path:
    """The folder of all stored builds."""
    return cache_root().parent / "builds"


def build_home(folder: Path) -> Path:
    """The home of a folder's builds, created if it is missing."""
    root = builds_root() / "homes" / build_key(folder)
    with file_errors(root):
        (root / HOME).mkdir(0o700, parents=True, exist_ok=True)
        write_whole(root / OF, os.fsencode(folder.resolve()), force=True, sync=False)
    return root / HOME


def clean_homes() -> None:
    """Remove the homes of folders that are gone, and those without a build for a month."""
    oldest = time.time() - MAX_AGE
    with contextlib.suppress(OSError):
        for root in (builds_root() / "homes").iterdir():
            if not _is_needed(root, oldest):
                supervisor_process.remove(str(root))


def _is_needed(root: Path, oldest: float) -> bool:
    try:
        return (root / OF).stat().st_mtime > oldest and os.path.isdir(os.fsdecode((root / OF).read_bytes()))
    except FileNotFoundError:  # another process may be about to write it
        return root.stat().st_mtime > oldest


def link_downloads(home: Path, sources: Iterable[str], environment: Mapping[str, str]) -> list[Path]:
    """Link the person's downloads into a home; returns the folders that the links lead to."""
    markers = {os.path.basename(source) for source in sources}
    used = [cache for cache in LINKED if cache.marker in markers]
    found = [(cache.of_person(environment).resolve(), cache.folder) for cache in used]
    for theirs, ours in found:
        fd = os.open(home, FOLDER)
        with contextlib.suppress(OSError):  # a build may have put anything there; then it has no links
            for part in Path(ours).parts:
                fd = _enter(part, fd)
            _unlink_gone(fd)
            _link_tree(theirs, fd)
        os.close(fd)
    return [theirs for theirs, _ in found if theirs.is_dir()]


def _enter(name: str, folder: int) -> int:
    """Open a folder in another one, which is closed."""
    inner = open_or_make(name, folder)
    os.close(folder)
    return inner


def _unlink_gone(ours: int) -> None:
    """Remove links to files that the person has removed: no tool expects one."""
    for _, _, names, fd in os.fwalk(".", dir_fd=ours):
        for name in names:
            try:
                os.stat(name, dir_fd=fd)
            except FileNotFoundError:
                os.unlink(name, dir_fd=fd)


def _link_tree(theirs: Path, ours: int) -> None:
    """Make the folders of a tree in an open one, with a link for every file that is not there.

    Earlier builds wrote there, so no link is followed.
    """
    for entry in sorted(theirs.iterdir()) if theirs.is_dir() else ():
        if entry.is_dir() and not entry.is_symlink():
            inner = open_or_make(entry.name, ours)
            try:
                _link_tree(entry, inner)
            finally:
                os.close(inner)
        elif entry.is_file():
            with contextlib.suppress(FileExistsError):
                os.symlink(entry, entry.name, dir_fd=ours)

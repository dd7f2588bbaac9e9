"""The owner of a replay folder: a marker file in it names the store. Another store's folder is refused."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

import msgspec

from lanista.core.errors import FileError, StoreError
from lanista.core.files import file_errors, read_text, write_whole
from lanista.core.text import inert

MARKER = "lanista-store.json"
MAX_MARKER = 10_000  # characters
SHORT = 8  # characters of an id in a message
ADOPT = "`lanista league check --adopt`"
ELSEWHERE = "name another folder with LANISTA_REPLAYS (a copy of this one, if replays of this store are in it)"


class Owner(msgspec.Struct, frozen=True):
    """A store, by id and location: copies of a store have the same id elsewhere."""

    id: str
    address: str  # without user and password; of a file, its whole path

    def __str__(self) -> str:
        return f"{inert(self.address, 300)} (id {inert(self.id, SHORT)})"


class Marker(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The content of a marker file."""

    store: Owner
    folder: str  # the folder's path at that time: a copy has another one


def owner_of(folder: Path) -> Marker | None:
    """The store that a folder belongs to; None without a marker."""
    path = folder / MARKER
    with file_errors(path, "read"):
        if not path.exists():
            return None
    try:
        return msgspec.json.decode(read_text(path, "the marker of a store", MAX_MARKER), type=Marker)
    except (msgspec.MsgspecError, FileError, RecursionError):
        raise StoreError(
            f"cannot read {inert(str(path))}, which names the store of these replays; if no other store uses the "
            f"folder, mend it with {ADOPT}"
        ) from None


def refuse_others(folder: Path, owner: Owner) -> Marker | None:
    """Refuse the folder of another store; returns its marker."""
    marker = owner_of(folder)
    if marker is not None and marker.store.id != owner.id:
        raise StoreError(
            f"the replays in {inert(str(folder))} are those of the store {marker.store}, not of {owner}; "
            f"{ELSEWHERE}, or take it over with {ADOPT} if the other store is gone"
        )
    return marker


def claim(folder: Path, owner: Owner, files: Collection[str], named: Collection[str]) -> None:
    """Mark a folder as a store's before it writes there, unless the replays in it may be another store's.

    Folders of older versions have no marker. One is adopted if the store names all `files` in it, and refused if
    it names none of them. If it names some, the others may belong to another store: the folder is left as it is.
    """
    if refuse_others(folder, owner) is not None:
        return
    known = set(files) & set(named)
    if files and not known:
        raise StoreError(
            f"the {len(files):,} replays in {inert(str(folder))} are not those of the store {owner}; {ELSEWHERE}, "
            f"or if no other store uses the folder, take it over with {ADOPT}"
        )
    if len(known) == len(files):
        try:
            mark(folder, owner)
        except FileError:  # another process was faster
            refuse_others(folder, owner)


def refuse_shared(folder: Path, owner: Owner) -> None:
    """Refuse to clean a folder that another store may use: it has no marker, or that of a copy of this store."""
    marker = refuse_others(folder, owner)
    if marker is None:
        raise StoreError(
            f"{inert(str(folder))} has no marker of its store, so replays in it may be those of another one; if "
            f"no other store uses the folder, say so with {ADOPT}, then clean it"
        )
    if _is_used_by_copy(marker, folder, owner):
        raise StoreError(
            f"{inert(str(folder))} is also the folder of the store {marker.store}, and this one, {owner}, is a "
            f"copy of it; {ELSEWHERE}, or take it over with {ADOPT} if the other copy is not used any more"
        )


def _is_used_by_copy(marker: Marker, folder: Path, owner: Owner) -> bool:
    """Whether the store that marked this folder still exists, and is not this one."""
    if marker.store.address == owner.address or marker.folder != _place(folder):
        return False
    return "://" in marker.store.address or Path(marker.store.address).exists()


def mark(folder: Path, owner: Owner, *, force: bool = False) -> None:
    """Write the marker of a store; another one is replaced only with `force`."""
    data = msgspec.json.format(msgspec.json.encode(Marker(owner, _place(folder))))
    write_whole(folder / MARKER, data + b"\n", force=force)


def _place(folder: Path) -> str:
    return str(folder.expanduser().resolve())

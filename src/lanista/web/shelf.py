"""The list of a gallery's matches: live ones, and replays, which are found and read while the list is shown.

Files are looked for when somebody asks for the list, at most every LOOK_SECONDS; only those that changed are read.
What a page has is known by a revision, so that it gets only what is new.
"""

from __future__ import annotations

import secrets
import stat
import threading
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import msgspec

from lanista.errors import InputError
from lanista.files import newest_files
from lanista.game import get_game
from lanista.replay.playing import recorded_game
from lanista.replay.summary import Summary, summarise
from lanista.text import inert
from lanista.web.gallery import Gallery
from lanista.web.live_show import LiveShow
from lanista.web.shelf_index import Index, Stamp
from lanista.web.show import ReplayShow

SUFFIX = ".gz"
LOOK_SECONDS = 2.0
FRESH_SECONDS = 0.2  # how long the list waits for files that are being read
READERS = 4  # files read at the same time
MAX_FILES = 20_000  # the newest of a folder
MAX_NAME = 120
STOP_SECONDS = 5.0

Kind = Literal["live", "over", "open", "broken"]


class Card(msgspec.Struct, omit_defaults=True):
    """A match in the list; `open` matches have no end yet, or never got one."""

    id: str
    file: str
    kind: Kind
    at: int  # when the file changed, in milliseconds since 1970
    summary: Summary
    title: str = ""  # of the game
    version: str = ""  # changes with the file; without one there is no thumbnail
    dropped: bool = False


class Listing(msgspec.Struct):
    """The list, or what changed in it since a revision."""

    revision: str
    whole: bool  # it is the whole list, and replaces what a page has
    waiting: int  # files that are still to be read
    matches: list[Card]
    gone: list[str]


@dataclass
class Entry:
    """A replay of the list; without a card, its file is gone."""

    stamp: Stamp | None
    card: Card | None
    revision: int


class Shelf:
    """Lists the matches of a gallery and of its folders; thread-safe."""

    def __init__(self, gallery: Gallery, index: Index | None = None) -> None:
        self._gallery = gallery
        self._index = index or Index()
        self._lock = threading.Lock()
        self._token = secrets.token_hex(4)  # revisions of another run are none of ours
        self._revision = 0
        self._entries: dict[str, Entry] = {}  # by the ids of shows
        self._paths: set[Path] = set()  # files of folders that have a show
        self._waiting = 0
        self._reader: threading.Thread | None = None
        self._next_look = 0.0
        self._closing = False
        gallery.on_close(self.close)

    def listing(self, since: str = "") -> Listing:
        """The list, or what changed since a revision; looks for new files first, for a short time."""
        self.look()
        if self._reader is not None:
            self._reader.join(FRESH_SECONDS)
        live = [_live_card(show) for show in self._gallery.shows() if isinstance(show, LiveShow)]
        with self._lock:
            known = self._known(since)
            news = [(name, entry) for name, entry in self._entries.items() if entry.revision > known]
            return Listing(
                revision=f"{self._token}-{self._revision}",
                whole=not known,
                waiting=self._waiting,
                matches=[*live, *(entry.card for _, entry in news if entry.card is not None)],
                gone=[name for name, entry in news if entry.card is None and known],
            )

    def _known(self, since: str) -> int:
        """The number of a revision; 0 for one that is not ours."""
        token, _, number = since.partition("-")
        known = int(number) if token == self._token and number.isdecimal() and len(number) < 10 else 0
        return known if known <= self._revision else 0

    def look(self) -> None:
        """Start to look for new, changed and removed files, unless that was done just now."""
        with self._lock:
            reading = self._reader is not None and self._reader.is_alive()
            if self._closing or reading or time.monotonic() < self._next_look:
                return
            self._next_look = time.monotonic() + LOOK_SECONDS
            self._reader = threading.Thread(target=self._read, name="shelf", daemon=True)
            self._reader.start()

    def close(self) -> None:
        """Stop reading."""
        self._closing = True
        if self._reader is not None:
            self._reader.join(STOP_SECONDS)

    # In the reader's thread

    def _read(self) -> None:
        self._add_files()
        changed = list(self._changed())
        self._waiting = len(changed)
        with ThreadPoolExecutor(READERS, thread_name_prefix="shelf") as pool:
            for _ in pool.map(self._read_file, changed):
                pass
        self._index.save()

    def _add_files(self) -> None:
        """Give each new file of the folders a show; matches that are being recorded there have one."""
        live = {show.name for show in self._gallery.shows() if isinstance(show, LiveShow)}
        for folder in self._gallery.folders:
            for found in newest_files(folder, SUFFIX)[:MAX_FILES]:
                if found.path not in self._paths and found.path.name not in live:
                    self._paths.add(found.path)
                    self._gallery.add(ReplayShow(found.path, trusted=self._gallery.trusted))

    def _changed(self) -> Iterator[tuple[ReplayShow, Stamp]]:
        """Replays whose files are new or changed; those that are gone leave the list."""
        for show in self._gallery.shows():
            if not isinstance(show, ReplayShow):
                continue
            stamp, entry = _stamp(show.path), self._entries.get(show.id)
            if entry is not None and entry.stamp == stamp:
                continue
            if entry is not None:
                show.forget()
            if stamp is None:
                self._put(show, None, None)
            else:
                yield show, stamp

    def _read_file(self, work: tuple[ReplayShow, Stamp]) -> None:
        if self._closing:
            return
        show, stamp = work
        summary = self._index.get(show.path, stamp)
        if summary is None:
            summary = summarise(show.path)
            if not show.dropped:
                self._index.put(show.path, stamp, summary)
        self._put(show, stamp, _card(show, stamp, summary))

    def _put(self, show: ReplayShow, stamp: Stamp | None, card: Card | None) -> None:
        with self._lock:
            self._waiting -= card is not None
            self._revision += 1
            self._entries[show.id] = Entry(stamp, card, self._revision)


def _stamp(path: Path) -> Stamp | None:
    """What changes with a file; None if there is no such file."""
    try:
        about = path.stat()
    except (OSError, ValueError):
        return None
    return Stamp(about.st_mtime_ns, about.st_size) if stat.S_ISREG(about.st_mode) else None


def version_of(path: Path) -> str:
    """A text that changes with a file; empty if there is none."""
    stamp = _stamp(path)
    return "" if stamp is None else f"{stamp.changed_ns:x}-{stamp.size:x}"


def _card(show: ReplayShow, stamp: Stamp, summary: Summary) -> Card:
    """A replay in the list; one that cannot be played here says why."""
    title, version = summary.game, version_of(show.path)
    if not summary.error:
        try:
            title = recorded_game(summary.game, summary.behaviour, summary.lanista).title
        except InputError as error:
            summary = msgspec.structs.replace(summary, error=inert(str(error)))
    kind: Kind = "broken" if summary.error else "over" if summary.ended else "open"
    at = stamp.changed_ns // 1_000_000
    name = inert(show.name, MAX_NAME)
    return Card(show.id, name, kind, at, summary, title, "" if summary.error else version, show.dropped)


def _live_card(show: LiveShow) -> Card:
    """A match of this server; while a person plays, what the person may not see stays hidden."""
    at, name = int(show.began_at * 1000), inert(show.name, MAX_NAME)
    if not show.begun:
        failed = Summary(error=inert(show.failure)) if show.failure else Summary()
        return Card(show.id, name, "broken" if show.failure else "live", at, failed)
    replay = show.replay()
    verdicts: Iterable[Iterable[str]] = (line.verdicts for line in replay.turns)
    summary = Summary.of(replay.header, verdicts).end(replay.footer)
    hidden = show.running and bool(show.people)
    if hidden:
        summary.seed = ""
    kind: Kind = "live" if show.running else "over" if summary.ended else "open"
    version = "" if hidden else f"{summary.turns}"
    return Card(show.id, name, kind, at, summary, get_game(replay.header.game).title, version)

"""The list of a gallery's matches: live ones, and replays, which are found and read while the list is shown.

Files are looked for when somebody asks for the list, at most every LOOK_SECONDS; only those that changed are read.
What a page has is known by a revision, so that it gets only what is new.
"""

from __future__ import annotations

import os
import secrets
import threading
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, NamedTuple

import msgspec

from lanista.core.errors import InputError
from lanista.core.files import newest_files
from lanista.core.text import inert
from lanista.game import get_game
from lanista.match.replay.playing import recorded_game
from lanista.match.replay.summary import Summary, summarise
from lanista.web.gallery import Gallery
from lanista.web.identity import FileStamp, identify, stamp_of, version_of
from lanista.web.live_show import LiveShow
from lanista.web.shelf_index import IndexedFile, ShelfIndex
from lanista.web.show import ReplayShow, Show

SUFFIX = ".gz"
LOOK_SECONDS = 2.0
FRESH_SECONDS = 0.2  # how long the list waits for files that are being read
READERS = 4  # files read at the same time
MAX_FILES = 20_000  # the newest of a folder
MAX_NAME = 120
MAX_GONE = 1000  # matches that left the list and are remembered, so that pages can remove them
STOP_SECONDS = 5.0

Kind = Literal["live", "over", "open", "broken"]


class ShelfCard(msgspec.Struct, omit_defaults=True):
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
    """The list, or its changes since a revision."""

    revision: str
    whole: bool  # it is the whole list, and replaces what a page has
    waiting: int  # files that are still to be read
    matches: list[ShelfCard]
    gone: list[str]


@dataclass
class ShelfEntry:
    """A replay of the list, and since which revision it is as it is."""

    stamp: FileStamp
    card: ShelfCard
    revision: int


class ShelfWork(NamedTuple):
    """A file to read, and the show that it has already."""

    path: Path
    stamp: FileStamp
    show: Show | None


class Shelf:
    """Lists the matches of a gallery and of its folders; thread-safe."""

    def __init__(self, gallery: Gallery, index: ShelfIndex | None = None) -> None:
        self._gallery = gallery
        self._index = index or ShelfIndex()
        self._lock = threading.Lock()
        self._token = secrets.token_hex(4)  # revisions of another run are none of ours
        self._revision = 0
        self._entries: dict[str, ShelfEntry] = {}  # by the ids of shows
        self._gone: dict[str, int] = {}  # revisions by ids that left the list, the oldest first
        self._forgotten = 0  # pages with older revisions need the whole list
        self._live: set[str] = set()  # ids of the matches without a file that were listed last
        self._paths: set[Path] = set()  # files of folders that have a show
        self._waiting = 0
        self._reader: threading.Thread | None = None
        self._next_look = 0.0
        self._closing = False
        gallery.on_close(self.close)

    def listing(self, since: str = "") -> Listing:
        """The list, or its changes since a revision; looks for new files first, for a short time."""
        live = self._live_cards()
        self.look()
        if self._reader is not None:
            self._reader.join(FRESH_SECONDS)
        with self._lock:
            known = self._known(since)
            news = [entry.card for entry in self._entries.values() if entry.revision > known]
            return Listing(
                revision=f"{self._token}-{self._revision}",
                whole=not known,
                waiting=self._waiting,
                matches=[*live.values(), *news],
                gone=[name for name, revision in self._gone.items() if revision > known] if known else [],
            )

    def _known(self, since: str) -> int:
        """The number of a revision; 0 for one that is not ours."""
        token, _, number = since.partition("-")
        known = int(number) if token == self._token and number.isdecimal() and len(number) < 10 else 0
        return known if self._forgotten <= known <= self._revision else 0

    def _live_cards(self) -> dict[str, ShelfCard]:
        """The matches that have no file; when one is over, the list is read for its replay."""
        shows = [show for show in self._gallery.shows() if isinstance(show, LiveShow) and show.file is None]
        cards = {show.id: _live_card(show) for show in shows}
        with self._lock:
            for name in self._live - cards.keys():
                self._drop(name)
                self._next_look = 0.0
            self._live = set(cards)
        return cards

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
        work = [*self._new_files(), *self._changed()]
        self._waiting = len(work)
        with ThreadPoolExecutor(READERS, thread_name_prefix="shelf") as pool:
            for found, known in zip(work, pool.map(self._read_file, work), strict=True):
                if known is not None:
                    self._put(found, known)
        self._index.save()

    def _new_files(self) -> Iterator[ShelfWork]:
        """Files of the folders that have no show; a match that is being recorded there has one."""
        found = [
            file.path for folder in self._gallery.folders for file in newest_files(folder, SUFFIX)[:MAX_FILES]
        ]
        new = [path for path in found if path not in self._paths]
        self._paths.update(new)
        shown = {os.path.abspath(show.path) for show in self._gallery.shows() if show.path} if new else set()
        for path in new:
            if os.path.abspath(path) not in shown and (stamp := stamp_of(path)) is not None:
                yield ShelfWork(path, stamp, None)

    def _changed(self) -> Iterator[ShelfWork]:
        """Replays whose files are new or changed; those that are gone leave the list."""
        for show in self._gallery.shows():
            if (path := show.file) is None:
                continue
            stamp, entry = stamp_of(path), self._entries.get(show.id)
            if stamp is None:
                self._remove(show, path)
            elif entry is None or entry.stamp != stamp:
                yield ShelfWork(path, stamp, show)

    def _read_file(self, work: ShelfWork) -> IndexedFile | None:
        if self._closing:
            return None
        known = self._index.get(work.path, work.stamp)
        if known is None:
            known = IndexedFile(identify(work.path), summarise(work.path))
            if not (isinstance(work.show, ReplayShow) and work.show.dropped):
                self._index.put(work.path, known)
        return known

    def _put(self, work: ShelfWork, known: IndexedFile) -> None:
        """Show a file that was read, under the id that belongs to its content."""
        show, former = work.show, work.show.id if work.show else ""
        if show is None:
            show = ReplayShow(work.path, trusted=self._gallery.trusted, identity=known.identity)
            self._gallery.add(show)
        elif show.identity != known.identity:
            self._gallery.refresh(show, known.identity)
        with self._lock:
            self._waiting -= 1
            if former not in ("", show.id):
                self._drop(former)
            self._revision += 1
            self._gone.pop(show.id, None)
            card = _card(show, work.path, work.stamp, known.summary)
            self._entries[show.id] = ShelfEntry(work.stamp, card, self._revision)

    def _remove(self, show: Show, path: Path) -> None:
        """A file is gone, and its show with it."""
        self._gallery.remove(show)
        self._paths.discard(path)
        with self._lock:
            self._drop(show.id)

    def _drop(self, name: str) -> None:
        """A match leaves the list; only the newest of those are remembered."""
        self._revision += 1
        self._entries.pop(name, None)
        self._gone.pop(name, None)
        self._gone[name] = self._revision
        while len(self._gone) > MAX_GONE:
            self._forgotten = self._gone.pop(next(iter(self._gone)))


def _card(show: Show, path: Path, stamp: FileStamp, summary: Summary) -> ShelfCard:
    """A replay in the list; one that cannot be played here says why."""
    title, version = summary.game, version_of(path)
    if not summary.error:
        try:
            title = recorded_game(summary.game, summary.behaviour, summary.lanista).title
        except InputError as error:
            summary = msgspec.structs.replace(summary, error=inert(str(error)))
    kind: Kind = "broken" if summary.error else "over" if summary.ended else "open"
    at = stamp.changed_ns // 1_000_000
    name = inert(show.name, MAX_NAME)
    dropped = isinstance(show, ReplayShow) and show.dropped
    return ShelfCard(show.id, name, kind, at, summary, title, "" if summary.error else version, dropped)


def _live_card(show: LiveShow) -> ShelfCard:
    """A match of this server; while a person plays, it shows no more than the person may see."""
    at, name = int(show.began_at * 1000), inert(show.name, MAX_NAME)
    if not show.begun:
        failed = Summary(error=inert(show.failure)) if show.failure else Summary()
        return ShelfCard(show.id, name, "broken" if show.failure else "live", at, failed)
    replay = show.replay()
    verdicts: Iterable[Iterable[str]] = (line.verdicts for line in replay.turns)
    summary = Summary.of(replay.header, verdicts).end(replay.footer)
    hidden = show.running and bool(show.people)
    if hidden:
        summary.seed = ""
    kind: Kind = "live" if show.running else "over" if summary.ended else "open"
    version = "" if hidden else f"{summary.turns}"
    return ShelfCard(show.id, name, kind, at, summary, get_game(replay.header.game).title, version)

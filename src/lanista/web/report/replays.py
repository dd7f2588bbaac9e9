"""Replays of a league beside its report: the files themselves, and pages that show them."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import quote

from lanista.core.errors import InputError, LanistaError
from lanista.core.files import write_whole
from lanista.core.text import quoted
from lanista.league.store.replay_files import DIGEST, SUFFIX, ReplayFiles
from lanista.league.values import LeagueOverview, MatchSummary
from lanista.match.replay import read_replay
from lanista.web.film import MatchHistory
from lanista.web.page import export_html

SCHEMES = ("https://", "http://")


@dataclass(frozen=True)
class Links:
    """The locations of a report's replays: patterns of addresses, in which {folder} and {digest} are filled in."""

    files: str = ""
    pages: str = ""
    missing: frozenset[str] = frozenset()  # digests without a file
    shown: frozenset[str] = frozenset()  # digests with a page

    def has(self, digest: str) -> bool:
        """Whether there is anything to link to."""
        return DIGEST.fullmatch(digest) is not None and (digest in self.shown or digest not in self.missing)


@dataclass
class WrittenPages:
    """Pages that were written."""

    digests: set[str] = field(default_factory=set)
    failed: list[str] = field(default_factory=list)  # why some could not be


def file_pattern(replays: Path, report: Path) -> str:
    """The addresses of a store's replays, relative to a report."""
    try:
        folder = Path(os.path.relpath(replays.resolve(), report.resolve().parent)).as_posix()
    except ValueError:  # another drive
        return f"{replays.resolve().as_uri()}/{{folder}}/{{digest}}{SUFFIX}"
    return f"{quote(folder)}/{{folder}}/{{digest}}{SUFFIX}"


def web_pattern(address: str) -> str:
    """The addresses of replays that were copied elsewhere; raises InputError for what is no address."""
    if not address.startswith(SCHEMES):
        raise InputError(f"expected https://... as the address of replays, got {quoted(address)}")
    return f"{quote(address.rstrip('/'), safe=':/?&=%@+~,;')}/{{folder}}/{{digest}}{SUFFIX}"


def missing_replays(table: LeagueOverview, replays: ReplayFiles) -> frozenset[str]:
    """The digests of replays that the store does not have."""
    return frozenset(digest for digest in _digests(table.matches) if not replays.exists(digest))


def _digests(matches: Iterable[MatchSummary]) -> Iterator[str]:
    return (match.replay for match in matches if DIGEST.fullmatch(match.replay))


def chosen_replays(table: LeagueOverview, count: int) -> list[str]:
    """The replays to show if not all can be: the last of each group of bots, best ranks first, then the others."""
    ranks = {row.entry: row.rank or len(table.rows) for row in table.rows}
    seen: Counter[tuple[int, ...]] = Counter()
    found: list[tuple[int, list[int], str]] = []
    for match in reversed(table.matches):
        if DIGEST.fullmatch(match.replay):
            group = tuple(sorted(match.entries))
            order = sorted(ranks.get(entry, len(ranks) + 1) for entry in group)
            found.append((seen[group], order, match.replay))
            seen[group] += 1
    return list(dict.fromkeys(digest for _, _, digest in sorted(found)))[:count]


def write_pages(
    digests: Iterable[str], replays: ReplayFiles, folder: Path, done: Callable[[int], None]
) -> WrittenPages:
    """Write a page for each replay into a folder; those that are there stay, so that it can be continued."""
    written = WrittenPages()
    for number, digest in enumerate(digests, 1):
        path = folder / f"{digest}.html"
        if path.is_file():
            written.digests.add(digest)
        elif (page := _page(replays.path(digest), written)) is not None:
            write_whole(path, page.encode(), sync=False)
            written.digests.add(digest)
        done(number)
    return written


def _page(replay: Path, written: WrittenPages) -> str | None:
    """The page of a replay; None, with the reason noted, for one that cannot be read or played again."""
    try:
        return export_html(MatchHistory.of_replay(read_replay(replay)))
    except LanistaError as error:
        written.failed.append(str(error))
        return None

"""Checks a store: counts, digests, results against their replays, and a sample of replays played again."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import SystemRandom

from lanista.core.errors import StoreError
from lanista.core.text import brief, inert, quoted
from lanista.engine import derive
from lanista.league.checked import CheckedLeague, CheckedStore
from lanista.league.proofs import Judged, contradiction, replayed
from lanista.league.store import Changes, LeagueRecord, LeagueStore
from lanista.league.store.replay_files import DIGEST, digest_of

MAX_PROBLEMS = 1000  # that are listed
CLEANED_AT_ONCE = 500  # files, while runners have to wait
STEP = 1000  # replays between two reports of progress

Tell = Callable[[str], None]


@dataclass
class StoreCheck:
    """A check in progress."""

    store: LeagueStore
    tell: Tell
    not_kept: frozenset[str] = frozenset()  # digests of replays
    problems: list[str] = field(default_factory=list)
    judged: dict[str, list[Judged]] = field(default_factory=lambda: defaultdict(list))  # by their replay
    whole: list[str] = field(default_factory=list)  # digests of replays with the right content
    missing: int = 0
    damaged: int = 0


def check_store(
    store: LeagueStore, *, sample: int, clean: bool, tell: Tell, not_kept: Collection[str] = ()
) -> CheckedStore:
    """Check a store; `sample` replays are played again, `clean` discards files that no result names.

    Replays that are `not_kept` any more need not be there.
    """
    check = StoreCheck(store, tell, frozenset(not_kept))
    check.problems += store.integrity()
    leagues = [_check_league(check, league) for league in store.leagues()]
    archives = _check_archives(check)
    _check_files(check)
    _compare(check)
    verified = _verify(check, sample)
    unreferenced = _unreferenced(store)
    trash = store.replays.new_trash() if clean and unreferenced else None
    moved = _discard(store, unreferenced, trash) if trash else []
    return CheckedStore(
        store=store.address,
        leagues=leagues,
        archives=archives,
        replays=len(check.whole) + check.missing + check.damaged,
        missing=check.missing,
        damaged=check.damaged,
        verified=verified,
        unreferenced=len(unreferenced),
        cleaned=len(moved),
        trash=None if trash is None else str(trash),
        moved=[str(path) for path in moved],
        problems=_shortened(check.problems),
        passed=not check.problems,
    )


def _shortened(problems: list[str]) -> list[str]:
    more = len(problems) - MAX_PROBLEMS
    return [*problems[:MAX_PROBLEMS], f"and {more} more"] if more > 0 else problems


def _check_league(check: StoreCheck, league: LeagueRecord) -> CheckedLeague:
    """Check a league's rows in the database."""
    check.tell(f"reading {inert(league.name, 60)}")
    where = f"league {quoted(league.name, 60)}"
    check.problems += [f"{where}: {problem}" for problem in check.store.contradictions(league.id)]
    try:
        found = check.store.changes(league.id)
    except StoreError as error:
        check.problems.append(f"{where}: {error}")
        found = Changes(0)
    check.problems += [f"{where}: {problem}" for problem in _odd_matches(league, found)]
    judged = [result for result in found.results if result.counts]
    for result in judged:
        match = found.matches[result.number]
        bots = [found.entries[entry].bot for entry in match.entries]
        if result.replay:
            check.judged[result.replay].append(Judged(league, match, bots, result))
        else:
            check.problems.append(f"{where}: match {match.number} was judged, but no replay shows it")
    cancelled = sum(result.is_cancelled for result in found.results)
    return CheckedLeague(
        name=league.name,
        game=league.game,
        bots=len(found.entries),
        matches=len(found.matches),
        judged=len(judged),
        void=len(found.results) - len(judged) - cancelled,
        cancelled=cancelled,
        waiting=len(found.matches) - len(found.results),
    )


def _odd_matches(league: LeagueRecord, found: Changes) -> Iterator[str]:
    """Matches whose seed is not their unit's, or with bots that had not joined or had left."""
    seeds: dict[int, int] = {}
    for match in found.matches:
        if match.unit not in seeds:
            seeds[match.unit] = derive(league.seed, "unit", match.unit)
        if match.seed != seeds[match.unit]:
            yield f"match {match.number} has another seed than its unit {match.unit}"
        for entry in (found.entries[number] for number in match.entries):
            if match.number < entry.joined or (entry.left is not None and match.number >= entry.left):
                yield f"match {match.number} was scheduled for {brief(entry.bot, 60)}, who did not take part then"


def _check_archives(check: StoreCheck) -> int:
    """Read and hash the archives of all entries, and all others that are kept."""
    store, kept = check.store, check.store.archive_digests()
    check.tell(f"hashing the archives of {len(kept)} bots")
    for digest in kept:
        try:
            store.archive(digest)
        except StoreError as error:
            check.problems.append(str(error))
    for league in store.leagues():
        for entry in store.entries(league.id):
            if not entry.builtin and entry.digest not in kept:
                bot = brief(entry.bot, 60)
                check.problems.append(
                    f"league {quoted(league.name, 60)}: the archive of {bot} is missing; add it again"
                )
    return len(kept)


def _check_files(check: StoreCheck) -> None:
    """Hash the replays of all results."""
    names = sorted(check.store.referenced_replays())
    for at, digest in enumerate(names):
        if at % STEP == 0:
            check.tell(f"hashing replays, {at:,} of {len(names):,}")
        if not DIGEST.fullmatch(digest):
            check.damaged += 1
            check.problems.append(f"a result names the replay {quoted(digest)}, which is not a digest")
        elif not check.store.replays.exists(digest):
            if digest in check.not_kept:
                continue
            check.missing += 1
            check.problems.append(f"the replay {digest} is missing in {check.store.replays.folder}")
        elif digest_of(check.store.replays.path(digest)) != digest:
            check.damaged += 1
            check.problems.append(f"the replay {check.store.replays.path(digest)} was changed")
        else:
            check.whole.append(digest)


def _compare(check: StoreCheck) -> None:
    """Compare every result with its replay."""
    for at, digest in enumerate(check.whole):
        if at % STEP == 0:
            check.tell(f"comparing results with replays, {at:,} of {len(check.whole):,}")
        for judged in check.judged.get(digest, ()):
            if problem := contradiction(judged, check.store.replays.path(digest)):
                check.problems.append(f"{judged}: its replay {digest} {problem}")


def _verify(check: StoreCheck, sample: int) -> int:
    """Play a random sample of replays again."""
    candidates = [digest for digest in check.whole if digest in check.judged]
    chosen = SystemRandom().sample(candidates, min(sample, len(candidates)))
    for at, digest in enumerate(chosen):
        check.tell(f"playing replays again, {at + 1} of {len(chosen)}")
        if problem := replayed(check.store.replays.path(digest)):
            check.problems.append(f"{check.judged[digest][0]}: its replay {digest} {problem}")
    return len(chosen)


def _unreferenced(store: LeagueStore) -> list[tuple[str, Path]]:
    """Files that no result names: replays, and drafts of replays that were moved in when a process was killed."""
    files = [(digest, store.replays.path(digest)) for digest in store.replays.digests()]
    drafts = [("", path) for path in store.replays.drafts()]
    named = store.referenced_replays()  # after the files were listed: a result comes after its file
    return [*[(digest, path) for digest, path in files if digest not in named], *drafts]


def _discard(store: LeagueStore, files: list[tuple[str, Path]], trash: Path) -> list[Path]:
    """Move files that no result names to the trash, a few at a time."""
    parts = [files[at : at + CLEANED_AT_ONCE] for at in range(0, len(files), CLEANED_AT_ONCE)]
    return [path for part in parts for path in store.discard_unreferenced(part, trash)]

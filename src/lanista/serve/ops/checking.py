"""Checks a server: its store, and that people, uploads, the league and the work of runners agree."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import partial
from typing import Annotated, TypeVar

from msgspec import Meta, Struct
from sqlalchemy import Connection, Table

from lanista.core.errors import LanistaError
from lanista.core.text import brief, quoted
from lanista.league.check import check_store
from lanista.league.checked import CheckedStore
from lanista.league.store import LeagueEntry, contest_tables
from lanista.serve import rows
from lanista.serve.contests import Contest
from lanista.serve.ops.disk import disk
from lanista.serve.records import Job, JobKind, JobState, Member, Team, Upload, UploadState
from lanista.serve.site import Site
from lanista.serve.work.retention import not_kept

T = TypeVar("T", bound=Struct)

OPEN_JOBS = frozenset({JobState.WAITING, JobState.RUNNING})
WORK = {  # states of uploads that a piece of work ends
    UploadState.WAITING: JobKind.CHECK,
    UploadState.CHECKING: JobKind.CHECK,
    UploadState.GATED: JobKind.GATE,
}


class CheckedContest(Struct):
    """The counts of a contest."""

    slug: str
    people: int
    teams: int
    uploads: int
    active: Annotated[int, Meta(description="uploads that play in the league")]
    waiting: Annotated[int, Meta(description="checks, gates and practice matches that wait or run")]


class CheckedServer(Struct):
    """The findings of a server's check."""

    contests: list[CheckedContest]
    store: CheckedStore
    disk: Annotated[str, Meta(description="free space, in a sentence")]
    disk_is_low: bool
    problems: Annotated[list[str], Meta(description="what is wrong, with the store or with contests")]
    passed: Annotated[bool, Meta(description="whether nothing is wrong")]


class ContestRows(Struct):
    """Everything of one contest, as of one moment."""

    members: list[Member]
    teams: list[Team]
    uploads: list[Upload]
    jobs: list[Job]


def check_server(
    site: Site, *, sample: int = 10, tell: Callable[[str], None] = lambda text: None
) -> CheckedServer:
    """Check everything; `sample` replays are played again."""
    store = check_store(site.store, sample=sample, clean=False, tell=tell, not_kept=_not_kept(site))
    problems = list(store.problems)
    contests: list[CheckedContest] = []
    archives = set(site.store.archive_digests())
    for contest in _contests(site, problems):
        tell(f"checking {contest.slug}")
        found = site.read(partial(_rows, contest_id=contest.id))
        entries = {entry.id: entry for entry in site.store.entries(contest.league.id)}
        problems += [f"contest {contest.slug}: {text}" for text in _problems(found, entries, archives)]
        contests.append(_counts(contest, found))
    space = disk(site)
    problems += [space.says] if space.full else []
    return CheckedServer(contests, store, space.says, space.low, problems, not problems)


def _not_kept(site: Site) -> set[str]:
    """The replays that retention may have removed; none if the contests cannot be read."""
    try:
        return not_kept(site)
    except LanistaError:
        return set()


def _contests(site: Site, problems: list[str]) -> list[Contest]:
    try:
        return site.contests.all()
    except LanistaError as error:
        problems.append(f"the contests cannot be read: {brief(error)}")
        return []


def _rows(connection: Connection, contest_id: int) -> ContestRows:
    return ContestRows(
        _of_contest(connection, Member, contest_tables.members, contest_id),
        _of_contest(connection, Team, contest_tables.teams, contest_id),
        _of_contest(connection, Upload, contest_tables.uploads, contest_id),
        _of_contest(connection, Job, contest_tables.jobs, contest_id),
    )


def _of_contest(connection: Connection, kind: type[T], table: Table, contest_id: int) -> list[T]:
    return rows.found(connection, kind, rows.query(kind, table).where(table.c.contest_id == contest_id))


def _counts(contest: Contest, found: ContestRows) -> CheckedContest:
    return CheckedContest(
        slug=contest.slug,
        people=len(found.members),
        teams=len(found.teams),
        uploads=len(found.uploads),
        active=sum(upload.state is UploadState.ACTIVE for upload in found.uploads),
        waiting=sum(job.state in OPEN_JOBS for job in found.jobs),
    )


def _problems(found: ContestRows, entries: dict[int, LeagueEntry], archives: set[str]) -> Iterator[str]:
    yield from _of_members(found)
    yield from _of_uploads(found, archives)
    yield from _of_entries(found, entries)
    yield from _of_jobs(found)


def _of_members(found: ContestRows) -> Iterator[str]:
    known = {team.id for team in found.teams}
    for member in found.members:
        if member.team_id and member.team_id not in known:
            yield f"the person {member.user_id} is in the team {member.team_id}, which this contest does not have"


def _of_uploads(found: ContestRows, archives: set[str]) -> Iterator[str]:
    known = {team.id for team in found.teams}
    for upload in found.uploads:
        if upload.team_id not in known:
            yield f"upload {upload.id} is of the team {upload.team_id}, which this contest does not have"
        if upload.digest not in archives:
            yield f"the archive of upload {upload.id} is missing; its team must upload it again"
    waiting = {(job.upload_id, job.kind) for job in found.jobs if job.state in OPEN_JOBS}
    for upload in found.uploads:
        kind = WORK.get(upload.state)
        if kind is not None and (upload.id, kind) not in waiting:
            yield f"upload {upload.id} is {upload.state}, but no {kind} waits or runs"


def _of_entries(found: ContestRows, entries: dict[int, LeagueEntry]) -> Iterator[str]:
    """The active version of a team must be the one that plays in the league, and no other."""
    names = {team.id: team.name for team in found.teams}
    active: dict[int, list[Upload]] = defaultdict(list)
    for upload in found.uploads:
        if upload.state is UploadState.ACTIVE:
            active[upload.team_id].append(upload)
    for team_id, uploads in active.items():
        if len(uploads) > 1:
            yield f"the team {quoted(names.get(team_id, ''), 60)} has {len(uploads)} active versions"
        for upload in uploads:
            entry = entries.get(upload.entry)
            if entry is None or entry.digest != upload.digest:
                yield f"upload {upload.id} is active, but its entry {upload.entry} in the league is another bot"
    theirs = {upload.entry for uploads in active.values() for upload in uploads}
    for entry in entries.values():
        plays = entry.left is None and not entry.builtin and not entry.quarantined
        if plays and entry.bot in names.values() and entry.id not in theirs:
            yield f"the bot {quoted(entry.bot, 60)} plays in the league, but no upload of its team is active"


def _of_jobs(found: ContestRows) -> Iterator[str]:
    known = {upload.id for upload in found.uploads}
    for job in found.jobs:
        if job.upload_id and job.upload_id not in known:
            yield f"the {job.kind} {job.id} is of upload {job.upload_id}, which this contest does not have"

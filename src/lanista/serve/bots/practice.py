"""Work that a team asks for: matches that do not count, and comparisons of two of its versions."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from sqlalchemy import Connection, select

from lanista.core.errors import InputError
from lanista.core.text import join_words, quoted, whole_number
from lanista.league.store import contest_tables as tables
from lanista.league.store.tables import entries
from lanista.serve import rows
from lanista.serve.bots import limits
from lanista.serve.bots.states import WORKING
from lanista.serve.bots.terms import builtins_of, game_of, maps_of, seats_of
from lanista.serve.bots.uploads import lock_team
from lanista.serve.errors import Conflict, Missing
from lanista.serve.records import Job, JobKind, JobState, Upload
from lanista.serve.work.jobs import insert_job

if TYPE_CHECKING:
    from lanista.serve.contests import Contest
    from lanista.serve.site import Site

SEED_BITS = 48
ENTRY, BUILTIN, VERSION = "entry", "builtin", "upload"  # what an opponent is, before a colon
UNENDED = (JobState.WAITING, JobState.RUNNING)


class PracticeOpponent(NamedTuple):
    """Somebody to practise with: as requests name it, and as people read it."""

    word: str  # entry:5, builtin:NAME or upload:12
    label: str


def opponents(site: Site, contest: Contest, team_id: int) -> list[PracticeOpponent]:
    """Everybody that a team can practise with: the bots of the contest, built-ins, and its own versions."""
    wanted = select(entries.c.id, entries.c.bot, entries.c.version, entries.c.builtin).where(
        entries.c.league_id == contest.league.id, entries.c.left.is_(None)
    )
    playing = site.read(lambda connection: connection.execute(wanted.order_by(entries.c.bot)).all())
    found = [PracticeOpponent(f"{ENTRY}:{one.id}", str(one.bot)) for one in playing if not one.builtin]
    found += [PracticeOpponent(f"{BUILTIN}:{name}", f"{name} (built in)") for name in builtins_of(contest)]
    own = [upload for upload in site.uploads.of_team(team_id) if upload.state in WORKING]
    return found + [PracticeOpponent(f"{VERSION}:{one.id}", f"version {one.number} of yours") for one in own]


def practise(
    site: Site,
    contest: Contest,
    upload: Upload,
    user_id: int,
    *,
    against: Sequence[str],
    map_name: str = "",
    seat: int = 0,
) -> Job:
    """Queue a match of a version that does not count, within the team's limit; raises a LanistaError.

    `against` are opponents as `opponents` names them, in the order of their seats.
    """
    _check_works(upload)
    _check_map(contest, map_name)
    players = [_player(site, contest, upload.team_id, word) for word in against]
    _check_seats(contest, len(players) + 1, seat)
    players.insert(seat, {VERSION: upload.id})
    request = {"players": players, "map": map_name, "seed": secrets.randbits(SEED_BITS), "seat": seat}
    now = site.now()

    def work(connection: Connection) -> Job:
        lock_team(connection, contest.id, upload.team_id)
        if (known := _queued(connection, upload.team_id, JobKind.PRACTICE, request)) is not None:
            return known
        limits.refuse_more_practice(connection, contest, upload.team_id, now)
        return _insert(connection, JobKind.PRACTICE, upload, user_id, now, request)

    return site.write(work)


def compare(site: Site, contest: Contest, first: Upload, second: Upload, user_id: int) -> Job:
    """Queue a comparison of two versions of a team, which changes no state; one at a time. Raises LanistaError."""
    if first.team_id != second.team_id:
        raise Missing("there is no such version")
    if first.id == second.id:
        raise InputError(f"expected two versions to compare, got version {first.number} twice")
    _check_works(first)
    _check_works(second)
    request = {"first": first.id, "second": second.id, "decides": False, "once": secrets.randbits(SEED_BITS)}
    now = site.now()

    def work(connection: Connection) -> Job:
        lock_team(connection, contest.id, first.team_id)
        if (known := _queued(connection, first.team_id, JobKind.GATE, request)) is not None:
            return known
        waiting = _of_team(connection, first.team_id, JobKind.GATE)
        if any(not job.request.get("decides") for job in waiting):
            raise Conflict("another comparison of your team has not ended yet; one is done at a time")
        limits.refuse_more_comparisons(connection, first.team_id, now)
        return _insert(connection, JobKind.GATE, first, user_id, now, request)

    return site.write(work)


def job_of(site: Site, contest: Contest, team_id: int, job_id: int) -> Job:
    """A job of a team; raises Missing for those of others."""
    job = site.jobs.get(job_id)
    if job.contest_id != contest.id or job.team_id != team_id:
        raise Missing("there is no such job")
    return job


def jobs_of(site: Site, contest: Contest, team_id: int, count: int = 20) -> list[Job]:
    """The last practice matches and comparisons of a team, the newest first."""
    its = tables.jobs.c
    wanted = rows.query(Job, tables.jobs).where(its.contest_id == contest.id, its.team_id == team_id)
    asked = wanted.where(its.kind.in_([JobKind.PRACTICE, JobKind.GATE])).order_by(its.id.desc()).limit(count)
    return site.read(lambda connection: rows.found(connection, Job, asked))


def practice_left(site: Site, contest: Contest, team_id: int) -> int:
    """How often a team may still practise in this hour."""
    allowed, now = contest.settings.practice_per_hour, site.now()
    return site.read(lambda c: limits.left_of(c, team_id, (JobKind.PRACTICE,), allowed, now)) if allowed else 0


# Checks


def _player(site: Site, contest: Contest, team_id: int, word: str) -> dict[str, Any]:
    """An opponent as a job names it; refuses those that the team cannot practise with."""
    kind, _, name = word.partition(":")
    number = whole_number(name)
    if kind == BUILTIN and name in builtins_of(contest):
        return {BUILTIN: name}
    if kind == ENTRY and number is not None and _plays(site, contest, number):
        return {ENTRY: number}
    if kind == VERSION and number is not None and 0 < number < 2**31:
        upload = site.uploads.own(contest.id, team_id, number)
        _check_works(upload)
        return {VERSION: upload.id}
    raise InputError(
        f"expected an opponent such as {BUILTIN}:{builtins_of(contest)[0]}, {ENTRY}:0 (a bot that plays in the "
        f"contest) or {VERSION}:1 (a version of your team), got {quoted(word)}"
    )


def _plays(site: Site, contest: Contest, entry: int) -> bool:
    """Whether an entry plays in the contest; built-in bots are named by their names."""
    its = (entries.c.league_id == contest.league.id) & (entries.c.id == entry) & entries.c.left.is_(None)
    wanted = select(entries.c.id).where(its, entries.c.builtin == "")
    is_small = 0 <= entry < 2**31
    return is_small and site.read(lambda connection: connection.execute(wanted).first()) is not None


def _check_works(upload: Upload) -> None:
    if upload.state not in WORKING:
        raise Conflict(f"version {upload.number} cannot play: it is {upload.state.value}")


def _check_map(contest: Contest, name: str) -> None:
    maps = maps_of(contest)
    if name and name not in maps:
        there = f"there are {join_words(list(maps))}" if maps else "the seed makes it"
        raise InputError(f"expected a map of the contest, got {quoted(name)}; {there}")


def _check_seats(contest: Contest, seats: int, seat: int) -> None:
    allowed = [count for count in game_of(contest).seats if 2 <= count <= seats_of(contest)]
    if seats not in allowed:
        counts = join_words([str(count - 1) for count in allowed], "or")
        raise InputError(f"expected {counts} opponents in this contest, got {seats - 1}")
    if not 0 <= seat < seats:
        raise InputError(f"expected a seat from 0 to {seats - 1}, got {seat}")


# Within transactions


def _insert(
    connection: Connection, kind: JobKind, upload: Upload, user_id: int, now: float, request: dict[str, Any]
) -> Job:
    return insert_job(
        connection,
        kind,
        upload.contest_id,
        upload.team_id,
        now=now,
        upload_id=upload.id,
        user_id=user_id,
        request=request,
    )


def _of_team(connection: Connection, team_id: int, kind: JobKind) -> list[Job]:
    its = tables.jobs.c
    wanted = rows.query(Job, tables.jobs).where(its.team_id == team_id, its.kind == kind)
    return rows.found(connection, Job, wanted.where(its.state.in_(UNENDED)))


def _queued(connection: Connection, team_id: int, kind: JobKind, request: dict[str, Any]) -> Job | None:
    """The job with this very request, with its random number: the answer to the first try was lost."""
    return next((job for job in _of_team(connection, team_id, kind) if job.request == request), None)

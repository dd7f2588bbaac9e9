"""The next steps of a version, and when they come: in plain words, for its team."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from sqlalchemy import func, select

from lanista.league.ladder.turns import wait_bound
from lanista.league.store.rows import ints
from lanista.league.store.tables import entries, matches, pending
from lanista.serve.bots.states import (
    ACTIVE,
    CHECKING,
    GATED,
    HELD,
    PASSED,
    QUARANTINED,
    REFUSED,
    RETIRED,
    SETTLED,
    WAITING,
)
from lanista.serve.bots.terms import fewest_seats, seats_among
from lanista.serve.records import Job, JobKind, JobState, Upload
from lanista.serve.settings import Phase, phase
from lanista.serve.work.lanes import Lanes

if TYPE_CHECKING:
    from lanista.serve.contests import Contest
    from lanista.serve.site import Site

BUILD_SECONDS = 10.0  # that a build takes, roughly
MAX_PENDING = 5000  # matches of the queue that are looked through


class UploadOutlook(msgspec.Struct, frozen=True):
    """The present and the next steps of a version."""

    says: str  # what it is doing now
    then: tuple[str, ...] = ()  # what happens next, and when
    ahead: int = 0  # jobs that are done before its own
    seconds: float = 0.0  # until its own job begins, roughly; 0 if nobody knows
    settled: bool = False  # whether nothing more happens to it by itself
    plays: bool = False  # whether it plays in the contest
    stuck: str = ""  # why it makes no progress; empty if it does


def outlook(site: Site, contest: Contest, upload: Upload) -> UploadOutlook:
    """Describe the next steps of a version."""
    tell = {
        WAITING: _waiting,
        CHECKING: _checking,
        REFUSED: _refused,
        PASSED: _passed,
        GATED: _gated,
        HELD: _held,
        ACTIVE: _active,
        RETIRED: _retired,
        QUARANTINED: _quarantined,
    }[upload.state]
    found = tell(site, contest, upload)
    return msgspec.structs.replace(found, settled=upload.state in SETTLED, plays=upload.state is ACTIVE)


# By state


def _waiting(site: Site, contest: Contest, upload: Upload) -> UploadOutlook:
    job = _job(site, upload, JobKind.CHECK)
    if job is None or job.state is JobState.FAILED:
        return _broken(job)
    ahead, runners = _ahead(site, job), _runners(site)
    seconds = ahead * (contest.settings.check_seconds + BUILD_SECONDS) / max(1, runners)
    says = "it waits for its check" + (
        f": {_count(ahead, 'job')} ahead of it" if ahead else "; it is the next one"
    )
    when = f"its check begins in about {_span(seconds)}" if ahead and runners else "its check begins at once"
    return UploadOutlook(
        says,
        (when if runners else "its check begins when a runner is at work", *_after_check(site, contest, upload)),
        ahead=ahead,
        seconds=seconds,
        stuck="" if runners else NO_RUNNER,
    )


def _checking(site: Site, contest: Contest, upload: Upload) -> UploadOutlook:
    job = _job(site, upload, JobKind.CHECK)
    if job is not None and job.state is JobState.FAILED:
        return _broken(job)
    takes = f"the examination takes about {contest.settings.check_seconds} seconds after the build"
    says = "it is built in the sandbox, started and examined now"
    return UploadOutlook(says, (takes, *_after_check(site, contest, upload)), stuck=_no_runner(site))


def _refused(site: Site, contest: Contest, upload: Upload) -> UploadOutlook:
    return UploadOutlook(
        "it does not play: its check has failed",
        ("the report card says what was found and what to do", _stays(site, upload, "upload a better one")),
    )


def _passed(site: Site, contest: Contest, upload: Upload) -> UploadOutlook:
    return UploadOutlook("it works, but does not play", (upload.why or "it plays when you activate it",))


def _gated(site: Site, contest: Contest, upload: Upload) -> UploadOutlook:
    playing = site.uploads.active(upload.team_id)
    rival = f"version {playing.number}" if playing else "the version that plays"
    job = _job(site, upload, JobKind.GATE)
    if job is None or job.state is JobState.FAILED:
        return UploadOutlook(
            "its comparison has failed by a fault of the server", ("activate it again to repeat the comparison",)
        )
    then = (
        f"at most {contest.settings.gate_matches} matches are played against {rival}",
        f"it plays instead if the test says that it is not worse; otherwise {rival} stays",
    )
    if job.state is JobState.RUNNING:
        return UploadOutlook(f"it is compared with {rival} now", then, stuck=_no_runner(site))
    ahead = _ahead(site, job)
    says = f"it waits to be compared with {rival}: {_count(ahead, 'job')} ahead of it"
    return UploadOutlook(says, then, ahead=ahead, stuck=_no_runner(site))


def _held(site: Site, contest: Contest, upload: Upload) -> UploadOutlook:
    return UploadOutlook(
        "it does not play: it was worse than the version that plays",
        tuple(filter(None, (upload.why, "you can activate it all the same, or upload a better one"))),
    )


def _active(site: Site, contest: Contest, upload: Upload) -> UploadOutlook:
    now = phase(contest.settings, site.now())
    if now is Phase.OVER:
        return UploadOutlook("the contest is over", ("this version counts in the final table",))
    if now is Phase.BEFORE:
        left = contest.settings.starts - site.now()
        return UploadOutlook("it takes part", (f"matches begin in {_span(left)}",))
    if now is not Phase.RUNNING:
        return UploadOutlook(
            "it takes part", ("matches are paused by the organiser",), stuck="the contest is paused"
        )
    return UploadOutlook("it plays on the ladder", _next_match(site, contest, upload), stuck=_no_runner(site))


def _retired(site: Site, contest: Contest, upload: Upload) -> UploadOutlook:
    return UploadOutlook(
        "it has played, and plays no more", tuple(filter(None, (upload.why, "you can go back to it at any time")))
    )


def _quarantined(site: Site, contest: Contest, upload: Upload) -> UploadOutlook:
    return UploadOutlook(
        "it is quarantined, as it failed too often",
        (
            upload.why,
            _stays(site, upload, "upload a better one"),
            "look at the input that it failed on, and upload a better version, or release it",
        ),
    )


# Parts

NO_RUNNER = "no runner is at work now; the organiser can start one"


def _no_runner(site: Site) -> str:
    return "" if _runners(site) else NO_RUNNER


def _broken(job: Job | None) -> UploadOutlook:
    error = job.outcome.get("error", "") if job is not None else ""
    says = "its check has failed by a fault of the server" + (f": {error}" if error else "")
    return UploadOutlook(says, ("ask for another check",), stuck="its check has failed")


def _after_check(site: Site, contest: Contest, upload: Upload) -> tuple[str, ...]:
    """The steps that follow if a version works."""
    playing = site.uploads.active(upload.team_id)
    if playing is None:
        return ("if it works, it joins the ladder by itself",)
    if site.teams.get(contest.id, upload.team_id).gated:
        return (
            f"if it works, it is compared with version {playing.number}, and plays instead if it is not worse",
            f"until then version {playing.number} plays on",
        )
    return (f"if it works, it plays instead of version {playing.number}, which plays on until then",)


def _stays(site: Site, upload: Upload, otherwise: str) -> str:
    playing = site.uploads.active(upload.team_id)
    return f"version {playing.number} plays" if playing else f"nothing of your team plays now; {otherwise}"


def _next_match(site: Site, contest: Contest, upload: Upload) -> tuple[str, ...]:
    """When a version plays next."""
    wanted = (
        select(pending.c.number, pending.c.runner_id, matches.c.entries)
        .join(matches, (matches.c.league_id == pending.c.league_id) & (matches.c.number == pending.c.number))
        .where(pending.c.league_id == contest.league.id)
        .order_by(pending.c.number)
        .limit(MAX_PENDING)
    )
    queue = site.read(lambda connection: connection.execute(wanted).all())
    before = 0
    for match in queue:
        if upload.entry in ints(match.entries):
            if match.runner_id is not None:
                return ("it plays a match right now",)
            return (f"its next match is in the queue, with {_count(before, 'match', 'matches')} before it",)
        before += match.runner_id is None
    return (f"its next match is planned soon: {_bound(site, contest)}",)


def _bound(site: Site, contest: Contest) -> str:
    """The bound on a bot's wait that the ladder promises."""
    its = (entries.c.league_id == contest.league.id) & entries.c.left.is_(None)
    count = int(site.read(lambda c: c.execute(select(func.count()).where(its)).scalar_one()))
    seats = seats_among(contest, count)
    if seats is None:
        return f"as soon as there are {fewest_seats(contest)} bots"
    return f"every bot plays at least once in {wait_bound(count, seats)} pairings"


def _job(site: Site, upload: Upload, kind: JobKind) -> Job | None:
    """The newest job of a kind about a version that decides on its state."""
    jobs = site.jobs.of_team(upload.contest_id, upload.team_id, kind, 50)
    return next((job for job in jobs if job.upload_id == upload.id and job.request.get("decides", True)), None)


def _ahead(site: Site, job: Job) -> int:
    return site.jobs.ahead_of(job) if job.state is JobState.WAITING else 0


def _runners(site: Site) -> int:
    """The number of runners at work."""
    lanes = Lanes(site)
    return len({lane.runner_id for lane in lanes.all() if lanes.is_current(lane)})


def _count(count: int, one: str, many: str = "") -> str:
    if count == 0:
        return f"no {one}"
    return f"1 {one}" if count == 1 else f"{count:,} {many or one + 's'}"


def _span(seconds: float) -> str:
    """A rough duration."""
    for size, name in ((86400, "day"), (3600, "hour"), (60, "minute")):
        if seconds >= 2 * size:
            return f"{seconds / size:.0f} {name}s"
    return f"{max(1, round(seconds))} seconds"

"""Contests of short matches with tiny bots, and lanes that tests run in their own process."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

from msgspec.structs import replace

from lanista.league.conditions import LEAGUE_MATCHES
from lanista.serve.contests import Contest
from lanista.serve.ops.folder import MARKER, mark
from lanista.serve.records import Job, JobKind, Upload, UploadState
from lanista.serve.site import Site
from lanista.serve.work.job_lane import JobLane
from lanista.serve.work.ladder_lane import LadderLane
from lanista.serve.work.lane_task import LaneTask
from lanista.serve.work.lanes import Voice
from lanista.serve.work.stopping import Stopping
from tests.serve.sites import new_contest, new_team

SHORT = replace(LEAGUE_MATCHES, settings={"max_rounds": 3})
FAST = b"def move(view):\n    return 'ACCELERATE'\n"
IDLE = b"def move(view):\n    return 'NOTHING'\n"
BROKEN = b"raise SystemExit('there is no model at /srv/ann/secret.bin')\n"
CRASHING = b"def move(view):\n    raise ValueError('turn')\n"
SLEEPING = b"import time\n\n\ndef move(view):\n    time.sleep(600)\n"
OVERDRIVE = "overdrive"


def short_contest(site: Site, title: str = "Cup", **settings: object) -> Contest:
    """A contest of matches of three rounds."""
    chosen = {"matches": SHORT, "check_seconds": 5, **settings}
    return new_contest(site, title, OVERDRIVE, **chosen)  # type: ignore[arg-type]


def upload(site: Site, contest: Contest, team: str, source: bytes = FAST) -> Upload:
    """A version of a team's bot; the team is made if there is none."""
    found = site.teams.find(contest.id, team) or new_team(site, contest, team)
    return site.uploads.receive(contest, found.id, 0, "bot.py", source)


def passed(site: Site, contest: Contest, team: str, source: bytes = FAST) -> Upload:
    """A version that plays, without a check."""
    made = upload(site, contest, team, source)
    for job in site.jobs.waiting(contest.id):
        if job.kind is JobKind.CHECK and job.upload_id == made.id:
            site.jobs.cancel(job)
    site.uploads.move(made.id, UploadState.CHECKING)
    return site.uploads.checked(contest, made.id, True)


def job_lane(site: Site, stop: Stopping | None = None) -> JobLane:
    """A job lane in this process; nothing handles signals."""
    return JobLane(site, task(site), Voice(site, 1), stop or Stopping())


def ladder_lane(
    site: Site, stop: Stopping | None = None, voice: Voice | None = None, **changes: object
) -> LadderLane:
    """A ladder lane in this process."""
    return LadderLane(site, task(site), voice or Voice(site, 1), stop or Stopping(), **changes)  # type: ignore[arg-type]


def task(site: Site, address: str = "") -> LaneTask:
    """A lane's task."""
    return LaneTask(str(site.data), address, 1, "test", jobs=1)


def do_jobs(site: Site) -> None:
    """Do all jobs that wait, in this process."""
    stop = Stopping()
    lane = job_lane(site, stop)
    until = time.monotonic() + 120
    stop.pause = lambda seconds: setattr(stop, "asked", not site.jobs.waiting() or time.monotonic() > until)  # type: ignore[method-assign]
    lane.run()
    assert not site.jobs.waiting()


def play_until(site: Site, enough: Callable[[], bool], **changes: object) -> None:
    """Run a ladder lane in this process until something holds, which a thread finds out."""
    stop, found = Stopping(), list[bool]()

    def look() -> None:
        until = time.monotonic() + 60
        while time.monotonic() < until and not found:
            time.sleep(0.1)
            found.extend([True] if enough() else [])
        stop.asked = True
        stop.drain()

    watcher = threading.Thread(target=look)
    with Voice(site, 1) as voice:
        watcher.start()
        ladder_lane(site, stop, voice, **changes).run()
        watcher.join()
    assert found


def job_of(site: Site, contest: Contest, made: Upload, kind: JobKind = JobKind.CHECK) -> Job:
    """The newest job of a kind about a version."""
    return next(job for job in site.jobs.of_team(contest.id, made.team_id, kind) if job.upload_id == made.id)


def start_runner(data: Path, *, address: str = "") -> subprocess.Popen[bytes]:
    """`lanista runner` in its own process."""
    data.chmod(0o700)
    if not (data / MARKER).exists():
        mark(data, address)
    command = [sys.executable, "-m", "lanista.cli.main", "runner", "--data", str(data), "--json"]
    command += ["--db", address] if address else []
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True)


def end_runner(process: subprocess.Popen[bytes], number: int = signal.SIGTERM) -> tuple[int, str]:
    """End a runner by a signal; returns its status, and what it printed as errors."""
    if process.poll() is None:
        process.send_signal(number)
    _, errors = process.communicate(timeout=60)
    return process.returncode, errors.decode()

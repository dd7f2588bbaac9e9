"""A contest server on a port of this machine, in a thread of this process, for clients that need a real one."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import uvicorn
from litestar import Litestar

from lanista.serve.http.app import make_app
from lanista.serve.records import JobKind, JobState, UploadState
from lanista.serve.site import Site

SECONDS = 30.0
OUTCOMES: dict[JobKind, dict[str, Any]] = {  # of matches and comparisons that nobody plays
    JobKind.PRACTICE: {
        "says": "greedy won \x1b[31m",
        "ranks": [2, 1],
        "scores": [1, 5],
        "faults": [0, 0],
        "turns": 9,
    },
    JobKind.GATE: {
        "says": "it is worse",
        "wins": 1,
        "draws": 0,
        "losses": 9,
        "matches": 10,
        "decision": "rejected",
    },
}


@contextmanager
def served(site: Site, app: Litestar | None = None) -> Iterator[str]:
    """The address of a server that runs while this is entered."""
    chosen = app or make_app(site)
    server = uvicorn.Server(uvicorn.Config(chosen, port=0, log_config=None, lifespan="off"))
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    until = time.monotonic() + SECONDS
    while not server.started:
        assert time.monotonic() < until, "the server starts"
        time.sleep(0.01)
    try:
        yield f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join(SECONDS)
        assert not thread.is_alive(), "the server ends"


@contextmanager
def quick_runner(site: Site, *, works: bool = True, why: str = "") -> Iterator[None]:
    """A runner that examines no bot: every version works, or none does."""
    ended = threading.Event()

    def run() -> None:
        while not ended.wait(0.02):
            job = site.jobs.claim(1)
            if job is None:
                continue
            contest = site.contests.by_id(job.contest_id)
            upload = site.uploads.get(job.contest_id, job.upload_id)
            if job.kind is JobKind.CHECK and upload.state is UploadState.WAITING:
                site.uploads.move(job.upload_id, UploadState.CHECKING, expected=(UploadState.WAITING,))
                result = "ok" if works else "failed"
                check = {
                    "name": "start",
                    "question": "Does it start?",
                    "result": result,
                    "found": why or "it does",
                }
                card = {"checks": [check], "counts": {result: 1}}
                site.uploads.checked(contest, job.upload_id, works, why, card)
            site.jobs.finish(job, JobState.DONE, OUTCOMES.get(job.kind))

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join(SECONDS)

"""A process that does one job: builds a version, plays its first match and compares it.

It is a separate process so that a save or a key can end it at any moment, whatever it does.
"""

from __future__ import annotations

import os
import pickle
import signal
import sys
import threading
import time
import traceback
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from typing import BinaryIO, NoReturn

from lanista.bots.build.build import BuildFailed
from lanista.bots.resolve import find_bot
from lanista.core.errors import LanistaError, Terminated
from lanista.core.system import terminate_self
from lanista.core.text import inert_lines
from lanista.game import get_game
from lanista.series.compare import Comparison, ComparisonQuestion, ComparisonStorage
from lanista.tools.dev.first_error import SHOWN_LINES, first_error
from lanista.tools.dev.first_match import play_first_match
from lanista.tools.dev.job import Broken, BuildStarted, Built, ComparedSoFar, DevJob, Failed, JobEvent, Watchable
from lanista.tools.dev.sources import BotSource
from lanista.tools.dev.store import VersionStore
from lanista.tools.dev.syntax import syntax_error

REPORT_SECONDS = 0.2  # between two reports of a comparison

Report = Callable[[JobEvent], None]


def main() -> None:
    """Do the job on standard input, and report to standard output."""
    reports = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # anything printed during a match is not a report
    try:
        job: DevJob = pickle.load(sys.stdin.buffer)
    except EOFError:  # nothing was left to do
        return
    signal.signal(signal.SIGTERM, _stop)
    threading.Thread(target=_end_with_parent, name="parent", daemon=True).start()
    os._exit(_status(job, reports))  # nothing is left to clean up, and the thread still reads


def _status(job: DevJob, reports: BinaryIO) -> int:
    """Do a job; returns the status to exit with."""
    try:
        do(job, lambda event: _send(reports, event))
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        reports.close()
    except (Terminated, BrokenPipeError):
        return 0
    except Exception:  # noqa: BLE001 - the other side shows the last line
        traceback.print_exc()
        return 1
    return 0


def _send(reports: BinaryIO, event: JobEvent) -> None:
    pickle.dump(event, reports)
    reports.flush()


def _end_with_parent() -> None:
    sys.stdin.buffer.read()
    terminate_self()


def _stop(*_: object) -> NoReturn:
    signal.signal(signal.SIGTERM, lambda *_: None)
    raise Terminated


def do(job: DevJob, report: Report) -> None:
    """Build, play and compare; each step only if the one before went well."""
    built = _build(job, report)
    if built is None:
        return
    report(built)
    has_changed = bool(job.base) and built.version != job.base
    question = replace(job.question, new=built.spec, old=job.question.old if has_changed else job.opponent)
    try:
        first = play_first_match(job, question, report)
        report(first)
        if has_changed and (job.despite_fault or not first.is_faulty):
            _compare(job, built.version, question, report)
    except (LanistaError, OSError) as error:
        report(Failed(str(error)))


def _build(job: DevJob, report: Report) -> Built | None:
    """Build the bot and keep its files as a version; None if that failed, which is reported."""
    report(BuildStarted())
    began = time.perf_counter()
    source = BotSource(job.question.game, job.question.new)
    try:
        if output := syntax_error(source):
            report(Broken(f"{source.spec} is not valid Python", tuple(output)))
            return None
        find_bot(get_game(source.game), source.spec, job.question.terms.wanted)
        seconds = time.perf_counter() - began
        store = VersionStore(job.store)
        version = store.keep(source)
    except BuildFailed as error:
        report(Broken(error.reason, (*first_error(error.output), *filter(None, [error.hint]))))
        return None
    except (LanistaError, OSError) as error:
        first, *more = inert_lines(str(error))
        report(Broken(first, tuple(more[-SHOWN_LINES:])))
        return None
    return Built(version, store.spec(version), seconds)


def _compare(job: DevJob, version: str, question: ComparisonQuestion, report: Report) -> None:
    """Compare until the test decides; reports are no more frequent than a person can read."""
    folder = VersionStore(job.store).matches(version, job.base)
    comparison = Comparison(
        question,
        job.test,
        max_units=job.max_units,
        jobs=job.jobs,
        storage=ComparisonStorage(folder, replays=folder / "replays", fresh=job.fresh),
    )
    report(_compared(comparison))
    last = time.monotonic()
    with closing(comparison.run()) as standings:
        for _ in standings:
            if time.monotonic() - last >= REPORT_SECONDS:
                last = time.monotonic()
                report(_compared(comparison))
    report(_compared(comparison))


def _compared(comparison: Comparison) -> ComparedSoFar:
    found = comparison.most_telling()
    return ComparedSoFar(comparison.standing, tuple(Watchable(one.why, one.result.replay) for one in found))


if __name__ == "__main__":
    main()

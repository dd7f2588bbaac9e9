"""The check of an uploaded version: built in the jail, started, asked for first moves, examined by the doctor.

A version is refused if its program does not work. Whatever else the doctor finds is advice: bots may lose.
"""

from __future__ import annotations

import time
from pathlib import Path

from lanista.core.errors import BotError
from lanista.core.files import file_errors
from lanista.core.text import inert
from lanista.league.trial import TrialFailed, try_bot
from lanista.match.recorder import SUFFIX
from lanista.series.owned_folder import OwnedFolder
from lanista.serve.bots.states import CHECKING, WAITING
from lanista.serve.errors import DiskFull
from lanista.serve.full_disk import is_full
from lanista.serve.records import Upload
from lanista.serve.work.arena import SCRATCH, ContestArena
from lanista.serve.work.card import card_of, trial_result
from lanista.serve.work.plain import without_paths
from lanista.serve.work.results import JobContext, JobResult
from lanista.serve.work.stopping import JobTimeout
from lanista.tools.doctor import CHECKS, BotExamination, CheckResult, CheckStatus, Finding, Subject, examine

PREFIX = "check-"
ON_SERVER = tuple(check for check in CHECKS if not check.is_of_author)
DECIDING = ("start", "ready", "play")  # checks of the doctor that a version must not fail
SLOWER = 3  # times the doctor's time, in which it must be over with a bot that has faults
EXTRA_SECONDS = 60.0
MAX_WHY = 1000
TRIAL_ADVICE = "Start it on your machine with `lanista doctor`, mend it, and upload it again."


def check(context: JobContext) -> JobResult:
    """Examine an upload; it is refused, or it passes and plays as soon as its team wants that."""
    site, job = context.site, context.job
    upload = site.uploads.get(job.contest_id, job.upload_id)
    if upload.state not in (WAITING, CHECKING):
        return JobResult({"says": f"it is {upload.state.value} already"})
    site.uploads.move(upload.id, CHECKING, expected=(WAITING, CHECKING))
    examined = Examined(context, upload)
    works = examined.run()
    card = card_of(context.arena, examined.name, examined.results, stopped=examined.stopped)
    why = "" if works else examined.why()
    moved = site.uploads.checked(context.contest, upload.id, works, why, card)
    return JobResult({"says": f"version {upload.number} is {moved.state.value}"}, examined.replay)


class Examined:
    """One examination of an upload."""

    def __init__(self, context: JobContext, upload: Upload) -> None:
        self._context = context
        self._upload = upload
        self._arena: ContestArena = context.arena
        self.name = context.site.teams.get(upload.contest_id, upload.team_id).name
        self.results: list[CheckResult] = []
        self.stopped = False
        self.replay = ""  # of the first problem that has one

    def run(self) -> bool:
        """Whether the bot works."""
        return self._try() and self._examine()

    def why(self) -> str:
        """Why it was refused, in one sentence."""
        failed = next((result for result in self.results if self._refuses(result)), None)
        if failed is None:
            return "its examination was not over in time: it reacts too slowly to be examined"
        return inert(without_paths(failed.finding.found, self._context.site), MAX_WHY)

    def _try(self) -> bool:
        """Build it, start it, and ask for its first moves."""
        self._context.say(f"builds and starts version {self._upload.number} of {self.name}")
        began, arena = time.monotonic(), self._arena
        specs = arena.specs()
        arena.archive(self._upload.digest)  # errors of the store are not the bot's
        try:
            first = next(iter(arena.maps), "")
            try_bot(specs.trial(self._upload.digest, self.name, arena.seats, first), self.name)
        except BotError as error:
            if is_full(error):
                raise DiskFull("the disk is full") from error
            log = tuple(error.log) if isinstance(error, TrialFailed) else ()
            said = str(error).split("\n  ")[0] if log else str(error)
            finding = Finding(
                CheckStatus.FAILED, inert(said.replace("\n", " "), MAX_WHY), "", TRIAL_ADVICE, log=log
            )
        else:
            finding = Finding(CheckStatus.OK, "it was built and started here, and answered its first turns")
        self.results.append(trial_result(finding, time.monotonic() - began))
        return finding.status is CheckStatus.OK

    def _examine(self) -> bool:
        """Let the doctor examine it; whether it passes."""
        site = self._context.site
        seconds = float(self._context.contest.settings.check_seconds)
        until = time.monotonic() + SLOWER * seconds + EXTRA_SECONDS
        root = site.data / SCRATCH
        with file_errors(root):
            root.mkdir(mode=0o700, exist_ok=True)
            folder = OwnedFolder(root, PREFIX)
        try:
            self._run_checks(self._subject(folder.path), seconds, until)
            self.replay = self._case()
        finally:
            folder.remove()
        return not self.stopped_early and not any(self._refuses(result) for result in self.results)

    def _subject(self, home: Path) -> Subject:
        arena = self._arena
        bot = arena.bot(self._upload.digest, self.name)
        subject = Subject(
            arena.game, bot, arena.seats, seed=1, terms=arena.terms(), maps=arena.map_words, home=home
        )
        subject.prepare()
        return subject

    def _run_checks(self, subject: Subject, seconds: float, until: float) -> None:
        def say(question: str) -> None:
            self._context.say(f"examines version {self._upload.number} of {self.name}: {question}")

        try:
            for result in examine(BotExamination(subject, seconds), ON_SERVER, lambda one: say(one.question)):
                self.results.append(result)
                if time.monotonic() > until:
                    self.stopped = len(self.results) <= len(ON_SERVER)
                    return
        except JobTimeout:
            self.stopped = True

    @property
    def stopped_early(self) -> bool:
        """Whether a check that decides was not made."""
        made = {result.check for result in self.results}
        return self.stopped and not made.issuperset(DECIDING)

    def _refuses(self, result: CheckResult) -> bool:
        is_deciding = result.check in DECIDING or result.check == self.results[0].check
        return is_deciding and result.finding.status is CheckStatus.FAILED

    def _case(self) -> str:
        """The digest of the match in which the first problem showed; empty if none has one."""
        for result in self.results:
            words = result.finding.command.split()
            path = next((Path(word) for word in words if word.endswith(SUFFIX)), None)
            if path is not None and path.is_file():
                return self._context.site.store.replays.put(path)
        return ""

"""The fate of a submitted bot, for the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lanista.cli.doctor.card import print_results
from lanista.core.text import inert
from lanista.tools.doctor.findings import CheckResult, CheckStatus, Finding, ReportCard

if TYPE_CHECKING:
    from rich.console import Console

    from lanista.cli.submit.shapes import Submission, SubmittedCheck

GOOD, BAD = "green", "bold red"
STATUSES = {status.value: status for status in CheckStatus}


def print_submission(out: Console, submission: Submission) -> None:
    """Print the report card, what the version is doing, and what happens next."""
    if submission.checks:
        card = ReportCard([_result(check) for check in submission.checks])
        print_results(out, card, f"version {submission.version}")
        out.print()
    if not submission.new:
        out.print("your team has uploaded these files before: nothing was queued", style="yellow")
    style = GOOD if submission.plays else BAD if submission.state == "refused" else "bold"
    words = f"version {submission.version} is {inert(submission.state, 40)}: {inert(submission.says, 300)}"
    out.print(words, style=style, markup=False, soft_wrap=True)
    for line in (submission.why if submission.state == "refused" else "", *submission.then):
        if line:
            out.print(f"  {inert(line, 600)}", markup=False, soft_wrap=True)
    out.print(f"page:      {inert(submission.page, 300)}", style="cyan", markup=False, soft_wrap=True)


def _result(check: SubmittedCheck) -> CheckResult:
    """A check of the server; its words are a stranger's."""
    finding = Finding(
        STATUSES.get(check.result, CheckStatus.SKIPPED),
        inert(check.found, 1000),
        inert(check.why, 1000),
        inert(check.advice, 1000),
        log=tuple(inert(line, 300) for line in check.log),
    )
    return CheckResult(inert(check.name, 40), inert(check.question, 100), finding, check.seconds)

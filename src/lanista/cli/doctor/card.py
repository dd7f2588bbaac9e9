"""The report card of a bot, as a table and as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lanista.cli.shared.layout import new_table, print_table
from lanista.core.text import inert
from lanista.tools.doctor import CheckStatus

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from lanista.cli.doctor.shapes import Doctor
    from lanista.tools.doctor import CheckResult, ReportCard, Subject

STYLES = {
    CheckStatus.OK: "green",
    CheckStatus.WARNING: "yellow",
    CheckStatus.FAILED: "red",
    CheckStatus.SKIPPED: "dim",
}
MAX_LOG = 6  # lines of the bot's log that are shown
MAX_CELL = 240  # characters of a finding in the table


def print_card(out: Console, card: ReportCard, subject: Subject, command: str) -> None:
    """Print the table, then all problems in detail, and the command that repeats it."""
    print_results(out, card, f"{inert(subject.bot.name, 40)}: {subject.game.title}, {subject.terms.ruleset}")
    if card.stopped:
        out.print("stopped before all checks were run", style="yellow")
    out.print(f"again:     {command}", style="cyan", markup=False, soft_wrap=True)


def print_results(out: Console, card: ReportCard, title: str) -> None:
    """Print the table, then all problems in detail, and how many of each kind there are."""
    print_table(out, _table(card, title))
    for result in card.results:
        if result.finding.is_bad:
            _explain(out, result)
    out.print()
    out.print(_summary(card), style=_summary_style(card))


def _table(card: ReportCard, title: str) -> Table:
    from rich.text import Text

    titles = ("check", "question", "result", "what was found", "s")
    table = new_table(*titles, left=titles[:-1], title=title)
    for result in card.results:
        finding = result.finding
        table.add_row(
            Text(result.check),
            Text(result.question),
            Text(finding.status.value, STYLES[finding.status]),
            Text(inert(finding.found, MAX_CELL), "dim" if finding.status is CheckStatus.SKIPPED else ""),
            f"{result.seconds:.1f}",
        )
    return table


def _explain(out: Console, result: CheckResult) -> None:
    """Print a finding, why it matters, what to do, and how to repeat it."""
    from rich.text import Text

    finding = result.finding
    out.print()
    head = Text(f"{finding.status.value}: ", STYLES[finding.status])
    out.print(head.append(f"{result.check} - {result.question}", "bold"), soft_wrap=True)
    rows = [
        ("found", finding.found),
        ("why", finding.why),
        ("do", finding.advice),
        *(("log" if number == 0 else "", line) for number, line in enumerate(finding.log[-MAX_LOG:])),
    ]
    for label, text in rows:
        if text:
            out.print(Text(f"  {label:>5}  {inert(text)}"), soft_wrap=True)
    if finding.command:
        out.print(Text(f"  {'again':>5}  "), Text(finding.command, "cyan"), sep="", soft_wrap=True)


def _summary(card: ReportCard) -> str:
    counts = [f"{card.count(status)} {status.value}" for status in CheckStatus if card.count(status)]
    return ", ".join(counts) or "no checks were run"


def _summary_style(card: ReportCard) -> str:
    if card.failed:
        return "bold red"
    return "bold yellow" if card.count(CheckStatus.WARNING) else "bold green"


def as_json(card: ReportCard, subject: Subject, command: str) -> Doctor:
    """The card as the object that --json prints."""
    from lanista.cli.doctor.shapes import Doctor, DoctorCheck

    return Doctor(
        game=subject.game.name,
        ruleset=subject.terms.ruleset,
        bot=subject.bot.spec,
        name=subject.bot.name,
        well=not card.failed and not card.stopped,
        counts={status.value: card.count(status) for status in CheckStatus},
        checks=[
            DoctorCheck(
                name=result.check,
                question=result.question,
                result=result.finding.status.value,
                found=result.finding.found,
                why=result.finding.why,
                advice=result.finding.advice,
                command=result.finding.command,
                reproduced=result.finding.reproduced,
                log=list(result.finding.log),
                seconds=round(result.seconds, 3),
            )
            for result in card.results
        ],
        stopped=card.stopped,
        command=command,
    )

"""A bisection on the screen: live while it runs, lines where there is no terminal, and the outcome."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from lanista.cli.shared.live_panel import ECHO, LivePanel
from lanista.cli.shared.strength import estimate_text, pairs_text, plain_line, standing_lines, voided_text
from lanista.core.text import inert

if TYPE_CHECKING:
    from rich.console import Console, RenderableType
    from rich.table import Table

    from lanista.series.stats import EloEstimate
    from lanista.tools.bisect import Bisection, BisectionState, Commit, CommitFinding

OTHER_LINES = 16  # of a terminal, besides the commits
MIN_ROWS = 5
MARK_WIDTH = 7
GAPS = 2  # rows that stand for hidden ones
MAX_REASON = 200  # characters
STYLES = {"good": "green", "lost": "red", "skipped": "yellow", "testing": "bold cyan"}


class BisectPanel(LivePanel):
    """Shows a bisection while it runs."""

    def __init__(
        self, bisection: Bisection, out: Console, *, quiet: bool, now: Callable[[], float] = time.monotonic
    ) -> None:
        self._bisection = bisection
        self._moment: BisectionState | None = None
        self._printed: set[str] = set()
        super().__init__(out, quiet=quiet, now=now)

    def update(self, moment: BisectionState) -> None:
        """Handle an event: print new findings, and a line about the test if the last one is a while ago."""
        self._moment = moment
        for finding in new_findings(self._bisection, self._printed) if self._prints else ():
            self._out.print(finding_line(finding), markup=False)
        if standing := moment.standing:
            self._print_line(lambda: f"{test_title(moment)}: {plain_line(standing)}")

    def _render(self) -> RenderableType:
        from rich.console import Group
        from rich.panel import Panel as Frame
        from rich.text import Text

        moment, width = self._moment, self._out.width - ECHO
        rows = max(MIN_ROWS, self._out.height - OTHER_LINES)
        parts: list[RenderableType] = [commits_table(self._bisection, moment, rows)]
        if moment is not None:
            waiting = Text("getting the bot ready", "dim")
            parts += [Text(), Text(test_title(moment), "bold")]
            parts.append(standing_lines(moment.standing, width) if moment.standing else waiting)
        subtitle = Text(self._subtitle, "dim")
        caption = Text(title(self._bisection), "bold")
        return Frame(Group(*parts), title=caption, subtitle=subtitle, padding=(1, 2), width=width)


def title(bisection: Bisection) -> str:
    """The search in a line."""
    count, left = len(bisection.commits) - 1, bisection.search.max_tests
    commits = f"{count} commit{'s' if count != 1 else ''} after {bisection.good.short}"
    return f" {commits}, at most {left} test{'s' if left != 1 else ''} to go "


def test_title(moment: BisectionState) -> str:
    """The current test in a line."""
    subject = inert(moment.commit.subject, 40)
    return f"{moment.commit.short} ({subject}) against {moment.against.short}, {moment.stage.value}"


def commits_table(bisection: Bisection, moment: BisectionState | None, max_rows: int) -> Table:
    """The commits that changed the bot, each with its mark; untested ones are left out if there are too many."""
    from rich.table import Table
    from rich.text import Text

    testing = None if moment is None else moment.commit
    table = Table.grid(padding=(0, 2), expand=True)
    table.add_column(width=MARK_WIDTH)
    table.add_column(width=len(bisection.good.short), style="dim")
    table.add_column(no_wrap=True, overflow="ellipsis", ratio=1)
    table.add_column(no_wrap=True, overflow="ellipsis", ratio=1)
    for row in shown_rows(bisection, testing, max_rows):
        if isinstance(row, int):
            table.add_row("", "", Text(f"... {row} more", "dim"), "")
            continue
        word = "testing" if testing is row.commit else mark_word(bisection, row)
        style = STYLES.get(word, "dim")
        subject = Text(inert(row.commit.subject, 80), "" if word in STYLES else "dim")
        table.add_row(Text(word, style), row.commit.short, subject, Text(result_text(row), style))
    return table


def shown_rows(bisection: Bisection, testing: Commit | None, max_rows: int) -> Iterator[CommitFinding | int]:
    """The findings to show; a number stands for as many untested ones in a row."""
    shown = _shown(bisection, testing, max_rows)
    hidden = 0
    for index, finding in enumerate(bisection.findings):
        if index not in shown:
            hidden += 1
            continue
        if hidden:
            yield hidden
            hidden = 0
        yield finding


def _shown(bisection: Bisection, testing: Commit | None, max_rows: int) -> set[int]:
    """Indices of the findings to show: both ends, all that were tested, and neighbours of the current one."""
    findings = bisection.findings
    tested = {index for index, finding in enumerate(findings) if finding.mark.value != "untested"}
    present = next((index for index, finding in enumerate(findings) if finding.commit is testing), 0)
    needed = tested | {0, present, len(findings) - 1}
    others = sorted(set(range(len(findings))) - needed, key=lambda index: abs(index - present))
    room = max(0, max_rows - len(needed) - GAPS) if len(findings) > max_rows else len(others)
    return needed | set(others[:room])


def mark_word(bisection: Bisection, finding: CommitFinding) -> str:
    """The state of a commit in a word; in brackets if it follows from tests of other commits."""
    word = {"good": "good", "bad": "lost", "skipped": "skipped"}.get(finding.mark.value, "")
    if word or bisection.findings[-1].mark.value != "bad":
        return word
    index, suspects = bisection.findings.index(finding), bisection.search.suspects
    return "(good)" if index < suspects[0] else "(lost)" if index > suspects[-1] else ""


def result_text(finding: CommitFinding) -> str:
    """How a commit did against GOOD, or why it was skipped."""
    if finding.reason:
        return inert(finding.reason.partition("\n")[0], MAX_REASON)
    standing = finding.standing
    if standing is None or standing.elo is None:
        return ""
    return f"{estimate_text(standing.elo)} Elo, {pairs_text(standing)}"


def new_findings(bisection: Bisection, printed: set[str]) -> Iterator[CommitFinding]:
    """The findings not printed yet."""
    for finding in bisection.findings:
        if finding.mark.value != "untested" and finding.commit.sha not in printed:
            printed.add(finding.commit.sha)
            yield finding


def finding_line(finding: CommitFinding) -> str:
    """A finding in one line, for a log."""
    word = {"bad": "lost"}.get(finding.mark.value, finding.mark.value)
    return f"{finding.commit}: {word} {result_text(finding)}".rstrip()


def loss_text(elo: EloEstimate) -> str:
    """A loss in words, such as `35 ± 9 Elo`; it is a negative Elo."""
    value, low, high = -elo.value, -elo.high, -elo.low
    if math.isinf(value):
        return f"more than {low:.0f} Elo"
    if math.isinf(high):
        return f"{value:.0f} Elo (at least {low:.0f})"
    if math.isclose(high - value, value - low, rel_tol=0.1):
        return f"{value:.0f} ± {(high - low) / 2:.0f} Elo"
    return f"{value:.0f} Elo ({low:.0f} to {high:.0f})"


def print_outcome(out: Console, bisection: Bisection, changes: Sequence[str], commands: Mapping[str, str]) -> None:
    """Print the tests, the finding, the culprit's changes, and the commands to continue."""
    tested = [finding for finding in bisection.findings if finding.mark.value != "untested"]
    for finding in tested:
        out.print(finding_line(finding), style="dim", markup=False, soft_wrap=True)
    if bisection.voided:
        out.print(f"doubtful: {voided_text(bisection.voided)}", style="yellow")
    outcome = bisection.outcome.value if bisection.outcome else "stopped"
    for style, sentence in SENTENCES[outcome](bisection):
        out.print(sentence, style=style, markup=False, soft_wrap=True)
    for line in changes:
        out.print(f"  {line}", markup=False, soft_wrap=True)
    for word, command in commands.items():
        out.print(f"{word + ':':<10} {command}", style="cyan", markup=False, soft_wrap=True)


def _found(bisection: Bisection) -> Iterator[tuple[str, str]]:
    suspects, lost = bisection.suspects, _lost(bisection)
    if len(suspects) == 1:
        yield "bold red", f"commit {suspects[0]} lost {lost}"
        return
    yield "bold red", f"one of these {len(suspects)} commits lost {lost}; those before the last cannot be tested:"
    for commit in suspects:
        yield "", f"  {commit}"


def _lost(bisection: Bisection) -> str:
    """The measured loss of the culprit."""
    loss = bisection.loss
    if loss is None or loss.strength is None:
        return "an unknown amount"
    score = f"it scores {loss.strength.score.value:.1%} against {bisection.before.short}"
    if loss.elo is None:
        return f"the same matches each time ({score})"
    return f"{loss_text(loss.elo)} ({loss.test.model.value}; {score} in {pairs_text(loss)})"


def _unconfirmed(bisection: Bisection) -> Iterator[tuple[str, str]]:
    loss = bisection.loss
    measured = estimate_text(loss.elo) if loss and loss.elo else "nothing"
    yield (
        "bold yellow",
        f"commit {bisection.suspects[-1]} is the first that is weaker than GOOD, but shows no sure loss against "
        f"{bisection.before.short}, the last good one ({measured} Elo): several may have lost a little each",
    )


def _no_loss(bisection: Bisection) -> Iterator[tuple[str, str]]:
    bad = bisection.findings[-1]
    if bad.standing is None:
        yield "bold green", "no regression: the bot's files are the same at GOOD and BAD"
        return
    yield "bold green", f"no regression: BAD is as good as GOOD ({result_text(bad)})"


def _undecided(bisection: Bisection) -> Iterator[tuple[str, str]]:
    shown = result_text(bisection.findings[-1])
    yield "bold yellow", f"undecided whether BAD is weaker than GOOD ({shown}); --max-pairs allows more matches"


def _stopped(bisection: Bisection) -> Iterator[tuple[str, str]]:
    suspects = bisection.suspects
    if bisection.findings[-1].mark.value != "bad":
        yield "yellow", "stopped before it was decided whether BAD is weaker than GOOD"
    elif len(suspects) == 1:
        yield "yellow", f"stopped while its loss was measured: commit {suspects[0]} lost {_lost(bisection)}"
    else:
        yield "yellow", f"stopped: the loss is in one of {len(suspects)} commits, {suspects[0]} to {suspects[-1]}"


SENTENCES: dict[str, Callable[[Bisection], Iterator[tuple[str, str]]]] = {
    "found": _found,
    "unconfirmed": _unconfirmed,
    "no loss": _no_loss,
    "undecided": _undecided,
    "stopped": _stopped,
}

"""A comparison on the screen: live while it runs, lines where there is no terminal, and the outcome."""

from __future__ import annotations

import shlex
import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from lanista.cli.shared.confining import sandbox_warning
from lanista.cli.shared.layout import new_table
from lanista.cli.shared.live_panel import ECHO, LivePanel
from lanista.cli.shared.strength import (
    MAX_WIDTH,
    decision_style,
    deterministic_text,
    pairs_text,
    plain_line,
    standing_lines,
    verdict_text,
)
from lanista.core.text import inert

if TYPE_CHECKING:
    from rich.console import Console, RenderableType
    from rich.table import Table

    from lanista.series.compare import Comparison, ComparisonStanding

QUICK_PAIRS = 100  # a longer comparison mentions --quick


class ComparePanel(LivePanel):
    """Shows a comparison while it runs."""

    def __init__(
        self, comparison: Comparison, out: Console, *, quiet: bool, now: Callable[[], float] = time.monotonic
    ) -> None:
        self._comparison = comparison
        self._has_warned = False
        super().__init__(out, quiet=quiet, now=now)

    def update(self) -> None:
        """Handle a finished match: print a line if the last is a while ago, and at once if chance has no part."""
        if self._prints and self._comparison.standing.all_alike and not self._has_warned:
            self._has_warned = True
            self._out.print(deterministic_text(self._comparison.standing), style="yellow", markup=False)
        self._print_line(lambda: plain_line(self._comparison.standing))

    def _render(self) -> RenderableType:
        return boxed(self._comparison, self._out, self._subtitle)


def boxed(comparison: Comparison, out: Console, subtitle: str = "") -> RenderableType:
    """The standing in a frame whose colour is the decision's."""
    from rich.console import Group
    from rich.panel import Panel as Frame
    from rich.text import Text

    standing = comparison.standing
    width = min(MAX_WIDTH, out.width - ECHO)
    parts: list[Any] = [standing_lines(standing, width)]
    if standing.opponents:
        parts += [Text(), opponents_table(standing)]
    title = Text(f" {inert(comparison.names[0], 32)} against {inert(comparison.names[1], 32)} ", "bold")
    return Frame(
        Group(*parts),
        title=title,
        subtitle=Text(subtitle, "dim") if subtitle else None,
        border_style=decision_style(standing.decision),
        padding=(1, 2),
        width=width,
    )


def opponents_table(standing: ComparisonStanding) -> Table:
    """Both bots' results against every opponent of the panel."""
    from rich.text import Text

    new, old = (inert(side.name, 16) for side in (standing.new, standing.old))
    table = new_table("against", new, old, "difference", "95 % interval", left=("against",))
    for opponent in standing.opponents:
        gain = opponent.difference
        table.add_row(
            Text(inert(opponent.name, 24)),
            f"{opponent.new:.1%}",
            f"{opponent.old:.1%}",
            Text(f"{gain.value:+.1%}", "green" if gain.low > 0 else "red" if gain.high < 0 else ""),
            f"{gain.low:+.1%} to {gain.high:+.1%}",
        )
    return table


def notes(comparison: Comparison) -> Iterator[tuple[str, str]]:
    """Notes before the first match, each with its style."""
    from lanista.game import find_map, map_warnings
    from lanista.series.cores import crowding

    arrangement, standing = comparison.arrangement, comparison.standing
    for word in arrangement.question.maps:
        for warning in map_warnings(arrangement.game, find_map(arrangement.game, word)):
            yield "yellow", f"map: {warning}"
    if warning := sandbox_warning(arrangement.question.terms.wanted, arrangement.bots):
        yield "yellow", warning
    if arrangement.is_same_bot:
        yield "yellow", f"{inert(comparison.names[0], 32)} and {inert(comparison.names[1], 32)} are the same bot"
    if standing.stored:
        yield "dim", f"continues {standing.stored} earlier matches (--fresh starts anew)"
    if not standing.is_over:
        yield "dim", plan_text(comparison)
    if note := crowding(comparison.jobs, arrangement.thinking):
        yield "yellow", note


def plan_text(comparison: Comparison) -> str:
    """The expected length of the comparison, before it starts."""
    pairs, each = round(comparison.expected_units), len(comparison.arrangement.lineups)
    most = comparison.standing.max_units
    limit = f"all {most:,}" if pairs >= most else f"some {pairs:,}, at most {most:,}"
    hint = " (--quick asks a coarser question)" if pairs > QUICK_PAIRS else ""
    return f"a close comparison takes {limit} pairs, of {each} matches each; a clear one ends sooner{hint}"


def remarks(standing: ComparisonStanding, *, same_bot: bool) -> list[str]:
    """Caveats about the result."""
    found = []
    if standing.remarked:
        found.append(f"in {standing.remarked} of {standing.matches} matches: {inert(standing.first_remark, 400)}")
    if standing.all_mirrored:
        same = "they are the same bot" if same_bot else "as if they were the same bot"
        found.append(f"both played identically in all {pairs_text(standing)}: {same}")
    if standing.all_alike:
        found.append(deterministic_text(standing))
    return found


def print_outcome(out: Console, comparison: Comparison, words: str, *, stopped: bool) -> None:
    """Print the final standing, its meaning, the matches worth watching, and the command to continue."""
    standing = comparison.standing
    out.print(boxed(comparison, out) if out.is_terminal else standing_lines(standing))
    if not out.is_terminal and standing.opponents:
        out.print(opponents_table(standing))
    sentence = f"stopped: {verdict_text(standing)}" if stopped else verdict_text(standing)
    out.print(sentence, style=f"bold {decision_style(standing.decision)}", markup=False)
    for remark in remarks(standing, same_bot=comparison.arrangement.is_same_bot):
        if remark != deterministic_text(standing):  # already printed above
            out.print(remark, style="yellow", markup=False)
    _print_telling(out, comparison)
    if standing.is_over and standing.decision.value == "undecided":
        out.print(f"to go on, give more than --max-pairs {standing.max_units}", style="yellow")
    word = "again" if standing.is_over else "continue"
    out.print(f"{word + ':':<10} {words}", style="cyan", markup=False, soft_wrap=True)


def _print_telling(out: Console, comparison: Comparison) -> None:
    telling = comparison.most_telling()
    if not telling:
        return
    out.print("\nworth watching:", style="bold")
    for match in telling:
        out.print(f"  {match.why}: {match.result.replay}", markup=False, soft_wrap=True)
    files = shlex.join(match.result.replay for match in telling)
    out.print(f"{'watch:':<10} lanista view {files}", style="cyan", markup=False, soft_wrap=True)

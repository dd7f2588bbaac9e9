"""A league while it runs: live on a terminal, an occasional line elsewhere."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from lanista.cli.shared.live_panel import ECHO, LivePanel
from lanista.cli.shared.strength import MAX_WIDTH, duration_text
from lanista.core.text import column_name, inert

if TYPE_CHECKING:
    from rich.console import Console, RenderableType
    from rich.table import Table
    from rich.text import Text

    from lanista.series.cluster import NodeState

TOP = 10  # bots shown while it runs
NAME = 20  # columns of a name
MAX_NODES = 8  # of a cluster, shown while it runs


@dataclass(frozen=True)
class Leader:
    """A bot at the top, with its rating so far."""

    bot: str
    value: float  # Elo
    matches: int


@dataclass(frozen=True)
class RunMoment:
    """A running league at one moment."""

    title: str
    done: int = 0  # matches with a result, of all runs
    total: int | None = None  # matches in all, as far as known
    speed: float | None = None  # matches per second of all visible runners
    seconds_left: float | None = None
    outlook: str = ""
    leaders: Sequence[Leader] = ()
    bots: int = 0
    faults: int = 0  # matches with faults
    first_fault: str = ""
    void: int = 0
    first_void: str = ""
    runners: Sequence[str] = ()  # others on the same store
    remark: str = ""  # such as a wait for other runners
    nodes: Sequence[NodeState] = ()  # of a cluster


class RunPanel(LivePanel):
    """Shows a league while it runs; `look` gives the moment to show."""

    def __init__(
        self,
        out: Console,
        look: Callable[[], RunMoment],
        *,
        quiet: bool,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._look = look
        super().__init__(out, quiet=quiet, now=now)

    def update(self) -> None:
        """Handle progress: print a line if the last one is a while ago."""
        self._print_line(lambda: plain_line(self._look()))

    def _render(self) -> RenderableType:
        return boxed(self._look(), self._out.width - ECHO, self._subtitle)


def boxed(moment: RunMoment, width: int, subtitle: str = "") -> RenderableType:
    """The progress of a league in a frame."""
    from rich.console import Group
    from rich.panel import Panel as Frame
    from rich.text import Text

    width = min(MAX_WIDTH, width)
    parts: list[Any] = [_lines(moment, width)]
    if moment.leaders:
        parts += [Text(), leaders_table(moment.leaders)]
        if moment.bots > len(moment.leaders):
            parts.append(Text(f"and {moment.bots - len(moment.leaders)} more", "dim"))
    title, below = Text(f" {inert(moment.title, 60)} ", "bold"), Text(subtitle, "dim")
    return Frame(Group(*parts), title=title, subtitle=below, padding=(1, 2), width=width)


def _lines(moment: RunMoment, width: int) -> Table:
    from rich.table import Table

    grid = Table.grid(padding=(0, 2))
    grid.add_column(style="dim", no_wrap=True)
    grid.add_column(overflow="fold")
    for label, value in _labelled(moment, width):
        grid.add_row(label, value)
    return grid


def _labelled(moment: RunMoment, width: int) -> list[tuple[str, Text]]:
    """The lines with their labels; empty ones are left out."""
    from rich.text import Text

    lines = [("matches", _matches(moment, max(8, min(40, width - 54))))]
    if outlook := outlook_text(moment):
        lines.append(("outlook", Text(outlook, "bold")))
    if moment.faults:
        lines.append(("faults", Text(_counted(moment.faults, moment.first_fault), "red")))
    if moment.void:
        lines.append(("void", Text(_counted(moment.void, moment.first_void), "yellow")))
    if moment.runners:
        lines.append(("also", Text(inert(", ".join(moment.runners), 200))))
    lines += [("nodes" if first else "", text) for first, text in _node_lines(moment.nodes)]
    if moment.remark:
        lines.append(("note", Text(inert(moment.remark, 200), "yellow")))
    return lines


def _node_lines(nodes: Sequence[NodeState]) -> list[tuple[bool, Text]]:
    """A line for each node of a cluster, those that do not play first."""
    from rich.text import Text

    order = sorted(nodes, key=lambda node: node.condition.value == "playing")
    shown = [
        (node_text(node), "" if node.condition.value == "playing" else "yellow") for node in order[:MAX_NODES]
    ]
    if len(order) > MAX_NODES:
        shown.append((f"and {len(order) - MAX_NODES} more", "dim"))
    return [(index == 0, Text(text, style)) for index, (text, style) in enumerate(shown)]


def node_text(node: NodeState) -> str:
    """A node of a cluster in one line."""
    counts = [f"{node.played:,} played"]
    counts += [f"{node.lost:,} lost and played again"] if node.lost else []
    counts += [f"faults in {node.faults:,}"] if node.faults else []
    counts += [f"{node.errors:,} without a result"] if node.errors else []
    where = f"{inert(node.name, 40)}: {node.condition.value}, {', '.join(counts)}"
    return f"{where} ({inert(node.reason, 160)})" if node.reason else where


def _counted(count: int, first: str) -> str:
    matches = "1 match" if count == 1 else f"{count} matches"
    return f"{matches}, the first: {inert(first, 100)}" if first else matches


def _matches(moment: RunMoment, width: int) -> Text:
    """A bar, the numbers, and the speed."""
    from rich.text import Text

    text = Text()
    if moment.total:
        filled = min(width, width * moment.done // moment.total)
        text.append("━" * filled, "cyan").append("─" * (width - filled), "bright_black").append("  ")
    return text.append(matches_text(moment))


def matches_text(moment: RunMoment) -> str:
    """The number of finished matches, and their speed."""
    done = f"{moment.done:,} of {moment.total:,}" if moment.total is not None else f"{moment.done:,}"
    return f"{done}, {moment.speed:.3g} per second" if moment.speed else done


def outlook_text(moment: RunMoment) -> str:
    """The expected end, such as `P(top 3 is right) = 97 %, about 12 min left`."""
    left = f"about {duration_text(moment.seconds_left)} left" if moment.seconds_left is not None else ""
    return ", ".join(filter(None, (moment.outlook, left)))


def leaders_table(leaders: Sequence[Leader]) -> Table:
    """The first bots with their ratings so far."""
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False)
    for title in ("#", "bot", "rating so far", "matches"):
        table.add_column(title, justify="left" if title == "bot" else "right", no_wrap=True)
    for rank, leader in enumerate(leaders, start=1):
        name = Text(column_name(leader.bot, "?", NAME))
        table.add_row(str(rank), name, f"{leader.value:+.0f}", str(leader.matches))
    return table


def plain_line(moment: RunMoment) -> str:
    """The progress of a league in one line, for a log."""
    words = [f"{matches_text(moment)} matches" if not moment.speed else f"matches: {matches_text(moment)}"]
    words += [outlook_text(moment)] if outlook_text(moment) else []
    if moment.leaders:
        first = moment.leaders[0]
        words.append(f"first {inert(first.bot, 24)} {first.value:+.0f}")
    words += [f"faults in {moment.faults}"] if moment.faults else []
    words += [f"{moment.void} void"] if moment.void else []
    words += [f"also: {inert(', '.join(moment.runners), 80)}"] if moment.runners else []
    words += [f"nodes: {'; '.join(map(node_text, moment.nodes[:MAX_NODES]))}"] if moment.nodes else []
    words += [inert(moment.remark, 200)] if moment.remark else []
    return ", ".join(words)

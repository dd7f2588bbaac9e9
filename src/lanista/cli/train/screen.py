"""Training on the screen: a table of the last examinations on a terminal, lines elsewhere, and the outcome."""

from __future__ import annotations

import shlex
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from lanista.cli.shared.layout import new_table
from lanista.cli.shared.live_panel import LivePanel
from lanista.cli.shared.strength import LEVELS, duration_text

if TYPE_CHECKING:
    from rich.console import Console, RenderableType
    from rich.table import Table

    from lanista.learn.train.curve import LearningPoint
    from lanista.learn.train.examination import Floor
    from lanista.learn.train.run import TrainingRun
    from lanista.learn.train.task import Task

ROWS = 10  # the last examinations
MAX_BARS = 60
COLUMNS = ("time", "updates", "turns", "turns/s", "score", "entropy", "policy loss", "value loss")


class TrainScreen(LivePanel):
    """Shows a run of training."""

    def __init__(
        self, run: TrainingRun, out: Console, *, quiet: bool, now: Callable[[], float] = time.monotonic
    ) -> None:
        self._run = run
        self._shown = 0
        super().__init__(out, quiet=quiet, now=now)

    def update(self) -> None:
        """Handle a finished update: without a terminal, print a line for each examination."""
        if self._prints:
            for point in self._run.points[self._shown :]:
                self._out.print(plain_line(point, self._run), markup=False)
            self._shown = len(self._run.points)

    def _render(self) -> RenderableType:
        from rich.console import Group
        from rich.panel import Panel
        from rich.text import Text

        run = self._run
        parts: list[RenderableType] = [points_table(run.points[-ROWS:])]
        parts.append(Text(f"\n{bars(run.points)}  {run.done:.0%}", "cyan"))
        task = run.trainer.task
        return Panel(
            Group(*parts),
            title=f" {task.game} against {task.opponent} ",
            subtitle=f"{duration_text(run.seconds)}, Ctrl-C stops and writes the bot",
            padding=(1, 2),
            expand=False,
        )


def points_table(points: Sequence[LearningPoint]) -> Table:
    """A row for each point of a curve."""
    table = new_table(*COLUMNS, left=())
    for point in points:
        table.add_row(
            duration_text(point.seconds),
            str(point.update),
            f"{point.turns:,}",
            f"{speed(point):,.0f}",
            f"{point.score:.1%}",
            f"{point.entropy:.3f}",
            f"{point.policy_loss:.4f}",
            f"{point.value_loss:.4f}",
        )
    return table


def bars(points: Sequence[LearningPoint]) -> str:
    """The scores as bars, the last ones if there are many."""
    return "".join(LEVELS[min(len(LEVELS) - 1, int(point.score * len(LEVELS)))] for point in points[-MAX_BARS:])


def plain_line(point: LearningPoint, run: TrainingRun) -> str:
    """A point of the curve in words."""
    return (
        f"{duration_text(point.seconds)}: {point.update} updates, {point.turns:,} turns ({speed(point):,.0f}/s), "
        f"score {point.score:.1%} against {run.trainer.task.opponent}, entropy {point.entropy:.3f}, "
        f"loss {point.policy_loss:.4f} + {point.value_loss:.4f}"
    )


def speed(point: LearningPoint) -> float:
    """Turns per second so far."""
    return point.turns / point.seconds if point.seconds else 0.0


def print_outcome(
    out: Console, run: TrainingRun, floor: Floor, folder: Path, words: str, *, stopped: bool
) -> None:
    """Print the result of a run, and what to do with it."""
    task = run.trainer.task
    if stopped:
        out.print("stopped; continue with --resume", style="yellow")
    if run.points:
        last = run.points[-1]
        out.print(
            f"{folder}: score {last.score:.1%} against {task.opponent} after {duration_text(run.seconds)}, "
            f"{run.turns:,} turns",
            markup=False,
            soft_wrap=True,
        )
    if run.missed_lessons:
        out.print(run.missed_lessons, style="bold yellow", markup=False, soft_wrap=True)
    if floor.is_beaten:
        out.print(f"score {floor.score:.1%} against random moves", style="dim")
    else:
        told = f"this bot is not better than random moves: score {floor.score:.1%} against them; train it longer"
        out.print(told, style="bold red", soft_wrap=True)
    compare = shlex.join(["lanista", "compare", task.game, str(folder), task.opponent, *terms_words(task)])
    for label, text in (("curve", folder / "curve.svg"), ("compare", compare), ("repeat", words)):
        out.print(f"{label + ':':10}{text}", style="cyan", markup=False, soft_wrap=True)


def terms_words(task: Task) -> list[str]:
    """The options of the command line for the terms of a task's matches."""
    from lanista.match.terms import MatchTerms

    return MatchTerms(ruleset=task.ruleset, settings=task.settings, map=task.map).words()

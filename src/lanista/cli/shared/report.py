"""The result of a match, as text and as JSON."""

from __future__ import annotations

import re
import statistics
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from lanista.cli.shared.layout import new_table, print_table
from lanista.cli.shared.shapes import ReportedMatch, ReportedSeat, Times
from lanista.core.text import inert, inert_lines, seat_name
from lanista.match.referee import FirstFault, MatchResult, SeatResult
from lanista.sandbox import Level

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table


def times(times_ms: Sequence[float]) -> Times:
    """Time per turn in milliseconds: median, p99 and max."""
    used = sorted(times_ms) or [0.0]
    p99 = used[min(len(used) - 1, int(0.99 * len(used)))]
    return Times(round(statistics.median(used), 3), round(p99, 3), round(used[-1], 3))


def as_json(result: MatchResult, command: str, replay: str | None) -> ReportedMatch:
    """The result as the object that --json prints."""
    setup = result.setup
    return ReportedMatch(
        game=setup.game.name,
        ruleset=setup.ruleset,
        seed=setup.seed,
        turns=result.turns,
        outcome=result.outcome,
        void=result.void,
        doubtful=result.doubtful,
        one_at_a_time=setup.one_at_a_time,
        sandbox=setup.sandbox.level.value,
        seats=[_seat(result, number) for number in range(len(result.seats))],
        command=command,
        replay=replay,
        stopped=result.stopped,
        incomplete=result.incomplete,
        marks=result.marks,
    )


def _seat(result: MatchResult, number: int) -> ReportedSeat:
    seat, outcome = result.seats[number], result.outcome
    return ReportedSeat(
        name=seat.name,
        place=outcome.ranks[number] if outcome else None,
        score=outcome.scores[number] if outcome else None,
        verdicts={verdict.value: count for verdict, count in seat.verdicts.items()},
        ms=times(seat.times_ms),
        cpu_ms=times(seat.cpu_ms) if seat.cpu_ms else None,
        fault=seat.fault,
    )


def print_result(console: Console, result: MatchResult) -> None:
    """Print the table, why bots failed, and the referee's remarks."""
    print_table(console, result_table(result))
    outcome = result.outcome
    if outcome:
        asked = "; seats were asked one at a time" if result.setup.one_at_a_time else ""
        level = result.setup.sandbox.level
        kept = f"; sandbox: {level.value}" if level is not Level.NONE else ""
        console.print(f"{result.turns} turns, ended by {outcome.reason}{asked}{kept}", style="dim")
    for number, seat in enumerate(result.seats):
        if seat.fault:
            print_fault(console, seat, number, seat.fault)
    if result.stopped and not result.turns:
        console.print(result.stopped, style="bold red", markup=False)
    if outcome:
        for mark in outcome.marks:
            console.print(_with_names(mark, result.seats), style="yellow", markup=False)
        for number, why in enumerate(outcome.forfeits):
            if why:
                text = f"{seat_name(result.seats[number].name, number)} forfeits the match: it {why}"
                console.print(text, style="bold yellow", markup=False)
    for mark in result.marks:
        console.print(mark, style="yellow", markup=False)
    if result.doubtful:
        text = f"doubtful, because the machine was too busy: {inert(result.doubtful, 300)}; play it again"
        console.print(text, style="bold yellow", markup=False)
    if result.void:
        console.print(f"void because of an internal error: {result.void}", style="red", markup=False)


def _with_names(mark: str, seats: Sequence[SeatResult]) -> str:
    """A remark of the rules, which calls the seats as the original engine does: `player 1` is the first."""
    number = re.match(r"player (\d+)\b", mark)
    if number is None or not 0 < int(number[1]) <= len(seats):
        return mark
    seat = int(number[1]) - 1
    return seat_name(seats[seat].name, seat) + mark[number.end() :]


def result_table(result: MatchResult) -> Table:
    """Rank, bot, score, verdicts and time per turn, best first."""
    measured = any(seat.cpu_ms for seat in result.seats)
    titles = ("rank", "bot", "score", "verdicts", "median", "p99", "max ms", *(("max cpu",) if measured else ()))
    table = new_table(*titles, left=("bot", "verdicts"))
    outcome = result.outcome
    order = sorted(range(len(result.seats)), key=lambda i: outcome.ranks[i] if outcome else 0)
    for i in order:
        seat = result.seats[i]
        rank, score = (str(outcome.ranks[i]), str(outcome.scores[i])) if outcome else ("-", "-")
        verdicts = ", ".join(f"{verdict.value} {count}" for verdict, count in seat.verdicts.most_common())
        used = [f"{value:.1f}" for value in msgspec.structs.astuple(times(seat.times_ms))]
        if measured:
            used.append(f"{max(seat.cpu_ms):.1f}" if seat.cpu_ms else "-")
        style = "bold green" if outcome and outcome.ranks[i] == 1 else ""
        table.add_row(rank, _plain(seat_name(seat.name, i)), score, verdicts, *used, style=style)
    return table


def _plain(text: str) -> Any:
    """Text without markup."""
    from rich.text import Text

    return Text(text)


def _cpu_text(fault: FirstFault) -> str:
    """The processor time of a fault after a comma, where it was measured."""
    return "" if fault.cpu_ms is None else f", {fault.cpu_ms:.1f} ms of processor time"


def print_fault(console: Console, seat: SeatResult, number: int, fault: FirstFault) -> None:
    """Print everything known about a fault: verdict, reason, time, exit status, last output and log."""
    evidence = fault.evidence
    failures = sum(count for verdict, count in seat.verdicts.items() if verdict.is_fault)
    when = "at the start" if fault.turn == 0 else f"first in turn {fault.turn}"
    turns = f" ({failures} of {len(seat.times_ms)} turns)" if fault.turn else ""
    lines = [
        ("", f"{seat_name(seat.name, number)}: {fault.verdict.value} {when}{turns}"),
        ("reason", fault.reason),
        ("time used", f"{fault.ms:.1f} ms{_cpu_text(fault)}"),
        ("exit status", evidence.exit_status or "still running"),
        ("last output", evidence.last_output or "none"),
        *((("log" if i == 0 else ""), line) for i, line in enumerate(evidence.log_tail)),
    ]
    if fault.sent:
        lines.append(("it was sent", fault.sent))
    for label, text in lines:
        head = f"  {label:>12}  " if label or text is not lines[0][1] else ""
        for i, line in enumerate(inert_lines(text) or [""]):
            text_line = _plain((head if i == 0 else " " * len(head)) + line)
            console.print(text_line, style="" if head else "bold red", soft_wrap=True)

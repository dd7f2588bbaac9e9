"""The findings of an audit as tables, a chart, a picture and JSON."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from lanista.cli.shared.layout import new_table, print_table
from lanista.cli.shared.strength import voided_text
from lanista.core.text import inert

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    from lanista.cli.audit.shapes import AuditGroup, AuditSeat, DeadPart
    from lanista.cli.audit.shapes import AuditReport as Shape
    from lanista.tools.audit import Audit, DeadElement, MatchGroup, SeatAdvantage

CHART = 41  # columns, odd for the one in the middle
STYLES = {"fair": "green", "biased": "red", "undecided": "yellow"}
MAX_ENTRIES = 40  # names of dead rules printed


def rows_of(groups: Sequence[MatchGroup]) -> list[tuple[str, MatchGroup, SeatAdvantage]]:
    """The lines of the chart: all seats over all matches, then the most extreme seat of every bot and map."""
    rows: list[tuple[str, MatchGroup, SeatAdvantage]] = []
    for group in groups:
        if group.kind == "all":
            rows += [(f"seat {seat.seat + 1}", group, seat) for seat in group.seats]
        else:
            seat = group.seats[0] if len(group.seats) == 2 else group.extreme
            rows.append((f"{group.kind} {inert(group.name, 24) or '-'}, seat {seat.seat + 1}", group, seat))
    return rows


def print_findings(out: Console, audit: Audit, command: str, *, stopped: bool) -> None:
    """Print all findings."""
    if stopped:
        out.print(f"stopped after {len(audit.reports)} of {audit.plan.matches} matches", style="yellow")
    if audit.groups:
        print_table(out, _seat_table(audit))
        out.print()
        print_table(out, _match_table(audit.groups))
        out.print()
        _print_endings(out, audit)
        _print_dead(out, audit)
    if audit.voided:
        out.print(f"doubtful:  {voided_text(audit.voided)}", style="yellow")
    for report in audit.failures[:3]:
        problem = report.problem or "its result does not count"
        out.print(f"match {report.spec.number}: {inert(problem, 400)}", style="red", markup=False)
    for bot, fault in audit.first_faults.items():
        text = f"{inert(bot, 40)} was at fault, first {inert(fault, 400)}"
        out.print(f"faults:    {text}", style="red", markup=False, soft_wrap=True)
    out.print(_verdict_line(audit))
    out.print(f"again:     {command}", style="cyan", markup=False, soft_wrap=True)


def _seat_table(audit: Audit) -> Table:
    from rich.text import Text

    plan = audit.plan
    title = f"{plan.game.title}, {plan.terms.ruleset}: advantage of a seat in mirror matches"
    rows = rows_of(audit.groups)
    reach = max(audit.bias * 2, *(max(-seat.advantage.low, seat.advantage.high) for _, _, seat in rows))
    scale = f"{-reach:.0%}".ljust(CHART // 2) + "0" + f"{reach:+.0%}".rjust(CHART // 2)
    table = new_table("", "matches", "advantage", "interval", scale, "", left=("", scale), title=title)
    for label, group, seat in rows:
        advantage, style = seat.advantage, STYLES[seat.verdict.value]
        interval = f"{advantage.low:+.1%} to {advantage.high:+.1%}"
        figures = (str(group.matches), f"{advantage.value:+.1%}", interval)
        chart = _chart_line(seat, audit.bias, reach, style)
        table.add_row(Text(label), *figures, chart, Text(seat.verdict.value, style))
    return table


def _chart_line(seat: SeatAdvantage, bias: float, reach: float, style: str) -> Text:
    """An interval on a scale from -reach to reach; the fair part is shaded."""
    from rich.text import Text

    low, value, high = (
        _column(share, reach) for share in (seat.advantage.low, seat.advantage.value, seat.advantage.high)
    )
    fair = range(_column(-bias, reach), _column(bias, reach) + 1)
    line = Text()
    for column in range(CHART):
        inside = low <= column <= high
        mark = "●" if column == value else "━" if inside else "░" if column in fair else "·"
        line.append(mark, style if inside else "dim")
    return line


def _column(share: float, reach: float) -> int:
    return round((min(reach, max(-reach, share)) / reach + 1) / 2 * (CHART - 1))


def _match_table(groups: Sequence[MatchGroup]) -> Table:
    from rich.text import Text

    titles = ("", "matches", "different", "drawn", "one winner", "median lead", "turns", "median turns")
    table = new_table(*titles, left=("",))
    for group in groups:
        name = "all" if group.kind == "all" else f"{group.kind} {inert(group.name, 24) or '-'}"
        fewest, median, most = group.turns
        lead = "-" if group.margin is None else f"{group.margin:.0%}"
        counts = (str(group.matches), str(group.different), f"{group.drawn:.0%}", f"{group.decided:.0%}")
        table.add_row(Text(name), *counts, lead, f"{fewest} to {most}", f"{median:.0f}")
    return table


def _print_endings(out: Console, audit: Audit) -> None:
    endings = ", ".join(f"{inert(reason, 60)} {count}" for reason, count in audit.endings.most_common())
    out.print(f"endings:   {endings}", markup=False, soft_wrap=True)
    words = ", ".join(f"{inert(word, 40)} {count}" for word, count in audit.coverage.commands.most_common())
    out.print(f"commands:  {words}", markup=False, soft_wrap=True)


def _print_dead(out: Console, audit: Audit) -> None:
    """Print rules and commands that never did anything."""
    from rich.table import Table
    from rich.text import Text

    coverage = audit.coverage
    commands, rules = coverage.dead_commands, coverage.dead_rules
    about = f"{len(commands)} commands and {len(rules)} of {len(coverage.rules)} rules did nothing"
    out.print(f"dead:      {about} in the {coverage.turns:,} turns looked into", markup=False, soft_wrap=True)
    grid = Table.grid(padding=(0, 2))
    for part in [*commands, *rules][:MAX_ENTRIES]:
        grid.add_row(f"  {part.why}", Text(inert(part.name, 40)), Text(inert(part.about, 200)), style="yellow")
    out.print(grid)
    if len(commands) + len(rules) > MAX_ENTRIES:
        out.print(f"  and {len(commands) + len(rules) - MAX_ENTRIES} more; --json lists all", style="yellow")


def _verdict_line(audit: Audit) -> Text:
    """The verdict in a sentence."""
    from rich.text import Text

    from lanista.tools.audit import BiasVerdict, matches_needed, verdict_of

    verdict, bias = verdict_of(audit.groups), f"{audit.bias:.1%}"
    if verdict is BiasVerdict.FAIR:
        return Text(f"fair:      no seat has an advantage of more than {bias} over all matches", "bold green")
    if verdict is BiasVerdict.BIASED:
        names = [label for label, _, seat in rows_of(audit.groups) if seat.verdict is BiasVerdict.BIASED]
        return Text(f"biased:    beyond {bias} for {'; '.join(names[:6])}", "bold red")
    needed = matches_needed(audit.groups, audit.bias)
    more = f"about {needed:,} matches would decide" if needed else "more matches may decide"
    return Text(f"undecided: whether a seat has an advantage of more than {bias}; {more}", "bold yellow")


def as_json(audit: Audit, command: str, *, stopped: bool) -> Shape:
    """The object that --json prints."""
    from lanista.cli.audit.shapes import AuditReport as Shape
    from lanista.tools.audit import matches_needed, verdict_of

    plan, coverage = audit.plan, audit.coverage
    return Shape(
        game=plan.game.name,
        ruleset=plan.terms.ruleset,
        seed=plan.seed,
        seats=plan.seats,
        bots=list(plan.bots),
        maps=list(plan.maps),
        bias=audit.bias,
        verdict=verdict_of(audit.groups).value,
        matches_needed=matches_needed(audit.groups, audit.bias),
        matches=len(audit.reports),
        failed=len(audit.failures),
        first_faults=audit.first_faults,
        stopped=stopped,
        groups=[_group(group) for group in audit.groups],
        endings=dict(audit.endings),
        commands=dict(coverage.commands),
        turns_looked_into=coverage.turns,
        rules=len(coverage.rules),
        dead_rules=[_dead(part) for part in coverage.dead_rules],
        dead_commands=[_dead(part) for part in coverage.dead_commands],
        command=command,
    )


def _group(group: MatchGroup) -> AuditGroup:
    from lanista.cli.audit.shapes import AuditGroup

    fewest, median, most = group.turns
    return AuditGroup(
        kind=group.kind,
        name=group.name,
        matches=group.matches,
        different=group.different,
        seats=[_seat(seat) for seat in group.seats],
        drawn=group.drawn,
        decided=group.decided,
        margin=group.margin,
        min_turns=fewest,
        median_turns=median,
        max_turns=most,
    )


def _seat(seat: SeatAdvantage) -> AuditSeat:
    from lanista.cli.audit.shapes import AuditSeat
    from lanista.cli.compare.as_json import estimated

    return AuditSeat(seat.seat, estimated(seat.advantage), seat.verdict.value)


def _dead(part: DeadElement) -> DeadPart:
    from lanista.cli.audit.shapes import DeadPart

    return DeadPart(part.name, part.why, part.about)


def save_chart(path: Path, audit: Audit) -> None:
    """Save the chart as a picture."""
    from lanista.cli.audit.picture import chart_svg
    from lanista.core.files import write_whole

    write_whole(path, chart_svg(audit).encode(), force=True)

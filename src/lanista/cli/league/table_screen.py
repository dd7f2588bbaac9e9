"""The table of a league for the terminal: standings, bias of seats and maps, head-to-head, ratings over time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from lanista.cli.league.drawing import Scale, percent, sparkline, thinned
from lanista.cli.league.head_to_head import PairScores
from lanista.cli.league.standings import name_width, rating_texts, standings_table
from lanista.cli.league.values import quarantine_text
from lanista.core.text import column_name, inert, seat_letter

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table as RichTable
    from rich.text import Text

    from lanista.league.league import League
    from lanista.league.values import LeagueOverview, LeagueProgress, RatingCurve, Row, SeatBias

FOLDED = 10  # bots whose ratings over time are shown in short
MAX_SEATS = 6  # seats whose bias is shown in short
SPARK = 40  # columns of a sparkline, at most
BIAS_BAR = 25  # columns
FIT = 200  # columns of output to a file or a pipe


class Parts(NamedTuple):
    """The requested parts."""

    pairs: bool = False
    seats: bool = False
    curves: bool = False
    left: bool = False

    @property
    def any(self) -> bool:
        """Whether any part is requested; otherwise all are shown in short."""
        return any(self)


def print_table_screen(
    out: Console, league: League, table: LeagueOverview, parts: Parts, top: int | None = None
) -> None:
    """Print the standings, and below them the requested parts, or all in short."""
    width = table_width(out)
    rows = table.rows[:top]
    out.print(heading(league), style="bold", markup=False)
    if not table.rows:
        print_quarantined(out, table)
        out.print("no bots yet: lanista league add", style="yellow", markup=False)
        return
    out.print(f"{progress_text(table.progress)}\n", markup=False)
    print_standings(out, rows, width, points=has_points(league))
    if len(rows) < len(table.rows):
        out.print(f"and {len(table.rows) - len(rows)} more", style="dim")
    print_quarantined(out, table)
    if parts.left and table.left:
        out.print("\nhave left", style="bold")
        print_standings(out, table.left, width, points=False)
    if table.progress.counted:
        _print_parts(out, table, rows, parts, width)


def print_quarantined(out: Console, table: LeagueOverview) -> None:
    """Print the bots whose newest version is quarantined."""
    playing = {row.bot for row in table.rows}
    newest = {row.bot: row for row in sorted(table.left, key=lambda row: row.version) if row.bot not in playing}
    for row in newest.values():
        if row.quarantined:
            text = f"quarantined: {quarantine_text(row.bot, row.quarantined)}"
            out.print(text, style="yellow", markup=False, soft_wrap=True)


def _print_parts(out: Console, table: LeagueOverview, rows: Sequence[Row], parts: Parts, width: int) -> None:
    if parts.seats or not parts.any:
        _print_bias(out, table, whole=parts.seats)
    if (parts.pairs or not parts.any) and len(rows) > 1:
        _print_pairs(out, table, rows, width, whole=parts.pairs)
    if parts.curves or not parts.any:
        _print_curves(out, table, rows, width, whole=parts.curves)


def table_width(out: Console) -> int:
    """The columns of a table: those of the terminal; a file or a pipe has no end."""
    return min(out.width, FIT)


def heading(league: League) -> str:
    """The game and format in a line."""
    return f"{inert(league.name, 60)}: {league.game.title}, {league.record.format}"


def progress_text(progress: LeagueProgress) -> str:
    """The progress of a league in a line."""
    total = f" of {progress.expected:,}" if progress.expected is not None else ""
    words = [f"{progress.counted:,}{total} matches", progress.sentence, "over" if progress.is_over else ""]
    words += [f"{progress.void} void"] if progress.void else []
    words += [f"{progress.cancelled} cancelled"] if progress.cancelled else []
    return ", ".join(filter(None, words))


def has_points(league: League) -> bool:
    """Whether the league's format counts points; a ladder ranks by its rating."""
    return league.record.format != "ladder"


def print_standings(out: Console, rows: Sequence[Row], width: int, *, points: bool = True) -> None:
    """Print the rows, and below them the format's remarks on the first ones."""
    out.print(standings_table(rows, width, points=points))
    for row in [row for row in rows if row.remark][:FOLDED]:
        out.print(f"{inert(row.bot, 40)}: {inert(row.remark, 100)}", style="dim", markup=False, soft_wrap=True)


def _print_bias(out: Console, table: LeagueOverview, *, whole: bool) -> None:
    """Print the advantages of seats; in short, only the clearest ones of maps."""
    if not table.seats:
        return
    shown = table.seats if whole or len(table.seats) <= MAX_SEATS else _clearest(table.seats)[:MAX_SEATS]
    rows = [(seat_letter(seat.seat), seat) for seat in shown]
    rows += [(f"{seat_letter(seat.seat)} on {name}", seat) for name, seat in _map_seats(table, whole=whole)]
    out.print("\nadvantage of seats, given the ratings", style="bold")
    out.print(_bias_table(rows))
    if len(shown) < len(table.seats):
        out.print(f"the clearest of {len(table.seats)} seats; --seats shows all", style="dim")
    elif table.maps and not whole:
        out.print("only clear advantages on single maps; --seats shows all", style="dim")


def _map_seats(table: LeagueOverview, *, whole: bool) -> Iterator[tuple[str, SeatBias]]:
    """The seats of maps; in short, those whose intervals exclude 0, a few at most."""
    found = [(inert(each.map, 20), seat) for each in table.maps for seat in each.seats]
    clear = [(name, seat) for name, seat in found if seat.bias.low > 0 or seat.bias.high < 0]
    yield from found if whole else clear[:MAX_SEATS]


def _clearest(seats: Sequence[SeatBias]) -> list[SeatBias]:
    return sorted(seats, key=lambda seat: -max(seat.bias.low, -seat.bias.high))


def _bias_table(rows: Sequence[tuple[str, SeatBias]]) -> RichTable:
    from rich.text import Text

    reach = max(max(-seat.bias.low, seat.bias.high) for _, seat in rows)
    scale = Scale(-reach, reach, BIAS_BAR)
    table = plain_table("seat", "advantage", "95 % interval", "", "matches", left=("seat", ""))
    for label, seat in rows:
        clear = "yellow" if seat.bias.low > 0 or seat.bias.high < 0 else "cyan"
        bar = scale.bar(seat.bias, mark=0.0, style=clear)
        table.add_row(Text(label), *percent(seat.bias, "+.1f"), bar, str(seat.matches))
    return table


def plain_table(*titles: str, left: Sequence[str]) -> RichTable:
    """A table without borders that begins at the edge."""
    from rich.table import Table as RichTable

    table = RichTable(box=None, padding=(0, 2, 0, 0), pad_edge=False)
    for title in titles:
        table.add_column(title, justify="left" if title in left else "right", no_wrap=True)
    return table


def _print_pairs(out: Console, table: LeagueOverview, rows: Sequence[Row], width: int, *, whole: bool) -> None:
    at = {row.entry: number for number, row in enumerate(rows)}
    scores = {}
    for pair in table.pairs:
        if pair.first in at and pair.second in at:
            scores[at[pair.first], at[pair.second]] = pair.score.value
            scores[at[pair.second], at[pair.first]] = 1 - pair.score.value
    out.print("\nscore in percent of the bot on the left against the others", style="bold")
    pairs = PairScores([row.bot for row in rows], scores, width)
    for line in pairs.whole() if whole else pairs.folded():
        out.print(line, no_wrap=True, overflow="ignore", crop=False)


def _print_curves(out: Console, table: LeagueOverview, rows: Sequence[Row], width: int, *, whole: bool) -> None:
    """Print ratings over time on a common scale, each with its rating now."""
    curves = {curve.entry: curve for curve in table.curves if curve.points}
    shown = [row for row in rows if row.entry in curves][: None if whole else FOLDED]
    if not shown:
        return
    values = [point.rating.value for row in shown for point in curves[row.entry].points]
    scale = Scale.of([(value, value) for value in values], 1)
    name = name_width(shown)
    out.print("\nrating over time", style="bold")
    grid = plain_table(
        "bot", "first match to last", "rating", "95 % interval", left=("bot", "first match to last")
    )
    for row in shown:
        line = _spark(curves[row.entry], scale, min(SPARK, width - name - 30))
        grid.add_row(column_name(row.bot, "?", name), line, *rating_texts(row))
    out.print(grid)
    if len(shown) < len(rows):
        out.print(f"the first {len(shown)} of {len(rows)} bots; --curves shows all", style="dim")


def _spark(curve: RatingCurve, scale: Scale, width: int) -> Text:
    from rich.text import Text

    values = [point.rating.value for point in curve.points]
    return Text(sparkline(thinned(values, width), scale), "cyan")

"""The table of a contest, as its server shows it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from lanista.cli.league.shapes import ContestTable
from lanista.cli.league.table_screen import print_standings, progress_text, table_width
from lanista.core.text import inert
from lanista.league.values import Estimated, Row

if TYPE_CHECKING:
    from rich.console import Console

    from lanista.serve.client import ServerClient

UNKNOWN = Estimated(0.0, 0.0, 0.0)  # the rating of a bot without matches, which is not shown
NOT_SENT: dict[str, Any] = {"digest": "", "points": None, "remark": "", "cancelled": 0, "seats": []}


def contest_table(client: ServerClient) -> ContestTable:
    """Ask a server for the table of a contest."""
    path = f"/api/c/{client.address.contest}"
    about, table = client.get(path), client.get(f"{path}/table")
    found = {
        "contest": f"{client.address.origin}/c/{client.address.contest}",
        "title": about["title"],
        "game": about["game"],
        "phase": about["phase"],
        "rows": [_row(row, left=False) for row in table["rows"]],
        "left": [_row(row, left=True) for row in table["left"]],
        "progress": table["progress"],
    }
    return msgspec.convert(found, ContestTable)


def _row(row: dict[str, Any], *, left: bool) -> dict[str, Any]:
    """A row of a server's table as one of a league; it keeps to itself why a bot was quarantined."""
    why = "it failed too often" if row["quarantined"] else ""
    found = {name: row[name] for name in Row.__struct_fields__ if name in row}
    return (
        found
        | NOT_SENT
        | {"rating": row["rating"] or msgspec.to_builtins(UNKNOWN), "quarantined": why, "left": left}
    )


def print_contest(out: Console, found: ContestTable, top: int | None, *, left: bool) -> None:
    """Print the standings, and those that have left if they are wanted."""
    out.print(
        f"{inert(found.title, 80)}: {inert(found.game, 40)}, {inert(found.phase, 20)}", style="bold", markup=False
    )
    out.print(f"{progress_text(found.progress)}\n", markup=False)
    rows, width = found.rows[:top], table_width(out)
    if rows:
        print_standings(out, rows, width, points=False)
    else:
        out.print("no bot plays yet", style="yellow")
    if len(rows) < len(found.rows):
        out.print(f"and {len(found.rows) - len(rows)} more", style="dim")
    if left and found.left:
        out.print("\nhave left", style="bold")
        print_standings(out, found.left, width, points=False)
    out.print(f"page:      {inert(found.contest, 300)}/table", style="cyan", markup=False, soft_wrap=True)

"""The page of one bot for the terminal."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from typing import TYPE_CHECKING

from lanista.cli.league.drawing import Scale, percent
from lanista.cli.league.standings import rank_text, rating_texts
from lanista.cli.shared.layout import new_table, print_table
from lanista.core.text import inert, seat_letter
from lanista.league.store.records import CANCELLED

if TYPE_CHECKING:
    from rich.console import Console

    from lanista.cli.league.shapes import BotMatch, LeagueBot, ScoredAgainst
    from lanista.league.values import Row

BAR = 21  # columns
NAMES = 3  # opponents of a match that are named
DIGEST = 12  # characters of a digest that are shown


def print_bot(out: Console, page: LeagueBot) -> None:
    """Print everything about a bot."""
    out.print(f"{inert(page.bot, 60)} in {inert(page.league.name, 60)}", style="bold", markup=False)
    _print_versions(out, page.versions)
    _print_scores(out, "against", page.opponents)
    _print_scores(out, "seat", page.seats)
    _print_scores(out, "map", page.maps)
    _print_matches(out, page.matches)
    _print_faults(out, page)


def _print_versions(out: Console, versions: Sequence[Row]) -> None:
    titles = ("version", "digest", "rank", "rating", "95 % interval", "matches", "won", "drawn", "lost", "faults")
    table = new_table(*titles, "", left=("digest", ""))
    for row in versions:
        numbers = (str(number) for number in (row.matches, row.won, row.drawn, row.lost, row.faults))
        built_in = f"built-in {row.builtin}" if row.builtin else ""
        remark = ", ".join(filter(None, (built_in, row.remark, "has left" if row.left else "")))
        cells = (str(row.version), row.digest[:DIGEST], rank_text(row), *rating_texts(row))
        table.add_row(*cells, *numbers, inert(remark, 60))
    print_table(out, table)


def _print_scores(out: Console, title: str, rows: Sequence[ScoredAgainst]) -> None:
    """Print results with their intervals on a scale from 0 to 100 %."""
    from rich.text import Text

    if not rows:
        return
    titles = (title, "score", "95 % interval", "0 %".ljust(BAR - 5) + "100 %", "matches", "won", "drawn", "lost")
    table = new_table(*titles, left=(title, titles[3]))
    scale = Scale(0.0, 1.0, BAR)
    for row in rows:
        name = seat_letter(int(row.name)) if title == "seat" else inert(row.name, 24)
        style = "green" if row.score.low > 0.5 else "red" if row.score.high < 0.5 else "cyan"
        bar = scale.bar(row.score, mark=0.5, style=style)
        numbers = (str(number) for number in (row.matches, row.won, row.drawn, row.lost))
        table.add_row(Text(name), *percent(row.score), bar, *numbers)
    out.print()
    print_table(out, table)


def _print_matches(out: Console, matches: Sequence[BotMatch]) -> None:
    from rich.text import Text

    if not matches:
        out.print("\nno matches yet", style="dim")
        return
    titles = ("last matches", "against", "seat", "rank", "points", "turns", "faults", "ended by")
    table = new_table(*titles, left=("against", "seat", "ended by"))
    for one in matches:
        rank = f"{one.place} of {len(one.opponents) + 1}" if one.place is not None else "-"
        void = one.void if one.void.startswith(CANCELLED) else f"void: {one.void}"
        ended = void if one.void else one.reason
        ended = f"it failed: {one.failure}; {ended}" if one.failure else ended
        cells = (seat_letter(one.seat), rank, "-" if one.score is None else str(one.score), str(one.turns))
        faults = str(one.faults or "")
        table.add_row(str(one.number), Text(_others(one)), *cells, faults, Text(inert(ended, 60)))
    out.print()
    print_table(out, table)
    kept = [one for one in matches if one.replay]
    _print_watch(out, "newest:", kept)
    _print_watch(out, "not won:", [one for one in kept[1:] if one.place != 1])


def _print_watch(out: Console, label: str, matches: Sequence[BotMatch]) -> None:
    """Print the command that shows the first of some matches."""
    if matches and (replay := matches[0].replay):
        out.print(f"{label:<10} {view_command(replay)}", style="cyan", markup=False, soft_wrap=True)


def _others(one: BotMatch) -> str:
    more = f" and {len(one.opponents) - NAMES} more" if len(one.opponents) > NAMES else ""
    return ", ".join(inert(name, 20) for name in one.opponents[:NAMES]) + more


def _print_faults(out: Console, page: LeagueBot) -> None:
    """Print the first faults, each with the command that shows its match."""
    for fault in page.faults:
        turns = "1 turn" if fault.turns == 1 else f"{fault.turns} turns"
        out.print(f"\nat fault in match {fault.number}, in {turns}; the first:", style="bold red", markup=False)
        out.print(f"  {inert(fault.fault, 400)}", markup=False, soft_wrap=True)
        if fault.replay:
            out.print(f"  {view_command(fault.replay)}", style="cyan", markup=False, soft_wrap=True)


def view_command(replay: str) -> str:
    """The command that shows a replay."""
    return shlex.join(["lanista", "view", replay])

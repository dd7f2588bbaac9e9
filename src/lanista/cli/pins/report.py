"""The results of pins, as JSON and as a table."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.text import Text

from lanista.cli.pins.shapes import PinReply, PinRun, PinsRun
from lanista.cli.shared.layout import new_table, print_table
from lanista.cli.shared.replays import newest_files
from lanista.core.text import inert, inert_lines, seat_letter
from lanista.core.verdict import Verdict
from lanista.match.pins.running import PinResult, Reply, shown_move

LOG_LINES = 8  # of a bot's log shown with a failure
TITLES = ("", "pin", "turn", "seat", "expected", "answered", "ms")


def look(result: PinResult) -> str:
    """The command line that shows the moment of a pin; empty if its replay is not here."""
    pin, path = result.pin, result.path
    if pin is None or path is None or not pin.source.replay:
        return ""
    name = Path(pin.source.replay).name
    beside = (folder / name for folder in (Path(), path.parent, path.parent.parent))
    found = next((file for file in (*beside, *newest_files()) if file.name == name and file.is_file()), None)
    return "" if found is None else shlex.join(["lanista", "view", str(found), "--turn", str(pin.turn)])


# As JSON


def pins_as_json(bot: str, results: Sequence[PinResult], runs: int, command: str) -> PinsRun:
    """The object that --json prints."""
    held = sum(result.holds for result in results)
    changing = sum(result.changes for result in results)
    return PinsRun(bot, runs, list(map(_as_json, results)), held, len(results) - held, changing, command)


def _as_json(result: PinResult) -> PinRun:
    pin = result.pin
    return PinRun(
        file=str(result.path),
        holds=result.holds,
        changes=result.changes,
        problem=result.problem,
        why=result.why(),
        game=pin.game if pin else "",
        turn=pin.turn if pin else 0,
        seat=pin.seat if pin else 0,
        expect=pin.expect if pin else [],
        avoid=pin.avoid if pin else [],
        note=pin.note if pin else "",
        replies=[_reply(reply) for reply in result.replies],
        look=look(result),
    )


def _reply(reply: Reply) -> PinReply:
    return PinReply(reply.move, reply.verdict.value, reply.reason, round(reply.ms, 3))


# As a table


def print_pins(out: Console, results: Sequence[PinResult], runs: int) -> None:
    """Print a row per pin, why some fail, and how many hold."""
    table = new_table(*TITLES, left=("", "pin", "expected", "answered"))
    for result in results:
        table.add_row(*_row(result))
    print_table(out, table)
    for result in results:
        if not result.holds:
            _print_failure(out, result)
    out.print(Text(f"\n{_summary(results, runs)}", style="bold"), soft_wrap=True)


def _row(result: PinResult) -> list[Text | str]:
    pin = result.pin
    mark = Text("holds", style="green") if result.holds else Text("fails", style="bold red")
    answers = " / ".join(dict.fromkeys(map(_answer, result.replies)))
    return [
        mark,
        Text(inert(str(result.path))),
        str(pin.turn) if pin else "",
        seat_letter(pin.seat) if pin else "",
        Text(result.wanted()),
        Text(f"{answers} (changes)", style="yellow") if result.changes else Text(answers),
        f"{result.ms:.1f}" if result.replies else "",
    ]


def _answer(reply: Reply) -> str:
    return shown_move(reply.move) if reply.verdict is Verdict.OK else reply.verdict.value


def _print_failure(out: Console, result: PinResult) -> None:
    """Print why a pin fails, its note, the bot's log, and how to watch the moment."""
    out.print(Text(f"\n{inert(str(result.path))}", style="red"), soft_wrap=True)
    reply = result.shown
    log = inert_lines(reply.log)[-LOG_LINES:] if reply is not None and reply.verdict.is_fault else []
    note = inert(result.pin.note) if result.pin else ""
    rows = [("", result.why()), ("note", note), *(("log" if i == 0 else "", line) for i, line in enumerate(log))]
    for label, text in (*rows, ("look", look(result))):
        if text:
            out.print(Text(f"  {f'{label}:':<6} {text}" if label else f"  {text}"), soft_wrap=True)


def _summary(results: Sequence[PinResult], runs: int) -> str:
    held = sum(result.holds for result in results)
    changing = sum(result.changes for result in results)
    times = "run once" if runs == 1 else f"run {runs} times"
    changed = f"; {changing} answered differently from run to run" if changing else ""
    return f"{held} of {len(results)} pins hold, each {times}{changed}"

"""`lanista feed`: sends a bot the views of a recorded seat."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from lanista.cli.shared.again import again
from lanista.cli.shared.common import FAILED, console, error_console, print_json, verb
from lanista.cli.shared.groups import AskingOptions, seat_option
from lanista.cli.shared.layout import print_picture
from lanista.cli.shared.options import group, option, option_group, takes
from lanista.cli.shared.replays import load_replay, replay_and_bot, replay_and_bot_arguments
from lanista.core.text import inert, inert_lines, seat_letter

if TYPE_CHECKING:
    from lanista.cli.feed.shapes import Feed
    from lanista.match.feed import FeedConditions, FeedResult
    from lanista.match.replay import Replay

NO_MOVE = "no move"
SHOWN_GROWTH_MB = 8  # of a bot's memory; less is usual


@option_group
class FeedOptions:
    """The turn and seat to ask about, and the bot's budgets."""

    turn: int = option("--turn", type=click.IntRange(1), required=True, help="The turn whose answer to show.")
    seat: str = seat_option("The seat whose views to send", required=True)
    first: int = option(
        "--from",
        type=click.IntRange(1),
        default=1,
        help="The first turn in which the bot is asked.  [default: the first of the match]",
    )
    crlf: bool = option("--crlf", is_flag=True, help="End the lines that the bot is sent as on Windows.")
    speed: int = option(
        "--speed",
        type=click.IntRange(1, 100),
        default=100,
        metavar="PERCENT",
        help="Let the bot run only for this share of the time.",
    )
    start_speed: int = option(
        "--start-speed",
        type=click.IntRange(1, 100),
        default=100,
        metavar="PERCENT",
        help="The same, but only until it is ready.",
    )
    again: bool = option("--again", is_flag=True, help="Feed the whole match to the same process before.")
    terms: AskingOptions = group(AskingOptions)

    def conditions(self) -> FeedConditions:
        """The conditions of the feed."""
        from lanista.match.feed import FeedConditions

        return FeedConditions(self.crlf, self.speed, self.start_speed, self.again, self.first, self.terms.terms())


@verb
@replay_and_bot_arguments
@takes(FeedOptions)
def command(replay: str | None, bot: str | None, options: FeedOptions, as_json: bool) -> None:
    """Send BOT what a seat saw in a replay, and show its answer beside the recorded one.

    REPLAY defaults to the newest one in replays/. The bot is asked for every turn up to --turn, so that it can
    remember the match, but the recorded moves are played. Exits with 1 if the answer to that turn is a fault.
    """
    from lanista.match.feed import feed
    from lanista.match.replay import find_seat

    path, spec = replay_and_bot(replay, bot)
    read = load_replay(path)
    conditions = options.conditions()
    fed = feed(
        read,
        options.turn,
        find_seat(read.names, options.seat),
        spec,
        conditions,
        lambda text: error_console().print(text, markup=False),
    )
    if as_json:
        print_json(_as_json(fed, read.header.game, again(replay=path, bot=spec)))
    else:
        _print(read, fed)
    if fed.answer.verdict.is_fault:
        sys.exit(FAILED)


def _as_json(fed: FeedResult, game: str, command: str) -> Feed:
    import msgspec

    from lanista.cli.feed.shapes import FedAnswer, Feed, RecordedAnswer

    answer = fed.answer
    return Feed(
        turn=fed.line.turn,
        seat=fed.seat,
        bot=fed.name,
        view=msgspec.Raw(fed.view),
        recorded=RecordedAnswer(fed.recorded, fed.line.verdicts[fed.seat]),
        answer=FedAnswer(
            answer.text,
            answer.verdict.value,
            answer.reason,
            round(answer.ms, 3),
            answer.say,
            answer.draw,
            answer.log,
        ),
        same=fed.same,
        evidence=fed.evidence,
        asked_before=fed.asked,
        differences=fed.differences,
        memory_mb=None if fed.memory_mb is None else [round(size, 1) for size in fed.memory_mb],
        game=game,
        command=command,
    )


def _print(replay: Replay, fed: FeedResult) -> None:
    """Print the board, both answers, the bot's log, and how its earlier answers differ from the replay."""
    from rich.text import Text

    from lanista.game import get_game

    out, line = console(), fed.line
    print_picture(out, get_game(replay.header.game).picture(fed.state, fed.seat, replay.names))
    who = f"turn {line.turn}, seat {fed.seat} ({seat_letter(fed.seat)})"
    names = f"{inert(fed.name, 40)} beside {inert(replay.names[fed.seat], 40)} as recorded"
    out.print(Text(f"\n{who}: {names}", style="bold"))
    for label, text in _rows(fed):
        for i, part in enumerate(inert_lines(text)):
            out.print(Text(f"  {label if i == 0 else '':>11}  {part}"), soft_wrap=True)
    out.print(Text(_earlier_turns(fed), style="dim"), soft_wrap=True)


def _rows(fed: FeedResult) -> list[tuple[str, str]]:
    """The labelled values to show; empty ones are skipped."""
    answer, line, evidence = fed.answer, fed.line, fed.evidence
    recorded_reason = line.reasons[fed.seat] if line.reasons else ""
    rows = [
        ("recorded", _format_answer(fed.recorded, line.verdicts[fed.seat], recorded_reason, line.ms[fed.seat])),
        ("answered", _format_answer(answer.text, answer.verdict.value, answer.reason, answer.ms)),
        ("says", answer.say or ""),
        ("log", answer.log),
        ("memory", _format_memory(fed)),
    ]
    if answer.verdict.is_fault:
        rows += [("exit status", evidence.exit_status), ("last output", evidence.last_output)]
    return rows


def _format_memory(fed: FeedResult) -> str:
    """How the bot's memory grew, if that was much."""
    if fed.memory_mb is None or fed.memory_mb[1] < fed.memory_mb[0] + SHOWN_GROWTH_MB:
        return ""
    before, now = fed.memory_mb
    return f"{before:,.0f} MB before the first turn, {now:,.0f} MB now"


def _format_answer(move: str | None, verdict: str, reason: str, ms: float) -> str:
    return f"{_format_move(move)}  {verdict}{f': {inert(reason, 300)}' if reason else ''}  {ms:.1f} ms"


def _format_move(move: str | None) -> str:
    return NO_MOVE if move is None else inert(move, 200) or "an empty line"


def _earlier_turns(fed: FeedResult) -> str:
    """How the bot's answers before that turn compare with the replay."""
    if not fed.differences:
        return f"turns before it: {fed.asked}, all answered as recorded"
    first = fed.differences[0]
    return (
        f"in {len(fed.differences)} of {fed.asked} turns before it, the answer differs from the replay, "
        f"first in turn {first.turn}: {_format_move(first.answered)} instead of {_format_move(first.recorded)}"
    )

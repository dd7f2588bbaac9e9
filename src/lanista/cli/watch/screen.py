"""The screen of `lanista watch`, fitted to the terminal.

The status and the keys are always there. A board that is too large is shown through a window, which follows what
moves until the user scrolls; if there is room beside the board, it lists the latest events.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from lanista.cli.watch.playback import HELP, Playback
from lanista.core.text import inert
from lanista.core.verdict import Verdict

if TYPE_CHECKING:
    from rich.text import Text

    from lanista.engine.showing import ToldLine
    from lanista.web.film import MatchHistory

ANSWERS_PART = 4  # one row in four is for answers if the board needs the rest
MIN_ANSWERS = 2
EVENTS_WIDTH = 28  # columns of the list of events, at least
MAX_EVENTS_WIDTH = 64
NO_MOVE = "  -  "  # in an answer
GAP = 2  # columns between the board and that list
TIMELINE = 36  # columns, at most
FRAMED = re.compile(
    r"[\s\d]*[│▐](.*)[│▌]"
)  # a row of a board that has a frame; what stands beside it is not the board
FAULTS = frozenset(verdict.value for verdict in Verdict if verdict.is_fault)


def fitted(history: MatchHistory, playback: Playback, answers: Sequence[Text], width: int, height: int) -> Text:
    """The board of a turn, the bots' answers, the status and the keys, within some columns and rows."""
    from rich.text import Text

    keys = wrapped(HELP, width - 1)
    board = _board(history, playback.turn, playback.seat)
    room = height - len(keys) - 2  # the status, and a row above it
    told = _answers(answers, max(MIN_ANSWERS, room // ANSWERS_PART, room - len(board)))
    rows = max(1, room - len(told))
    _aim(history, playback, board, width, rows)
    shown = _shown(board, playback, width, rows)
    _add_events(history, playback, shown, max((line.cell_len for line in board), default=0), width)
    below = status(playback, width, _hidden(board, playback, width, rows))
    lines = [*shown, Text(), *told, below, *(Text(f" {line}", style="dim") for line in keys)]
    for line in lines:
        line.truncate(width)
    return Text("\n", no_wrap=True, overflow="crop").join(lines[:height])


def wrapped(parts: Sequence[str], width: int) -> list[str]:
    """Parts as lines that are not too long."""
    lines = [""]
    for part in parts:
        longer = f"{lines[-1]} · {part}" if lines[-1] else part
        if len(longer) <= width or not lines[-1]:
            lines[-1] = longer
        else:
            lines.append(part)
    return lines


# The board


def _board(history: MatchHistory, turn: int, seat: int | None) -> list[Text]:
    """The lines of a turn's picture, without empty ones at its end."""
    lines = list(
        history.game.picture(history.moments[turn].state, seat, history.names).split("\n", allow_blank=True)
    )
    while lines and not lines[-1].plain.strip():
        lines.pop()
    return lines


def _aim(history: MatchHistory, playback: Playback, board: Sequence[Text], width: int, rows: int) -> None:
    """Move the window to the action unless the user has scrolled; keep it on the board."""
    if playback.following and len(board) > rows and (row := _busiest(history, playback, board)) is not None:
        margin = rows // 4
        if not playback.top + margin <= row < playback.top + rows - margin:
            playback.top = row - rows // 2
    widest = max((line.cell_len for line in board), default=0)
    playback.top = max(0, min(playback.top, len(board) - rows))
    playback.left = max(0, min(playback.left, widest - width))


def _busiest(history: MatchHistory, playback: Playback, board: Sequence[Text]) -> int | None:
    """The row in the middle of what changed in this turn; None if nothing did."""
    before = _cells(_board(history, max(0, playback.turn - 1), playback.seat))
    changed = [
        row
        for row, (old, new) in enumerate(zip(before, _cells(board), strict=False))
        for a, b in zip(old, new, strict=False)
        if a != b
    ]
    return changed[len(changed) // 2] if changed else None


def _cells(board: Sequence[Text]) -> list[str]:
    """The rows of a board, without what stands beside it if it has a frame."""
    framed = [FRAMED.match(line.plain) for line in board]
    return [found[1] if found else "" for found in framed] if any(framed) else [line.plain for line in board]


def _shown(board: Sequence[Text], playback: Playback, width: int, rows: int) -> list[Text]:
    """The lines in the window, and empty ones below the board."""
    from rich.text import Text

    lines = [line.copy() for line in board[playback.top : playback.top + rows]]
    lines += [Text() for _ in range(rows - len(lines))]
    return [line[playback.left : playback.left + width] if playback.left else line for line in lines]


def _hidden(board: Sequence[Text], playback: Playback, width: int, rows: int) -> str:
    """Which part of the board is shown, if it is not all."""
    widest = max((line.cell_len for line in board), default=0)
    parts = []
    if len(board) > rows:
        parts.append(f"rows {playback.top + 1}-{playback.top + rows}/{len(board)}")
    if widest > width:
        parts.append(f"columns {playback.left + 1}-{playback.left + width}/{widest}")
    return "  ".join(parts)


# Below and beside it


def _answers(answers: Sequence[Text], room: int) -> list[Text]:
    """The answers for which there is room, faults and moves first; the last line counts the others."""
    from rich.text import Text

    if len(answers) <= room:
        return list(answers)
    first = sorted(range(len(answers)), key=lambda i: (_urgency(answers[i]), i))[: room - 1]
    more = Text(f" and {len(answers) - len(first)} more answers", style="dim")
    return [*(answers[i] for i in sorted(first)), more]


def _urgency(answer: Text) -> int:
    """0 for a fault, 1 for a move, 2 for none."""
    return 0 if any(span.style == "red" for span in answer.spans) else 2 if NO_MOVE in answer.plain else 1


def status(playback: Playback, width: int, hidden: str = "") -> Text:
    """The turn, the speed and view, and the timeline."""
    from rich.text import Text

    mode = f"{playback.speed:g} turns/s" if playback.playing else "paused"
    if playback.turn == playback.last:
        mode = "end"
    everything = "" if hidden else "everything"
    whose = everything if playback.seat is None else f"seat {playback.seat}'s view"
    parts = (f"turn {playback.turn}/{playback.last}", mode, whose, hidden, playback.note)
    text = Text(" " + "  ".join(part for part in parts if part) + "  ", style="dim")
    bar = max(0, min(TIMELINE, width - text.cell_len - 1))
    done = bar * playback.turn // max(1, playback.last)
    return text.append("━" * done, style="green").append("━" * (bar - done), style="bright_black")


def _add_events(
    history: MatchHistory, playback: Playback, lines: Sequence[Text], board_width: int, width: int
) -> None:
    """List the latest events beside the board, if there is room; the newest stands last."""
    room = min(MAX_EVENTS_WIDTH, width - board_width - GAP)
    if room < EVENTS_WIDTH:
        return
    listed: deque[tuple[int, str]] = deque()
    for turn in range(playback.turn, 0, -1):
        listed.extendleft(
            (turn, text) for text in reversed([event.text for event in key_events(history, turn, playback)])
        )
        if len(listed) >= len(lines) or playback.turn - turn > len(lines) * 4:
            break
    newest = list(listed)[-len(lines) :]
    for line, (turn, text) in zip(lines, newest, strict=False):
        line.pad_right(max(0, board_width + GAP - line.cell_len))
        line.append(f"{turn:>5}  {inert(text, room - 7)}", style="bold" if turn == playback.turn else "dim")


# Moments


def key_events(history: MatchHistory, turn: int, playback: Playback) -> list[ToldLine]:
    """The key events of a turn that the audience may see."""
    played = history.played(turn)
    if played is None:
        return []
    found = history.game.pictures.told(history.moments[turn].state, played, playback.seat)
    return [line for line in found if line.kind]


def has_fault(history: MatchHistory, turn: int, playback: Playback) -> bool:
    """Whether a bot that the audience may judge was at fault in a turn."""
    line = history.moments[turn].line
    verdicts = [] if line is None else line.verdicts if playback.seat is None else [line.verdicts[playback.seat]]
    return not FAULTS.isdisjoint(verdicts)


def jump(history: MatchHistory, playback: Playback, action: str) -> None:
    """Go to the next or the previous event or fault, and say so if there is none."""
    way, what = action.split()
    is_one = key_events if what == "event" else has_fault
    found = next((turn for turn in _turns(playback, way) if is_one(history, turn, playback)), None)
    playback.playing = False
    playback.note = "" if found is not None else f"no {'later' if way == 'next' else 'earlier'} {what}"
    if found is not None:
        playback.seek(found)


def _turns(playback: Playback, way: str) -> Iterator[int]:
    """The turns after the one that is shown, or before it."""
    yield from range(playback.turn + 1, playback.last + 1) if way == "next" else range(playback.turn - 1, 0, -1)

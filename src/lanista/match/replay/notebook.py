"""A replay as HTML, for notebooks."""

from __future__ import annotations

import html
from collections import deque

from lanista.core.errors import ReplayError
from lanista.core.notebook import picture_html, table_html
from lanista.core.text import seat_letter
from lanista.match.replay.format import Replay
from lanista.match.replay.playing import game_of, play_again
from lanista.match.replay.summary import FAULTS, Summary

HEADS = ("seat", "bot", "rank", "score", "faults")


def replay_html(replay: Replay) -> str:
    """The seats of a match, how it ended, and its last moment."""
    summary = Summary.of(replay.header, (line.verdicts for line in replay.turns)).end(replay.footer)
    how = summary.reason or ("over" if summary.ended else "unfinished")
    caption = f"{summary.game} ({summary.ruleset}), seed {summary.seed}: {summary.turns} turns, {how}"
    return table_html(caption, HEADS, _rows(replay, summary)) + _last_moment(replay, summary.names)


def _rows(replay: Replay, summary: Summary) -> list[tuple[object, ...]]:
    results = zip(summary.places, summary.scores, strict=False) if summary.places else [("", "")] * summary.seats
    faults = [sum(line.verdicts[seat] in FAULTS for line in replay.turns) for seat in range(summary.seats)]
    return [
        (seat_letter(seat), name, rank, score, faults[seat])
        for seat, (name, (rank, score)) in enumerate(zip(summary.names, results, strict=False))
    ]


def _last_moment(replay: Replay, names: list[str]) -> str:
    """The picture after the last turn; a replay that cannot be played again says why."""
    try:
        _, state = deque(play_again(replay), maxlen=1)[0]
        return picture_html(game_of(replay).picture(state, None, names))
    except ReplayError as error:
        return f"<p>{html.escape(str(error))}</p>"

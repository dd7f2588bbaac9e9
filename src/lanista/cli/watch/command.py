"""`lanista watch`: shows a replay in the terminal."""

from __future__ import annotations

import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from lanista.cli.shared.common import console, print_json, verb
from lanista.cli.shared.completers import complete_replays
from lanista.cli.shared.layout import print_picture
from lanista.cli.shared.options import refuse_given
from lanista.cli.shared.replays import load_replay, resolve_replay
from lanista.cli.watch.playback import JUMPS, Playback, keys_in
from lanista.cli.watch.screen import fitted, jump, status
from lanista.core.errors import InputError
from lanista.core.system.keyboard import pressed_keys
from lanista.core.text import inert

if TYPE_CHECKING:
    from rich.text import Text

    from lanista.cli.watch.shapes import TurnAnswer, WatchedTurn
    from lanista.match.replay import TurnLine
    from lanista.web.film import MatchHistory

FRAME_SECONDS = 1 / 30
WIDTH = 120  # of the status where there is no terminal


@verb
@click.argument("replay", required=False, type=click.Path(path_type=Path), shell_complete=complete_replays)
@click.option("--turn", type=click.IntRange(0), help="Show this turn only; 0 is the start.")
@click.option(
    "--seat", metavar="SEAT", help="Show only what this seat sees: a letter, a number from 0 on, or a bot's name."
)
@click.option("--speed", type=click.FloatRange(0.1), default=8.0, show_default=True, help="Turns per second.")
def command(replay: Path | None, turn: int | None, seat: str | None, speed: float, as_json: bool) -> None:
    """Watch a replay in the terminal.

    Keys: space pauses, left and right step, n and p go to the next and the previous event, f and F to faults, up
    and down change the speed, digits seek, home and end jump, s switches between seats' views, page up, page down,
    < and > scroll, c follows what happens, q quits. If the output is not a terminal, prints every turn as text.
    REPLAY defaults to the newest one in replays/.
    """
    from lanista.cli.watch.shapes import WholeReplay

    if as_json or turn is not None:
        refuse_given("speed", because="is for watching a whole match; leave out --turn and --json")
    if as_json and turn is None:
        refuse_given("seat", because="with --json needs --turn: the whole file is not limited to one seat")
    path = resolve_replay(replay)
    if not as_json:
        show(path, turn=turn, seat=seat, speed=speed)
    elif turn is None:
        read = load_replay(path)
        print_json(WholeReplay(read.header, read.turns, read.footer))
    else:
        history = read_reel(path)
        print_json(moment(history, turn, _seat(history, seat)))


def read_reel(path: Path) -> MatchHistory:
    """Play a replay once and keep every state, so that all turns can be reached quickly."""
    from lanista.web.film import MatchHistory

    return MatchHistory.of_replay(load_replay(path))


def show(path: Path, *, turn: int | None = None, seat: str | None = None, speed: float = 8.0) -> None:
    """Show a replay: one turn, an animation on a terminal, or all turns as text."""
    history = read_reel(path)
    _check(history, turn)
    playback = Playback(history.turns, len(history.names), turn=turn or 0, speed=speed, seat=_seat(history, seat))
    if turn is not None:
        print_picture(console(), screen(history, playback))
    elif sys.stdout.isatty() and sys.stdin.isatty():
        animate(history, playback)
    else:
        for playback.turn in range(history.turns + 1):
            console().print(screen(history, playback), soft_wrap=True)


def _seat(history: MatchHistory, text: str | None) -> int | None:
    """The seat that --seat names, if any."""
    from lanista.match.replay import find_seat

    return None if text is None else find_seat(history.names, text)


def _check(history: MatchHistory, turn: int | None) -> None:
    if turn is not None and turn > history.turns:
        raise InputError(f"the match has {history.turns} turns, got turn {turn}")


def moment(history: MatchHistory, turn: int, seat: int | None) -> WatchedTurn:
    """One turn as the object that --json prints: everything, or what one seat sees."""
    from lanista.cli.watch.shapes import WatchedTurn

    _check(history, turn)
    line, state = history.moments[turn].line, history.moments[turn].state
    seats = range(len(history.names)) if seat is None else [seat]
    words = _words(history, turn)
    return WatchedTurn(
        game=history.game.name,
        turn=turn,
        last=history.turns,
        seat=seat,
        answers=[_turn_answer(line, i, history.names[i], words[i]) for i in seats] if line else [],
        picture=history.game.picture(state, seat, history.names).plain,
        view=None if seat is None else history.game.view(state, seat),
        state=history.game.dump(state) if seat is None else None,
    )


def _words(history: MatchHistory, turn: int) -> list[str]:
    """The moves of a turn in plain words; none of the start."""
    from lanista.web.film import in_words

    line, played = history.moments[turn].line, history.played(turn)
    return (
        list(in_words(history.game, line.moves, line.verdicts, played))
        if line and played
        else [""] * len(history.names)
    )


def _turn_answer(line: TurnLine, seat: int, name: str, words: str) -> TurnAnswer:
    from lanista.cli.watch.shapes import TurnAnswer

    return TurnAnswer(
        seat=seat,
        name=name,
        move=line.moves[seat],
        words=words,
        verdict=line.verdicts[seat],
        reason=line.reasons[seat] if line.reasons else "",
        ms=line.ms[seat],
        say=line.say[seat] if line.say else None,
        log=line.log[seat] if line.log else "",
    )


def screen(history: MatchHistory, playback: Playback) -> Text:
    """The board of a turn, the bots' answers, and the timeline."""
    from rich.text import Text

    moment = history.moments[playback.turn]
    picture = Text(no_wrap=True, overflow="crop")
    picture.append_text(history.game.picture(moment.state, playback.seat, history.names))
    picture.append("\n\n")
    for answer in _answers(history, playback):
        picture.append_text(answer).append("\n")
    return picture.append_text(status(playback, WIDTH))


def _answers(history: MatchHistory, playback: Playback) -> list[Text]:
    """The answers of a turn; a seat does not see those of others."""
    line, words = history.moments[playback.turn].line, _words(history, playback.turn)
    seats = range(len(history.names)) if playback.seat is None else [playback.seat]
    return [_answer(line, seat, history.names[seat], words[seat]) for seat in seats]


def _answer(line: TurnLine | None, seat: int, name: str, words: str) -> Text:
    from rich.text import Text

    name = inert(name, 12)
    if line is None:
        return Text(f" {name:<12}  ready", style="dim")
    verdict = line.verdicts[seat]
    text = Text(f" {name:<12}  ").append(inert(line.moves[seat] or "-", 40), style="bold")
    text.append(f"  {inert(words, 60)}" if words else "").append(f"  {line.ms[seat]:.1f} ms", style="dim")
    if verdict != "ok":
        reason = inert(line.reasons[seat], 60) if line.reasons else ""
        text.append(f"  {verdict}: {reason}", style="red")
    if line.say and line.say[seat]:
        text.append(f"  “{inert(line.say[seat] or '', 60)}”", style="italic")
    if marks := line.drawn(seat):
        text.append(f"  draws {inert(_format_drawing(marks), 60)}", style="cyan")
    return text


def _format_drawing(marks: list[Any]) -> str:
    """A bot's drawing as JSON: the terminal cannot draw it on the board."""
    import msgspec

    return " ".join(msgspec.json.encode(mark).decode() for mark in marks)


def animate(history: MatchHistory, playback: Playback) -> None:
    """Play a match in the terminal until the user quits."""
    from rich.live import Live

    with pressed_keys() as read_keys, Live(console=console(), screen=True, auto_refresh=False) as live:
        before = time.monotonic()
        shown: object = None
        while not playback.quit:
            for action in keys_in(read_keys(FRAME_SECONDS) or ""):
                playback.press(action)
                if action in JUMPS:
                    jump(history, playback, action)
            now = time.monotonic()
            playback.advance(now - before)
            before = now
            width, height = live.console.size
            moment = (replace(playback, _fraction=0.0), width, height)
            if moment != shown:
                answers = _answers(history, playback)
                live.update(fitted(history, playback, answers, width, height), refresh=True)
                shown = (replace(playback, _fraction=0.0), width, height)

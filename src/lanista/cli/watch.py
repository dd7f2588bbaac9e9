"""`lanista watch`: shows a replay in the terminal."""

from __future__ import annotations

import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from lanista.cli.common import console, print_json, verb
from lanista.cli.completers import complete_replays
from lanista.cli.layout import print_picture
from lanista.cli.options import refuse_given
from lanista.cli.playback import JUMPS, Playback, keys_in
from lanista.cli.replays import load_replay, resolve_replay
from lanista.cli.watch_screen import fitted, jump, status
from lanista.errors import InputError
from lanista.system.keyboard import pressed_keys
from lanista.text import inert

if TYPE_CHECKING:
    from rich.text import Text

    from lanista.cli.shapes import Moment, TurnAnswer
    from lanista.replay import TurnLine
    from lanista.web.film import Reel

FRAME_SECONDS = 1 / 30
WIDTH = 120  # of the status where there is no terminal


@verb
@click.argument("replay", required=False, type=click.Path(path_type=Path), shell_complete=complete_replays)
@click.option("--turn", type=click.IntRange(0), help="Show this turn only; 0 is the start.")
@click.option("--seat", type=click.IntRange(0), help="Show only what this seat sees.")
@click.option("--speed", type=click.FloatRange(0.1), default=8.0, show_default=True, help="Turns per second.")
def command(replay: Path | None, turn: int | None, seat: int | None, speed: float, as_json: bool) -> None:
    """Watch a replay in the terminal.

    Keys: space pauses, left and right step, n and p go to the next and the previous event, f and F to faults, up
    and down change the speed, digits seek, home and end jump, s switches between seats' views, page up, page down,
    < and > scroll, c follows what happens, q quits. If the output is not a terminal, prints every turn as text.
    REPLAY defaults to the newest one in replays/.
    """
    from lanista.cli.shapes import WholeReplay

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
        print_json(moment(read_reel(path), turn, seat))


def read_reel(path: Path) -> Reel:
    """Play a replay once and keep every state, so that all turns can be reached quickly."""
    from lanista.web.film import Reel

    return Reel.of_replay(load_replay(path))


def show(path: Path, *, turn: int | None = None, seat: int | None = None, speed: float = 8.0) -> None:
    """Show a replay: one turn, an animation on a terminal, or all turns as text."""
    reel = read_reel(path)
    _check(reel, turn, seat)
    playback = Playback(reel.turns, len(reel.names), turn=turn or 0, speed=speed, seat=seat)
    if turn is not None:
        print_picture(console(), screen(reel, playback))
    elif sys.stdout.isatty() and sys.stdin.isatty():
        animate(reel, playback)
    else:
        for playback.turn in range(reel.turns + 1):
            console().print(screen(reel, playback), soft_wrap=True)


def _check(reel: Reel, turn: int | None, seat: int | None) -> None:
    reel.check_seat(seat)
    if turn is not None and turn > reel.turns:
        raise InputError(f"the match has {reel.turns} turns, got turn {turn}")


def moment(reel: Reel, turn: int, seat: int | None) -> Moment:
    """One turn as the object that --json prints: everything, or what one seat sees."""
    from lanista.cli.shapes import Moment

    _check(reel, turn, seat)
    line, state = reel.moments[turn].line, reel.moments[turn].state
    seats = range(len(reel.names)) if seat is None else [seat]
    words = _words(reel, turn)
    return Moment(
        game=reel.game.name,
        turn=turn,
        last=reel.turns,
        seat=seat,
        answers=[_turn_answer(line, i, reel.names[i], words[i]) for i in seats] if line else [],
        picture=reel.game.picture(state, seat, reel.names).plain,
        view=None if seat is None else reel.game.view(state, seat),
        state=reel.game.dump(state) if seat is None else None,
    )


def _words(reel: Reel, turn: int) -> list[str]:
    """The moves of a turn in plain words; none of the start."""
    from lanista.web.film import in_words

    line, played = reel.moments[turn].line, reel.played(turn)
    return list(in_words(reel.game, line, played)) if line and played else [""] * len(reel.names)


def _turn_answer(line: TurnLine, seat: int, name: str, words: str) -> TurnAnswer:
    from lanista.cli.shapes import TurnAnswer

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


def screen(reel: Reel, playback: Playback) -> Text:
    """The board of a turn, the bots' answers, and the timeline."""
    from rich.text import Text

    moment = reel.moments[playback.turn]
    picture = Text(no_wrap=True, overflow="crop")
    picture.append_text(reel.game.picture(moment.state, playback.seat, reel.names))
    picture.append("\n\n")
    for answer in _answers(reel, playback):
        picture.append_text(answer).append("\n")
    return picture.append_text(status(playback, WIDTH))


def _answers(reel: Reel, playback: Playback) -> list[Text]:
    """The answers of a turn; a seat does not see those of others."""
    line, words = reel.moments[playback.turn].line, _words(reel, playback.turn)
    seats = range(len(reel.names)) if playback.seat is None else [playback.seat]
    return [_answer(line, seat, reel.names[seat], words[seat]) for seat in seats]


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


def animate(reel: Reel, playback: Playback) -> None:
    """Play a match in the terminal until the user quits."""
    from rich.live import Live

    with pressed_keys() as read_keys, Live(console=console(), screen=True, auto_refresh=False) as live:
        before = time.monotonic()
        shown: object = None
        while not playback.quit:
            for action in keys_in(read_keys(FRAME_SECONDS) or ""):
                playback.press(action)
                if action in JUMPS:
                    jump(reel, playback, action)
            now = time.monotonic()
            playback.advance(now - before)
            before = now
            width, height = live.console.size
            moment = (replace(playback, _fraction=0.0), width, height)
            if moment != shown:
                answers = _answers(reel, playback)
                live.update(fitted(reel, playback, answers, width, height), refresh=True)
                shown = (replace(playback, _fraction=0.0), width, height)

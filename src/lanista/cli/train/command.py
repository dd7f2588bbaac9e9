"""`lanista train`: learns to play a game and writes the bot."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from lanista.cli.shared.common import FAILED, console, error_console, print_json, verb
from lanista.cli.shared.completers import complete_games
from lanista.cli.shared.groups import SettingsOptions, map_option, ruleset_option, seats_option
from lanista.cli.shared.options import given, group, option, option_group, refuse_both, takes
from lanista.cli.shared.progress import doing
from lanista.cli.train.interrupt import Interrupt

if TYPE_CHECKING:
    from lanista.cli.train.shapes import Trained
    from lanista.learn.train.examination import Floor
    from lanista.learn.train.run import TrainingRun
    from lanista.learn.train.task import Task

FIXED = ("ruleset", "settings", "map", "opponent", "company", "teacher", "self_play", "lessons", "seats", "seed")


@option_group
class TrainOptions:
    """The task, the opponents and the length of a training."""

    output: Path = option(
        "-o",
        "--output",
        metavar="DIR",
        required=True,
        type=click.Path(path_type=Path),
        help="The folder of the bot.",
    )
    opponent: str | None = option(
        "--opponent",
        help="A built-in bot of the game.  [default: greedy, or the strongest]",
    )
    company: tuple[str, ...] = option(
        "--also",
        metavar="NAME",
        multiple=True,
        help="Another opponent, played as often; may be repeated.",
    )
    teacher: str | None = option("--teacher", help="The bot to imitate at first.  [default: the opponent]")
    self_play: bool = option(
        "--self-play", is_flag=True, help="Play half of the matches against earlier versions of the bot."
    )
    lessons: float = option(
        "--lessons",
        type=click.FloatRange(0, 1),
        default=0.2,
        show_default=True,
        help="The part of the updates, the first ones, in which the teacher's moves are imitated; "
        "with --minutes, of 600 updates.",
    )
    ruleset: str = ruleset_option()
    settings: SettingsOptions = group(SettingsOptions)
    map: str = map_option()
    seats: int | None = seats_option()
    seed: int = option("--seed", type=int, default=1, show_default=True, help="From which all chance is derived.")
    minutes: float = option(
        "--minutes",
        type=click.FloatRange(0.01),
        default=10.0,
        show_default=True,
        help="Train no longer than this.",
    )
    updates: int | None = option(
        "--updates",
        type=click.IntRange(1),
        help="Train for as many updates instead: the same seed then gives the same bot, bit for bit.",
    )
    threads: int | None = option(
        "--threads", type=click.IntRange(1), help="They do not change the result.  [default: one per core]"
    )
    resume: bool = option("--resume", is_flag=True, help="Continue the training in DIR from its last checkpoint.")

    def task(self, game: str) -> Task:
        """The task that the options describe."""
        from lanista.game import get_game, usual_bot
        from lanista.learn.train.task import Task

        return Task(
            game=game,
            ruleset=self.ruleset,
            settings=self.settings.changes(),
            map=self.map,
            seats=self.seats or 0,
            opponent=self.opponent or usual_bot(get_game(game)),
            company=self.company,
            teacher=self.teacher or "",
            self_play=self.self_play,
            lessons=self.lessons,
            seed=self.seed,
            updates=self.updates or 0,
            minutes=self.minutes,
        )


@verb
@click.argument("game", shell_complete=complete_games)
@takes(TrainOptions)
def command(game: str, options: TrainOptions, as_json: bool) -> None:
    """Train a small network to play GAME, and write it as a bot that needs NumPy only.

    It plays many matches at once by the compiled rules, from every seat, on maps of many seeds, and learns from
    them by proximal policy optimisation. Ctrl-C stops it and writes the current bot; --resume continues,
    even after a crash. The folder has the bot, its learning curve as a picture and a table, and a checkpoint.
    Exits with 1 if the bot is not better than random moves.
    """
    from lanista.cli.train.screen import TrainScreen, print_outcome

    refuse_both("updates", "minutes", "one of them says when training ends")
    with doing(quiet=as_json) as report:
        report("preparing matches")
        run = _run(game, options)
    with Interrupt() as interrupt, TrainScreen(run, error_console(), quiet=as_json) as screen:
        for _ in run.updates():
            screen.update()
            if interrupt.requested:
                run.save()
                break
    stopped = interrupt.requested
    words = command_line(run.trainer.task, options.output)
    with doing(quiet=as_json) as report:
        report("playing against random moves")
        floor = run.floor()
    if as_json:
        print_json(result_of(run, floor, options.output, words, stopped=stopped))
    else:
        print_outcome(console(), run, floor, options.output, words, stopped=stopped)
    if stopped:
        sys.exit(interrupt.status)
    if not floor.is_beaten:
        sys.exit(FAILED)


def _run(game: str, options: TrainOptions) -> TrainingRun:
    """A new run, or the resumed one."""
    from lanista.game import get_game
    from lanista.learn.train.run import TrainingRun
    from lanista.sandbox.usage.cores import usable_cores

    task = options.task(get_game(game).name)
    threads = options.threads or usable_cores()
    if not options.resume:
        return TrainingRun.begin(options.output, task, threads=threads)
    fixed = {"game": task.game, **{name: getattr(task, name) for name in FIXED if given(name)}}
    limits: dict[str, float] = {"updates": task.updates} if given("updates") else {}
    limits |= {"minutes": task.minutes, "updates": 0} if given("minutes") else {}
    return TrainingRun.resume(options.output, fixed, limits, threads=threads)


def command_line(task: Task, folder: Path) -> str:
    """The command line that repeats a training."""
    from lanista.cli.train.screen import terms_words

    words = ["lanista", "train", task.game, "-o", str(folder)]
    for name, value, default in (
        ("--opponent", task.opponent, ""),
        *(("--also", name, "") for name in task.company),
        ("--teacher", task.taught_by, task.opponent),
        ("--seats", str(task.seats), "0"),
        ("--lessons", f"{task.lessons:g}", "0.2"),
    ):
        words += [name, value] if value != default else []
    words += terms_words(task)
    words += ["--self-play"] if task.self_play else []
    limit = ["--updates", str(task.updates)] if task.updates else ["--minutes", f"{task.minutes:g}"]
    return shlex.join([*words, "--seed", str(task.seed), *limit])


def result_of(run: TrainingRun, floor: Floor, folder: Path, words: str, *, stopped: bool) -> Trained:
    """The result for --json."""
    from lanista.cli.train.shapes import Trained

    return Trained(
        game=run.trainer.task.game,
        folder=str(folder),
        updates=run.trainer.updates,
        turns=run.turns,
        seconds=round(run.seconds, 1),
        score=run.points[-1].score if run.points else None,
        random_score=floor.score,
        beats_random=floor.is_beaten,
        missed_lessons=run.missed_lessons,
        curve=run.points,
        stopped=stopped,
        command=words,
    )

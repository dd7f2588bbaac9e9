"""`lanista demo`: a first race."""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path

import click

from lanista.cli.common import console, print_json, verb

GAME = "overdrive"
BOTS = ("search", "greedy")
SECONDS = 20  # how long the race is shown on a terminal
FRAMES = 4  # how many moments are printed elsewhere


@verb
@click.option("--seed", type=int, default=2020, show_default=True, help="Which race.")
def command(seed: int, as_json: bool) -> None:
    """Play a first race and watch it."""
    from lanista.cli.play import Progress
    from lanista.cli.report import as_json as result_as_json
    from lanista.cli.report import print_result
    from lanista.match import arrange

    out = console()
    plan = arrange(GAME, BOTS, seed=seed)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "demo.jsonl.gz"
        with Progress(as_json) as progress:
            result = plan.play([progress], path)
        if as_json:
            print_json(result_as_json(result, plan.command(), None))
            return
        _show(path)
    out.print(f"\n[bold]{plan.game.title}[/]: {BOTS[0]} against {BOTS[1]}\n")
    print_result(out, result)
    out.print("\nNow write a bot of your own: put this into mybot.py", style="bold")
    out.print('\n    def move(view):\n        return "ACCELERATE"\n')
    program = "lanista" if shutil.which("lanista") else sys.argv[0]
    out.print(f"and let it race:  {program} play {GAME} mybot.py cruise --watch", style="cyan", markup=False)


def _show(path: Path) -> None:
    from lanista.cli.playback import Playback
    from lanista.cli.watch import Film, animate

    film = Film(path)
    playback = Playback(film.last, film.seats, speed=max(1.0, film.last / SECONDS))
    if sys.stdout.isatty() and sys.stdin.isatty():
        playback.quit_at_end = True
        animate(film, playback)
        return
    for playback.turn in (film.last * i // (FRAMES - 1) for i in range(FRAMES)):
        console().print(film.frame(playback), soft_wrap=True)
        console().print()

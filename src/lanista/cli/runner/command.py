"""`lanista runner`: plays the matches of a contest server, and checks the bots that are uploaded."""

from __future__ import annotations

import signal
import time
from pathlib import Path

import click

from lanista.cli.shared.common import console, print_json, verb
from lanista.cli.shared.groups import jobs_option
from lanista.cli.shared.options import option, option_group, takes
from lanista.cli.shared.progress import say

DATABASE_VARIABLE = "LANISTA_DB"


@option_group
class RunnerOptions:
    """The server whose work is done, and the machines that do it."""

    data: Path = option(
        "--data",
        metavar="DIR",
        required=True,
        type=click.Path(path_type=Path),
        help="The server's data folder, in which replays are stored.",
    )
    db: str = option(
        "--db",
        metavar="URL",
        default="",
        envvar=DATABASE_VARIABLE,
        help=f"The store as postgresql://USER@HOST/DATABASE; also {DATABASE_VARIABLE}.  [default: a file in DIR]",
    )
    jobs: int | None = jobs_option()
    on: str | None = option(
        "--on",
        metavar="CLUSTER",
        help="Play on a Ray cluster: ray, ray:auto, ray:HOST:PORT or ray://HOST:PORT.  [default: this machine]",
    )
    label: str = option("--label", metavar="TEXT", default="", help="Its name.  [default: machine and process]")


@verb
@takes(RunnerOptions)
def command(options: RunnerOptions, as_json: bool) -> None:
    """Do the work of a contest server: play its ladders, and check, compare and practise with uploaded bots.

    `lanista serve` starts runners by itself; this is for more of them, also on other machines that share its
    database and its folder, in which replays are stored. Ctrl-C lets running matches end or gives them back; a
    second one ends it at once.
    """
    from lanista.serve.ops.folder import prepare
    from lanista.serve.site import open_site
    from lanista.serve.work.runner import ContestRunner

    troubles: list[str] = []

    def tell(text: str) -> None:
        troubles.append(text)
        if not as_json:
            say(text)

    began = time.monotonic()
    prepare(options.data, options.db, create=False)
    with open_site(options.data, options.db, create=False, tell=tell) as site:
        runner = ContestRunner(
            site, address=options.db, jobs=options.jobs, on=options.on, label=options.label, tell=tell
        )
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, lambda *_: runner.stop())
        if not as_json:
            say(f"runner {runner.label} begins; Ctrl-C ends it")
        runner.run()
    if as_json:
        from lanista.cli.runner.shapes import ContestRunnerRun

        print_json(ContestRunnerRun(runner.label, round(time.monotonic() - began, 3), troubles))
    else:
        console().print(f"runner {runner.label} has ended", markup=False)

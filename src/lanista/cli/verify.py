"""`lanista verify`: the same seed, the same moves, the same bytes?"""

from __future__ import annotations

import sys
from pathlib import Path

import click

from lanista.cli.common import FAILED, console, print_json, verb
from lanista.cli.replays import named_replays
from lanista.cli.words import complete_replays


@verb
@click.argument(
    "replays",
    metavar="[REPLAY]...",
    nargs=-1,
    type=click.Path(path_type=Path),
    shell_complete=complete_replays,
)
def command(replays: tuple[Path, ...], as_json: bool) -> None:
    """Play replays again and say whether every state is the same.

    Without a REPLAY it is the newest one in replays/.
    Prints `identical`, or names the first turn that differs and exits with 1.
    """
    from lanista.cli.shapes import VerifiedReplay, Verify
    from lanista.replay import read_replay, verify

    results = [(read_replay(path), path) for path in named_replays(replays)]
    checks = [(path, replay, verify(replay)) for replay, path in results]
    if as_json:
        told = [VerifiedReplay(str(path), replay.footer is not None, check) for path, replay, check in checks]
        print_json(Verify(told))
    else:
        for path, replay, check in checks:
            whole = "" if replay.footer else " (the file breaks off there: its writer died)"
            if check.identical:
                console().print(f"{path}: [green]identical[/], {check.turns} turns{whole}", soft_wrap=True)
            else:
                console().print(
                    f"{path}: [red]differs[/] at turn {check.first}: {check.what} "
                    f"expected {check.expected}, got {check.got}",
                    soft_wrap=True,
                )
    if not all(check.identical for _, _, check in checks):
        sys.exit(FAILED)

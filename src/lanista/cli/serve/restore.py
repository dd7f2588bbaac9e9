"""`lanista serve restore`: makes a server from a backup."""

from __future__ import annotations

import shlex
from pathlib import Path

import click

from lanista.cli.serve.opening import DataOptions
from lanista.cli.shared.common import console, print_json, verb
from lanista.cli.shared.options import takes


@verb
@click.argument("file", type=click.Path(path_type=Path, exists=False))
@takes(DataOptions)
def command(file: Path, options: DataOptions, as_json: bool) -> None:
    """Make a server from a backup in a new or empty folder; with --db, its tables go into an empty database.

    Every digest is verified first, and nothing is left behind if anything is wrong. People sign in again.
    """
    options.check()
    from lanista.cli.serve.shapes import BackupRestored
    from lanista.cli.shared.progress import doing
    from lanista.serve.ops.restoring import restore

    with doing(quiet=as_json) as tell:
        made = restore(file, options.folder, options.db, tell)
    words = ["lanista", "serve", "--data", str(options.folder), *(["--db", "ADDRESS"] if options.db else [])]
    restored = BackupRestored(
        str(options.folder), made.contests, made.row_count, len(made.replays), shlex.join(words)
    )
    if as_json:
        print_json(restored)
        return
    out = console()
    out.print(
        f"{restored.data}: {restored.contests} contests, {restored.rows:,} rows, {restored.replays:,} replays",
        markup=False,
        soft_wrap=True,
    )
    out.print(f"start:     {restored.next}", style="cyan", markup=False, soft_wrap=True)

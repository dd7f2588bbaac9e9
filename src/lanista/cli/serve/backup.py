"""`lanista serve backup`: one file with everything, also of a server that runs."""

from __future__ import annotations

from pathlib import Path

import click

from lanista.cli.serve.opening import DataOptions, opened_site
from lanista.cli.shared.common import console, print_json, verb
from lanista.cli.shared.options import group, option, option_group, takes


@option_group
class BackupOptions:
    """The server, and whether a file may be replaced."""

    where: DataOptions = group(DataOptions)
    force: bool = option("--force", is_flag=True, help="Overwrite an existing file.")


@verb
@click.argument("file", type=click.Path(path_type=Path))
@takes(BackupOptions)
def command(file: Path, options: BackupOptions, as_json: bool) -> None:
    """Write a backup of a server into FILE, a .tar: people, contests, bots, matches, replays as of one moment.

    The server may be running. The file is written completely or not at all. It holds secrets: keep it as safe as
    the server. `lanista serve restore` reads it, into SQLite or PostgreSQL, wherever it came from.
    """
    from lanista.cli.serve.shapes import BackupWritten
    from lanista.cli.shared.progress import doing
    from lanista.core.text import inert
    from lanista.serve.ops.backup import write_backup

    with opened_site(options.where) as site, doing(quiet=as_json) as tell:
        made = write_backup(site, file, force=options.force, tell=tell)
    written = BackupWritten(
        str(file), file.stat().st_size, made.contests, made.row_count, len(made.replays), made.missing
    )
    if as_json:
        print_json(written)
        return
    size = f"{written.bytes / 1e6:,.1f} MB"
    out = console()
    out.print(
        f"{file}: {size}, {written.contests} contests, {written.rows:,} rows, {written.replays:,} replays",
        markup=False,
        soft_wrap=True,
    )
    if written.missing:
        out.print(f"{len(written.missing):,} replays that results name are not kept any more", style="yellow")
    out.print(
        f"restore:   lanista serve restore {inert(str(file))} --data DIR",
        style="cyan",
        markup=False,
        soft_wrap=True,
    )

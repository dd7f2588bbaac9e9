"""Shared by the verbs of `lanista serve`: where a server keeps its data."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from lanista.cli.shared.options import option, option_group
from lanista.cli.shared.progress import say
from lanista.core.errors import InputError

if TYPE_CHECKING:
    from lanista.serve.site import Site

DEFAULT_DATA = "contest"
VARIABLE = "LANISTA_DB"


@option_group
class DataOptions:
    """The folder of a server, and its database if that is not in the folder."""

    data: Path | None = option(
        "--data",
        type=click.Path(path_type=Path, file_okay=False),
        metavar="DIR",
        help=f"The folder with everything.  [default: {DEFAULT_DATA}, in this folder]",
    )
    db: str = option(
        "--db",
        metavar="ADDRESS",
        envvar=VARIABLE,
        default="",
        help=f"Keep the tables in postgresql://..., not in a file of the folder; also {VARIABLE}.",
    )

    @property
    def folder(self) -> Path:
        """The folder, as an absolute path."""
        return (self.data or Path(DEFAULT_DATA)).expanduser().absolute()

    def check(self) -> None:
        """Refuse an address of another kind."""
        if self.db and not self.db.startswith(("postgresql://", "postgres://")):
            raise InputError(
                "--db expects postgresql://USER@HOST/DATABASE; without it, tables are in a file in --data"
            )


@contextmanager
def opened_site(options: DataOptions, *, tell: Callable[[str], None] = say) -> Iterator[Site]:
    """The existing server in a folder."""
    options.check()
    from lanista.serve.ops.folder import prepare
    from lanista.serve.site import open_site

    prepare(options.folder, options.db, create=False)
    with open_site(options.folder, options.db, create=False, tell=tell) as site:
        yield site

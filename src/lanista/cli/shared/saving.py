"""Shared by the verbs that write a replay: the file, whether to overwrite it, and the signing key."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from lanista.cli.shared.common import REJECTED, error_console
from lanista.cli.shared.options import option, option_group

if TYPE_CHECKING:
    from lanista.match.planning import PlannedMatch
    from lanista.match.recorder import Recorder
    from lanista.match.referee import MatchResult
    from lanista.match.replay.keys import SigningKey


@option_group
class SaveOptions:
    """Options of every verb that writes a replay."""

    force: bool = option("--force", is_flag=True, help="Overwrite an existing replay.")
    sign: Path | None = option(
        "--sign", type=click.Path(path_type=Path), help="Sign the replay with this key (NAME.key)."
    )


@contextmanager
def open_recorder(plan: PlannedMatch, path: Path | None, options: SaveOptions) -> Iterator[Recorder]:
    """Open the replay file before the match begins; it is removed again if nothing is written."""
    from lanista.match.recorder import Recorder

    key = _key(options.sign)
    with Recorder(path, force=options.force, key=key) if path else new_recorder(plan, key) as recorder:
        yield recorder


def new_recorder(plan: PlannedMatch, key: SigningKey | None = None) -> Recorder:
    """A recorder with a new file in replays/."""
    from lanista.match.recorder import Recorder

    return Recorder.in_folder(plan.game.name, [bot.name for bot in plan.bots], key=key)


def _key(path: Path | None) -> SigningKey | None:
    if path is None:
        return None
    from lanista.match.replay.keys import read_signing_key

    return read_signing_key(path)


def exit_if_incomplete(result: MatchResult) -> None:
    """If the match was not saved completely, say what is missing and exit with 2."""
    for missing in result.incomplete:
        error_console().print(f"Error: {missing}", style="red", markup=False, soft_wrap=True)
    if result.incomplete:
        sys.exit(REJECTED)

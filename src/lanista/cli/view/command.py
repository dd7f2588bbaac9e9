"""`lanista view`: shows replays in the browser."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from lanista.cli.shared.common import console, print_json, verb
from lanista.cli.shared.options import group, option, option_group, refuse_given, takes
from lanista.cli.shared.replays import (
    check_replay,
    replay_folder,
    replays_argument,
    resolve_replay,
    resolve_replays,
    warn_of_stale_analysis,
)
from lanista.cli.shared.saving import new_recorder
from lanista.cli.shared.serving import ServingOptions, open_page, serving, wait_for_interrupt
from lanista.core.errors import InputError


@option_group
class ViewOptions:
    """The comparison, trust in the replays, and where to serve."""

    other: Path | None = option(
        "--with", type=click.Path(path_type=Path), help="Compare with this replay, turn by turn."
    )
    turn: int | None = option(
        "--turn", type=click.IntRange(0), help="Open the match at this turn; 0 is the start."
    )
    trust: bool = option(
        "--trust", is_flag=True, help="Allow take-overs to start the programs that the replays name as bots."
    )
    serving: ServingOptions = group(ServingOptions)


@verb
@replays_argument
@takes(ViewOptions)
def command(replays: tuple[Path, ...], options: ViewOptions, as_json: bool) -> None:
    """Watch replays in the browser, until Ctrl-C.

    One REPLAY is shown at once; several, or a folder, as a list to choose from. The default is the folder replays.
    With --json, prints {"url": ...} first and keeps serving.
    """
    from lanista.cli.view.shapes import ViewerUrl
    from lanista.web.gallery import Gallery
    from lanista.web.show import ReplayShow

    files, folders = _sorted_out(replays, options.other)
    if folders or (len(files) > 1 and options.other is None):
        refuse_given("turn", because="opens one match at a turn; name one replay")
    gallery = Gallery(new_recorder, folders=folders, trusted=options.trust)
    shows = [gallery.add(ReplayShow(path, trusted=options.trust)) for path in files]
    with serving(gallery, options.serving) as server:
        if options.other:
            url = server.page_url(shows[0], f"with={shows[-1].id}")
        else:
            url = server.page_url(shows[0]) if len(shows) == 1 and not folders else server.url
        if options.turn is not None:
            url += f"#turn={options.turn}"
        if as_json:
            print_json(ViewerUrl(url))
        else:
            console().print(
                f"watch {_what(files, folders)} at {url} (Ctrl-C to stop)", markup=False, soft_wrap=True
            )
        open_page(url, options.serving)
        wait_for_interrupt()


def _sorted_out(replays: Sequence[Path], other: Path | None) -> tuple[list[Path], list[Path]]:
    """The files and folders to show; a single replay must be valid, all others must exist."""
    if other is not None:
        if len(replays) > 1:
            raise InputError(f"--with compares two replays, got {len(replays) + 1}; name one beside --with")
        files, folders = [*resolve_replays(replays), resolve_replay(other)], []
    else:
        paths = [resolve_replay(path) for path in replays] or [replay_folder()]
        folders = [path for path in paths if path.is_dir()]
        files = [path for path in paths if path not in folders]
    for path in files:
        if other is not None or len(files) + len(folders) == 1:
            check_replay(path)
            warn_of_stale_analysis(path)
        elif not path.exists():
            raise InputError(f"{path}: no such file or folder")
    return files, folders


def _what(files: Sequence[Path], folders: Sequence[Path]) -> str:
    """The pronoun for the served files."""
    return "it" if len(files) == 1 and not folders else "them"

"""`lanista view`: shows replays in the browser."""

from __future__ import annotations

from pathlib import Path

import click

from lanista.cli.common import console, print_json, verb
from lanista.cli.options import group, option, option_group, takes
from lanista.cli.replays import load_replay, replays_argument, resolve_replay, resolve_replays
from lanista.cli.saving import new_recorder
from lanista.cli.serving import ServingOptions, load_web, open_page, serving, wait_for_interrupt
from lanista.errors import InputError


@option_group
class ViewOptions:
    """What to compare, whether to trust the replays, and where to serve."""

    other: Path | None = option(
        "--with", type=click.Path(path_type=Path), help="Compare with this replay, turn by turn."
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

    REPLAY defaults to the newest one in replays/. With --json, prints {"url": ...} first and keeps serving.
    """
    from lanista.replay import play_again

    load_web()
    from lanista.cli.shapes import View
    from lanista.web.gallery import Gallery, ReplayShow

    other = options.other
    if other and len(replays) > 1:
        raise InputError(f"--with compares two replays, got {len(replays) + 1}; name one beside --with")
    files = [*resolve_replays(replays), *([resolve_replay(other)] if other else [])]
    for path in files:
        next(play_again(load_replay(path)))  # report a bad file here rather than on a page
    gallery = Gallery(new_recorder)
    shows = [gallery.add(ReplayShow(path, trusted=options.trust)) for path in files]
    with serving(gallery, options.serving) as server:
        if other:
            url = server.page_url(shows[0], f"with={shows[-1].id}")
        else:
            url = server.page_url(shows[0]) if len(shows) == 1 else server.url
        if as_json:
            print_json(View(url))
        else:
            console().print(f"watch it at {url} (Ctrl-C to stop)", markup=False, soft_wrap=True)
        open_page(url, options.serving)
        wait_for_interrupt()

"""`lanista view`: replays in the browser."""

from __future__ import annotations

from pathlib import Path

import click

from lanista.cli.common import console, print_json, verb
from lanista.cli.replays import named_replay, named_replays, read_named
from lanista.cli.serving import keep_in_replays, load_web, open_page, serving, serving_options, wait_for_interrupt
from lanista.cli.words import complete_replays
from lanista.errors import InputError


@verb
@click.argument(
    "replays",
    metavar="[REPLAY]...",
    nargs=-1,
    type=click.Path(path_type=Path),
    shell_complete=complete_replays,
)
@click.option("--with", "other", type=click.Path(path_type=Path), help="Compare with this one, turn by turn.")
@click.option("--trust", is_flag=True, help="Let take-overs start the programs that the replays name as bots.")
@serving_options
def command(
    replays: tuple[Path, ...], other: Path | None, trust: bool, host: str, port: int, no_open: bool, as_json: bool
) -> None:
    """Watch replays in the browser, until Ctrl-C.

    Without a REPLAY it is the newest one in replays/.
    With --json the first line is {"url": ...}; the server goes on.
    """
    from lanista.replay import play_again

    load_web()
    from lanista.cli.shapes import View
    from lanista.web.gallery import FiledShow, Gallery

    if other and len(replays) > 1:
        raise InputError(f"--with compares two replays, got {len(replays) + 1}; name one beside --with")
    files = [*named_replays(replays), *([named_replay(other)] if other else [])]
    for path in files:
        next(play_again(read_named(path)))  # what is wrong with a file is told here, not on a page
    gallery = Gallery(keep_in_replays)
    shows = [gallery.add(FiledShow(path, trusted=trust)) for path in files]
    with serving(gallery, host, port) as server:
        if other:
            url = server.page_url(shows[0], f"with={shows[-1].id}")
        else:
            url = server.page_url(shows[0]) if len(shows) == 1 else server.url
        if as_json:
            print_json(View(url))
        else:
            console().print(f"watch it at {url} (Ctrl-C ends)", markup=False, soft_wrap=True)
        open_page(url, no_open=no_open)
        wait_for_interrupt()

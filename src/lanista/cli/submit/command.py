"""`lanista submit`: packs a bot, uploads it to a contest, and follows it until it plays or is refused."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from lanista.cli.shared.common import FAILED, console, print_json, verb
from lanista.cli.shared.completers import complete_bots
from lanista.cli.shared.contest import contest_client, insecure_option, token_file_option
from lanista.cli.shared.following import PATIENCE, WorkSeen
from lanista.cli.shared.options import refuse_given
from lanista.cli.shared.progress import doing
from lanista.core.errors import InputError
from lanista.core.text import inert, quoted

if TYPE_CHECKING:
    from lanista.cli.submit.shapes import Submission
    from lanista.serve.client import ServerClient

BAD = ("refused", "held", "quarantined")


@verb
@click.argument("bot", shell_complete=complete_bots)
@click.option("--to", "url", required=True, metavar="URL", help="The address of the contest: https://HOST/c/NAME.")
@token_file_option
@click.option("--no-wait", is_flag=True, help="Do not wait until it plays or is refused.")
@click.option(
    "--timeout",
    type=click.FloatRange(1),
    default=PATIENCE,
    show_default=True,
    metavar="SECONDS",
    help="How long to wait.",
)
@insecure_option
def command(
    bot: str, url: str, token_file: Path | None, no_wait: bool, timeout: float, insecure: bool, as_json: bool
) -> None:
    """Submit BOT to the contest at URL, and follow it until it plays or is refused.

    BOT is a .py file, a folder or an archive, packed as for a league. It is sent to the server, built and examined
    there, and the report card is printed. A token that may upload comes from `lanista login URL` or --token-file.

    Exits with 0 if the version plays or works, and with 1 if it was refused or held back, or if it was not over in
    time.
    """
    from lanista.cli.shared.following import follow

    if no_wait:
        refuse_given("timeout", because="has no effect with --no-wait")
    client = contest_client(url, token_file, insecure=insecure)
    with doing(quiet=as_json) as say:
        sent = _send(client, bot, say)
        path = f"/api/c/{client.address.contest}/uploads/{int(sent['upload']['id'])}"
        report = follow(client, path, _seen, 0 if no_wait else timeout, say)
    submission = _submission(client, report, is_new=bool(sent["is_new"]))
    if as_json:
        print_json(submission)
    else:
        _show(submission)
    if not no_wait and (submission.state in BAD or not submission.settled):
        sys.exit(FAILED)


def _send(client: ServerClient, bot: str, say: Callable[[str], None]) -> Any:
    """Pack a bot for the game of the contest, and upload it."""
    from lanista.bots.source.archive import SUFFIX, UPLOADED
    from lanista.game import get_game
    from lanista.league.packing import pack_bot

    path = f"/api/c/{client.address.contest}/uploads"
    say("asking for the game of the contest")
    game = get_game(str(client.get(path)["game"]))
    say(f"packing {inert(bot, 60)}")
    packed = pack_bot(game, bot)
    if packed.builtin:
        raise InputError(f"{quoted(bot)} is built in, so the server has it; name a bot of yours")
    UPLOADED.refuse_large(len(packed.archive))
    say(f"uploading {len(packed.archive):,} bytes")
    return client.upload(path, packed.archive, name=f"{packed.name}{SUFFIX}")


def _seen(report: dict[str, Any]) -> WorkSeen:
    upload = report["upload"]
    return WorkSeen(f"version {upload['number']}: {upload['outlook']['says']}", bool(upload["outlook"]["settled"]))


def _submission(client: ServerClient, report: dict[str, Any], *, is_new: bool) -> Submission:
    """The server's report as the object that --json prints."""
    import msgspec

    from lanista.cli.submit.shapes import Submission, SubmittedCheck

    upload, outlook = report["upload"], report["upload"]["outlook"]
    found = {
        "contest": f"{client.address.origin}/c/{client.address.contest}",
        "version": upload["number"],
        "digest": upload["digest"],
        "new": is_new,
        "state": upload["state"],
        "plays": outlook["plays"],
        "says": outlook["says"],
        "then": outlook["then"],
        "why": upload["why"],
        "settled": outlook["settled"],
        "checks": msgspec.convert(report["card"]["checks"], list[SubmittedCheck]),
        "page": f"{client.address.origin}{upload['page']}",
    }
    return msgspec.convert(found, Submission)


def _show(submission: Submission) -> None:
    from lanista.cli.submit.screen import print_submission

    print_submission(console(), submission)

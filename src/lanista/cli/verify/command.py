"""`lanista verify`: plays replays again and checks everything in them."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from lanista.cli.shared.common import FAILED, REJECTED, console, error_console, print_json, verb
from lanista.cli.shared.replays import replays_argument, resolve_replays
from lanista.core.errors import ReplayError
from lanista.core.text import inert, quoted

if TYPE_CHECKING:
    from rich.text import Text

    from lanista.cli.verify.shapes import VerifiedReplay
    from lanista.match.metered import BotsCheck
    from lanista.match.replay import Verification
    from lanista.match.replay.keys import PublicKey


@verb
@replays_argument
@click.option(
    "--key", type=click.Path(path_type=Path), help="Check the signature with the organiser's key (NAME.pub)."
)
@click.option("--bots", "again", is_flag=True, help="Play the metered bots again too, and compare their answers.")
@click.option(
    "--bot", "modules", metavar="BOT", multiple=True, help="A metered bot that is elsewhere now; may be repeated."
)
def command(
    replays: tuple[Path, ...], key: Path | None, again: bool, modules: tuple[str, ...], as_json: bool
) -> None:
    """Check replays: play them again, compare every state, verdict and outcome, and check every line.

    With --bots, metered bots (WebAssembly modules) must also give the same answers and use the same fuel.
    REPLAY defaults to the newest one in replays/. Exits with 0 if every match is complete and nothing differs;
    with 1 if anything differs, a line was changed, a signature is missing or wrong, or a match is void or
    unfinished; with 2 if a file is not a replay.
    """
    from lanista.cli.verify.shapes import Verify

    public = _read_key(key)
    paths = resolve_replays(replays)
    found = [(path, *_checks(path, public, modules if again or modules else None)) for path in paths]
    if len(found) == 1 and isinstance(found[0][1], ReplayError):
        raise found[0][1]
    if as_json:
        print_json(Verify([_as_json(*check) for check in found]))
    else:
        for path, check, bots in found:
            out = error_console() if isinstance(check, ReplayError) else console()
            out.print(_as_text(path, check, bots), soft_wrap=True)
    if any(isinstance(check, ReplayError) for _, check, _ in found):
        sys.exit(REJECTED)
    if not all(isinstance(check, ReplayError) or (check.passed and _passed(bots)) for _, check, bots in found):
        sys.exit(FAILED)


def _passed(bots: BotsCheck | None) -> bool:
    return bots is None or bots.passed


def _read_key(path: Path | None) -> PublicKey | None:
    if path is None:
        return None
    from lanista.match.replay.keys import read_public_key

    return read_public_key(path)


def _checks(
    path: Path, key: PublicKey | None, modules: tuple[str, ...] | None
) -> tuple[Verification | ReplayError, BotsCheck | None]:
    """Verify one file, and its bots unless `modules` is None; an error is returned, so that others are checked."""
    from lanista.match.metered import check_bots
    from lanista.match.replay import verify_file

    try:
        check = verify_file(path, key)
        return check, None if modules is None or not check.identical else check_bots(path, modules)
    except ReplayError as error:
        return error, None


def _as_json(path: Path, check: Verification | ReplayError, bots: BotsCheck | None) -> VerifiedReplay:
    from lanista.cli.verify.shapes import VerifiedReplay

    if isinstance(check, ReplayError):
        return VerifiedReplay(str(path), False, False, str(check), None)
    passed = check.passed and _passed(bots)
    return VerifiedReplay(str(path), check.status == "complete", passed, "", check, bots)


def _bots_text(bots: BotsCheck) -> Text:
    from rich.text import Text

    found = bots.difference
    if found is None:
        return Text(f"; its {len(bots.seats)} metered bots play the same again")
    text = Text("; bots ").append("differ", style="red")
    return text.append(
        f" at turn {found.turn}, seat {found.seat}: {found.what} expected {quoted(found.expected)}, "
        f"got {quoted(found.got)}"
    )


def _as_text(path: Path, check: Verification | ReplayError, bots: BotsCheck | None) -> Text:
    from rich.text import Text

    if isinstance(check, ReplayError):
        return Text(f"Error: {check}", style="red")
    text = Text(f"{path}: ")
    if check.identical:
        text.append("identical", style="green").append(f", {check.turns} turns")
    else:
        text.append("differs", style="red").append(f" at turn {check.first}: {check.what} ")
        text.append(f"expected {quoted(check.expected)}, got {quoted(check.got)}")
    if bots is not None:
        text.append(_bots_text(bots))
    if check.status != "complete":
        text.append(f"; {check.status}", style="red").append(f": {inert(check.reason, 200)}")
    if check.doubtful:
        text.append("; doubtful", style="yellow").append(f": {inert(check.doubtful, 200)}")
    text.append(f"; {check.chain}", style="" if check.chain.is_sound else "red")
    if check.signature.status != "unsigned":
        text.append(f"; {check.signature}", style="" if check.signature.is_sound else "red")
    return text

"""`lanista key`: a pair of keys, with which an organiser signs replays."""

from __future__ import annotations

import click

from lanista.cli.common import console, print_json, verb


@verb
@click.argument("name")
@click.option("--force", is_flag=True, help="Overwrite keys that are there already.")
def command(name: str, force: bool, as_json: bool) -> None:
    """Make a pair of keys to sign replays with: NAME.key, which is secret, and NAME.pub, which everybody may have.

    `lanista play ... --sign NAME.key` signs a replay, and `lanista verify --key NAME.pub` checks it.
    """
    from lanista.replay.keys import make_keys

    private, public, key = make_keys(name, force=force)
    if as_json:
        from lanista.cli.shapes import Key

        print_json(Key(str(private), str(public), key.fingerprint))
        return
    out = console()
    out.print(f"{private}: keep it secret; sign with it: lanista play ... --sign {private}", markup=False)
    out.print(f"{public}: give it to everybody; fingerprint {key.fingerprint}", markup=False)

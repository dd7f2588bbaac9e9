"""`lanista key`: makes a key pair that signs replays."""

from __future__ import annotations

import click

from lanista.cli.shared.common import console, print_json, verb


@verb
@click.argument("name")
@click.option("--force", is_flag=True, help="Overwrite existing keys.")
def command(name: str, force: bool, as_json: bool) -> None:
    """Make a key pair to sign replays: NAME.key, which is secret, and NAME.pub, which anyone may have.

    `lanista play ... --sign NAME.key` signs a replay, and `lanista verify --key NAME.pub` checks it.
    """
    from lanista.match.replay.keys import make_keys

    private, public, key = make_keys(name, force=force)
    if as_json:
        from lanista.cli.key.shapes import Key

        print_json(Key(str(private), str(public), key.fingerprint))
        return
    out = console()
    out.print(f"{private}: keep it secret; sign with: lanista play ... --sign {private}", markup=False)
    out.print(f"{public}: publish it; fingerprint {key.fingerprint}", markup=False)

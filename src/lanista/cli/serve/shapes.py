"""The JSON objects that `lanista serve` and its verbs print with --json."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from lanista.serve.ops.checking import CheckedServer


class Serving(Struct):
    """A server that is about to serve; printed once, before it does."""

    url: Annotated[str, Meta(description="where the pages are")]
    data: Annotated[str, Meta(description="the folder with everything")]
    organiser_link: Annotated[
        str, Meta(description="makes its first user an administrator; empty if there is one already")
    ]
    sandbox: Annotated[str, Meta(description="the sandbox level of uploaded bots")]
    public: Annotated[bool, Meta(description="whether this machine has all that strangers' bots need")]
    demo: Annotated[
        DemoAccount | None, Meta(description="the administrator that --demo made; null without --demo")
    ]


class DemoAccount(Struct):
    """An account to sign in with."""

    name: str
    passphrase: str
    contest: Annotated[str, Meta(description="the address of the contest's page")]


class BackupWritten(Struct):
    """A backup that was written."""

    file: str
    bytes: int
    contests: int
    rows: Annotated[int, Meta(description="of all tables")]
    replays: int
    missing: Annotated[list[str], Meta(description="replays that results name, but that are not kept any more")]


class BackupRestored(Struct):
    """A backup that was restored."""

    data: str
    contests: int
    rows: int
    replays: int
    next: Annotated[str, Meta(description="the command that starts the server")]


PRINTED: dict[str, tuple[type[Struct], ...]] = {
    "serve": (Serving,),
    "serve backup": (BackupWritten,),
    "serve restore": (BackupRestored,),
    "serve check": (CheckedServer,),
}

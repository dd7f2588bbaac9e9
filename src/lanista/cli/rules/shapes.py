"""The JSON objects that `lanista rules` prints with --json."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from lanista.cli.shared.shapes import Command


class RulesFile(Struct):
    """A file of a kit."""

    name: str
    bytes: Annotated[int, Meta(description="the file's size")]


class RulesKit(Struct):
    """The rules of a game for programs in another language."""

    game: str
    target: Annotated[str, Meta(description="c, js or wasm")]
    folder: str
    files: list[RulesFile]
    digest: Annotated[str, Meta(description="of the translated rules: equal digests, equal rules")]
    interface: Annotated[int, Meta(description="grows when programs written for a kit would have to change")]
    command: Command
    seconds: float


PRINTED: dict[str, tuple[type[Struct], ...]] = {"rules": (RulesKit,)}

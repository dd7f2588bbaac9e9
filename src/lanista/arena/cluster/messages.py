"""What the driver of a cluster and its nodes send to each other, as MessagePack."""

from __future__ import annotations

import msgspec

from lanista.arena.cluster.versions import Version
from lanista.arena.spec import MatchReport, MatchSpec


class About(msgspec.Struct, frozen=True):
    """A node, before it is given matches."""

    version: Version
    level: str = ""  # of its sandbox
    lacking: str = ""  # why it has no sandbox of the level that was asked for


class Order(msgspec.Struct, frozen=True):
    """Matches for a node, with numbers that the driver gave them.

    A bot or a map that is a file is given by its key; `files` are the keys that the node has not seen.
    """

    matches: list[MatchSpec]
    files: list[str] = []


class Done(msgspec.Struct, frozen=True):
    """The report of a match, and its replay if one was asked for and written."""

    report: MatchReport
    replay: bytes | None = None


encode = msgspec.msgpack.Encoder().encode
read_about = msgspec.msgpack.Decoder(About).decode
read_order = msgspec.msgpack.Decoder(Order).decode
read_done = msgspec.msgpack.Decoder(list[Done]).decode

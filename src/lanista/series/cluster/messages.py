"""Messages between the driver of a cluster and its nodes, as MessagePack."""

from __future__ import annotations

import msgspec

from lanista.series.cluster.versions import InstalledVersion
from lanista.series.spec import MatchReport, MatchSpec


class NodeFacts(msgspec.Struct, frozen=True):
    """A node, before it is given matches."""

    version: InstalledVersion
    level: str = ""  # of its sandbox
    lacking: str = ""  # why it lacks a sandbox of the requested level


class NodeOrder(msgspec.Struct, frozen=True):
    """Matches for a node, with the driver's numbers for them.

    A bot or a map that is a file is given by its key; `files` are the keys that the node has not seen.
    """

    matches: list[MatchSpec]
    files: list[str] = []


class Done(msgspec.Struct, frozen=True):
    """The report of a match, and its replay if one was asked for and written."""

    report: MatchReport
    replay: bytes | None = None


encode = msgspec.msgpack.Encoder().encode
read_about = msgspec.msgpack.Decoder(NodeFacts).decode
read_order = msgspec.msgpack.Decoder(NodeOrder).decode
read_done = msgspec.msgpack.Decoder(list[Done]).decode

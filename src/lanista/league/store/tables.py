"""The tables of a store. A change here needs a migration in `migrations/versions`; a test compares both.

Matches and results are only ever inserted; `pending` holds what changes while a match has no result. `changed` is
the number of the transaction in its league that wrote the row, see `leagues.cursor`.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Column,
    Float,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
)

METADATA = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)

settings = Table(
    "settings", METADATA, Column("name", String, primary_key=True), Column("value", Text, nullable=False)
)

leagues = Table(
    "leagues",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("name", String, nullable=False, unique=True),
    Column("game", String, nullable=False),
    Column("format", String, nullable=False),
    Column("seed", String, nullable=False),  # decimal: 64 bits without a sign fit no integer column
    Column("options", Text, nullable=False),  # JSON
    Column("created", Float, nullable=False),
    Column("length", Integer, nullable=False),  # of the schedule
    Column("cursor", BigInteger, nullable=False),  # of the last transaction that changed the league
    sqlite_autoincrement=True,
)

archives = Table(
    "archives", METADATA, Column("digest", String, primary_key=True), Column("data", LargeBinary, nullable=False)
)

entries = Table(
    "entries",
    METADATA,
    Column("league_id", ForeignKey("leagues.id"), primary_key=True),
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("bot", String, nullable=False),
    Column("version", Integer, nullable=False),
    Column("digest", String, nullable=False),
    Column("builtin", String, nullable=False),
    Column("joined", Integer, nullable=False),
    Column("left", Integer),
    Column("quarantined", Text, nullable=False, server_default=""),
    Column("changed", BigInteger, nullable=False),
)
Index(None, entries.c.league_id, entries.c.bot, entries.c.version, unique=True)

matches = Table(
    "matches",
    METADATA,
    Column("league_id", ForeignKey("leagues.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("unit", BigInteger, nullable=False),
    Column("round", Integer, nullable=False),
    Column("entries", String, nullable=False),  # JSON, as all lists
    Column("seed", String, nullable=False),
    Column("map", String, nullable=False),
    Column("label", String, nullable=False),
    Column("changed", BigInteger, nullable=False),
)
Index(None, matches.c.league_id, matches.c.changed)

results = Table(
    "results",
    METADATA,
    Column("league_id", Integer, primary_key=True, autoincrement=False),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("places", String, nullable=False),
    Column("scores", String, nullable=False),
    Column("reason", Text, nullable=False),
    Column("void", Text, nullable=False),
    Column("faults", String, nullable=False),
    Column("first_faults", Text, nullable=False),
    Column("turns", Integer, nullable=False),
    Column("seconds", Float, nullable=False),
    Column("replay", String, nullable=False),
    Column("runner", String, nullable=False),
    Column("sandbox", String, nullable=False),
    Column("ended", Float, nullable=False),
    Column("failures", Text, nullable=False, server_default="[]"),
    Column("changed", BigInteger, nullable=False),
    ForeignKeyConstraint(["league_id", "number"], ["matches.league_id", "matches.number"]),
)
Index(None, results.c.league_id, results.c.changed)

runners = Table(
    "runners",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("label", String, nullable=False),
    Column("beat", BigInteger, nullable=False),
    Column("machine", String, nullable=False),
    Column("pid", BigInteger, nullable=False),
    Column("started", BigInteger, nullable=False),
    sqlite_autoincrement=True,
)

pending = Table(
    "pending",
    METADATA,
    Column("league_id", Integer, primary_key=True, autoincrement=False),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("attempts", Integer, nullable=False),  # number of void attempts
    Column("runner_id", ForeignKey("runners.id")),  # the runner that has claimed it
    ForeignKeyConstraint(["league_id", "number"], ["matches.league_id", "matches.number"]),
)
Index(None, pending.c.runner_id)

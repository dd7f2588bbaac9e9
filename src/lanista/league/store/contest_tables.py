"""The tables of contests: people, teams, uploads and the work that they cause. They stand beside those of leagues.

A contest is a league with people around it: `contests.league_id` names the league, whose tables hold all that is
played. Texts are "" and numbers 0 where there is nothing; times are seconds since 1970.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    String,
    Table,
    Text,
)

from lanista.league.store.tables import METADATA

__all__ = ["METADATA"]  # complete once this module is imported

users = Table(
    "users",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("name", String, nullable=False),
    Column("folded", String, nullable=False, unique=True),  # the name as names are compared
    Column("passphrase", String, nullable=False),  # its argon2id hash; "" of people who sign in elsewhere
    Column("standing", String, nullable=False),
    Column("created", Float, nullable=False),
    sqlite_autoincrement=True,
)

identities = Table(
    "identities",
    METADATA,
    Column("issuer", String, primary_key=True),
    Column("subject", String, primary_key=True),
    Column("user_id", ForeignKey("users.id"), nullable=False),
)

sessions = Table(
    "sessions",
    METADATA,
    Column("digest", String, primary_key=True),  # of the cookie
    Column("user_id", ForeignKey("users.id"), nullable=False),
    Column("created", Float, nullable=False),
    Column("used", Float, nullable=False),
)
Index(None, sessions.c.user_id)

tokens = Table(
    "tokens",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("user_id", ForeignKey("users.id"), nullable=False),
    Column("name", String, nullable=False),
    Column("digest", String, nullable=False, unique=True),
    Column("scopes", Text, nullable=False),  # JSON
    Column("created", Float, nullable=False),
    Column("used", Float, nullable=False),
    Column("revoked", Float, nullable=False),
    sqlite_autoincrement=True,
)
Index(None, tokens.c.user_id)

contests = Table(
    "contests",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("slug", String, nullable=False, unique=True),  # its name in addresses
    Column("league_id", ForeignKey("leagues.id"), nullable=False, unique=True),
    Column("options", Text, nullable=False),  # JSON
    Column("created", Float, nullable=False),
    sqlite_autoincrement=True,
)

teams = Table(
    "teams",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("contest_id", ForeignKey("contests.id"), nullable=False),
    Column("name", String, nullable=False),  # and of its bot in the league
    Column("folded", String, nullable=False),
    Column("join_key", String, nullable=False),  # a digest; "" if nobody can join
    Column("gated", Integer, nullable=False),  # 1: a new version must not be worse than the one that plays
    Column("created", Float, nullable=False),
    sqlite_autoincrement=True,
)
Index(None, teams.c.contest_id, teams.c.folded, unique=True)

members = Table(
    "members",
    METADATA,
    Column("contest_id", ForeignKey("contests.id"), primary_key=True),
    Column("user_id", ForeignKey("users.id"), primary_key=True),
    Column("team_id", Integer, nullable=False),
    Column("role", String, nullable=False),
    Column("joined", Float, nullable=False),
)
Index(None, members.c.user_id)
Index(None, members.c.team_id)

invitations = Table(
    "invitations",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("digest", String, nullable=False, unique=True),  # of the secret in the link
    Column("kind", String, nullable=False),
    Column("contest_id", Integer, nullable=False),
    Column("team_id", Integer, nullable=False),
    Column("user_id", Integer, nullable=False),
    Column("role", String, nullable=False),
    Column("uses", Integer, nullable=False),  # that are left
    Column("expires", Float, nullable=False),
    Column("created", Float, nullable=False),
    Column("note", String, nullable=False),
    sqlite_autoincrement=True,
)

uploads = Table(
    "uploads",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("contest_id", ForeignKey("contests.id"), nullable=False),
    Column("team_id", ForeignKey("teams.id"), nullable=False),
    Column("number", Integer, nullable=False),  # of the team's versions, from 1 on
    Column("digest", String, nullable=False),  # of the archive
    Column("name", String, nullable=False),  # of the file
    Column("size", BigInteger, nullable=False),
    Column("user_id", Integer, nullable=False),
    Column("created", Float, nullable=False),
    Column("state", String, nullable=False),
    Column("why", Text, nullable=False),  # for its owners
    Column("card", Text, nullable=False),  # the doctor's report card, JSON
    Column("entry", Integer, nullable=False),  # in the league, its newest one; -1 if it has never played
    sqlite_autoincrement=True,
)
Index(None, uploads.c.team_id, uploads.c.number, unique=True)
Index(None, uploads.c.contest_id, uploads.c.entry)

jobs = Table(
    "jobs",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("contest_id", ForeignKey("contests.id"), nullable=False),
    Column("team_id", Integer, nullable=False),
    Column("upload_id", Integer, nullable=False),
    Column("user_id", Integer, nullable=False),
    Column("kind", String, nullable=False),
    Column("request", Text, nullable=False),  # JSON
    Column("state", String, nullable=False),
    Column("runner_id", Integer, nullable=False),
    Column("attempts", Integer, nullable=False),
    Column("created", Float, nullable=False),
    Column("began", Float, nullable=False),
    Column("ended", Float, nullable=False),
    Column("outcome", Text, nullable=False),  # JSON
    Column("replay", String, nullable=False),  # its digest
    sqlite_autoincrement=True,
)
Index(None, jobs.c.state)
Index(None, jobs.c.contest_id, jobs.c.team_id, jobs.c.created)

snapshots = Table(
    "snapshots",
    METADATA,
    Column("contest_id", ForeignKey("contests.id"), primary_key=True),
    Column("cursor", BigInteger, nullable=False),  # of the league, as of which the table was made
    Column("made", Float, nullable=False),
    Column("seconds", Float, nullable=False),  # that it took
    Column("data", LargeBinary, nullable=False),  # JSON
)

lanes = Table(
    "lanes",
    METADATA,
    Column("runner_id", Integer, primary_key=True, autoincrement=False),
    Column("name", String, primary_key=True),  # of what the runner does in it
    Column("contest_id", Integer, nullable=False),
    Column("says", Text, nullable=False),  # what it does, or why it does nothing
    Column("at", Float, nullable=False),
)

audit = Table(
    "audit",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("at", Float, nullable=False),
    Column("user_id", Integer, nullable=False),
    Column("contest_id", Integer, nullable=False),
    Column("action", String, nullable=False),
    Column("detail", Text, nullable=False),
    sqlite_autoincrement=True,
)
Index(None, audit.c.contest_id)

throttles = Table(
    "throttles",
    METADATA,
    Column("name", String, primary_key=True),  # what is counted, and whose
    Column("count", Integer, nullable=False),
    Column("since", Float, nullable=False),
)

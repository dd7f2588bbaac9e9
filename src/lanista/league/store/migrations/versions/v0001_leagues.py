"""Leagues, entries, matches and results; archives of bots; runners and what they have claimed."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Create all tables."""
    op.create_table(
        "archives",
        sa.Column("digest", sa.String(), nullable=False),
        sa.Column("data", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("digest", name=op.f("pk_archives")),
    )
    op.create_table(
        "leagues",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("game", sa.String(), nullable=False),
        sa.Column("format", sa.String(), nullable=False),
        sa.Column("seed", sa.String(), nullable=False),
        sa.Column("options", sa.Text(), nullable=False),
        sa.Column("created", sa.Float(), nullable=False),
        sa.Column("length", sa.Integer(), nullable=False),
        sa.Column("cursor", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_leagues")),
        sa.UniqueConstraint("name", name=op.f("uq_leagues_name")),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "runners",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("label", sa.String(), nullable=False),
        sa.Column("beat", sa.BigInteger(), nullable=False),
        sa.Column("machine", sa.String(), nullable=False),
        sa.Column("pid", sa.BigInteger(), nullable=False),
        sa.Column("started", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_runners")),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "settings",
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_settings")),
    )
    op.create_table(
        "entries",
        sa.Column("league_id", sa.Integer(), nullable=False),
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("bot", sa.String(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("digest", sa.String(), nullable=False),
        sa.Column("builtin", sa.String(), nullable=False),
        sa.Column("joined", sa.Integer(), nullable=False),
        sa.Column("left", sa.Integer(), nullable=True),
        sa.Column("changed", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["league_id"], ["leagues.id"], name=op.f("fk_entries_league_id")),
        sa.PrimaryKeyConstraint("league_id", "id", name=op.f("pk_entries")),
    )
    op.create_index(
        op.f("ix_entries_league_id_bot_version"), "entries", ["league_id", "bot", "version"], unique=True
    )
    op.create_table(
        "matches",
        sa.Column("league_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("unit", sa.BigInteger(), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("entries", sa.String(), nullable=False),
        sa.Column("seed", sa.String(), nullable=False),
        sa.Column("map", sa.String(), nullable=False),
        sa.Column("label", sa.String(), nullable=False),
        sa.Column("changed", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["league_id"], ["leagues.id"], name=op.f("fk_matches_league_id")),
        sa.PrimaryKeyConstraint("league_id", "number", name=op.f("pk_matches")),
    )
    op.create_index(op.f("ix_matches_league_id_changed"), "matches", ["league_id", "changed"], unique=False)
    op.create_table(
        "pending",
        sa.Column("league_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("runner_id", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(
            ["league_id", "number"],
            ["matches.league_id", "matches.number"],
            name=op.f("fk_pending_league_id_number"),
        ),
        sa.ForeignKeyConstraint(["runner_id"], ["runners.id"], name=op.f("fk_pending_runner_id")),
        sa.PrimaryKeyConstraint("league_id", "number", name=op.f("pk_pending")),
    )
    op.create_index(op.f("ix_pending_runner_id"), "pending", ["runner_id"], unique=False)
    op.create_table(
        "results",
        sa.Column("league_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("places", sa.String(), nullable=False),
        sa.Column("scores", sa.String(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("void", sa.Text(), nullable=False),
        sa.Column("faults", sa.String(), nullable=False),
        sa.Column("first_faults", sa.Text(), nullable=False),
        sa.Column("turns", sa.Integer(), nullable=False),
        sa.Column("seconds", sa.Float(), nullable=False),
        sa.Column("replay", sa.String(), nullable=False),
        sa.Column("runner", sa.String(), nullable=False),
        sa.Column("sandbox", sa.String(), nullable=False),
        sa.Column("ended", sa.Float(), nullable=False),
        sa.Column("changed", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["league_id", "number"],
            ["matches.league_id", "matches.number"],
            name=op.f("fk_results_league_id_number"),
        ),
        sa.PrimaryKeyConstraint("league_id", "number", name=op.f("pk_results")),
    )
    op.create_index(op.f("ix_results_league_id_changed"), "results", ["league_id", "changed"], unique=False)

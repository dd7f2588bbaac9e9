"""Bots that failed too often, and why bots failed their matches."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Add why an entry is quarantined, and why each seat of a result failed."""
    op.add_column("entries", sa.Column("quarantined", sa.Text(), nullable=False, server_default=""))
    op.add_column("results", sa.Column("failures", sa.Text(), nullable=False, server_default="[]"))

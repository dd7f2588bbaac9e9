"""Every store has an id: its folder of replays carries it."""

from __future__ import annotations

import uuid

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Give the store an id."""
    settings = sa.table("settings", sa.column("name", sa.String()), sa.column("value", sa.Text()))
    op.execute(settings.delete().where(settings.c.name == "id"))
    op.execute(settings.insert().values(name="id", value=uuid.uuid4().hex))

"""Runs migrations on the connection, and in the transaction, of whoever asked for them."""

from __future__ import annotations

from alembic import context

from lanista.store.tables import METADATA

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=METADATA,
    version_table=context.config.attributes["version_table"],
)
context.run_migrations()

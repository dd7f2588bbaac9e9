"""Runs migrations on the caller's connection, in the caller's transaction."""

from __future__ import annotations

from alembic import context

from lanista.league.store.contest_tables import METADATA

ALEMBIC = "env_py"  # the name under which Alembic runs this file


def run_migrations() -> None:
    """Run the requested migrations."""
    context.configure(
        connection=context.config.attributes["connection"],
        target_metadata=METADATA,
        version_table=context.config.attributes["version_table"],
    )
    context.run_migrations()


if __name__ == ALEMBIC:
    run_migrations()

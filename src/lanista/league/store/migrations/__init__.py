"""Alembic's migrations; `lanista.league.store.schema` runs them."""

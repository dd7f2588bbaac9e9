"""Alembic's migrations; `lanista.store.schema` runs them."""

"""The version of a store's schema: older ones are migrated, newer ones refused."""

from __future__ import annotations

import re
from pathlib import Path

from sqlalchemy import Connection, inspect, text

from lanista.core.errors import StoreError
from lanista.core.text import quoted

HEAD = "0004"  # the newest migration; a test compares it with the files
REVISION = re.compile("[0-9]{4}")
VERSION_TABLE = "lanista_version"
MIGRATIONS = Path(__file__).parent / "migrations"


def version(connection: Connection) -> str | None:
    """The version of the schema in a database; None if it is empty."""
    _refuse_programs(connection)
    names = inspect(connection).get_table_names()
    if VERSION_TABLE in names:
        found = connection.execute(text(f"SELECT version_num FROM {VERSION_TABLE}")).scalars().all()
        return str(found[0]) if len(found) == 1 else "unknown"
    if not names:
        return None
    raise StoreError(
        f"it holds tables of another program ({quoted(names[0])} and others); name an empty database for leagues"
    )


def _refuse_programs(connection: Connection) -> None:
    """Refuse a stranger's file whose views or triggers would run on reads or writes."""
    if connection.dialect.name != "sqlite":
        return
    kinds = "type NOT IN ('table', 'index') OR sql LIKE 'CREATE VIRTUAL%'"
    if connection.execute(text(f"SELECT count(*) FROM sqlite_master WHERE {kinds}")).scalar_one():
        raise StoreError("it holds views or triggers, which no store of ours has; name another file")


def migrate(connection: Connection, destination: str = "head") -> None:
    """Migrate the schema to the newest version; the caller's transaction must lock out others."""
    from alembic import command
    from alembic.util.exc import CommandError

    found = version(connection)
    unknown = StoreError(
        f"its schema has the version {quoted(found)}, which this version of lanista does not know (the newest it "
        f"knows is {HEAD}): a newer lanista has written it; install that one"
    )
    if found is not None and not REVISION.fullmatch(found):
        raise unknown
    try:
        command.upgrade(alembic_config(connection), destination)
    except CommandError:
        raise unknown from None


def alembic_config(connection: Connection):  # type: ignore[no-untyped-def] # noqa: ANN201
    """Alembic's configuration, without a file."""
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes.update(connection=connection, version_table=VERSION_TABLE)
    return config

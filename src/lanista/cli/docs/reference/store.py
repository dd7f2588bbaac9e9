"""The tables of leagues and contests, as the store creates them."""

from __future__ import annotations

from sqlalchemy import Column, Table

from lanista.cli.docs.reference import table
from lanista.league.store import contest_tables, tables


def page() -> str:
    """A section for each table."""
    sections = (("Leagues", tables), ("Contests", contest_tables))
    lines: list[str] = []
    seen: set[str] = set()
    for title, module in sections:
        lines += [f"## {title}", ""]
        for one in vars(module).values():
            if isinstance(one, Table) and one.name not in seen:
                seen.add(one.name)
                lines += [f"### {one.name}", "", *table(["column", "type", ""], list(map(_row, one.columns))), ""]
    return "\n".join(lines)


def _row(column: Column[object]) -> list[str]:
    keys = ["primary key"] if column.primary_key else []
    keys += [f"of `{key.column.table.name}.{key.column.name}`" for key in column.foreign_keys]
    keys += ["may be empty"] if column.nullable else []
    return [f"`{column.name}`", str(column.type), ", ".join(keys)]

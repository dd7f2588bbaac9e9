"""All routes of the API that are about people."""

from __future__ import annotations

from typing import Any

from lanista.serve.api import accounts, members, teams

HANDLERS: tuple[Any, ...] = (*accounts.HANDLERS, *teams.HANDLERS, *members.HANDLERS)

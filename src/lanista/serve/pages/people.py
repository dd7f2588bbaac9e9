"""All pages of people: accounts, invitations, teams, members."""

from __future__ import annotations

from typing import Any

from lanista.serve.pages import account, joining, members, signing_in, teams

HANDLERS: tuple[Any, ...] = (
    *signing_in.HANDLERS,
    *joining.HANDLERS,
    *account.HANDLERS,
    *teams.HANDLERS,
    *members.HANDLERS,
)

"""The one-time link by which the first organiser of a server signs in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lanista.serve.records import InvitationKind, Standing

if TYPE_CHECKING:
    from lanista.serve.site import Site

DAYS = 7  # for which the link is good, unless the server is started again


def has_admin(site: Site) -> bool:
    """Whether somebody administers the server."""
    return any(user.standing is Standing.ADMIN for user in site.accounts.everyone())


def new_link(site: Site, base: str) -> str:
    """A link that makes its first user an administrator; empty if there is one. Former links end."""
    for invitation in site.invitations.of(0):
        if invitation.kind is InvitationKind.ORGANISER:
            site.invitations.revoke(0, invitation.id, 0)
    if has_admin(site):
        return ""
    secret = site.invitations.make(InvitationKind.ORGANISER, days=DAYS, note="the first organiser")
    return f"{base}/join/{secret}"

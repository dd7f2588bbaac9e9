"""Who may do what. Every route declares what it needs, and this is the one place where that is decided."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

from lanista.serve.errors import Denied, Missing, NotSignedIn
from lanista.serve.records import Member, Role, Scope, Standing, User
from lanista.serve.settings import ContestSettings

NO_CONTEST = "there is no such contest"  # or it is not for this person


class Need(Enum):
    """The rights that a route asks for."""

    ANYONE = "anyone"
    PERSON = "somebody who has signed in"
    SEE = "somebody who may see the contest"
    SEE_SIGNED_IN = "somebody who has signed in and may see the contest"
    MEMBER = "a member of the contest"
    CONTESTANT = "a member of a team of the contest"
    OWNER = "a member of this team"
    OWNER_OR_HELPER = "a member of this team, or a helper of the contest"
    HELPER = "a helper of the contest"
    ORGANISER = "an organiser of the contest"
    ADMIN = "an administrator of the server"


@dataclass(frozen=True)
class Actor:
    """The sender of a request: a person with a session, a script with a person's token, or nobody."""

    user: User | None = None
    secret: str = ""  # of the session or the visitor, to which forms are bound
    scopes: frozenset[Scope] = field(default_factory=lambda: frozenset(Scope))
    is_script: bool = False  # it came with a token, which no foreign page can send

    @property
    def id(self) -> int:
        """The id of the person; 0 of nobody."""
        return 0 if self.user is None else self.user.id

    @property
    def is_admin(self) -> bool:
        """Whether the person administers the server."""
        return self.user is not None and self.user.standing is Standing.ADMIN


@dataclass(frozen=True)
class Standpoint:
    """A person before a contest: what they are there, and which team the request is about."""

    actor: Actor
    settings: ContestSettings | None = None  # of the contest that the route names
    member: Member | None = None
    team_id: int = 0  # the team that the route is about, or whose upload

    @property
    def role(self) -> Role | None:
        """The person's role in the contest; administrators are organisers of all."""
        if self.actor.is_admin:
            return Role.ORGANISER
        return None if self.member is None else self.member.role

    @property
    def is_helper(self) -> bool:
        """Whether the person sees queues and logs."""
        return self.role in (Role.HELPER, Role.ORGANISER)

    @property
    def is_organiser(self) -> bool:
        """Whether the person may change the contest."""
        return self.role is Role.ORGANISER

    @property
    def is_owner(self) -> bool:
        """Whether the person belongs to the team that the request is about."""
        return bool(self.team_id) and self.member is not None and self.member.team_id == self.team_id

    @property
    def sees(self) -> bool:
        """Whether the person may know of the contest."""
        return self.settings is not None and (self.settings.public or self.role is not None)

    def allows(self, need: Need) -> bool:
        """Whether the person has what a route needs."""
        return {
            Need.ANYONE: True,
            Need.PERSON: self.actor.user is not None,
            Need.SEE: self.sees,
            Need.SEE_SIGNED_IN: self.sees and self.actor.user is not None,
            Need.MEMBER: self.member is not None,
            Need.CONTESTANT: self.member is not None and self.member.team_id != 0,
            Need.OWNER: self.is_owner,
            Need.OWNER_OR_HELPER: self.is_owner or self.is_helper,
            Need.HELPER: self.is_helper,
            Need.ORGANISER: self.is_organiser,
            Need.ADMIN: self.actor.is_admin,
        }[need]

    def check(self, need: Need, *scopes: Scope) -> None:
        """Raise if the person lacks what a route needs; a contest that they may not see does not exist for them.

        A token needs one of the scopes.
        """
        if need not in (Need.ANYONE, Need.PERSON, Need.ADMIN) and not self.sees:
            raise Missing(NO_CONTEST)
        if not self.allows(need):
            if self.actor.user is None:
                raise NotSignedIn("sign in first")
            raise Denied(f"this is for {need.value}")
        if need is not Need.ANYONE and self.actor.scopes.isdisjoint(scopes):
            raise Denied(f"this token lacks the scope {' or '.join(scope.value for scope in scopes)}")

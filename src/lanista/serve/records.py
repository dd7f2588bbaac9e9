"""The values behind a contest, as they are stored. Times are seconds since 1970; 0 and "" mean none."""

from __future__ import annotations

from enum import StrEnum
from typing import Any

import msgspec


class Standing(StrEnum):
    """A person's standing on the whole server."""

    PERSON = "person"
    ADMIN = "admin"  # may make contests, and is an organiser of all
    CLOSED = "closed"  # cannot sign in


class Role(StrEnum):
    """A member's role in a contest."""

    CONTESTANT = "contestant"
    HELPER = "helper"  # sees queues and logs, changes no settings
    ORGANISER = "organiser"


class Scope(StrEnum):
    """The actions that a token of a script is good for."""

    READ = "read"  # everything that its person can see
    UPLOAD = "upload"  # bots, and their activation
    MANAGE = "manage"  # everything else


class InvitationKind(StrEnum):
    """The purpose of an invitation."""

    ORGANISER = "organiser"  # the first one of a server
    CONTEST = "contest"  # a code for many: each joins the contest with the invitation's role
    TEAM = "team"  # a link into one team
    RESET = "reset"  # a new passphrase for one person


class UploadState(StrEnum):
    """The state of an uploaded version."""

    WAITING = "waiting"  # for its check
    CHECKING = "checking"  # it is built, started and examined
    REFUSED = "refused"  # it does not work; the card says why
    PASSED = "passed"  # it works, and can be activated
    GATED = "gated"  # it plays against the active version, to show that it is not worse
    HELD = "held"  # it was worse than the active version; it can be activated all the same
    ACTIVE = "active"  # it plays in the league
    RETIRED = "retired"  # it has played, and another version plays now
    QUARANTINED = "quarantined"  # it failed too often


class JobKind(StrEnum):
    """The kinds of work beside the league's matches."""

    CHECK = "check"  # build, start and examine an upload
    GATE = "gate"  # compare an upload with the active version
    PRACTICE = "practice"  # an unrated match


class JobState(StrEnum):
    """The state of a piece of work."""

    WAITING = "waiting"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"  # by our fault
    CANCELLED = "cancelled"


class User(msgspec.Struct, frozen=True):
    """A person with an account."""

    id: int
    name: str
    passphrase: str  # its hash
    standing: Standing
    created: float


class Token(msgspec.Struct, frozen=True):
    """A secret of a script, which acts for its person."""

    id: int
    user_id: int
    name: str
    scopes: tuple[Scope, ...]
    created: float
    used: float
    revoked: float


class ContestRecord(msgspec.Struct, frozen=True):
    """A contest; `options` are its settings as JSON, see `serve.settings`."""

    id: int
    slug: str
    league_id: int
    options: dict[str, Any]
    created: float


class Team(msgspec.Struct, frozen=True):
    """A team, and the name of its bot in the league."""

    id: int
    contest_id: int
    name: str
    join_key: str  # a digest; "" if nobody can join
    gated: int
    created: float


class Member(msgspec.Struct, frozen=True):
    """A person in a contest."""

    contest_id: int
    user_id: int
    team_id: int
    role: Role
    joined: float


class Invitation(msgspec.Struct, frozen=True):
    """A secret link or code; only its digest is stored."""

    id: int
    kind: InvitationKind
    contest_id: int
    team_id: int
    user_id: int
    role: str
    uses: int
    expires: float
    created: float
    note: str


class Upload(msgspec.Struct, frozen=True):
    """A version of a team's bot."""

    id: int
    contest_id: int
    team_id: int
    number: int
    digest: str
    name: str
    size: int
    user_id: int
    created: float
    state: UploadState
    why: str
    card: dict[str, Any]
    entry: int  # in the league, its newest one; -1 if it has never played


class Job(msgspec.Struct, frozen=True):
    """A piece of work for a runner."""

    id: int
    contest_id: int
    team_id: int
    upload_id: int
    user_id: int
    kind: JobKind
    request: dict[str, Any]
    state: JobState
    runner_id: int
    attempts: int
    created: float
    began: float
    ended: float
    outcome: dict[str, Any]
    replay: str


class Lane(msgspec.Struct, frozen=True):
    """A runner's work, in its own words, or why it does nothing."""

    runner_id: int
    name: str
    contest_id: int
    says: str
    at: float


class AuditEntry(msgspec.Struct, frozen=True):
    """An action that changed something for others."""

    id: int
    at: float
    user_id: int
    contest_id: int
    action: str
    detail: str


class Snapshot(msgspec.Struct, frozen=True):
    """The table of a contest's league, made by a runner; `data` is a `LeagueOverview` as JSON."""

    contest_id: int
    cursor: int
    made: float
    seconds: float
    data: bytes

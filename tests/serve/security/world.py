"""Two contests, one hidden from strangers, with people of every role and facts that are nobody else's business."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from sqlalchemy import Column, select

from lanista.league.store import contest_tables
from lanista.league.store.tables import METADATA
from lanista.serve.contests import Contest
from lanista.serve.http.app import make_app
from lanista.serve.http.connection import HEADER, SESSION, VISITOR
from lanista.serve.http.server import guarded
from lanista.serve.records import InvitationKind, JobKind, JobState, Role, Scope, Team, Upload, UploadState
from lanista.serve.secret import digest
from lanista.serve.site import Site
from lanista.web.address import find_address
from tests.serve.pages.filled import FAULT, SECRET, FilledContest, fill
from tests.serve.security.wire import HTML, JSON, Header, Wire, WireAnswer, as_json, form
from tests.serve.sites import admin, enter, new_contest, new_team, person

BOTS = ("Alpha", "Beta")  # who are in all matches
PUBLIC, HIDDEN, UNKNOWN = "cup", "vault", "zzzzz"
MARK = "PRIVATE-"  # with which everything begins that is private to a team
UPLOAD_WHY, CARD_LOG = f"{MARK}WHY", f"{MARK}CARD-LOG"
ABSENT = 999_999  # a number that nothing has
VISIT = "v" * 32  # the cookie of a visitor
PEOPLE = {  # roles, by the names of their people
    "anonymous": "",
    "stranger": "Stella",
    "rival": "Beta one",
    "loose": "Lou",
    "owner": "Alpha one",
    "helper": "Helga",
    "organiser": "olga",
    "administrator": "root",
}


@dataclass
class Visitor:
    """Somebody who sends requests: with a session, with a token, or as nobody."""

    wire: Wire
    site: Site
    name: str = ""
    cookie: str = ""
    token: str = ""
    peer: str = "127.0.0.1"

    @property
    def headers(self) -> list[Header]:
        """How they are known."""
        if self.token:
            return [("authorization", f"Bearer {self.token}")]
        return [("cookie", f"{SESSION}={self.cookie}" if self.cookie else f"{VISITOR}={VISIT}")]

    @property
    def proof(self) -> str:
        """The proof that is in the forms which they get."""
        return self.site.signed("form", self.cookie or VISIT)

    def get(self, target: str | bytes, *headers: Header, accept: str = HTML) -> WireAnswer:
        """Ask for a page."""
        return self.wire.send("GET", target, b"", *self.headers, ("accept", accept), *headers, peer=self.peer)

    def post(
        self, target: str, fields: dict[str, Any] | None = None, *headers: Header, accept: str = HTML
    ) -> WireAnswer:
        """Send a form, as its page would."""
        body, kind = form({"proof": self.proof} | (fields or {}))
        sent = (*self.headers, kind, ("accept", accept), *headers)
        return self.wire.send("POST", target, body, *sent, peer=self.peer)

    def post_as(self, method: str, target: str) -> WireAnswer:
        """Send an empty form with any method."""
        body, kind = form({"proof": self.proof})
        return self.wire.send(method, target, body, *self.headers, kind, ("accept", JSON), peer=self.peer)

    def api(self, method: str, target: str, value: object = None) -> WireAnswer:
        """Ask the API, as a page or a script does."""
        body, kind = as_json(value) if value is not None else (b"", ("accept", JSON))
        proof = [] if self.token else [(HEADER, self.proof)]
        return self.wire.send(method, target, body, *self.headers, *proof, kind, ("accept", JSON), peer=self.peer)


class World:
    """A server with two contests and its people."""

    def __init__(self, site: Site, folder: Path) -> None:
        self.site = site
        self.folder = folder
        self.filled: FilledContest = fill(site, folder, units=24, bots=BOTS, title=PUBLIC)
        self.cup: Contest = self.filled.contest
        self.den = new_contest(site, HIDDEN, game=self.cup.league.game, public=False)
        self.app = make_app(site)
        self.wire = Wire(guarded(self.app, find_address("127.0.0.1")))
        self._visitors: dict[str, Visitor] = {}
        self.teams: dict[tuple[str, str], Team] = {}
        self.uploads: dict[tuple[str, str], Upload] = {}  # those that play
        self.refused: dict[tuple[str, str], Upload] = {}
        self.jobs: dict[tuple[str, str], int] = {}
        self.secrets: dict[str, str] = {}  # everything that must not be in any answer, and what it is
        self._people()
        for contest in (self.cup, self.den):
            for name in ("Alpha", "Beta"):
                self._bot(contest, name)
        self._plant()
        for role in PEOPLE:  # so that no session begins later
            self.visitor(role)

    def close(self) -> None:
        """End what it has begun."""
        self.app.state.matches.close()
        self.wire.close()

    def visitor(self, role: str) -> Visitor:
        """Somebody with a role; `read`, `upload` and `manage` are scripts of the owner."""
        if role not in self._visitors:
            is_script = role in tuple(Scope)
            self._visitors[role] = self._script(Scope(role)) if is_script else self.named(PEOPLE[role])
        return replace(self._visitors[role])

    def _script(self, scope: Scope) -> Visitor:
        return Visitor(self.wire, self.site, PEOPLE["owner"], token=self.token(PEOPLE["owner"], scope))

    def named(self, name: str) -> Visitor:
        """A person with a session, or nobody."""
        cookie = self.site.sessions.begin(self.id_of(name)) if name else ""
        return Visitor(self.wire, self.site, name, cookie)

    def id_of(self, name: str) -> int:
        """The number of a person."""
        user = self.site.accounts.find(name)
        assert user is not None, name
        return user.id

    def token(self, name: str, *scopes: Scope) -> str:
        """A token of a person."""
        return self.site.tokens.make(self.id_of(name), "a script", scopes)[1]

    def places(self, slug: str = PUBLIC, team: str = "Alpha") -> dict[str, object]:
        """Values for the parameters of paths."""
        key = (slug, team) if (slug, team) in self.teams else (PUBLIC, team)
        return {
            "slug": slug,
            "team": self.teams[key].id,
            "upload": self.uploads[key].id,
            "job": self.jobs[key],
            "person": self.id_of("Lou"),
            "token": ABSENT,
            "invitation": ABSENT,
            "entry": 0,
            "bot": 0,
            "number": 0,
            "name": 0,
            "kind": "table.csv",
            "language": "python",
            "secret": "unknown",
            "path": "contest.css",
            "script": "none.js",
            "at": "none",
        }

    def dump(self, *without: str) -> dict[str, list[Any]]:
        """Everything in the database, but for counters of attempts and the times of last uses."""
        left_out = {"throttles", "lanes", *without}
        columns = {
            name: [column for column in table.columns if column.name not in ("used", "beat")]
            for name, table in METADATA.tables.items()
            if name not in left_out
        }
        return self.site.read(
            lambda connection: {
                name: sorted(map(repr, connection.execute(select(*chosen)).all()))
                for name, chosen in columns.items()
            }
        )

    def _people(self) -> None:
        admin(self.site, PEOPLE["administrator"])
        person(self.site, PEOPLE["stranger"])
        for contest in (self.cup, self.den):
            enter(self.site, contest, PEOPLE["loose"])
            enter(self.site, contest, PEOPLE["helper"], Role.HELPER)
        for name in ("Alpha", "Beta"):
            self.teams[PUBLIC, name] = _found(self.site, self.cup, name)
            self.teams[HIDDEN, name] = new_team(self.site, self.den, name, f"{name} one")

    def _bot(self, contest: Contest, name: str) -> None:
        """A version that plays, with a report card, and a practice match with a replay."""
        site, key = self.site, (contest.slug, name)
        team = self.teams[key]
        self.refused[key] = self._version(contest, team, works=False)
        upload = self.uploads[key] = self._version(contest, team, works=True)
        players = [{"upload": upload.id}, {"entry": 0}]
        job = site.jobs.queue(JobKind.PRACTICE, contest.id, team.id, upload.id, 0, {"players": players})
        self.jobs[key] = job.id
        runner = site.store.begin_runner("a test")
        while (taken := site.jobs.claim(runner.id)) is not None and taken.id != job.id:
            site.jobs.finish(taken, JobState.DONE)
        assert taken is not None
        outcome = {"says": f"{MARK}OUTCOME of {name}", "ranks": [1, 2], "scores": [1, 0], "turns": 3}
        assert site.jobs.finish(taken, JobState.DONE, outcome, self.filled.replay)
        site.store.end_runner(runner)

    def _version(self, contest: Contest, team: Team, *, works: bool) -> Upload:
        """A version that has been checked."""
        data = f"# {MARK}SOURCE of {team.name} in {contest.slug}, which works: {works}\n".encode()
        uploads, user_id = self.site.uploads, self.id_of(f"{team.name} one")
        upload = uploads.receive(contest, team.id, user_id, "bot.py", data)
        uploads.move(upload.id, UploadState.CHECKING, expected={UploadState.WAITING})
        check = {"name": "start", "question": "?", "result": "warning", "log": [f"{CARD_LOG} of {team.name}"]}
        card = {"checks": [check], "counts": {"warning": 1}}
        return uploads.checked(contest, upload.id, works=works, why=f"{UPLOAD_WHY} of {team.name}", card=card)

    def _plant(self) -> None:
        """Note what must never be in an answer."""
        site, tables = self.site, contest_tables
        link = site.invitations.make(InvitationKind.CONTEST, contest_id=self.cup.id, by=1)
        team = site.invitations.make(
            InvitationKind.TEAM, contest_id=self.cup.id, team_id=self.teams[PUBLIC, "Alpha"].id
        )
        for name in PEOPLE.values():
            if name:
                secret, cookie = self.token(name, *Scope), site.sessions.begin(self.id_of(name))
                found = {"a token": secret, "its digest": digest(secret), "a session": cookie}
                self.secrets |= {value: f"{what} of {name}" for what, value in found.items()}
        self.secrets |= {link: "a code", team: "a link", site.secret.hex(): "the secret of the server"}
        self.secrets |= {str(self.folder): "the folder of the server", str(site.data): "the folder of the server"}
        digests = (tables.users.c.passphrase, tables.tokens.c.digest, tables.sessions.c.digest)
        for column in (*digests, tables.invitations.c.digest, tables.teams.c.join_key):
            self.secrets |= {value: f"{column.table.name}.{column.name}" for value in self.values(column) if value}

    def values(self, column: Column[Any]) -> list[Any]:
        """All values of a column in the tables."""
        return self.site.read(lambda connection: list(connection.execute(select(column)).scalars()))

    def leaks(self, answer: WireAnswer) -> list[str]:
        """The secrets of the server that are in an answer."""
        text = answer.text + repr(answer.headers)
        return [f"{what} ({value[:12]}...)" for value, what in self.secrets.items() if value in text]


def private_to(name: str) -> tuple[str, ...]:
    """Texts about a team's bot which only the team and helpers may see."""
    return tuple(f"{MARK}{what} of {name}" for what in ("SOURCE", "WHY", "CARD-LOG", "OUTCOME"))


def _found(site: Site, contest: Contest, name: str) -> Team:
    team = site.teams.find(contest.id, name)
    assert team is not None
    return team


__all__ = ["FAULT", "HIDDEN", "PUBLIC", "SECRET", "UNKNOWN", "Visitor", "World", "private_to"]

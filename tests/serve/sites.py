"""Contest servers for tests: a site in a folder, its people, contests and teams; browsers without a network."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from httpx import Response
from litestar import Litestar
from litestar.testing import TestClient

from lanista.league.conditions import LEAGUE_MATCHES
from lanista.league.store import open_store
from lanista.match.terms import MatchTerms
from lanista.serve.contests import Contest
from lanista.serve.http.app import make_app
from lanista.serve.http.connection import SESSION
from lanista.serve.people.passphrases import HashCost, Passphrases
from lanista.serve.records import InvitationKind, Role, Scope, Standing, Team, User
from lanista.serve.settings import ContestSettings, Joining
from lanista.serve.site import DATABASE, Site

GAME = "tanks"
PASSPHRASE = "correct horse battery"
CHEAP = HashCost(memory=64, passes=1)
PROOF = re.compile(r'name="proof" value="([0-9a-f]{64})"')


class ManualClock:
    """A clock that shows the `now` that a test sets."""

    def __init__(self, now: float = 1_800_000_000.0) -> None:
        self.now = now

    def __call__(self) -> float:
        return self.now


def new_site(folder: Path, address: str = "", *, clock: Callable[[], float] | None = None) -> Site:
    """A server in a folder, or on the store at an address, to be used by `with`. Its hashes are cheap."""
    Passphrases.cost = CHEAP
    folder.mkdir(parents=True, exist_ok=True)
    replays, file = folder / "replays" if address else None, folder / DATABASE
    if not address and not file.exists():
        file.write_bytes(empty_store())
    store = open_store(address or file, replays=replays)
    return Site(store, folder) if clock is None else Site(store, folder, clock=clock)


@cache
def empty_store() -> bytes:
    """A database file with all tables; it is quicker to copy it than to make them each time."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / DATABASE
        open_store(path).close()
        return path.read_bytes()


def person(site: Site, name: str, standing: Standing | None = None) -> User:
    """A person with an account, made if there is none; with a standing, if one is given."""
    user = site.accounts.find(name) or site.accounts.register(name, PASSPHRASE)
    return (
        user if standing in (None, user.standing) else site.accounts.set_standing(user.id, Standing(standing), 0)
    )


def admin(site: Site, name: str = "root") -> User:
    """An administrator."""
    return person(site, name, Standing.ADMIN)


def new_contest(
    site: Site,
    title: str = "Autumn Cup",
    game: str = GAME,
    *,
    organiser: str = "olga",
    matches: MatchTerms | None = None,
    seats: int | None = None,
    maps: tuple[str, ...] = (),
    **settings: Any,
) -> Contest:
    """A contest that anybody may join, with an organiser."""
    given: dict[str, Any] = {"joining": Joining.ANYONE, "team_size": 3} | settings
    by = person(site, organiser).id
    chosen = ContestSettings(title=title, **given)
    terms = matches or LEAGUE_MATCHES
    return site.contests.create(chosen, game, seats=seats, maps=maps, user_id=by, matches=terms)


def enter(site: Site, contest: Contest, name: str, role: Role = Role.CONTESTANT) -> User:
    """A person in a contest, with a role."""
    user = person(site, name)
    code = site.invitations.make(InvitationKind.CONTEST, contest_id=contest.id, role=role.value)
    site.invitations.redeem(code, user.id)
    return user


def new_team(site: Site, contest: Contest, name: str, *people: str) -> Team:
    """A team with people, who have accounts with these names; without names, one who is named like the team."""
    first, *others = people or (f"{name} one",)
    team, key = site.teams.create(contest, enter(site, contest, first).id, name)
    for other in others:
        site.teams.join(contest, enter(site, contest, other).id, team.id, key)
    return team


def token(site: Site, name: str, *scopes: Scope) -> str:
    """A token of a person; without scopes, with all."""
    return site.tokens.make(person(site, name).id, "test", scopes or tuple(Scope))[1]


def idle_apps(site: Site) -> list[Litestar]:
    """Applications of a server that no browser uses: it takes a while to make one."""
    idle: list[Litestar] = vars(site).setdefault("idle_apps", [])
    return idle


class Browser:
    """Somebody before the pages: keeps cookies, and finds the proof that forms need."""

    def __init__(self, site: Site, app: Litestar | None = None) -> None:
        self.site = site
        idle = idle_apps(site)
        self._app = app or (idle.pop() if idle else make_app(site))
        self.client: TestClient[Litestar] = TestClient(self._app)
        self.client.headers["accept"] = "text/html"

    def __enter__(self) -> Self:
        self.client.__enter__()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.client.__exit__(kind, error, trace)
        idle_apps(self.site).append(self._app)

    def get(self, path: str, *, follow: bool = True, **headers: str) -> Response:
        """A page."""
        return self.client.get(path, follow_redirects=follow, headers=headers)

    def post(self, path: str, *, follow: bool = True, files: Any = None, **fields: Any) -> Response:
        """Send a form, with its proof."""
        data = {"proof": self.proof(), **fields}
        return self.client.post(path, data=data, files=files, follow_redirects=follow)

    def api(self, method: str, path: str, body: object = None, *, secret: str = "") -> Response:
        """Ask the API, as a script with a token or as a page with its proof."""
        headers = {"accept": "application/json"}
        headers |= {"authorization": f"Bearer {secret}"} if secret else {"x-lanista-proof": self.proof()}
        return self.client.request(method, path, json=body, headers=headers)

    def proof(self) -> str:
        """The proof of forms for this session or visitor."""
        found = PROOF.search(self.client.get("/sign-in").text)
        assert found, "a form on the page to sign in"
        return found[1]

    def sign_in(self, name: str) -> User:
        """Become a person, who gets an account if there is none; quicker than by the form."""
        user = person(self.site, name)
        self.client.cookies.set(SESSION, self.site.sessions.begin(user.id), domain="testserver.local")
        return user

    def sign_out(self) -> None:
        """Become nobody again."""
        self.client.cookies.clear()


def client(site: Site, name: str = "") -> Browser:
    """A browser, to be used by `with`; of a person who has signed in, if there is a name."""
    made = Browser(site)
    if name:
        made.sign_in(name)
    return made

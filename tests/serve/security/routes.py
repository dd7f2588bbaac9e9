"""The needs of every route of a contest server: the one full list, to which the tests hold the server."""

from __future__ import annotations

from typing import NamedTuple

ANYONE, PERSON, SEE, SEE_SIGNED_IN = "anyone", "person", "see", "see signed in"
MEMBER, CONTESTANT, OWNER, OWNER_OR_HELPER = "member", "contestant", "owner", "owner or helper"
HELPER, ORGANISER, ADMIN, FILE = "helper", "organiser", "admin", "file"

SIGNED_IN = frozenset({"stranger", "rival", "loose", "owner", "helper", "organiser", "administrator"})
EVERYBODY = SIGNED_IN | {"anonymous"}
MEMBERS = frozenset({"rival", "loose", "owner", "helper", "organiser"})
INSIDERS = MEMBERS | {"administrator"}  # who may know of a contest that is not public

ALLOWED = {  # by need: who has it, in a contest that everybody may see
    ANYONE: EVERYBODY,
    FILE: EVERYBODY,
    PERSON: SIGNED_IN,
    SEE: EVERYBODY,
    SEE_SIGNED_IN: SIGNED_IN,
    MEMBER: MEMBERS,
    CONTESTANT: frozenset({"owner", "rival"}),
    OWNER: frozenset({"owner"}),
    OWNER_OR_HELPER: frozenset({"owner", "helper", "organiser", "administrator"}),
    HELPER: frozenset({"helper", "organiser", "administrator"}),
    ORGANISER: frozenset({"organiser", "administrator"}),
    ADMIN: frozenset({"administrator"}),
}

# A line for each need and scope. Without scopes, scripts read with `read` and change with `manage`.
TABLE = """
anyone:
    GET /  GET /sign-in  GET /register  GET /join  GET /join/{secret:str}
    GET /sign-in/provider  GET /sign-in/provider/back
    POST /sign-in  POST /sign-out  POST /register  POST /join  POST /join/{secret:str}/passphrase
    GET /api/me  GET /api/contests  GET /api/games
    POST /api/sign-in  POST /api/sign-out  POST /api/register  POST /api/reset  POST /api/invitation
    GET /schema  GET /schema/openapi.json  GET /schema/{path:str}
file:
    GET /static/{path:path}  GET /lanista/{path:path}  GET /made/{script:str}
    GET /at/{at:str}/static/{path:path}  GET /at/{at:str}/lanista/{path:path}
person:
    GET /account  POST /account/passphrase  POST /account/sessions/end
    POST /account/tokens  POST /account/tokens/{token:int}/revoke
    POST /join/{secret:str}  POST /api/join
    GET /api/account/sessions  DELETE /api/account/sessions  POST /api/account/passphrase
    GET /api/account/tokens  POST /api/account/tokens  DELETE /api/account/tokens/{token:int}
see:
    GET /c/{slug:str}  GET /c/{slug:str}/table  GET /c/{slug:str}/bots/{bot:str}
    GET /c/{slug:str}/matches  GET /c/{slug:str}/matches/{number:int}
    GET /c/{slug:str}/rules  GET /c/{slug:str}/board.json
    GET /c/{slug:str}/join  GET /c/{slug:str}/joined  GET /c/{slug:str}/team/new
    GET /c/{slug:str}/machine  GET /c/{slug:str}/starter
    GET /c/{slug:str}/m/{name:str}  GET /c/{slug:str}/m/{name:str}/match.json
    GET /c/{slug:str}/m/{name:str}/thumb.json  GET /c/{slug:str}/m/{name:str}/turns.json
    GET /c/{slug:str}/m/{name:str}/start.json  GET /c/{slug:str}/m/{name:str}/start.js
    GET /c/{slug:str}/m/{name:str}/parts.js  GET /c/{slug:str}/m/{name:str}/worker.js
    GET /c/{slug:str}/m/{name:str}/rules.js
    WS /c/{slug:str}/news  WS /c/{slug:str}/m/{name:str}/live
    GET /api/c/{slug:str}  GET /api/c/{slug:str}/table  GET /api/c/{slug:str}/bots
    GET /api/c/{slug:str}/bots/{entry:int}  GET /api/c/{slug:str}/matches
    GET /api/c/{slug:str}/matches/{number:int}  GET /api/c/{slug:str}/queue
    GET /api/c/{slug:str}/heartbeat  GET /api/c/{slug:str}/rules  GET /api/c/{slug:str}/teams
see, read or upload:
    GET /api/c/{slug:str}/machine  GET /api/c/{slug:str}/starters  GET /api/c/{slug:str}/starters/{language:str}
see signed in:
    POST /c/{slug:str}/join  POST /api/c/{slug:str}/join
member:
    POST /c/{slug:str}/team/new  POST /c/{slug:str}/team/join  POST /c/{slug:str}/leave
    POST /api/c/{slug:str}/teams  POST /api/c/{slug:str}/teams/{team:int}/join  POST /api/c/{slug:str}/leave
contestant:
    GET /c/{slug:str}/team/people
    POST /c/{slug:str}/team/leave  POST /c/{slug:str}/team/key  POST /c/{slug:str}/team/close
contestant, upload:
    GET /c/{slug:str}/team  POST /c/{slug:str}/team/upload  POST /c/{slug:str}/team/gate
    POST /c/{slug:str}/team/compare  POST /c/{slug:str}/team/practice
    POST /api/c/{slug:str}/uploads  POST /api/c/{slug:str}/gate
contestant, read or upload:
    GET /api/c/{slug:str}/uploads  GET /api/c/{slug:str}/practice  GET /api/c/{slug:str}/jobs/{job:int}
owner:
    POST /api/c/{slug:str}/teams/{team:int}/leave  POST /api/c/{slug:str}/teams/{team:int}/key
    POST /api/c/{slug:str}/teams/{team:int}/close
owner, upload:
    POST /c/{slug:str}/uploads/{upload:int}/activate  POST /c/{slug:str}/uploads/{upload:int}/withdraw
    POST /c/{slug:str}/uploads/{upload:int}/check  GET /c/{slug:str}/uploads/{upload:int}/archive
    POST /api/c/{slug:str}/uploads/{upload:int}/activate  POST /api/c/{slug:str}/uploads/{upload:int}/withdraw
    POST /api/c/{slug:str}/uploads/{upload:int}/check  GET /api/c/{slug:str}/uploads/{upload:int}/archive
    POST /api/c/{slug:str}/uploads/{upload:int}/compare  POST /api/c/{slug:str}/uploads/{upload:int}/practice
owner or helper:
    GET /c/{slug:str}/uploads/{upload:int}  GET /api/c/{slug:str}/teams/{team:int}/people
owner or helper, read or upload:
    GET /api/c/{slug:str}/uploads/{upload:int}
helper:
    GET /c/{slug:str}/desk  GET /c/{slug:str}/people  GET /api/c/{slug:str}/desk  GET /api/c/{slug:str}/people
organiser:
    GET /c/{slug:str}/settings  POST /c/{slug:str}/settings  POST /c/{slug:str}/course
    POST /c/{slug:str}/house-bots  GET /c/{slug:str}/export/{kind:str}  GET /c/{slug:str}/audit
    POST /c/{slug:str}/people/invite  POST /c/{slug:str}/people/invitations/{invitation:int}/withdraw
    POST /c/{slug:str}/people/import  GET /c/{slug:str}/people/export  GET /c/{slug:str}/people/{person:int}
    POST /c/{slug:str}/people/{person:int}/role  POST /c/{slug:str}/people/{person:int}/team
    POST /c/{slug:str}/people/{person:int}/remove  POST /c/{slug:str}/people/{person:int}/reset
    GET /api/c/{slug:str}/settings  PATCH /api/c/{slug:str}/settings  POST /api/c/{slug:str}/course
    PUT /api/c/{slug:str}/house-bots  GET /api/c/{slug:str}/export/{kind:str}  GET /api/c/{slug:str}/audit
    GET /api/c/{slug:str}/invitations  POST /api/c/{slug:str}/invitations
    DELETE /api/c/{slug:str}/invitations/{invitation:int}
    POST /api/c/{slug:str}/people/import  GET /api/c/{slug:str}/people/export
    DELETE /api/c/{slug:str}/people/{person:int}  POST /api/c/{slug:str}/people/{person:int}/role
    POST /api/c/{slug:str}/people/{person:int}/team  POST /api/c/{slug:str}/people/{person:int}/reset
admin:
    GET /contests/new  POST /contests/new  GET /audit
    GET /people  POST /people/invite  POST /people/invitations/{invitation:int}/withdraw
    POST /people/{person:int}/standing  POST /people/{person:int}/reset
    POST /api/contests  GET /api/audit
    GET /api/people  POST /api/people/{person:int}/standing  POST /api/people/{person:int}/reset
    GET /api/invitations  POST /api/invitations  DELETE /api/invitations/{invitation:int}
"""


class Route(NamedTuple):
    """A route, and what it needs."""

    method: str
    path: str
    need: str
    scopes: frozenset[str]

    @property
    def changes(self) -> bool:
        """Whether it is for changes."""
        return self.method not in ("GET", "WS")

    @property
    def of_contest(self) -> bool:
        """Whether it names a contest."""
        return "{slug:str}" in self.path

    def allows(self, role: str, *, public: bool) -> bool:
        """Whether a role gets through; a script's role is its scope, and it acts for the owner."""
        if role in ("read", "upload", "manage"):
            is_free = self.need in (ANYONE, FILE)
            return self.allows("owner", public=public) and (is_free or role in self.scopes)
        is_hidden = self.of_contest and not public
        return role in ALLOWED[self.need] and (role in INSIDERS or not is_hidden)

    def at(self, places: dict[str, object]) -> str:
        """Its address, with the values of its parameters."""
        parts = self.path.split("/")
        named = (part.strip("{}").partition(":")[0] if part.startswith("{") else "" for part in parts)
        found = "/".join(str(places[name]) if name else part for part, name in zip(parts, named, strict=True))
        return f"{found}/" if self.path.endswith("/m/{name:str}") else found


def read_table() -> dict[str, Route]:
    """The routes of the table, by method and path."""
    found: dict[str, Route] = {}
    need, scopes = "", frozenset[str]()
    for line in TABLE.strip().splitlines():
        if not line.startswith(" "):
            need, _, words = line.rstrip(":").partition(", ")
            scopes = frozenset(words.split(" or ")) if words else frozenset()
            continue
        words_of_line = line.split()
        for method, path in zip(words_of_line[::2], words_of_line[1::2], strict=True):
            usual = frozenset({"read" if method in ("GET", "WS") else "manage"})
            assert f"{method} {path}" not in found, f"{method} {path} stands twice"
            found[f"{method} {path}"] = Route(method, path, need, scopes or usual)
    return found


ROUTES = read_table()

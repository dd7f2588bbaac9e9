"""Tokens of scripts: each acts for its person, within its scopes, until it is revoked."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from sqlalchemy import Connection, case, func, insert, select, update

from lanista.core.errors import InputError
from lanista.league.store import contest_tables as tables
from lanista.serve import rows
from lanista.serve.access import Actor
from lanista.serve.errors import Conflict, Denied, Missing, NotSignedIn
from lanista.serve.people.names import check_name
from lanista.serve.records import Scope, Standing, Token, User
from lanista.serve.secret import digest, new_secret

if TYPE_CHECKING:
    from lanista.serve.site import Site

PREFIX = "lanista_"  # by which scanners of repositories recognise one
MAX_TOKENS = 20  # of a person, without revoked ones
USED_SECONDS = 300.0  # between two notes of its use


class Tokens:
    """All tokens of a server."""

    def __init__(self, site: Site) -> None:
        self._site = site

    def make(self, user_id: int, name: str, scopes: Iterable[Scope]) -> tuple[Token, str]:
        """Make a token; its secret is not shown again."""
        name, wanted = check_name(name, "name for the token"), tuple(sorted(set(scopes)))
        if not wanted:
            raise InputError("expected what the token is good for: read, upload or manage")
        secret = new_secret(PREFIX)
        token = Token(0, user_id, name, wanted, self._site.now(), 0.0, 0.0)

        def work(connection: Connection) -> int:
            table = tables.tokens
            lock = select(tables.users.c.id).where(tables.users.c.id == user_id).with_for_update(key_share=True)
            connection.execute(lock)
            known = connection.execute(select(table.c.id).where(table.c.digest == digest(secret))).scalar()
            if known is not None:  # the answer to the first try was lost
                return int(known)
            live = select(func.count()).where(table.c.user_id == user_id, table.c.revoked == 0)
            if connection.execute(live).scalar_one() >= MAX_TOKENS:
                raise Conflict(f"you have {MAX_TOKENS} tokens; revoke one of them first")
            fields = rows.written(token, without=("id",)) | {"digest": digest(secret)}
            return int(connection.execute(insert(table).values(fields).returning(table.c.id)).scalar_one())

        number = self._site.write(work)
        return Token(number, user_id, name, wanted, token.created, 0.0, 0.0), secret

    def make_for(self, actor: Actor, name: str, scopes: Iterable[Scope]) -> tuple[Token, str]:
        """Make a token for the person who asks; a script cannot make one that may do more than it may itself."""
        if more := sorted(set(scopes) - actor.scopes):
            raise Denied(f"this token lacks the scope {more[0].value}, and so cannot give it to another")
        return self.make(actor.id, name, scopes)

    def actor(self, secret: str) -> Actor:
        """The person for whom a script acts; raises NotSignedIn."""

        def look(connection: Connection) -> tuple[Token, User] | None:
            wanted = rows.query(Token, tables.tokens).where(tables.tokens.c.digest == digest(secret))
            token = rows.first(connection, Token, wanted)
            if token is None:
                return None
            person = rows.query(User, tables.users).where(tables.users.c.id == token.user_id)
            user = rows.first(connection, User, person)
            return None if user is None else (token, user)

        found = self._site.read(look)
        if found is None or found[0].revoked or found[1].standing is Standing.CLOSED:
            raise NotSignedIn("this token is unknown or revoked; make another one on the page of your account")
        token, user = found
        self._note_use(token)
        return Actor(user, digest(secret), frozenset(token.scopes), is_script=True)

    def of(self, user_id: int) -> list[Token]:
        """The tokens of a person, the newest first, without revoked ones."""
        table = tables.tokens
        wanted = rows.query(Token, table).where(table.c.user_id == user_id, table.c.revoked == 0)
        wanted = wanted.order_by(table.c.id.desc())
        return self._site.read(lambda connection: rows.found(connection, Token, wanted))

    def revoke(self, user_id: int, token_id: int) -> None:
        """Revoke a token of a person; raises Missing."""
        table = tables.tokens
        first = case((table.c.revoked == 0, self._site.now()), else_=table.c.revoked)
        change = update(table).where(table.c.id == token_id, table.c.user_id == user_id).values(revoked=first)
        if not self._site.write(lambda connection: connection.execute(change).rowcount):
            raise Missing("you have no such token")

    def _note_use(self, token: Token) -> None:
        now = self._site.now()
        if now - token.used > USED_SECONDS:
            change = update(tables.tokens).where(tables.tokens.c.id == token.id).values(used=now)
            self._site.write(lambda connection: connection.execute(change))


def revoke_tokens(connection: Connection, user_id: int, now: float) -> None:
    """Revoke all tokens of a person."""
    table = tables.tokens
    connection.execute(update(table).where(table.c.user_id == user_id, table.c.revoked == 0).values(revoked=now))

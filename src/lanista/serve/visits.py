"""A visit to a contest: what pages and the API need to show its results to the sender of a request."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from lanista.serve.books import Books
from lanista.serve.contests import Contest
from lanista.serve.http.connection import AnyConnection, Sender, sender_of
from lanista.serve.privacy import Audience
from lanista.serve.results.book import Book, PendingMatch, ScheduledMatch
from lanista.serve.results.views import MatchView, match_view
from lanista.serve.viewing import audience_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from lanista.serve.site import Site


@dataclass(frozen=True)
class Visit:
    """A request about a contest."""

    sender: Sender
    contest: Contest
    book: Book
    audience: Audience

    @classmethod
    def of(cls, request: AnyConnection) -> Visit:
        """The visit that a request is; not for the event loop."""
        sender = sender_of(request)
        contest = sender.named_contest
        books: Books = request.app.state.books
        return cls(sender, contest, books.book(contest), audience_of(sender.site, sender))

    @property
    def site(self) -> Site:
        """The server."""
        return self.sender.site

    @property
    def revision(self) -> str:
        """A text that changes with the results of the contest."""
        cursor, made = self.book.revision
        return f"{cursor}-{made:.3f}"

    def match(self, found: ScheduledMatch | PendingMatch) -> MatchView:
        """A match as the visitor may see it."""
        return match_view(self.book, self.contest.slug, found, self.audience)

    def matches(self, found: Iterable[ScheduledMatch | PendingMatch]) -> list[MatchView]:
        """Matches as the visitor may see them."""
        return [self.match(each) for each in found]

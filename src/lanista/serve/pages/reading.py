"""The page about the rules of a contest, with pictures of its boards."""

from __future__ import annotations

from litestar import Response, get

from lanista.core.errors import LanistaError
from lanista.serve.access import Need
from lanista.serve.bots.starters import starter_languages
from lanista.serve.bots.terms import fewest_seats
from lanista.serve.errors import Missing
from lanista.serve.http.connection import AnyRequest, sender_of
from lanista.serve.markdown import as_html
from lanista.serve.pages.fragments import Fragments
from lanista.serve.pages.rendering import page
from lanista.serve.results.rulebook import contest_rules, picture, pictured_maps

SEEN = {"need": Need.SEE}
KEPT = {"cache-control": "private, max-age=3600"}
fragments = Fragments(100)


@get("/c/{slug:str}/rules", opt=SEEN, include_in_schema=False, sync_to_thread=True)
def rules(request: AnyRequest) -> Response[str]:
    """The rules of the game, what this contest has chosen, and how to write and upload a bot."""
    contest = sender_of(request).named_contest
    about = contest_rules(contest)
    return page(
        request,
        "public_rules.html",
        rules=about,
        chapter=fragments.get(("chapter", about.game), lambda: as_html(about.chapter, below=2)),
        maps=pictured_maps(contest),
        languages=starter_languages(contest),
        fewest=fewest_seats(contest),
    )


@get("/c/{slug:str}/board.json", opt=SEEN, include_in_schema=False, sync_to_thread=True)
def board(request: AnyRequest) -> Response[bytes]:
    """A board on one of the contest's maps, which the page draws."""
    contest, map_ = sender_of(request).named_contest, request.query_params.get("map", "")
    if map_ not in pictured_maps(contest):
        raise Missing("there is no picture of such a map")
    try:
        made = fragments.get(("board", contest.id, map_), lambda: picture(contest, map_))
    except LanistaError as error:
        raise Missing(f"there is no picture of this map: {error}") from None
    return Response(made, media_type="application/json", headers=KEPT)


HANDLERS = (rules, board)

"""The desk of a contest's helpers."""

from __future__ import annotations

from litestar import Response, get

from lanista.serve.access import Need
from lanista.serve.heartbeat import heartbeat
from lanista.serve.http.connection import AnyRequest
from lanista.serve.pages.rendering import page
from lanista.serve.results.desk import desk_view
from lanista.serve.visits import Visit


@get("/c/{slug:str}/desk", opt={"need": Need.HELPER}, include_in_schema=False, sync_to_thread=True)
def desk(request: AnyRequest) -> Response[str]:
    """Queues, runners, the disk, and what went wrong lately."""
    visit = Visit.of(request)
    beat = heartbeat(visit.contest, visit.book, visit.site.now())
    return page(
        request,
        "public_desk.html",
        desk=desk_view(visit),
        beat=beat,
        playing=visit.matches(beat.playing),
        revision=visit.revision,
    )


HANDLERS = (desk,)

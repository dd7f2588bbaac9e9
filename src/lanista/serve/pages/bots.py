"""Pages of a team's bot: upload, versions, report cards, practice; what is installed here, and starters."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

import msgspec
from litestar import Response, get, post
from litestar.datastructures import UploadFile
from litestar.enums import RequestEncodingType
from litestar.params import Body, FromQuery, QueryParameter

from lanista.core.errors import LanistaError
from lanista.serve.access import Need
from lanista.serve.api.bots import MAX_BYTES, team_of
from lanista.serve.bots import practice
from lanista.serve.bots.cards import read_card
from lanista.serve.bots.downloads import archive_answer, starter_answer
from lanista.serve.bots.evidence import failed_turn
from lanista.serve.bots.machine import installed_here
from lanista.serve.bots.outlook import outlook
from lanista.serve.bots.packing import UploadedFile
from lanista.serve.bots.reports import job_report
from lanista.serve.bots.starters import starter_languages
from lanista.serve.bots.states import CHOOSABLE, WORKING
from lanista.serve.bots.terms import conditions_of, fewest_seats, game_of, maps_of, seats_of
from lanista.serve.bots.uploads import Received
from lanista.serve.errors import RequestError
from lanista.serve.http.connection import AnyRequest, Sender, see_other, sender_of
from lanista.serve.pages.forms import status_of
from lanista.serve.pages.rendering import page
from lanista.serve.records import Scope, Upload, UploadState

OWN = {"need": Need.CONTESTANT, "scope": Scope.UPLOAD}
OWNED = {"need": Need.OWNER, "scope": Scope.UPLOAD}
NO_FILE = "expected a file; choose one, or drop it on the page"
URL_ENCODED = Body(media_type=RequestEncodingType.URL_ENCODED)
Number = Annotated[int, msgspec.Meta(ge=0, lt=2**31)]
Answer = Response[Any]


class ChosenForm(msgspec.Struct):
    """How to activate a version; a box that is not ticked is not sent."""

    even_if_worse: str = ""
    release: str = ""


class GateForm(msgspec.Struct):
    """Whether the team wants proof of a new version."""

    gated: str = ""


class TwoVersionsForm(msgspec.Struct):
    """The versions to compare."""

    first: Number = 0
    second: Number = 0


class PracticeForm(msgspec.Struct):
    """A match that does not count."""

    upload: Number = 0
    against: list[str] | str = ""
    map: str = ""
    seat: Number = 0


# My bot


@get("/c/{slug:str}/team", opt=OWN, include_in_schema=False, sync_to_thread=True)
def team_page(request: AnyRequest) -> Answer:
    """The bot of one's own team: its versions, what happens next, practice."""
    return _team_page(request)


@post("/c/{slug:str}/team/upload", opt=OWN, include_in_schema=False, request_max_body_size=MAX_BYTES)
async def upload_form(request: AnyRequest) -> Answer:
    """Upload a version: a file, or several."""
    sent = [each for each in (await request.form()).getall("files", []) if isinstance(each, UploadFile)]
    files = [UploadedFile(each.filename, await each.read()) for each in sent if each.filename]
    return await asyncio.to_thread(_upload, request, files)


def _upload(request: AnyRequest, files: list[UploadedFile]) -> Answer:
    sender = sender_of(request)
    try:
        if not files:
            raise RequestError(NO_FILE)
        received = _received(sender, files)
    except LanistaError as error:
        return _team_page(request, error)
    known = "" if received.is_new else "?known=1"
    return see_other(f"/c/{sender.named_contest.slug}/uploads/{received.upload.id}{known}")


def _received(sender: Sender, files: list[UploadedFile]) -> Received:
    return sender.site.uploads.receive_files(sender.named_contest, team_of(sender), sender.actor.id, files)


@post("/c/{slug:str}/team/gate", opt=OWN, include_in_schema=False, sync_to_thread=True)
def gate_form(request: AnyRequest, data: Annotated[GateForm, URL_ENCODED]) -> Answer:
    """Choose whether a new version must show that it is not worse."""
    sender = sender_of(request)
    sender.site.teams.set_gated(team_of(sender), bool(data.gated))
    return see_other(f"/c/{sender.named_contest.slug}/team")


@post("/c/{slug:str}/team/compare", opt=OWN, include_in_schema=False, sync_to_thread=True)
def compare_form(request: AnyRequest, data: Annotated[TwoVersionsForm, URL_ENCODED]) -> Answer:
    """Compare two versions of the team."""
    sender = sender_of(request)
    site, contest = sender.site, sender.named_contest
    try:
        first, second = (site.uploads.own(contest.id, team_of(sender), each) for each in (data.first, data.second))
        practice.compare(site, contest, first, second, sender.actor.id)
    except LanistaError as error:
        return _team_page(request, error)
    return see_other(f"/c/{contest.slug}/team#practice")


@post("/c/{slug:str}/team/practice", opt=OWN, include_in_schema=False, sync_to_thread=True)
def practice_form(request: AnyRequest, data: Annotated[PracticeForm, URL_ENCODED]) -> Answer:
    """Play a match that does not count."""
    sender = sender_of(request)
    site, contest = sender.site, sender.named_contest
    words = [data.against] if isinstance(data.against, str) else data.against
    try:
        upload = site.uploads.own(contest.id, team_of(sender), data.upload)
        against = [word for word in words if word]
        practice.practise(
            site, contest, upload, sender.actor.id, against=against, map_name=data.map, seat=data.seat
        )
    except LanistaError as error:
        return _team_page(request, error)
    return see_other(f"/c/{contest.slug}/team#practice")


def _team_page(request: AnyRequest, problem: LanistaError | None = None) -> Answer:
    sender = sender_of(request)
    site, contest, team_id = sender.site, sender.named_contest, team_of(sender)
    site.uploads.reconcile(contest)
    uploads = site.uploads.of_team(team_id)
    return page(
        request,
        "bots_team.html",
        status=status_of(problem),
        problem=problem,
        team=site.teams.get(contest.id, team_id),
        uploads=uploads,
        outlooks={upload.id: outlook(site, contest, upload) for upload in _shown(uploads)},
        working=[upload for upload in uploads if upload.state in WORKING],
        choosable=CHOOSABLE,
        opponents=practice.opponents(site, contest, team_id),
        maps=maps_of(contest),
        seats=seats_of(contest),
        fewest=fewest_seats(contest),
        left=practice.practice_left(site, contest, team_id),
        jobs=[job_report(site, contest, job) for job in practice.jobs_of(site, contest, team_id)],
        languages=starter_languages(contest),
        server=f"{request.url.scheme}://{request.url.netloc}",
    )


def _shown(uploads: list[Upload]) -> list[Upload]:
    """The versions of which the page says what happens next: the newest, and the one that plays."""
    return [upload for upload in uploads if upload.state is UploadState.ACTIVE or upload is uploads[0]]


# One version


@get(
    "/c/{slug:str}/uploads/{upload:int}",
    opt={"need": Need.OWNER_OR_HELPER},
    include_in_schema=False,
    sync_to_thread=True,
)
def upload_page(request: AnyRequest, known: FromQuery[bool] = False) -> Answer:
    """The report card of a version, and what happens next to it."""
    return _upload_page(request, known=known)


@post("/c/{slug:str}/uploads/{upload:int}/activate", opt=OWNED, include_in_schema=False, sync_to_thread=True)
def activate_form(request: AnyRequest, data: Annotated[ChosenForm, URL_ENCODED]) -> Answer:
    """Let a version play instead of the active one."""
    sender = sender_of(request)
    chosen = {"even_if_worse": bool(data.even_if_worse), "release": bool(data.release)}
    try:
        sender.site.uploads.activate(sender.named_contest, sender.named_upload, sender.actor.id, **chosen)
    except LanistaError as error:
        return _upload_page(request, error)
    return see_other(_path(sender))


@post("/c/{slug:str}/uploads/{upload:int}/withdraw", opt=OWNED, include_in_schema=False, sync_to_thread=True)
def withdraw_form(request: AnyRequest) -> Answer:
    """Take the active version out of the contest."""
    sender = sender_of(request)
    try:
        sender.site.uploads.withdraw(sender.named_contest, sender.named_upload)
    except LanistaError as error:
        return _upload_page(request, error)
    return see_other(_path(sender))


@post("/c/{slug:str}/uploads/{upload:int}/check", opt=OWNED, include_in_schema=False, sync_to_thread=True)
def check_form(request: AnyRequest) -> Answer:
    """Check a refused version again."""
    sender = sender_of(request)
    try:
        sender.site.uploads.check_again(sender.named_contest, sender.named_upload, sender.actor.id)
    except LanistaError as error:
        return _upload_page(request, error)
    return see_other(_path(sender))


@get("/c/{slug:str}/uploads/{upload:int}/archive", opt=OWNED, include_in_schema=False, sync_to_thread=True)
def archive_file(request: AnyRequest) -> Response[bytes]:
    """The archive of a version, to be saved."""
    sender = sender_of(request)
    return archive_answer(sender.site, sender.named_upload)


def _path(sender: Sender) -> str:
    return f"/c/{sender.named_contest.slug}/uploads/{sender.named_upload.id}"


def _upload_page(request: AnyRequest, problem: LanistaError | None = None, *, known: bool = False) -> Answer:
    sender = sender_of(request)
    site, contest = sender.site, sender.named_contest
    site.uploads.reconcile(contest)
    upload = site.uploads.get(contest.id, sender.named_upload.id)
    return page(
        request,
        "bots_upload.html",
        status=status_of(problem),
        problem=problem,
        known=known,
        upload=upload,
        team=site.teams.get(contest.id, upload.team_id),
        playing=site.uploads.active(upload.team_id),
        outlook=outlook(site, contest, upload),
        card=read_card(upload.card),
        failed=failed_turn(site, contest, upload) if sender.standpoint.is_owner else None,
        choosable=CHOOSABLE,
    )


# For everybody


@get("/c/{slug:str}/machine", opt={"need": Need.SEE}, include_in_schema=False, sync_to_thread=True)
def machine_page(request: AnyRequest) -> Answer:
    """The page of installed programs."""
    contest = sender_of(request).named_contest
    conditions = conditions_of(contest)
    return page(
        request,
        "bots_machine.html",
        machine=installed_here(),
        required=conditions.sandbox.value,
        budgets=conditions.matches.budgets(game_of(contest)),
        languages=starter_languages(contest),
    )


@get("/c/{slug:str}/starter", opt={"need": Need.SEE}, include_in_schema=False, sync_to_thread=True)
def starter_file(
    request: AnyRequest, language: Annotated[str, QueryParameter(max_length=40)] = "python"
) -> Response[bytes]:
    """A starter, to be saved."""
    return starter_answer(sender_of(request).named_contest, language)


HANDLERS = (
    team_page,
    upload_form,
    gate_form,
    compare_form,
    practice_form,
    upload_page,
    activate_form,
    withdraw_form,
    check_form,
    archive_file,
    machine_page,
    starter_file,
)

"""The API of bots: uploads and what becomes of them, activation, practice, comparisons, starters, the machine.

A version is uploaded as the body of a request, with the file's name in the query:

    curl --data-binary @bot.zip -H "Authorization: Bearer $TOKEN" "$URL/uploads?name=bot.zip"
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import Annotated, Any

import msgspec
from litestar import Response, get, post
from litestar.openapi.spec import OpenAPIFormat, OpenAPIMediaType, OpenAPIType, Operation, RequestBody, Schema
from litestar.params import FromPath, JSONBody, QueryParameter

from lanista.serve.access import Need
from lanista.serve.api.errors import ERRORS
from lanista.serve.bots import practice
from lanista.serve.bots.cards import StoredCard, read_card
from lanista.serve.bots.downloads import OCTETS, archive_answer, starter_answer
from lanista.serve.bots.evidence import FailedTurn, failed_turn
from lanista.serve.bots.machine import InstalledHere, installed_here
from lanista.serve.bots.outlook import UploadOutlook, outlook
from lanista.serve.bots.packing import UploadedFile
from lanista.serve.bots.reports import JobReport, job_report
from lanista.serve.bots.starters import starter_languages
from lanista.serve.bots.terms import maps_of
from lanista.serve.http.connection import AnyRequest, Sender, sender_of
from lanista.serve.records import Scope, Upload

MAX_BYTES = 6 * 2**20  # of a request with a file; the limit on the file itself is lower
SEEN = (Scope.READ, Scope.UPLOAD)
OWN = {"need": Need.CONTESTANT, "scope": Scope.UPLOAD}
OWN_SEEN = {"need": Need.CONTESTANT, "scope": SEEN}
OWNED = {"need": Need.OWNER, "scope": Scope.UPLOAD}
VISIBLE = {"need": Need.SEE, "scope": SEEN}


class UploadInfo(msgspec.Struct):
    """A version of a team's bot, and what happens next to it."""

    id: int
    number: int  # of the team's versions, from 1 on
    team: int
    digest: str  # SHA-256 of the archive
    name: str  # of the file
    size: int
    created: float
    state: str
    why: str
    entry: int  # in the league; -1 if it has never played
    outlook: UploadOutlook
    page: str  # its path on this server


class UploadReport(msgspec.Struct):
    """A version with its report card, and the input on which it failed its last match, if it has failed one."""

    upload: UploadInfo
    card: StoredCard
    failed: FailedTurn | None = None  # for its team only


class ReceivedInfo(msgspec.Struct):
    """The version that was uploaded; it is not new if the team has uploaded the same files before."""

    upload: UploadInfo
    is_new: bool


class UploadList(msgspec.Struct):
    """The versions of a team, the newest first."""

    uploads: list[UploadInfo]
    gated: bool  # whether a new version must show that it is not worse than the one that plays
    game: str  # of the contest


class ActivationOrder(msgspec.Struct, forbid_unknown_fields=True):
    """How to activate a version."""

    even_if_worse: bool = False  # without the comparison that the team wants otherwise
    release: bool = False  # though it is quarantined


class GateOrder(msgspec.Struct, forbid_unknown_fields=True):
    """Whether a new version must show that it is not worse than the one that plays."""

    gated: bool


class ComparisonOrder(msgspec.Struct, forbid_unknown_fields=True):
    """The other version."""

    other: Annotated[int, msgspec.Meta(ge=1, lt=2**31)]


class PracticeOrder(msgspec.Struct, forbid_unknown_fields=True):
    """A match that does not count."""

    against: Annotated[list[Annotated[str, msgspec.Meta(max_length=100)]], msgspec.Meta(max_length=64)]
    map: Annotated[str, msgspec.Meta(max_length=200)] = ""
    seat: Annotated[int, msgspec.Meta(ge=0, lt=64)] = 0  # of the team's version


class OpponentInfo(msgspec.Struct):
    """Somebody to practise with."""

    word: str  # as orders name it
    label: str


class PracticeInfo(msgspec.Struct):
    """The opponents and maps for practice, and the team's last matches and comparisons."""

    opponents: list[OpponentInfo]
    maps: list[str]
    left: int  # matches in this hour
    jobs: list[JobReport]


class LanguageList(msgspec.Struct):
    """The languages in which there is a starter."""

    languages: list[str]


@dataclass
class FileOperation(Operation):
    """Describes a request whose body is a file."""

    request_body: Any = field(
        default_factory=lambda: RequestBody(
            required=True,
            description="the file: a .py or a .zip of at most 5 MiB",
            content={
                OCTETS: OpenAPIMediaType(schema=Schema(type=OpenAPIType.STRING, format=OpenAPIFormat.BINARY))
            },
        )
    )


FileName = Annotated[str, QueryParameter(name="name", min_length=1, max_length=200, description="the file's name")]


@get("/api/c/{slug:str}/uploads", opt=OWN_SEEN, responses=ERRORS, sync_to_thread=True)
def list_uploads(request: AnyRequest) -> UploadList:
    """The versions of the sender's team."""
    return _uploads(sender_of(request))


@post(
    "/api/c/{slug:str}/uploads",
    opt=OWN,
    responses=ERRORS,
    request_max_body_size=MAX_BYTES,
    operation_class=FileOperation,
)
async def upload_file(request: AnyRequest, name: FileName) -> ReceivedInfo:
    """Upload a version of the team's bot: it is checked, and plays if it works."""
    data = await request.body()
    return await asyncio.to_thread(_receive, sender_of(request), name, data)


def _receive(sender: Sender, name: str, data: bytes) -> ReceivedInfo:
    files = [UploadedFile(name, data)]
    found = sender.site.uploads.receive_files(sender.named_contest, team_of(sender), sender.actor.id, files)
    return ReceivedInfo(upload_info(sender, found.upload), found.is_new)


@get(
    "/api/c/{slug:str}/uploads/{upload:int}",
    opt={"need": Need.OWNER_OR_HELPER, "scope": SEEN},
    responses=ERRORS,
    sync_to_thread=True,
)
def show_upload(request: AnyRequest) -> UploadReport:
    """A version with its report card."""
    sender = sender_of(request)
    sender.site.uploads.reconcile(sender.named_contest)
    found = sender.site.uploads.get(sender.named_contest.id, sender.named_upload.id)
    failed = failed_turn(sender.site, sender.named_contest, found) if sender.standpoint.is_owner else None
    return UploadReport(upload_info(sender, found), read_card(found.card), failed)


@get(
    "/api/c/{slug:str}/uploads/{upload:int}/archive",
    opt=OWNED,
    responses=ERRORS,
    media_type=OCTETS,
    sync_to_thread=True,
)
def upload_archive(request: AnyRequest) -> Response[bytes]:
    """The archive of a version of the sender's team."""
    sender = sender_of(request)
    return archive_answer(sender.site, sender.named_upload)


@post(
    "/api/c/{slug:str}/uploads/{upload:int}/activate",
    opt=OWNED,
    responses=ERRORS,
    status_code=200,
    sync_to_thread=True,
)
def activate_upload(request: AnyRequest, data: JSONBody[ActivationOrder]) -> UploadInfo:
    """Let a version play instead of the active one."""
    sender = sender_of(request)
    contest, chosen = sender.named_contest, sender.named_upload
    activated = sender.site.uploads.activate(
        contest, chosen, sender.actor.id, even_if_worse=data.even_if_worse, release=data.release
    )
    return upload_info(sender, activated)


@post(
    "/api/c/{slug:str}/uploads/{upload:int}/withdraw",
    opt=OWNED,
    responses=ERRORS,
    status_code=200,
    sync_to_thread=True,
)
def withdraw_upload(request: AnyRequest) -> UploadInfo:
    """Take the active version out of the contest."""
    sender = sender_of(request)
    return upload_info(sender, sender.site.uploads.withdraw(sender.named_contest, sender.named_upload))


@post(
    "/api/c/{slug:str}/uploads/{upload:int}/check",
    opt=OWNED,
    responses=ERRORS,
    status_code=200,
    sync_to_thread=True,
)
def check_upload_again(request: AnyRequest) -> UploadInfo:
    """Check a refused version again; it counts as an upload."""
    sender = sender_of(request)
    again = sender.site.uploads.check_again(sender.named_contest, sender.named_upload, sender.actor.id)
    return upload_info(sender, again)


@post("/api/c/{slug:str}/gate", opt=OWN, responses=ERRORS, status_code=200, sync_to_thread=True)
def set_gate(request: AnyRequest, data: JSONBody[GateOrder]) -> UploadList:
    """Choose whether a new version of the team's bot must show that it is not worse."""
    sender = sender_of(request)
    sender.site.teams.set_gated(team_of(sender), data.gated)
    return _uploads(sender)


@post("/api/c/{slug:str}/uploads/{upload:int}/compare", opt=OWNED, responses=ERRORS, sync_to_thread=True)
def compare_uploads(request: AnyRequest, data: JSONBody[ComparisonOrder]) -> JobReport:
    """Compare a version with another one of the team; that changes nothing."""
    sender = sender_of(request)
    site, contest = sender.site, sender.named_contest
    other = site.uploads.get(contest.id, data.other)
    job = practice.compare(site, contest, sender.named_upload, other, sender.actor.id)
    return job_report(site, contest, job)


@get("/api/c/{slug:str}/practice", opt=OWN_SEEN, responses=ERRORS, sync_to_thread=True)
def show_practice(request: AnyRequest) -> PracticeInfo:
    """Whom the team can practise with, and its last matches and comparisons."""
    sender = sender_of(request)
    site, contest, team_id = sender.site, sender.named_contest, team_of(sender)
    return PracticeInfo(
        [OpponentInfo(*each) for each in practice.opponents(site, contest, team_id)],
        list(maps_of(contest)),
        practice.practice_left(site, contest, team_id),
        [job_report(site, contest, job) for job in practice.jobs_of(site, contest, team_id)],
    )


@post("/api/c/{slug:str}/uploads/{upload:int}/practice", opt=OWNED, responses=ERRORS, sync_to_thread=True)
def practise_upload(request: AnyRequest, data: JSONBody[PracticeOrder]) -> JobReport:
    """Play a match with a version that does not count."""
    sender = sender_of(request)
    site, contest = sender.site, sender.named_contest
    chosen, user_id = sender.named_upload, sender.actor.id
    job = practice.practise(
        site, contest, chosen, user_id, against=data.against, map_name=data.map, seat=data.seat
    )
    return job_report(site, contest, job)


@get("/api/c/{slug:str}/jobs/{job:int}", opt=OWN_SEEN, responses=ERRORS, sync_to_thread=True)
def show_job(request: AnyRequest, job: FromPath[int]) -> JobReport:
    """A match that does not count, or a comparison, of the sender's team."""
    sender = sender_of(request)
    found = practice.job_of(sender.site, sender.named_contest, team_of(sender), job)
    return job_report(sender.site, sender.named_contest, found)


@get("/api/c/{slug:str}/starters", opt=VISIBLE, responses=ERRORS, sync_to_thread=True)
def list_starters(request: AnyRequest) -> LanguageList:
    """The languages in which there is a starter for the game of the contest."""
    return LanguageList(starter_languages(sender_of(request).named_contest))


@get(
    "/api/c/{slug:str}/starters/{language:str}",
    opt=VISIBLE,
    responses=ERRORS,
    media_type=OCTETS,
    sync_to_thread=True,
)
def show_starter(request: AnyRequest, language: FromPath[str]) -> Response[bytes]:
    """A starter as a .zip."""
    return starter_answer(sender_of(request).named_contest, language)


@get("/api/c/{slug:str}/machine", opt=VISIBLE, responses=ERRORS, sync_to_thread=True)
def show_machine(request: AnyRequest) -> InstalledHere:
    """The programs that are installed for bots."""
    return installed_here()


def _uploads(sender: Sender) -> UploadList:
    site, contest, team_id = sender.site, sender.named_contest, team_of(sender)
    site.uploads.reconcile(contest)
    found = [upload_info(sender, upload) for upload in site.uploads.of_team(team_id)]
    return UploadList(found, bool(site.teams.get(contest.id, team_id).gated), contest.league.game)


def team_of(sender: Sender) -> int:
    """The sender's own team."""
    member = sender.standpoint.member
    assert member is not None, "the route needs a member of a team"
    return member.team_id


def upload_info(sender: Sender, upload: Upload) -> UploadInfo:
    """A version as its team sees it."""
    contest = sender.named_contest
    return UploadInfo(
        id=upload.id,
        number=upload.number,
        team=upload.team_id,
        digest=upload.digest,
        name=upload.name,
        size=upload.size,
        created=upload.created,
        state=upload.state.value,
        why=upload.why,
        entry=upload.entry,
        outlook=outlook(sender.site, contest, upload),
        page=f"/c/{contest.slug}/uploads/{upload.id}",
    )


HANDLERS = (
    list_uploads,
    upload_file,
    show_upload,
    upload_archive,
    activate_upload,
    withdraw_upload,
    check_upload_again,
    set_gate,
    compare_uploads,
    show_practice,
    practise_upload,
    show_job,
    list_starters,
    show_starter,
    show_machine,
)

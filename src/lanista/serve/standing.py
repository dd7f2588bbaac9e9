"""The next step of a visitor of a contest, and how their bot stands."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import quote

import msgspec

from lanista.serve.heartbeat import pace
from lanista.serve.records import UploadState
from lanista.serve.results.views import TableRow, table_rows
from lanista.serve.settings import Joining, Phase, phase
from lanista.serve.times import span_text

if TYPE_CHECKING:
    from lanista.serve.visits import Visit


class NextStep(msgspec.Struct, frozen=True):
    """A next step."""

    says: str
    action: str = ""  # what the link says
    path: str = ""
    other: str = ""  # another way
    other_path: str = ""


class BotOutlook(msgspec.Struct, frozen=True):
    """How the visitor's own bot stands, and when it plays next."""

    bot: str
    entry: int
    row: TableRow
    rank: int | None
    bots: int
    next_match: int  # its number; -1 if none is scheduled
    is_playing: bool
    ahead: int  # matches before that one
    seconds: float  # until that, roughly; 0 if unknown

    @property
    def when(self) -> str:
        """When it plays next, in words."""
        if self.is_playing:
            return "it plays right now"
        if self.next_match < 0:
            return "its next match is not scheduled yet"
        ahead = f"after {self.ahead:,} other {'match' if self.ahead == 1 else 'matches'}" if self.ahead else "next"
        return f"{ahead}, in about {span_text(self.seconds)}" if self.seconds >= 1 else ahead


def next_step(visit: Visit) -> NextStep:
    """Choose the visitor's next step."""
    contest, point = visit.contest, visit.sender.standpoint
    here, settings = f"/c/{contest.slug}", contest.settings
    if phase(settings, visit.site.now()) is Phase.OVER:
        return NextStep("The contest is over. The table is final.", "See the table", f"{here}/table")
    if point.member is not None and point.member.team_id:
        return _with_team(visit, here)
    if point.member is not None and point.is_helper:
        return NextStep(f"You are here as {point.member.role.value}.", "Open the desk", f"{here}/desk")
    if point.member is not None:
        says = "You have joined. Make a team, or join one with its key."
        return NextStep(says, "To the teams", f"{here}/team/new")
    if visit.sender.actor.user is None:
        return _stranger(visit, here)
    if settings.joining is Joining.ANYONE:
        return NextStep("Anybody may join.", "Join this contest", f"{here}/join")
    return NextStep("You join with a link, or with a code that the organiser gives out.", "Type a code", "/join")


def _stranger(visit: Visit, here: str) -> NextStep:
    settings = visit.contest.settings
    back = f"?next={quote(here)}"
    if settings.joining is Joining.INVITED:
        says = "People take part by invitation: open the link that you got, or type the code of your class."
        return NextStep(says, "Type a code", "/join", "Sign in", f"/sign-in{back}")
    if not settings.accounts:
        return NextStep("People with an account on this server can join.", "Sign in", f"/sign-in{back}")
    says = "Anybody may join. An account needs a name and a passphrase, and no e-mail address."
    return NextStep(says, "Make an account", f"/register{back}", "Sign in", f"/sign-in{back}")


def _with_team(visit: Visit, here: str) -> NextStep:
    member = visit.sender.standpoint.member
    assert member is not None, "asked for members of teams only"
    uploads = visit.site.uploads.of_team(member.team_id)
    if not uploads:
        says = "Your team has no bot yet."
        return NextStep(says, "Upload a bot", f"{here}/team", "Get a starter", f"{here}/starter")
    if any(upload.state is UploadState.ACTIVE for upload in uploads):
        return NextStep("Your bot plays.", "To my bot", f"{here}/team")
    busy = (UploadState.WAITING, UploadState.CHECKING, UploadState.GATED)
    if any(upload.state in busy for upload in uploads):
        return NextStep("Your bot is being examined.", "See how far it is", f"{here}/team")
    return NextStep("No version of your bot plays.", "See why", f"{here}/team")


def own_bot(visit: Visit) -> BotOutlook | None:
    """How the visitor's bot stands; None if none plays."""
    book, team = visit.book, visit.audience.team
    entry = next((entry for entry in book.active() if team and entry.bot == team), None)
    if entry is None:
        return None
    rows = table_rows(book)
    row = next(row for row in rows if row.entry == entry.id)
    is_playing = any(entry.id in each.match.entries for each in book.playing)
    queue = book.index.queue()
    playing = {each.match.number for each in book.playing}
    waiting = [number for number in queue if number not in playing]
    ahead = next((at for at, number in enumerate(waiting) if entry.id in book.index.entries[number]), -1)
    each = pace(book)
    return BotOutlook(
        bot=row.bot,
        entry=entry.id,
        row=row,
        rank=row.rank,
        bots=len(rows),
        next_match=waiting[ahead] if ahead >= 0 else -1,
        is_playing=is_playing,
        ahead=max(0, ahead),
        seconds=each * max(0, ahead),
    )
